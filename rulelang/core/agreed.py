"""Numbers that back ends agree on, and whoever reads what they leave behind."""

# The windows of a player are shut while it is nobody's turn: so many times more than rules can shut them.
NOBODYS_TURN = 1 << 16
# What failed is a need, or from here on a choice in which there was nothing to choose.
NOTHING_TO_CHOOSE = 10_000_000
# Games that play by themselves look so often whether what always holds still does; a match looks after every step.
LOOK_EVERY = 16

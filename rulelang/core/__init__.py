"""The rules as one small typed program, and what is known of them before they run.

FROM RULES TO CODE

The model says what an author wrote. Between it and the code that runs stand decisions which are nobody's but the
language's: what amends a rule, which rules wait, what has to hold before something can be done. They are made here,
once, and whoever prints code only asks.

`weave`         a rule with its amendments, as statements in the order they are done
`waiting`       which rules may ask somebody, and so can not simply be called
`inlining`      which of them are written into the one rule that calls them, which levels need no frame
`needs_order`   what rules reach: do they act, can they be impossible, do needs come late?
`asking`        what is asked of a rule before it is done, as statements that change nothing
`possible`      the same, less what not everybody may know
`questions`     how a choice is put to somebody
`bodies`        statements and lists in the simpler form in which they are carried out
`information`   what may be known of an expression; `shown` and `purposes` of cards and of chance
`answers`       all of it for one world, with the numbers of decisions and reasons that positions hold
`tables`        what is looked up, and where it is kept
`terms`         what has to be worked out of what an author wrote: `from_model/words.py` makes terms of expressions

The statements of `asking` and `possible` are statements of the model. Whatever tells whether something can be done
(an option, a way, a window, `can`) carries them out as it would a rule, and gives up where one would fail; it never
looks for needs itself. A condition that is known before the game starts counts as what it is: options, variants and
the number of players decide then which needs there are.

Both back ends print terms, and neither looks into an expression. Python does so as they are. C is printed from
`nodes`, which explains its machine; `from_model` makes it, function by function, of the rules that can be reached.
There, whatever takes a loop becomes a function of its own (`from_model/flat.py`), lists have bounds, and indices are
proved or checked (`passes`), since C must not be led astray by a stranger's rules. Python needs none of that: lists
grow, numbers have no end, and what goes wrong is told. So its statements are still printed from the woven ones, with
the same answers. What a state is called in both is in `answers`, so that a position of one can be told in the other.
"""

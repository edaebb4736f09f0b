"""Why not, in words: where the author wrote no sentence, what was seen of the smallest condition that fails."""

from __future__ import annotations

from rulelang.table.why import refusals
from tests.unit.conftest import GameOf

DOCK = """
    game dock "Dock"
      players: 2

    kind berth
      | name  | start | label   |
      | north | yes   | "North" |
      | south | no    | "South" |
      | west  | no    | "West"  |

    kind good
      | name | label  |
      | tea  | "tea"  |
      | wool | "wool" |

    player
      stock: number per good starts 0

    setup
      each p in player
        set p.stock[tea] to 1

    round main
      last: 3
      turn
        choose b in berth where b.start asked anyway prompt "Where?"
        choose g in good where actor.stock[g] > 0 asked anyway prompt "What?"
          choose h in good where h != g asked anyway prompt "For what?"

    score stock(p) gives p.stock[tea]
"""


def test_the_smallest_condition_in_words(game_of: GameOf):
    """A column of what is asked about, a field that is kept for each of several, and what must not be twice the same;
    what has the same reason stands together.
    """
    match = game_of(DOCK).start()
    found = []
    for key in ("north", "tea", "wool"):
        found += [(refusal.about, refusal.reason) for refusal in refusals(match)]
        match.choose(key)
    assert found == [
        ("South, West", "it can not be done now (start: no)"),
        ("wool", "it can not be done now (stock of Player 1, wool: 0)"),
        ("tea", "it can not be done now (it is the same)"),
    ]

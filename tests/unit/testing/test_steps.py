"""What a step of a scenario may be called, and where a scenario may begin."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from rulelang.pipeline import read_game
from rulelang.testing.scenario import run_scenarios

GAME = """\
game ferries
  players: 2

card ferry "Ferry"
  laid: number starts 0
  | name  | steps | copies |
  | short | 1     | 3      |
  | long  | 2     | 1      |

zone deck of ferry seen by nobody
zone hand of ferry per player seen by owner

player
  steps: number starts 0

setup
  move ferry to deck

round main
  last: 3
  turn
    choose one optional
      way use(f in actor.hand)
        add f.steps to actor.steps
        move f to deck

score far(p) gives p.steps

scenario "it"
  given
    GIVEN
  play
    player_1: use(short)
  then
    need player_1.steps = 1
"""


def message(tmp_path: Path, given: str, game: str = GAME) -> str:
    path = tmp_path / "ferries.rules"
    path.write_text(dedent(game).replace("GIVEN", given), encoding="utf-8")
    (result,) = run_scenarios(read_game(path)[0])
    return result.message


def test_the_title_of_a_card_is_enough_where_one_option_fits(tmp_path: Path) -> None:
    """Copies that tokens may lie on are told apart: `short_1`, `short_2`."""
    assert message(tmp_path, "set player_1.hand to [short, long]") == ""
    assert "`use(short)` is not offered" in message(tmp_path, "set player_1.hand to [short_1, short_2]")
    assert "`use(short)` is not offered" in message(tmp_path, "set player_1.hand to [long]")


@pytest.mark.parametrize(
    ("number", "said"), [(1, ""), (2, ""), (3, "round 4 would begin here, and round 3 is the last")]
)
def test_no_round_begins_beyond_the_last(tmp_path: Path, number: int, said: str) -> None:
    found = message(tmp_path, f"set player_1.hand to [short]\n    set round.number to {number}")
    assert found.startswith(said)
    assert bool(found) == bool(said)

"""A step of a scenario that nobody was asked for says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.pipeline import read_game
from rulelang.testing.scenario import run_scenarios

GAME = """\
game forced "Forced"
  players: 2

player
  | name |
  | red  |
  | blue |
  points: number starts 0

round main
  last: 2
  turn
    choose n in 1..3 where n > actor.points
      add n to actor.points
    choose n in 1..2
      add n to actor.points

score points(p) gives p.points

scenario "forced"
  players: 2
  given
    set red.points to 2
  play
    red: {steps}
  then
    need red.points = 7
"""


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("2", ""),
        ("3, 2", "`3` was the one option, so it was taken without asking, and is no step"),
        ("4", "offered are: 1, 2"),
    ],
)
def test_a_forced_choice_is_explained(tmp_path: Path, steps: str, said: str):
    """With one option left the step is named; a step that was never possible is only refused."""
    path = tmp_path / "forced.rules"
    path.write_text(GAME.format(steps=steps), encoding="utf-8")
    (result,) = run_scenarios(read_game(path)[0])
    assert result.passed == (not said)
    assert result.message.endswith(said)

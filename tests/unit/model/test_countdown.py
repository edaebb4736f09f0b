"""Rules may come back to themselves only with a number that goes down to a floor."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.pipeline import problems_in, read_game

GAME = """
game circle "Circle"
  players: 2

player
  points: number starts 0

round main
  last: 2
  turn
    down(3, actor)

score points(p) gives p.points
"""


def findings(tmp_path: Path, rules: str) -> list[str]:
    path = tmp_path / "circle.rules"
    path.write_text(GAME + rules, encoding="utf-8")
    found, own = read_game(str(path))
    return [p.slug for p in [*found.problems, *problems_in(found, own)]]


ONE = """
rule down(n: number, p: player)
  {need}
  add 1 to p.points
  if p.points < 2
    down({less}, p)
"""
TWO = """
rule down(n: number, p: player)
  need n > 0
  across(p, n)

rule across(p: player, m: number)
  add 1 to p.points
  if p.points < 2
    down({less}, p)
"""


def test_a_number_that_goes_down_ends(tmp_path: Path):
    assert findings(tmp_path, ONE.format(need="need n > 0", less="n - 1")) == []


def test_a_number_may_be_handed_on(tmp_path: Path):
    """It goes down once a round of the circle, under another name and at another place."""
    assert findings(tmp_path, TWO.format(less="m - 1")) == []


@pytest.mark.parametrize("less", ["n", "n + 1", "n - n", "3"])
def test_a_number_that_does_not_go_down(tmp_path: Path, less: str):
    assert "endless-recursion" in findings(tmp_path, ONE.format(need="need n > 0", less=less))


def test_a_number_without_a_floor(tmp_path: Path):
    assert "endless-recursion" in findings(tmp_path, ONE.format(need="need p.points < 9", less="n - 1"))


def test_handed_on_unchanged(tmp_path: Path):
    assert "endless-recursion" in findings(tmp_path, TWO.format(less="m"))

"""Rules and values may come back to themselves only with a number that goes down to a floor."""

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


# ---- values ---------------------------------------------------------------------------------------------

PLAIN = """
rule down(n: number, p: player)
  add one(n, n) to p.points
"""


@pytest.mark.parametrize(
    "body",
    [
        "m if n <= 0 otherwise one(n - 1, m)",
        "one(n - 1, m) if n > 0 and m > 0 otherwise m",
        "m if not n > 3 or m = 2 otherwise one(n - 2, m)",
        "sum(p in player where n > 0: one(n - 1, 9))",
        "1 if 1 > n otherwise one(n - 1, m)",
        "0 if m < 1 otherwise one(9, m - 1)",
        "one(n - 1, m) if n > 0 otherwise one(9, m - 1) if m > 0 otherwise 0",
    ],
)
def test_a_value_with_a_number_that_goes_down(tmp_path: Path, body: str):
    """Whichever number it is; one may begin anew where another goes down."""
    assert findings(tmp_path, PLAIN + f"\nvalue one(n: number, m: number) gives {body}\n") == []


@pytest.mark.parametrize(
    "body",
    [
        "one(n - 1, m)",
        "0 if n = 0 otherwise one(n - 1, m)",
        "one(n - 1, m) if n > m otherwise 0",
        "one(n - 1, m) if n > 0 or m > 0 otherwise 0",
        "one(n, m) if n > 0 otherwise 0",
        "one(m - 1, n) if n > 0 otherwise 0",
        "one(n - 1, 9) if n > 0 otherwise one(9, m - 1) if m > 0 otherwise 0",
        "one(n - 1, m) if n > 0 otherwise one(9, m - 1)",
        "one(n - m, m) if n > 0 otherwise 0",
    ],
)
def test_a_value_that_may_ask_itself_without_end(tmp_path: Path, body: str):
    assert "endless-recursion" in findings(tmp_path, PLAIN + f"\nvalue one(n: number, m: number) gives {body}\n")


CIRCLE = """
value one(n: number, m: number) gives {one}
value two(k: number, x: number) gives {two}
"""


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("0 if n < 1 otherwise two(m, n)", "one(x - 1, k)"),
        ("0 if n < 1 otherwise two(m, n - 1)", "one(x, k) + one(x - 2, k)"),
        ("two(m, n) + (one(n - 1, m) if n > 0 otherwise 0)", "0 if k < 1 otherwise one(7, k - 1)"),
    ],
)
def test_values_in_a_circle(tmp_path: Path, one: str, two: str):
    """The number may have another name, and go down in one of the values and be asked for in another."""
    assert findings(tmp_path, PLAIN + CIRCLE.format(one=one, two=two)) == []


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("0 if n < 1 otherwise two(m, n)", "one(k - 1, x)"),
        ("0 if n < 1 otherwise two(m, n)", "one(x - 1, k) + one(x, k)"),
        ("two(m, n)", "one(x - 1, k)"),
        ("two(m, n) + (one(n - 1, m) if n > 0 otherwise 0)", "0 if k < 1 otherwise one(7, k)"),
    ],
)
def test_values_in_an_endless_circle(tmp_path: Path, one: str, two: str):
    assert "endless-recursion" in findings(tmp_path, PLAIN + CIRCLE.format(one=one, two=two))

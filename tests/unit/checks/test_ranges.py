"""What numbers fields come to hold; expected ranges are worked out by hand."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from rulelang.api.anew import load_anew
from rulelang.checks.ranges import ranges_of
from rulelang.model.proofs.intervals import Interval
from rulelang.model.proofs.touched import Touched
from rulelang.model.resolve.starts import all_fields

GAME = """
game counted "Counted"
  players: 2

player
  money: money starts 6

state
  n: number starts 2

rule step(more: number)
  add more to n

round main
  last: 9
  turn
    {turn}

score points(p) gives p.money + n
"""


def ranges(turn: str, tmp_path: Path) -> dict[str, Interval]:
    path = tmp_path / "counted.rules"
    path.write_text(GAME.format(turn=turn.replace("\n", "\n    ")), encoding="utf-8")
    world = load_anew(path, (), {}).world(2)
    found = ranges_of(world, Touched(world))
    return {field.name: found[field] for field in all_fields(world) if field in found}


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("stop turn", Interval(2, 2)),
        ("add 1 to n", Interval(2, inf)),
        ("if n < 5\n  add 1 to n", Interval(2, 5)),
        ("if n > 0\n  add -1 to n", Interval(0, 2)),
        ("if n > 0 and n < 7\n  choose d in [-1, 1]\n    add d to n", Interval(0, 7)),
        ("set n to min(9, n + 3)", Interval(2, 9)),
        ("choose d in 1..4\n  set n to d * 2", Interval(2, 8)),
        ("choose d in 1..4 where n + d <= 9\n  step(d)", Interval(2, inf)),
    ],
)
def test_a_field_that_rules_change(turn: str, expected: Interval, tmp_path: Path) -> None:
    """From what it starts with and what is written, under the conditions of the writing."""
    assert ranges(turn, tmp_path)["n"] == expected


def test_money_is_never_below_nothing(tmp_path: Path) -> None:
    """Nobody pays what he does not have, and what is paid comes from somebody."""
    found = ranges("if actor.money >= 2\n  pay 2 from actor to other(actor)", tmp_path)
    assert found["money"] == Interval(0, inf)

"""What has to be worked out of what an author wrote: what is known before the game starts is known in the term."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.core import terms as t
from rulelang.core.from_model.words import Words
from rulelang.core.nodes import Binary, Const
from rulelang.core.tables import Layout

RULES = """\
game small "Small"
  players: 2

option big "Big"
  values: yes, no
  default: no

state
  n: number starts 0

{value}

round main
  last: 1
  turn
    set n to 1
"""
PRICE = "value price(k: number) gives {}"


def term_of(folder: Path, *values: str) -> t.Term:
    """The term of the last of some values."""
    found = folder / "small.rules"
    found.write_text(RULES.format(value="\n\n".join(values)), encoding="utf-8")
    world = load(found).program(2).world
    body = list(world.values.values())[-1].body
    assert body is not None
    return Words(Layout(world)).term(body)


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("2 + 3 * 4", 14),
        ("7 if big otherwise 5", 5),
        ("1 if 2 < 3 and not big otherwise 0", 1),
        ("n + 0 * 7", None),
        ("price(4) + 1", 9),
    ],
)
def test_what_is_known(tmp_path: Path, written: str, known: int | None):
    term = term_of(tmp_path, PRICE.format("k * 2"), f"value asked gives {written}")
    assert (term == Const(known)) is (known is not None)


def test_short_values_are_written_out(tmp_path: Path):
    """A name stands for what it is given; nobody is called."""
    term = term_of(tmp_path, PRICE.format("k + n"), "value asked(a: number) gives price(a) - 1")
    match term:
        case Binary("-", Binary("+", t.Name(local), t.Place(field, ())), Const(1)):
            assert (local.name, field.name) == ("a", "n")
        case _:
            pytest.fail(str(term))


def test_long_values_are_called(tmp_path: Path):
    long = " + ".join(["k", *["n"] * 12])
    term = term_of(tmp_path, PRICE.format(long), "value asked(a: number) gives price(a)")
    assert isinstance(term, t.Call)
    assert [argument.local.name for argument in term.arguments if isinstance(argument, t.Name)] == ["a"]


def test_loops_stay_loops(tmp_path: Path):
    """What is counted on the way is what nobody knows the length of."""
    term = term_of(tmp_path, "value asked gives count(k in 1..n: k > 2)")
    assert isinstance(term, t.Fold)
    assert isinstance(term.items, t.Worked)
    assert t.free_names(term) == []

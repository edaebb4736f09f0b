"""The core of small games, word for word: whoever changes how rules become code sees here what changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rulelang
from rulelang.core import nodes as c
from rulelang.core.from_model.maker import Core, core_of, statements_in
from rulelang.core.passes.ranges import proved
from rulelang.core.passes.settled import settled
from rulelang.core.text import to_text

EXAMPLES = Path(__file__).parents[3] / "examples"
TEXTS = Path(__file__).parent / "texts"


def core_of_example(name: str) -> Core:
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    game.start(game.players[0])
    return proved(settled(core_of(game.program(game.players[0]))))


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "pig", "harbour"])
def test_text(name: str, matches_snapshot: Callable[[Path, str], None]):
    matches_snapshot(TEXTS / f"{name}.core", to_text(core_of_example(name)))


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "harbour", "breakthrough"])
def test_what_is_called_is_there(name: str):
    """Every function that is called is one of the program and has a name of its own, and every list has a bound."""
    core = core_of_example(name)
    assert len({function.name for function in core.functions}) == len(core.functions)
    for function in core.functions:
        for x in statements_in(function.body):
            if isinstance(x, c.Do | c.Push | c.FillBy | c.Try):
                assert x.function in core.functions
            if isinstance(x, c.Fill | c.Append):
                assert x.slot.bound > 0

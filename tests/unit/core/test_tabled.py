"""Loops over rows of tables become one loop over a table, if nothing they hang on changes while a game is played."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.backends.c.program import core_for
from rulelang.core import nodes as c
from rulelang.core.from_model.maker import Core, statements_in

EXAMPLES = Path(__file__).parents[3] / "examples"


def tables_of(core: Core) -> dict[str, c.Table | c.Rows]:
    return {table.name: table for table in core.data.tables}


def depth(statement: c.Statement) -> int:
    """How many loops stand in one another."""
    inner = statement.body if isinstance(statement, c.For | c.Loop | c.Block) else ()
    if isinstance(statement, c.If):
        inner = (*statement.then, *statement.otherwise)
    return isinstance(statement, c.For) + max(map(depth, inner), default=0)


def offering(core: Core) -> int:
    """How deep the loops are that offer the options of the only choice."""
    body = core.main.body
    loops = [x for x in statements_in(body) if isinstance(x, c.For) and x.at is None]
    return max(map(depth, loops))


def test_steps_on_a_board():
    """Which steps there are from a cell, and where to: a loop over cells, and one over the steps of each."""
    game = rulelang.load(EXAMPLES / "breakthrough.rules")
    core = core_for(game.program(2))
    assert offering(core) == 2
    starts, targets = tables_of(core)["choices_from"], tables_of(core)["known"]
    assert isinstance(starts, c.Table)
    assert isinstance(targets, c.Table)
    # Three steps ahead of each of 64 cells, two of them on the outer columns, for each of two players; none from the
    # last row of either.
    assert starts.words[-1] == 2 * 7 * (6 * 3 + 2 * 2) == len(targets.words)
    assert starts.words[0] == 0
    assert list(starts.words) == sorted(starts.words)


@pytest.mark.parametrize("name", ["harbour", "tic_tac_toe", "pig"])
def test_what_changes_is_asked_while_playing(name: str):
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    assert "choices_from" not in tables_of(core_for(game.program(game.players[0])))

"""Figures of the games that a house rule may change: each in a variant of its own, with scenarios that show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulelang.api.game import Game
from rulelang.pipeline import read_game
from rulelang.syntax import nodes
from rulelang.testing.scenario import Runner, run_scenarios

FILES = sorted((Path(__file__).parent / "figures").glob("*.rules"))
WITHOUT = nodes.Field(nodes.Path(("variants",)), (nodes.Nothing(),), (), ())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_figures(path: Path):
    """Every scenario holds with its variant, and none without."""
    rules, _ = read_game(path)
    failed = [result for result in run_scenarios(rules) if not result.passed]
    assert not failed, "\n".join(f"{result.span}: {result.name}: {result.message}" for result in failed)
    games: dict[Any, Game] = {}
    for block in rules.own_scenarios:
        said = block.field("variants")
        plain = evolve(block, body=(WITHOUT, *(item for item in block.body if item is not said)))
        result = Runner(rules, plain, games).run()
        assert not result.passed, f"{result.span}: {result.name} holds without its variant"

"""Every game and example is silent under the checker, and all its scenarios pass."""

from __future__ import annotations

import pytest

from rulelang.checks.run import GameFiles, check_game
from rulelang.diagnostics.render.text import render
from rulelang.testing.scenario import run_scenarios
from tests.games.catalogue import all_games, name_of, rules_of

GAMES = all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: name_of(game.reference))
def test_check_is_silent(game: GameFiles):
    """Nothing is wrong with the rules, under any two variants."""
    problems = check_game(game)
    assert not problems, render(problems)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: name_of(game.reference))
def test_scenarios_pass(game: GameFiles):
    """Every scenario holds."""
    rules, _ = rules_of(game.reference)
    failed = [result for result in run_scenarios(rules) if not result.passed]
    assert not failed, "\n".join(f"{result.span}: {result.name}: {result.message}" for result in failed)

"""Every game and example is silent under the checker, and all its scenarios pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.checks.run import GameFiles, check_game, check_variants, unique
from rulelang.checks.scenarios import ScenarioChecker
from rulelang.checks.silence import apply_silences
from rulelang.checks.unused import Uses
from rulelang.checks.variants import variant_problems
from rulelang.checks.worlds import Worlds
from rulelang.diagnostics.render.text import render
from rulelang.pipeline import read_game
from rulelang.project.rules import Rules
from rulelang.testing.scenario import run_scenarios
from tests.games.catalogue import all_games, house_rules_by_game, name_of, rules_of

GAMES = all_games()
# Of each game one house rule is checked in every way; the others, which are checked alike, behind the marker.
CHECKED = house_rules_by_game()


def cases() -> Iterator[object]:
    for game in GAMES:
        is_checked = game.is_game or game.reference in CHECKED
        marks = () if is_checked else pytest.mark.slow
        yield pytest.param(game, marks=marks, id=name_of(game.reference))


@pytest.mark.parametrize("game", list(cases()))
def test_check_is_silent(game: GameFiles):
    """Nothing is wrong with the rules, under any two variants."""
    problems = check_game(game)
    assert not problems, render(problems)


@pytest.mark.parametrize("files", CHECKED.values(), ids=lambda files: files[0].stem)
def test_house_rules_are_silent(files: list[Path]):
    """Nothing is wrong with each house rule of a game; all stand on one reading of it."""
    rules, own = read_game(files[0], files[1:])
    worlds, uses = Worlds(rules), Uses([])
    problems = [*rules.problems, *variant_problems(rules), *ScenarioChecker(worlds).problems()]
    for name in own:
        variants = rules.with_needs((name,))
        problems += check_variants(worlds, variants, uses, allowed(rules, variants)[:1])
    problems = apply_silences(unique(problems), rules.blocks)
    assert not problems, render(problems)


def allowed(rules: Rules, variants: tuple[str, ...]) -> list[int]:
    return [players for players in rules.players if not rules.check_variants(variants, players)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: name_of(game.reference))
def test_scenarios_pass(game: GameFiles):
    """Every scenario holds."""
    rules, _ = rules_of(game.reference)
    failed = [result for result in run_scenarios(rules) if not result.passed]
    assert not failed, "\n".join(f"{result.span}: {result.name}: {result.message}" for result in failed)

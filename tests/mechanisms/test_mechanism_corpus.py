"""Every mechanism's own small games: no finding, scenarios that hold, matches that come to an end.

A file in `bad/` is named after the one problem it has.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulelang
from rulelang.pipeline import problems_in, read_game
from rulelang.testing.scenario import run_scenarios

HERE = Path(__file__).parent
MOST_DECISIONS = 5000


def corpus(folder: str) -> list[Path]:
    return sorted(HERE.glob(f"*/{folder}/*.rules"))


def name(path: Path) -> str:
    return f"{path.parts[-3]}-{path.stem}"


@pytest.mark.parametrize("path", corpus("good") + corpus("scenarios"), ids=name)
def test_no_findings(path: Path):
    """A good file has no error and no warning."""
    rules, own = read_game(str(path))
    found = [*rules.problems] or problems_in(rules, own)
    assert [f"{p.slug}: {p.message}" for p in found] == []


@pytest.mark.parametrize("path", corpus("scenarios"), ids=name)
def test_scenarios(path: Path):
    """Every scenario holds, and there is one."""
    rules, _ = read_game(str(path))
    results = run_scenarios(rules)
    assert results
    assert [f"{r.name}: {r.message}" for r in results if not r.passed] == []


@pytest.mark.parametrize("path", corpus("good") + corpus("scenarios"), ids=name)
def test_random_matches(path: Path):
    """Twenty random matches come to an end, with everything conserved."""
    game = rulelang.load(path)
    for seed in range(20):
        match = game.start(players=game.players[seed % len(game.players)], seed=seed, audit=True)
        chooser = random.Random(seed)
        for _ in range(MOST_DECISIONS):
            if match.over:
                break
            match.choose(chooser.randrange(len(match.decision.options)))
        assert match.over


@pytest.mark.parametrize("path", corpus("bad"), ids=name)
def test_a_mistake_is_named(path: Path):
    """A mistake in the block of a mechanism is found where it stands."""
    rules, own = read_game(str(path))
    found = [*rules.problems] or problems_in(rules, own)
    found = [*rules.problems] or found
    assert path.stem.replace("_", "-") in [p.slug for p in found]

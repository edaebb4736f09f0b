"""Every mechanism's own small games: they check without a finding, and their scenarios hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.engine.scenario import run_scenarios
from rulelang.pipeline import problems_in, read_game

HERE = Path(__file__).parent


def corpus(folder: str) -> list[Path]:
    return sorted(HERE.glob(f"*/{folder}/*.rules"))


def name(path: Path) -> str:
    return f"{path.parts[-3]}-{path.stem}"


@pytest.mark.parametrize("path", corpus("good") + corpus("scenarios"), ids=name)
def test_no_findings(path: Path):
    """A good file has no error and no warning."""
    rules, own = read_game(str(path))
    found = [*rules.problems] or problems_in(rules, own)
    assert [f"{p.code}: {p.message}" for p in found] == []


@pytest.mark.parametrize("path", corpus("scenarios"), ids=name)
def test_scenarios(path: Path):
    """Every scenario holds, and there is one."""
    rules, _ = read_game(str(path))
    results = run_scenarios(rules)
    assert results
    assert [f"{r.name}: {r.message}" for r in results if not r.passed] == []

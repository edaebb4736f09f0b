"""`rulelang tournament`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def test_table_and_data(run, coins: Path):
    """Ratings and pairs, as tables and for programs."""
    words = ("tournament", coins, "--games", "3", "--jobs", "1", "--bot", "random", "--bot", "greedy:1")
    shown = run(*words)
    assert shown.exit_code == 0
    assert "ms a decision" in shown.stdout
    found = json.loads(run(*words, "--json").stdout)
    assert {rating["bot"] for rating in found["ratings"]} == {"random", "greedy:1"}
    (pair,) = found["duels"]
    assert pair["games"] == 6
    assert pair["low"] <= pair["won"] <= pair["high"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--bot", "greedy"), "two bots or more"),
        (("--bot", "greedy", "--bot", "greedy"), "two bots or more"),
        (("--bot", "greedy", "--bot", "gready"), "nobody is called"),
        (("--bot", "greedy", "--bot", "mcts:0"), "no budget"),
    ],
)
def test_wrong_usage(run, coins: Path, more: tuple[str, ...], said: str):
    """Status 2, and why."""
    result = run("tournament", coins, *more)
    assert result.exit_code == 2
    assert said in result.stderr

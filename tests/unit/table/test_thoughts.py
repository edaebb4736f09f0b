"""What a bot makes of options: the numbers that it chooses by."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rulelang.api.load import load
from rulelang.table.thoughts import thoughts

ROOT = Path(__file__).parents[3]


def test_who_can_win_sees_it():
    """Two crosses in a row and a free square behind them: to play there is all, and has no number."""
    match = load(ROOT / "examples/tic_tac_toe.rules").start(2)
    for key in ("a1", "a2", "b1", "b2"):
        match.choose(key)
    found = {thought.key: thought for thought in thoughts(match, Random(1))}
    assert list(found) == match.decision.keys
    assert (found["c1"].share, found["c1"].worth) == (1.0, None)
    assert max(thought.share for key, thought in found.items() if key != "c1") < 1.0


def test_shares_lie_between_the_worst_and_the_best():
    """In a large game: some option has the whole bar, one has none of it, and more is never worth less."""
    match = load("rotterdam").start(3, seed=2)
    while len(match.decision.keys) < 3:
        match.choose(0)
    found = sorted(thoughts(match, Random(1)), key=lambda thought: thought.share)
    assert all(0 <= thought.share <= 1 for thought in found)
    assert found[-1].share == 1.0
    numbers = [thought.worth for thought in found if thought.worth is not None]
    assert numbers == sorted(numbers)

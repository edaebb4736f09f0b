"""Sharing work: sizes of batches, seeds, intervals."""

from __future__ import annotations

import pytest

from rulelang.experiments.engines.work import next_size
from rulelang.experiments.plan import seed_of
from rulelang.experiments.summary import interval


@pytest.mark.parametrize(
    ("games", "seconds", "size"),
    [(1, 0.001, 8), (100, 0.5, 200), (100, 4.0, 25), (1, 30.0, 1), (50, 0.0, 400)],
)
def test_batches_take_about_a_second(games: int, seconds: float, size: int):
    """The next batch fits the time, and grows step by step."""
    assert next_size(games, seconds) == size


def test_seeds_follow_from_the_number():
    """Each game has a seed of its own, the same in every run."""
    assert seed_of(1, 2) == seed_of(1, 2)
    assert len({seed_of(base, number) for base in range(10) for number in range(100)}) == 1000


@pytest.mark.parametrize(("wins", "games", "low", "high"), [(0, 0, 0, 1), (5, 10, 0.2366, 0.7634), (0, 10, 0, 0.2775)])
def test_interval(wins: int, games: int, low: float, high: float):
    """Wilson's interval, also for few games and none."""
    assert interval(wins, games) == pytest.approx((low, high), abs=1e-3)

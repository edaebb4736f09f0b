"""Betting: never refuted too often, and what it refutes is a range."""

from __future__ import annotations

from math import exp, log, prod, sqrt
from random import Random

import pytest

from rulelang.experiments.statistics.betting import bets, betting_interval, wealth


def test_the_first_stakes_by_hand():
    """Before anything came the mean is taken for 1/2 and the variance for 1/4."""
    first, second = bets([1.0, 0.0], 0.05)
    assert first == pytest.approx(sqrt(2 * log(40) / (0.25 * log(2))))
    # After a 1 the mean is 1.5 / 2, the squares 1/4 + 1/16, halved for two.
    assert second == pytest.approx(sqrt(2 * log(40) / ((0.25 + 0.0625) / 2 * 2 * log(3))))


def test_wealth_is_what_the_bets_made():
    """Multiplied out, one number after the other."""
    row, mean = [1.0, 0.0, 1.0, 1.0], 0.4
    stakes = bets(row, 0.05)
    up = prod(1 + min(stake, 0.5 / mean) * (x - mean) for x, stake in zip(row, stakes, strict=True)) / 2
    down = prod(1 - min(stake, 0.5 / 0.6) * (x - mean) for x, stake in zip(row, stakes, strict=True)) / 2
    assert exp(wealth(row, stakes, mean)) == pytest.approx(max(up, down))


def test_nothing_is_known_of_nothing():
    """Any share is possible."""
    assert betting_interval([], 0.05) == (0.0, 1.0)


@pytest.mark.parametrize("seed", range(5))
def test_the_edges_are_those_of_a_search_along_the_range(seed: int):
    """Every mean on a fine grid is refuted outside the interval and stands within."""
    rng = Random(seed)
    row = [float(rng.random() < 0.3) for _ in range(150)]
    low, high = betting_interval(row, 0.05)
    stakes = bets(row, 0.05)
    for step in range(101):
        mean = step / 100
        stands = wealth(row, stakes, mean) < log(20)
        assert stands == (low < mean < high)


@pytest.mark.parametrize("share", [0.02, 0.35, 0.5])
def test_it_misses_seldom(share: float):
    """The truth is refuted at some time in at most a twentieth of runs (400, so 10 more would be two sd)."""
    misses = 0
    for seed in range(400):
        rng = Random(f"bets {seed}")
        row = [float(rng.random() < share) for _ in range(300)]
        stakes = bets(row, 0.05)
        misses += any(wealth(row[:t], stakes[:t], share) >= log(20) for t in range(20, 301, 40))
    assert misses <= 20


def test_what_never_happened_may_yet_happen():
    """None in 300: a few per cent at most."""
    low, high = betting_interval([0.0] * 300, 0.05)
    assert low == 0.0
    assert 0.005 < high < 0.05

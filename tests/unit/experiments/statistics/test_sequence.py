"""Intervals that hold at any time: the formula worked by hand, and how often they miss."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from math import inf, log, sqrt
from random import Random
from statistics import fmean, pvariance

import pytest

from rulelang.experiments.statistics.moments import Moments, moments, plus_four
from rulelang.experiments.statistics.sequence import boundary, half, half_width


def test_the_boundary_by_hand():
    """At 500 pairs: rho² = (5.99146 + 1.79033 + 1) / 500, so tρ² = 8.78179 and z = √(2 · 1.113872 · 4.135977)."""
    assert boundary(500, 0.05) == pytest.approx(3.0354, abs=1e-4)
    assert boundary(500, 0.05 / 6) == pytest.approx(sqrt(2 * 1.113872 * log(sqrt(9.78179) * 120)), abs=1e-4)


def test_it_is_narrowest_where_it_is_meant_to_be():
    """Against the root of the number, so far as a standard error matters, 500 pairs are best."""
    inflation = {t: boundary(t, 0.05) for t in (50, 200, 500, 2_000, 20_000)}
    assert min(inflation, key=inflation.__getitem__) == 500


@pytest.mark.parametrize(("row", "mean", "variance"), [([1, 2, 3, 6], 3, 3.5), ([0.25] * 7, 0.25, 0), ([-1, 1], 0, 1)])
def test_moments(row: list[float], mean: float, variance: float):
    """Mean and variance of a row, and how far it reaches."""
    found = moments(row)
    assert (found.mean, found.variance) == (mean, variance)
    assert found.reach == max(abs(x - mean) for x in row)


def test_moments_of_nothing():
    """No games have no differences."""
    assert moments([]) == Moments(0, 0, 0, 0, 0)


def test_half_by_hand():
    """400 pairs, half of them +1 and half -1, games of variance 1 each: 3.038 · √(412 + 12) / 400 … + √2 / 400."""
    differences = moments([1.0, -1.0] * 200)
    z = sqrt(2 * (8.025432) / 7.025432 * log(sqrt(8.025432) * 20))
    wanted = z * sqrt((400 + 12 * 2) / 400) / 20 + sqrt(2) / 400
    assert half_width(differences, 2.0, 0.05) == pytest.approx(wanted, rel=1e-3)


def test_too_few_pairs():
    """Below fifty nothing is said."""
    assert half_width(moments([0.0, 1.0] * 24), 1.0, 0.05) == inf
    assert half_width(moments([0.0, 1.0] * 25), 1.0, 0.05) < inf


def test_what_never_differed_still_has_a_width():
    """A rule that did not happen in any of 300 games may yet happen: the floor and one pair keep room for it."""
    width = half_width(moments([0.0] * 300), 2.0, 0.05)
    assert width == pytest.approx(boundary(300, 0.05) * sqrt(24) / 300 + sqrt(2) / 300)


def test_plus_four():
    """Never in 10 games counts as 2 of 14, always as 12 of 14."""
    assert plus_four(0.0, 10) == pytest.approx(2 / 14 * 12 / 14)
    assert plus_four(1.0, 10) == pytest.approx(2 / 14 * 12 / 14)
    assert plus_four(0.5, 10) == pytest.approx(0.25)


def missed(draw: Callable[[Random], float], mean: float, unpaired: float, runs: int, pairs: int) -> float:
    """The share of runs in which the true mean lay outside the interval at some look."""
    misses = 0
    for seed in range(runs):
        rng = Random(f"sequence {seed}")
        row = [draw(rng) for _ in range(pairs)]
        totals, squares = list(accumulate(row)), list(accumulate(x * x for x in row))
        highest, lowest = list(accumulate(row, max)), list(accumulate(row, min))
        for t in range(50, pairs + 1, 5):
            found = totals[t - 1] / t
            variance = max(0.0, squares[t - 1] / t - found**2)
            reach = max(highest[t - 1] - found, found - lowest[t - 1], sqrt(unpaired))
            if abs(found - mean) > half(t, variance, unpaired, reach, 0.05):
                misses += 1
                break
    return misses / runs


@pytest.mark.parametrize(
    ("draw", "mean", "unpaired"),
    [
        (lambda rng: rng.triangular(-1, 1), 0.0, 1 / 6),
        (lambda rng: float(rng.random() < 0.03), 0.03, 0.5),
        (lambda rng: rng.choice((-1.0, 0.0, 0.0, 1.0)), 0.0, 0.5),
    ],
    ids=["triangle", "seldom", "wins"],
)
def test_it_holds_at_any_time(draw: Callable[[Random], float], mean: float, unpaired: float):
    """Of 200 runs that are looked at again and again, a twentieth and a little luck may miss.

    One look at 1.96 standard errors would miss ten times as often: five per cent of 200 is 10, and 20 would be
    three standard deviations away.
    """
    assert missed(draw, mean, unpaired, runs=200, pairs=600) <= 0.05


def test_the_moments_of_a_run_are_those_of_the_loop():
    """What the loop above reckons step by step is what the program is given."""
    rng = Random(5)
    row = [rng.gauss(1, 2) for _ in range(300)]
    found = moments(row)
    assert found.mean == pytest.approx(fmean(row))
    assert found.variance == pytest.approx(pvariance(row))

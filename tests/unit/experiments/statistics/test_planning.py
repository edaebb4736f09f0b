"""How many games it takes: enough, and not one too many."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from rulelang.experiments.statistics.moments import Moments, moments
from rulelang.experiments.statistics.planning import about, games_needed
from rulelang.experiments.statistics.sequence import boundary

SEEN = Moments(300, 0.0, 300 * 4.0, -6.0, 6.0)


def test_it_is_the_first_number_that_is_enough():
    """Worked out one number after the other: half the interval and 0.84 standard errors fit into the difference."""

    def fits(n: int) -> bool:
        half = boundary(n, 0.05) * sqrt((4.0 * n + 12 * 8.0) / n / n) + 8 / n
        return half + 0.84 * 2 / sqrt(n) <= 0.5

    assert games_needed(0.5, SEEN, 8.0, 0.05) == next(n for n in range(50, 10**6) if fits(n))


def test_not_to_be_told():
    """From too few pairs, for no difference, or beyond all measure."""
    few = Moments(99, 0.0, 99.0, -1.0, 1.0)
    assert games_needed(0.5, few, 1.0, 0.05) is None
    assert games_needed(0.0, SEEN, 8.0, 0.05) is None
    assert games_needed(1e-6, SEEN, 8.0, 0.05) is None


@pytest.mark.parametrize(("number", "said"), [(7.4, 7), (850, 850), (1009, 1000), (2163, 2200), (99_500, 100_000)])
def test_two_figures(number: float, said: int):
    """More would be pretended."""
    assert about(number) == said


def test_four_in_five_runs_see_the_difference():
    """120 runs of as many pairs as it takes to see half a standard deviation: 96 expected, 4.4 of them by chance."""
    rng = Random(3)
    truth = 0.5
    games = games_needed(truth, moments([rng.gauss(0, 1) for _ in range(2_000)]), 1.0, 0.05)
    assert games is not None
    seen = 0
    for _ in range(120):
        found = moments([rng.gauss(truth, 1) for _ in range(games)])
        room = max(found.reach, 1.0) / games
        seen += found.mean > boundary(games, 0.05) * sqrt((found.squares + 12) / games) / sqrt(games) + room
    assert 84 <= seen <= 118

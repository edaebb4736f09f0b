"""Many questions at once: what is shared adds up, and what is picked is seldom false."""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random

import pytest

from rulelang.experiments.statistics.families import level_of_picked, levels, log_e, picked
from rulelang.experiments.statistics.moments import moments
from rulelang.experiments.statistics.sequence import RHO2, boundary, half_width


def test_six_measures_share_the_five_per_cent():
    """Evenly; half of it goes to the one that is watched."""
    six = ["a", "b", "c", "d", "e", "f"]
    assert levels(six) == dict.fromkeys(six, 0.05 / 6)
    watched = levels(six, "c")
    assert watched["c"] == 0.025
    assert sum(watched.values()) == pytest.approx(0.05)
    assert levels(["a"], "a") == {"a": 0.05}


def test_the_e_value_is_that_of_the_interval():
    """It reaches 1 / alpha exactly where the interval at alpha no longer holds nought."""
    for alpha in (0.05, 0.01):
        base = [(-1.0) ** i for i in range(400)]
        edge = half_width(moments(base), 2.0, alpha)
        assert log_e(moments([x + edge for x in base]), 2.0) == pytest.approx(log(1 / alpha), rel=1e-6)


def test_the_e_value_by_hand():
    """1,000 pairs at three standard errors: tρ² = 17.5636, e = exp(9 · 17.5636 / 37.1272) / √18.5636."""
    spread = [1.0, -1.0] * 500
    room = sqrt(2) / 1000
    error = sqrt(1000 + 24) / 1000
    moved = [x + 3 * error + room for x in spread]
    wanted = exp(9 * 17.5636 / (2 * 18.5636)) / sqrt(18.5636)
    assert exp(log_e(moments(moved), 2.0)) == pytest.approx(wanted, rel=1e-2)
    assert pytest.approx(0.0175636, rel=1e-5) == RHO2
    assert boundary(1000, 0.05) > 3


def test_too_few_pairs_say_nothing():
    """However far they lie from nought; nor do those that never differ."""
    assert log_e(moments([9.0] * 49), 1.0) == -float("inf")
    assert log_e(moments([0.0] * 100), 0.0) == -float("inf")


def test_which_are_picked_by_hand():
    """Of four at a tenth: 40 for one, 20 each for two, 13.3 each for three."""
    assert picked([log(e) for e in (1, 50, 100, 5)]) == [2, 1]
    assert picked([log(e) for e in (1, 25, 25, 5)]) == [1, 2]
    assert picked([log(e) for e in (14, 14, 14, 1)]) == [0, 1, 2]
    assert picked([log(39), 0, 0, 0]) == []
    assert picked([]) == []
    assert level_of_picked(5, 200) == pytest.approx(0.0025)


def test_false_findings_are_few():
    """60 real differences among 200: at most a tenth of what is picked is not real, and most of them are picked."""
    rng = Random(8)
    real, asked = 60, 200
    logs = []
    for number in range(asked):
        shift = 0.4 if number < real else 0.0
        logs.append(log_e(moments([rng.gauss(shift, 1) for _ in range(400)]), 1.0))
    found = picked(logs)
    assert sum(number >= real for number in found) <= len(found) / 10
    assert sum(number < real for number in found) >= 0.8 * real

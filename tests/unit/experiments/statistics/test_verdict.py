"""Verdicts are read off the interval alone."""

from __future__ import annotations

from math import inf

import pytest

from rulelang.experiments.statistics.verdict import against_limit, verdict


@pytest.mark.parametrize(
    ("low", "high", "kind"),
    [
        (0.1, 1.2, "different"),
        (-1.2, -0.1, "different"),
        (-0.4, 0.49, "none larger"),
        (-0.5, 0.5, "none larger"),
        (-1.56, 0.7, "not seen"),
        (0.0, 0.7, "not seen"),
        (-inf, inf, "too few"),
    ],
)
def test_kinds(low: float, high: float, kind: str):
    """Nought outside, or all within what matters, or neither."""
    assert verdict(low, high, 0.5).kind == kind


def test_the_same_game_every_time():
    """No pair differed: that is said, whatever the interval."""
    assert verdict(-0.1, 0.1, 0.5, is_same=True).kind == "the same"


@pytest.mark.parametrize(
    ("low", "high", "sign", "outcome"),
    [
        (0.61, 0.7, ">", "broken"),
        (0.5, 0.6, ">", "held"),
        (0.5, 0.61, ">", "open"),
        (0.1, 0.5, "<", "broken"),
        (0.6, 0.7, "<", "held"),
        (0.5, 0.7, "<", "open"),
    ],
)
def test_limits(low: float, high: float, sign: str, outcome: str):
    """Beyond 0.6 as a whole, within as a whole, or on both sides."""
    assert against_limit(low, high, sign, 0.6) == outcome

"""Limits that a comparison is held to: broken and held are said only if all of an interval says so.

A share of one side is held against its limit by betting: that holds at any number of games, which is worth more here
than a narrow interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from attrs import frozen

from rulelang.experiments.comparison.pairs import Pairs
from rulelang.experiments.conditions import Limit
from rulelang.experiments.statistics.betting import betting_interval
from rulelang.experiments.statistics.families import TOTAL
from rulelang.experiments.statistics.moments import Moments
from rulelang.experiments.statistics.sequence import half_width
from rulelang.experiments.statistics.verdict import Outcome, against_limit


@frozen
class Held:
    """What became of a limit, and the interval that says so."""

    limit: Limit
    outcome: Outcome
    low: float
    high: float


def held_limits(limits: Sequence[Limit], pairs: Pairs) -> list[Held]:
    """Each limit against its interval; together they share 5 %."""
    return [held(limit, pairs, TOTAL / len(limits)) for limit in limits]


def held(limit: Limit, pairs: Pairs, alpha: float) -> Held:
    low, high = bounds(limit, pairs, alpha)
    return Held(limit, against_limit(low, high, limit.sign, limit.number), low, high)


def bounds(limit: Limit, pairs: Pairs, alpha: float) -> tuple[float, float]:
    readings = pairs.readings[limit.measure.name]
    if not readings.first:
        return -inf, inf
    if limit.side == "difference":
        return around(readings.differences, readings.unpaired, alpha)
    numbers = readings.first if limit.side == "A" else readings.second
    if limit.measure.is_share:
        return betting_interval(numbers, alpha)
    side = readings.sides[limit.side == "B"]
    return around(side, side.variance, alpha)


def around(seen: Moments, unpaired: float, alpha: float) -> tuple[float, float]:
    half = half_width(seen, unpaired, alpha)
    return seen.mean - half, seen.mean + half

"""Measures against values: what each set of rules shows by itself, with bands that hold together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field, frozen

from rulelang.experiments.measures import HEADLINE, Measure
from rulelang.experiments.plan import Outcome
from rulelang.experiments.statistics.families import TOTAL
from rulelang.experiments.statistics.moments import Moments, moments, plus_four
from rulelang.experiments.statistics.sequence import half_width


@frozen
class Level:
    """The mean of a measure under one set of rules, and half its interval."""

    measure: Measure
    games: int
    mean: float
    half: float

    @property
    def low(self) -> float:
        return self.mean - self.half

    @property
    def high(self) -> float:
        return self.mean + self.half


@define
class Side:
    """The games of one set of rules. Measures are of those that ended; the others are counted."""

    unit: int
    measures: Sequence[Measure] = HEADLINE
    games: int = 0
    finished: int = 0
    readings: dict[str, list[float]] = field(factory=dict)

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        self.games += 1
        if not outcome.finished:
            return
        self.finished += 1
        for measure in self.measures:
            read = measure.read(outcome, self.unit)
            if read is not None:
                self.readings.setdefault(measure.name, []).append(read)

    def seen(self, measure: Measure) -> Moments:
        """The moments of a measure."""
        return moments(self.readings.get(measure.name, []))

    def level(self, measure: Measure, alpha: float) -> Level | None:
        """A measure with its interval; nothing if it was never read."""
        seen = self.seen(measure)
        if not seen.count:
            return None
        unpaired = plus_four(seen.mean, seen.count) if measure.is_share else seen.variance
        return Level(measure, seen.count, seen.mean, half_width(seen, unpaired, alpha))


@define
class Sides:
    """The games of several sets of rules on the same luck."""

    sides: Sequence[Side]

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """One game of each."""
        for side, outcome in zip(self.sides, outcomes, strict=True):
            side.add(outcome)

    def levels(self) -> list[dict[str, Level]]:
        """All measures of all sides: their intervals hold together in 95 % of cases."""
        measures = self.sides[0].measures
        alpha = TOTAL / len(measures) / len(self.sides)
        found = [{m.name: side.level(m, alpha) for m in measures} for side in self.sides]
        return [{name: level for name, level in each.items() if level is not None} for each in found]


def level_data(level: Level) -> dict[str, Any]:
    """Plain data for JSON."""
    is_known = level.half < float("inf")
    ends = {"low": level.low, "high": level.high} if is_known else {"low": None, "high": None}
    return {"games": level.games, "mean": level.mean} | ends

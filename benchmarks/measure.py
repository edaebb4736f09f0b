"""Measuring side by side: every candidate gets short turns in rotation, and medians are compared."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

from attrs import frozen

Work = Callable[[], int]


@frozen
class Measured:
    """Units of work a second: the median of several turns, and their spread."""

    median: float
    low: float
    high: float

    @property
    def spread(self) -> float:
        return (self.high - self.low) / self.median if self.median else 0.0


def rates(work: Mapping[str, Work], turns: int = 7, seconds: float = 0.25) -> dict[str, Measured]:
    """How fast each candidate is, interleaved so that a slow moment of the machine hits all alike."""
    for run in work.values():
        run()
    found: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(turns):
        for name, run in work.items():
            done, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < seconds:
                done += run()
            found[name].append(done / spent)
    return {name: Measured(statistics.median(x), min(x), max(x)) for name, x in found.items()}


def seconds_of(call: Callable[[], object], times: int = 3) -> float:
    """The median time of a call."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)

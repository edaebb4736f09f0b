"""Measuring side by side: every candidate gets short turns in rotation, and turns are compared with turns."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

from rulelang.cache.folder import SWITCH

# What a candidate does: work for about so many seconds; the answer is how much was done, and the seconds spent.
Candidate = Callable[[float], tuple[float, float]]


@frozen
class Pace:
    """How long to measure: a quick look, or figures to be kept."""

    turns: int
    seconds: float
    starts: int
    is_quick: bool = False


QUICK = Pace(turns=3, seconds=0.1, starts=1, is_quick=True)
FULL = Pace(turns=7, seconds=0.25, starts=3)


@frozen
class Spread:
    """The middle of several measurements, and their ends."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(statistics.median(values), min(values), max(values))


def looped(work: Callable[[], int]) -> Candidate:
    """Work that is done again and again; each time it says how much it did."""

    def run(seconds: float) -> tuple[float, float]:
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds or not done:
            done += work()
        return done, spent

    return run


def once(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> Candidate:
    """A call that is timed by itself, however long it takes.

    Work that waits for nothing is better timed by the clock of its process, which stands still while others run.
    """

    def run(seconds: float) -> tuple[float, float]:
        start = clock()
        call()
        return 1, clock() - start

    return run


def rates(
    candidates: Mapping[str, Candidate], pace: Pace, told: Callable[[], None] = lambda: None
) -> dict[str, list[float]]:
    """Work a second in each turn, interleaved so that a slow moment of the machine hits all alike.

    Before the turns that count, each candidate warms up in one that does not.
    """
    for run in candidates.values():
        run(pace.seconds / 2)
    found: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(pace.turns):
        for name, run in candidates.items():
            done, spent = run(pace.seconds)
            found[name].append(done / spent if spent else 0.0)
            told()
    return found


def new_environment(cache: str, bytecode: str) -> dict[str, str]:
    """The environment of a process that is measured: it may keep the bytecode of modules, as most do."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {SWITCH: cache, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONPATH": str(Path(__file__).parents[1])}


@contextmanager
def nothing_kept() -> Iterator[None]:
    """For a while, everything is worked out anew."""
    before = os.environ.get(SWITCH)
    os.environ[SWITCH] = "off"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SWITCH]
        else:
            os.environ[SWITCH] = before


def ratio(ones: Sequence[float], others: Sequence[float]) -> Spread:
    """How many times as large the first are: turn by turn, and then the middle of that."""
    return Spread.of([one / other for one, other in zip(ones, others, strict=True) if other])

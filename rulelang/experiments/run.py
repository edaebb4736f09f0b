"""A simulation: all games of one plan, summed up where they are played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from attrs import define, field

from rulelang.experiments.campaign import fair
from rulelang.experiments.engines import engine_for
from rulelang.experiments.engines.work import Batch, Stop
from rulelang.experiments.game import game_of
from rulelang.experiments.plan import Outcome, Plan
from rulelang.experiments.tally import Tally, tally_of
from rulelang.interrupts import heeded

Heard = Callable[[int], None]


@define
class Run:
    """What came of a simulation; it may have been stopped before its end, by a signal."""

    plan: Plan
    jobs: int
    told: Heard
    tally: Tally = field(factory=Tally)
    stopped: int = 0
    seconds: float = 0.0
    begun: int = 0

    @property
    def gather(self) -> Callable[[Iterable[Outcome]], Tally]:
        return tally_of

    def next_batch(self, size: int) -> Batch | None:
        """The next games; the last batches are smaller, so that all processes end together."""
        left = self.plan.games - self.begun
        if left <= 0:
            return None
        first = self.begun
        self.begun += min(left, size, fair(size, left, self.jobs))
        return Batch(self.plan, first, self.begun)

    def done(self, batch: Batch, found: Tally) -> None:
        """More games."""
        self.tally.merge(found)

    def heard(self) -> None:
        self.told(self.tally.played)


def simulate(plan: Plan, jobs: int, heard: Heard = lambda _: None) -> Run:
    """Play all games of a plan; `heard` is told, again and again, how many are done."""
    game_of(plan.reference, plan.variants, plan.options).program(plan.players)
    run, stop = Run(plan, jobs, heard), Stop()
    began = time.perf_counter()
    with heeded(stop.heed):
        engine_for(jobs=jobs).carry_out(run, stop)
    run.stopped = stop.signal
    run.seconds = time.perf_counter() - began
    return run

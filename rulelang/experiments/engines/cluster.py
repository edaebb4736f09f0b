"""Playing on a cluster, by way of Dask: one that is started here, or one that is joined by its address.

Rules are sent once to each worker that wants them, as texts. What a lost worker was at is played by another; results
are the same games whoever plays them. An extra, since it takes two seconds to import.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from attrs import define, field

from rulelang.errors import RulelangError, UsageError
from rulelang.experiments.engines.bundle import Bundle, bundle_of, unpacked
from rulelang.experiments.engines.work import WANTED, Batch, Pace, Stop, Work, played
from rulelang.experiments.plan import Outcome, Plan
from rulelang.interrupts import STOPPING

T = TypeVar("T")
LOCAL = "dask"
SCHEMES = ("tcp://", "tls://", "ucx://")
# A batch that so many workers were lost at is given up; three, which is usual, are few among a hundred machines.
MOST_LOST = 20
RETRIES = 3
# Each worker has this many batches, so that it need not wait for the next.
AHEAD = 2
PATIENCE = 0.2
# What it costs to share out and keep a batch, in seconds (docs/experiments.md), and how busy with that one core may be.
SHARING, BUSY = 0.004, 0.5


def is_cluster(engine: str) -> bool:
    """Does this name a cluster?"""
    return engine == LOCAL or engine.startswith(SCHEMES)


@define(eq=False)
class Cluster:
    """Plays on the workers of a scheduler: at an address, or of a cluster of so many processes of its own."""

    engine: str
    jobs: int = 1
    bundles: dict[Plan, Any] = field(factory=dict)
    client: Any = None
    lost: int = 0

    def carry_out(self, work: Work[T], stop: Stop) -> None:
        """Keep every worker busy, until no more is wanted or a signal came."""
        with self.connected():
            self.share(work, stop)

    def share(self, work: Work[T], stop: Stop) -> None:
        cores = max(1, sum(self.client.nthreads().values()))
        pace, under_way = Pace(wanted=max(WANTED, cores * SHARING / BUSY)), dict[Any, Batch]()
        room = AHEAD * cores
        while not stop:
            while len(under_way) < room and (batch := work.next_batch(pace.size)) is not None:
                under_way[self.submit(batch, work.gather)] = batch
            if not under_way:
                return
            with unhurried():
                distributed().wait(list(under_way), timeout=PATIENCE, return_when="FIRST_COMPLETED")
            for future in [future for future in under_way if future.done()]:
                batch = under_way.pop(future)
                if future.cancelled():
                    under_way[self.submit_again(batch, work.gather)] = batch
                    continue
                found, games, seconds = result_of(future)
                work.done(batch, found)
                pace.heed(games, seconds)
            work.heard()
        self.client.cancel(list(under_way))

    def submit(self, batch: Batch, gather: Callable[[Iterable[Outcome]], T]) -> Any:
        if batch.plan not in self.bundles:
            # As the result of a task: what was on a lost worker alone is made again, and nobody waits for that one.
            self.bundles[batch.plan] = self.client.submit(given, bundle_of(batch.plan), pure=False)
        bundle = self.bundles[batch.plan]
        return self.client.submit(play_bundle, bundle, batch.first, batch.end, gather, retries=RETRIES, pure=False)

    def submit_again(self, batch: Batch, gather: Callable[[Iterable[Outcome]], T]) -> Any:
        """The scheduler gave a batch up, for what it hung on was on a lost worker alone: the rules are sent anew."""
        self.lost += 1
        if self.lost > MOST_LOST:
            raise RulelangError(f"the cluster lost {MOST_LOST} batches without a result")
        self.bundles.pop(batch.plan, None)
        return self.submit(batch, gather)

    @contextmanager
    def connected(self) -> Iterator[None]:
        """A client of the cluster; one that was started here ends with it."""
        dask = distributed()
        with import_module("dask").config.set({"distributed.scheduler.allowed-failures": MOST_LOST}):
            if self.engine != LOCAL:
                try:
                    self.client = dask.Client(self.engine, timeout="10s")
                except OSError:
                    raise UsageError(f"no cluster answers at {self.engine}") from None
                try:
                    yield
                finally:
                    self.client.close()
                return
            with deaf():  # a signal reaches every process of a terminal; only this one acts on it
                own = dask.LocalCluster(
                    n_workers=self.jobs, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
                )
            with own, dask.Client(own) as self.client:
                yield


def distributed() -> Any:
    """Dask's scheduler and its clients; they come without types."""
    try:
        return import_module("distributed")
    except ImportError:
        raise UsageError("a cluster wants the extra `cluster`: pip install 'rulelang[cluster]'") from None


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started meanwhile do not hear signals that ask to stop."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def unhurried() -> Iterator[None]:
    """That nothing has come yet is no mistake; batches that were given up are seen to by whoever waits."""
    try:
        yield
    except (distributed().TimeoutError, CancelledError):
        return


def result_of(future: Any) -> tuple[Any, int, float]:
    """What came of a batch, how many games, in which time."""
    try:
        found: tuple[Any, int, float] = future.result()
    except distributed().KilledWorker:
        raise RulelangError(f"{MOST_LOST} workers were lost while they played the same games") from None
    return found


def given(bundle: Bundle) -> Bundle:
    """On a worker: the rules, for whoever asks."""
    return bundle


def play_bundle(
    bundle: Bundle, first: int, end: int, gather: Callable[[Iterable[Outcome]], Any]
) -> tuple[Any, int, float]:
    """On a worker: some games of a plan."""
    plan = unpacked(bundle)
    began = time.perf_counter()
    outcomes = list(played(Batch(plan, first, end), lambda: False, PATIENCE))
    return gather(outcomes), len(outcomes), time.perf_counter() - began

"""Playing on this machine: in this process, or in several.

Each process has a pipe of its own, so that none can take something away from the others when it is ended. One that
is ended from outside is replaced, and what it was at is played again. The pools of the standard library have neither:
a lost process breaks the whole pool, and a signal in the middle leaves processes behind.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from attrs import define, field

from rulelang.errors import RulelangError
from rulelang.experiments.engines.work import Batch, Pace, Stop, Work, played
from rulelang.experiments.game import play
from rulelang.experiments.plan import Outcome
from rulelang.interrupts import STOPPING

T = TypeVar("T")
PATIENCE = 0.2
# How long processes may take for the game they are at when they are asked to stop.
GRACE = 2.0
# A batch that so many processes were lost at is not given to another.
MOST_LOST = 3


class Here:
    """Plays in this process."""

    def carry_out(self, work: Work[T], stop: Stop) -> None:
        """One batch after the other; a signal ends the game that is being played."""
        pace = Pace()
        while not stop and (batch := work.next_batch(pace.size)) is not None:
            began = time.perf_counter()
            outcomes = self.outcomes(batch, work, stop)
            work.done(batch, work.gather(outcomes))
            pace.heed(len(outcomes), time.perf_counter() - began)
            work.heard()

    def outcomes(self, batch: Batch, work: Work[T], stop: Stop) -> list[Outcome]:
        found: list[Outcome] = []
        with suppress(KeyboardInterrupt):
            for number in range(batch.first, batch.end):
                if stop:
                    break
                stop.is_in_a_game = True
                outcome = play(batch.plan, number)
                stop.is_in_a_game = False
                found.append(outcome)
        stop.is_in_a_game = False
        return found


@define(eq=False)
class Worker:
    """A process that plays, the pipe to it, and what it is at."""

    process: BaseProcess
    pipe: Connection
    batch: Batch | None = None

    def ask(self, what: Any) -> None:
        """Play some games, or stop; that it has ended is seen where answers are read."""
        with suppress(OSError):
            self.pipe.send(what)

    def answer(self) -> tuple[Any, int, float] | None:
        """What came of the games it was asked for, how many, in which time; nothing if it is there no more."""
        try:
            found: tuple[Any, int, float] = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return found


@define
class Processes:
    """Plays in several processes."""

    jobs: int
    busy: list[Worker] = field(factory=list)
    idle: list[Worker] = field(factory=list)
    again: list[Batch] = field(factory=list)
    lost: dict[Batch, int] = field(factory=dict)

    def carry_out(self, work: Work[T], stop: Stop) -> None:
        """Keep every process busy with one batch, until all are played or a signal came."""
        try:
            while len(self.idle) < self.jobs and not stop:
                self.idle.append(start_worker())
            self.share(work, stop)
        finally:
            for worker in (*self.busy, *self.idle):
                worker.process.kill()
            for worker in (*self.busy, *self.idle):
                worker.process.join()

    def share(self, work: Work[T], stop: Stop) -> None:
        pace = Pace()
        while not stop:
            while self.idle and (batch := self.next_batch(work, pace)) is not None:
                worker = self.idle.pop()
                worker.batch = batch
                worker.ask((batch, work.gather))
                self.busy.append(worker)
            if not self.busy:
                return
            for worker in self.answering(PATIENCE):
                self.heed(worker, work, pace)
            work.heard()
        self.collect_rest(work)

    def next_batch(self, work: Work[T], pace: Pace) -> Batch | None:
        return self.again.pop() if self.again else work.next_batch(pace.size)

    def heed(self, worker: Worker, work: Work[T], pace: Pace) -> None:
        """A process has played its batch, or was lost."""
        self.busy.remove(worker)
        assert worker.batch is not None
        answer = worker.answer()
        if answer is None:
            self.replace(worker, worker.batch)
            return
        found, games, seconds = answer
        work.done(worker.batch, found)
        pace.heed(games, seconds)
        self.idle.append(worker)

    def replace(self, worker: Worker, batch: Batch) -> None:
        """Another process plays what this one was at."""
        worker.process.kill()
        worker.process.join()
        self.lost[batch] = self.lost.get(batch, 0) + 1
        if self.lost[batch] >= MOST_LOST:
            raise RulelangError(f"{MOST_LOST} processes were ended from outside while they played the same games")
        self.again.append(batch)
        self.idle.append(start_worker())

    def collect_rest(self, work: Work[T]) -> None:
        """Ask for what was played so far; who is too long at a game is not waited for."""
        for worker in self.busy:
            worker.ask(None)
        until = time.perf_counter() + GRACE
        while self.busy and time.perf_counter() < until:
            for worker in self.answering(PATIENCE):
                self.busy.remove(worker)
                self.idle.append(worker)
                answer = worker.answer()
                if answer is not None and worker.batch is not None:
                    work.done(worker.batch, answer[0])

    def answering(self, seconds: float) -> list[Worker]:
        ready = wait([worker.pipe for worker in self.busy], seconds)
        return [worker for worker in self.busy if worker.pipe in ready]


def start_worker() -> Worker:
    # A forked process has the game already, and is deaf to signals from its first moment.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(there,), daemon=True)
    process.start()
    there.close()
    return Worker(process, here)


# ---- a process that plays ---------------------------------------------------------------------------------


def serve(pipe: Connection) -> None:
    """Play what is asked for, until nothing is or the one who asks is gone."""
    for number in STOPPING:  # they reach every process of a terminal; only the one that reports acts on them
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while (asked := pipe.recv()) is not None:
            batch, gather = asked
            pipe.send(play_batch(batch, gather, pipe))


def end_with_parent() -> None:
    """However the one who asks came to its end, nobody goes on for it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_batch(batch: Batch, gather: Callable[[Iterable[Outcome]], Any], pipe: Connection) -> tuple[Any, int, float]:
    """What came of some games, how many, in which time; whatever is asked for before their end means to stop."""
    began = time.perf_counter()
    outcomes = list(played(batch, pipe.poll, PATIENCE))
    return gather(outcomes), len(outcomes), time.perf_counter() - began

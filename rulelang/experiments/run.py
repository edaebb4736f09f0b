"""Sharing the games of a simulation among processes, in batches of about a second.

Batches grow or shrink with the time the last ones took: a task a game would spend its time on the way,
one task a process would leave some of them idle at the end. Each process has a pipe of its own, so that
none can take something away from the others when it is ended, and sends sums instead of games.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from attrs import define, field

from rulelang.errors import RulelangError
from rulelang.experiments.game import game_of, play
from rulelang.experiments.plan import Plan
from rulelang.experiments.tally import Tally
from rulelang.interrupts import STOPPING, heeded

WANTED = 1.0
LARGEST_STEP = 8
PATIENCE = 0.2
# How long processes may take for the game they are at when they are asked to stop.
GRACE = 2.0

Heard = Callable[[int], None]


@define
class Run:
    """What came of a simulation; it may have been stopped before its end, by a signal."""

    tally: Tally = field(factory=Tally)
    stopped: int = 0
    seconds: float = 0.0
    is_in_a_game: bool = False

    def stop(self, number: int, _: FrameType | None) -> None:
        """A signal came: remembered, and looked at between games; a game that is played here is left at once."""
        self.stopped = number
        if self.is_in_a_game:
            self.is_in_a_game = False  # another signal must not reach whoever deals with this one
            raise KeyboardInterrupt


def simulate(plan: Plan, jobs: int, heard: Heard = lambda _: None) -> Run:
    """Play all games of a plan; `heard` is told, again and again, how many are done."""
    game = game_of(plan.reference, plan.variants, plan.options, plan.native)
    game.program(plan.players)
    run = Run()
    began = time.perf_counter()
    with heeded(run.stop):
        if jobs <= 1:
            play_here(plan, run, heard)
        else:
            play_in_processes(plan, jobs, run, heard)
    run.seconds = time.perf_counter() - began
    return run


def play_here(plan: Plan, run: Run, heard: Heard) -> None:
    last = time.perf_counter()
    for number in range(plan.games):
        with suppress(KeyboardInterrupt):
            run.is_in_a_game = True
            outcome = play(plan, number)
            run.is_in_a_game = False
            run.tally.add(outcome)
        run.is_in_a_game = False
        if run.stopped:
            return
        if time.perf_counter() - last > PATIENCE:
            last = time.perf_counter()
            heard(run.tally.played)
    heard(run.tally.played)


# ---- the process that shares out the work -----------------------------------------------------------------


@define(eq=False)
class Worker:
    """A process that plays, and the pipe to it."""

    process: BaseProcess
    pipe: Connection

    def ask(self, games: tuple[int, int] | None) -> None:
        """Play some games, or stop; that it has ended is seen where answers are read."""
        with suppress(OSError):
            self.pipe.send(games)

    def answer(self) -> tuple[Tally, float]:
        """What came of the games it was asked for."""
        try:
            found: tuple[Tally, float] = self.pipe.recv()
        except (EOFError, OSError):
            raise RulelangError("a process of the simulation was ended from outside") from None
        return found


def play_in_processes(plan: Plan, jobs: int, run: Run, heard: Heard) -> None:
    workers: list[Worker] = []
    try:
        while len(workers) < jobs and not run.stopped:
            workers.append(start_worker(plan))
        share(plan, workers, run, heard)
    finally:
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.process.join()


def start_worker(plan: Plan) -> Worker:
    # A forked process has the game already, and is deaf to signals from its first moment.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    here, there = context.Pipe()
    process = context.Process(target=work, args=(plan, there), daemon=True)
    process.start()
    there.close()
    return Worker(process, here)


def share(plan: Plan, workers: list[Worker], run: Run, heard: Heard) -> None:
    """Keep every process busy with one batch, until all are played or the run is stopped."""
    size, begun = 1, 0
    idle, busy = list(workers), dict[Connection, Worker]()
    while not run.stopped and (begun < plan.games or busy):
        while idle and begun < plan.games:
            # The last batches are smaller, so that the processes end together.
            fair = max(1, size // 4, (plan.games - begun) // (2 * len(workers)))
            end = min(plan.games, begun + min(size, fair))
            worker = idle.pop()
            worker.ask((begun, end))
            busy[worker.pipe] = worker
            begun = end
        for worker in answering(busy, PATIENCE):
            tally, seconds = worker.answer()
            run.tally.merge(tally)
            size = next_size(tally.played, seconds)
            idle.append(busy.pop(worker.pipe))
        heard(run.tally.played)
    if run.stopped:
        collect_rest(busy, run)


def collect_rest(busy: dict[Connection, Worker], run: Run) -> None:
    """Ask for what was played so far; who is too long at a game is not waited for."""
    for worker in busy.values():
        worker.ask(None)
    until = time.perf_counter() + GRACE
    while busy and time.perf_counter() < until:
        for worker in answering(busy, PATIENCE):
            del busy[worker.pipe]
            with suppress(RulelangError):
                run.tally.merge(worker.answer()[0])


def answering(busy: dict[Connection, Worker], seconds: float) -> list[Worker]:
    ready = wait(list(busy), seconds)
    return [worker for pipe, worker in busy.items() if pipe in ready]


def next_size(games: int, seconds: float) -> int:
    """How many games are likely to take the time a batch should take."""
    fitting = int(games * WANTED / max(seconds, 1e-6))
    return max(1, min(fitting, games * LARGEST_STEP))


# ---- a process that plays ---------------------------------------------------------------------------------


def work(plan: Plan, pipe: Connection) -> None:
    """Play what is asked for, until nothing is or the one who asks is gone."""
    for number in STOPPING:  # they reach every process of a terminal; only the one that reports acts on them
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while (games := pipe.recv()) is not None:
            pipe.send(play_batch(plan, games[0], games[1], pipe))


def end_with_parent() -> None:
    """However the one who asks came to its end, nobody goes on for it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_batch(plan: Plan, first: int, end: int, pipe: Connection) -> tuple[Tally, float]:
    """Some games in a row, and how long they took; whatever is asked for before their end means to stop."""
    began = looked = time.perf_counter()
    tally = Tally()
    for number in range(first, end):
        tally.add(play(plan, number))
        if time.perf_counter() - looked > PATIENCE:
            if pipe.poll():
                break
            looked = time.perf_counter()
    return tally, time.perf_counter() - began

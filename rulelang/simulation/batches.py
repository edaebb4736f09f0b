"""Sharing the games of a simulation among processes, in batches of about a second.

Batches grow or shrink with the time the last ones took: a task a game would spend its time on the way,
one task a process would leave some of them idle at the end.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from attrs import define, field

from rulelang.errors import RulelangError
from rulelang.simulation.games import game_of, play
from rulelang.simulation.plan import Outcome, Plan

WANTED = 1.0
LARGEST_STEP = 8
PATIENCE = 0.2

Batch = tuple[list[Outcome], float]
Heard = Callable[[int], None]


@define
class Run:
    """What came of a simulation; it may have been stopped before its end."""

    outcomes: list[Outcome] = field(factory=list)
    stopped: bool = False
    seconds: float = 0.0


def simulate(plan: Plan, jobs: int, heard: Heard = lambda _: None) -> Run:
    """Play all games of a plan; `heard` is told, again and again, how many are done."""
    game = game_of(plan.reference, plan.variants, plan.options, plan.native)
    game.program(plan.players)
    run = Run()
    began = time.perf_counter()
    try:
        if jobs <= 1:
            play_here(plan, run, heard)
        else:
            play_in_processes(plan, jobs, run, heard)
    except KeyboardInterrupt:
        run.stopped = True
    run.seconds = time.perf_counter() - began
    run.outcomes.sort(key=lambda outcome: outcome.number)
    return run


def play_here(plan: Plan, run: Run, heard: Heard) -> None:
    last = time.perf_counter()
    for number in range(plan.games):
        run.outcomes.append(play(plan, number))
        if time.perf_counter() - last > PATIENCE:
            last = time.perf_counter()
            heard(len(run.outcomes))
    heard(len(run.outcomes))


def play_in_processes(plan: Plan, jobs: int, run: Run, heard: Heard) -> None:
    pool = ProcessPoolExecutor(jobs, initializer=leave_interrupts_to_the_parent)
    try:
        share(plan, jobs, run, heard, pool)
    except BrokenProcessPool:
        raise RulelangError("a process of the simulation was ended from outside") from None
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    pool.shutdown()


def share(plan: Plan, jobs: int, run: Run, heard: Heard, pool: ProcessPoolExecutor) -> None:
    """Keep every process busy with one batch, and one more waiting for it."""
    size, begun = 1, 0
    waiting: set[Future[Batch]] = set()
    while begun < plan.games or waiting:
        while begun < plan.games and len(waiting) < 2 * jobs:
            # The last batches are smaller, so that the processes end together.
            fair = max(1, size // 4, (plan.games - begun) // (2 * jobs))
            end = min(plan.games, begun + min(size, fair))
            waiting.add(pool.submit(play_batch, plan, begun, end))
            begun = end
        done, waiting = wait(waiting, timeout=PATIENCE, return_when=FIRST_COMPLETED)
        for future in done:
            outcomes, seconds = future.result()
            run.outcomes += outcomes
            size = next_size(len(outcomes), seconds)
        heard(len(run.outcomes))


def next_size(games: int, seconds: float) -> int:
    """How many games are likely to take the time a batch should take."""
    fitting = int(games * WANTED / max(seconds, 1e-6))
    return max(1, min(fitting, games * LARGEST_STEP))


def play_batch(plan: Plan, first: int, end: int) -> Batch:
    """Some games in a row, and how long they took."""
    began = time.perf_counter()
    outcomes = [play(plan, number) for number in range(first, end)]
    return outcomes, time.perf_counter() - began


def leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; only the one that reports should act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

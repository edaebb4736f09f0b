"""Rules compiled to C: random games against hand-written Python and C and OpenSpiel's own loop, copies, threads.

The long games are cut after so many decisions, since random players may take for ever; their seeds are fixed.
"""

from __future__ import annotations

import copy
import ctypes
import multiprocessing
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks import peers
from benchmarks.handwritten import harbour
from benchmarks.measure import Candidate, Pace, Spread, looped, rates, ratio
from benchmarks.playing import EXAMPLES, HANDWRITTEN, OPENSPIEL, by_hand
from benchmarks.results import Row
from rulelang.api.load import load
from rulelang.backends.c import build
from rulelang.backends.c.program import CProgram, compiled

PART = "compiled"
HAND, C, LIMIT_OF_C = "hand-written Python", "rule file, compiled to C", "hand-written C"
SPIEL_LOOP, DEEPCOPY = "OpenSpiel's own loop in C++", "deepcopy of the hand-written game"
ASKED = "rule file, compiled to C, asked from Python"
HARBOUR_C = Path(__file__).parent / "handwritten" / "harbour.c"
# What is needed of each of the shipped games, with four players, against hand-written Python harbour; what is aimed at.
SHIPPED = {"rotterdam": (4, 8), "masters_of_trade": (2, 5), "mainports": (1, 3), "mainport_mastermind": (1, 3)}
CUT, BEGUN = 5_000, 4
GAMES_A_CALL = 500
COPIES = 20_000


def program_of(reference: Path | str, players: int | None = None) -> CProgram:
    game = load(reference)
    count = players or game.players[0]
    game.start(count)
    return compiled(game.program(count))


def by_c(program: CProgram, games: int, limit: int) -> Candidate:
    """Random games, so many in one call."""
    seeds = random.Random(1)

    def run() -> int:
        return program.decisions_played(seeds.getrandbits(30), games, limit)

    return looped(run)


def beginnings(program: CProgram) -> Candidate:
    """The first part of the same few games, again and again."""
    return looped(lambda: program.decisions_played(1, BEGUN, CUT))


def by_hand_in_c(folder: Path) -> Candidate:
    """Random games of harbour written by hand in C."""
    made = folder / "harbour.so"
    command = [*(build.compiler() or ()), "-O2", "-shared", "-fPIC", "-w", "-o", str(made), str(HARBOUR_C)]
    subprocess.run(command, check=True)
    play = ctypes.CDLL(str(made)).play_many
    play.restype = ctypes.c_int64
    return looped(lambda: int(play(1_000)))


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    """What is compiled, against what is written by hand and against another engine's own loop."""
    if build.compiler() is None:
        told("compiled rules are left out: there is no C compiler here")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, make in HANDWRITTEN.items():
            told(f"compiled games of {name}")
            work = {HAND: by_hand(make), C: by_c(program_of(EXAMPLES / f"{name}.rules"), GAMES_A_CALL, 100_000)}
            if name == "harbour":
                work[LIMIT_OF_C] = by_hand_in_c(Path(folder))
            spiel = peers.openspiel_loop(OPENSPIEL[name]) if name in OPENSPIEL else None
            if spiel is not None:
                work[SPIEL_LOOP] = spiel
            found = rates(work, pace)
            yield row(name, C, HAND, found, 15, 30)
            if LIMIT_OF_C in found:
                yield row(name, C, LIMIT_OF_C, found, 0.3, 0.5)
            if SPIEL_LOOP in found:
                yield row(name, C, SPIEL_LOOP, found, 1.2, 2)
    for name, (needed, aim) in SHIPPED.items():
        told(f"compiled games of {name}")
        found = rates({HAND: by_hand(harbour.Harbour), C: beginnings(program_of(name, 4))}, pace)
        of = f"{name}, 4 players: the first {CUT:,} decisions of {BEGUN} games"
        yield row(of, C, f"{HAND}, harbour", {C: found[C], f"{HAND}, harbour": found[HAND]}, needed, aim)
    told("copies of a game in progress")
    yield from copies(pace)
    told("two threads")
    yield from threads(pace)


def row(name: str, what: str, against: str, found: dict[str, list[float]], needed: float | None, aim: float) -> Row:
    figure = f"{Spread.of(found[what]).median:,.0f} decisions/s"
    return Row(PART, name, what, figure, against, ratio(found[what], found[against]), needed=needed or aim, aim=aim)


def copies(pace: Pace) -> Iterator[Row]:
    """Copying a game of harbour, against `copy.deepcopy` of the one in Python: within C, and asked from Python."""
    program = program_of(EXAMPLES / "harbour.rules")
    position, other, by_python = program.start(3), program.new(), harbour.Harbour(random.Random(3))
    for _ in range(20):
        program.choose(position, 0)
        by_python.apply(by_python.legal_moves()[0])

    def many() -> int:
        program.library.rules_copy_often(other, position, COPIES)
        return COPIES

    def asked() -> int:
        program.library.rules_copy(other, position)
        return 1

    def one() -> int:
        copy.deepcopy(by_python)
        return 1

    found = rates({HAND: looped(one), C: looped(many), ASKED: looped(asked)}, pace)
    for what, needed, aim in ((C, 200, 1_000), (ASKED, None, None)):
        figure = f"{Spread.of(found[what]).median:,.0f} copies/s"
        yield Row(PART, "harbour, copies", what, figure, DEEPCOPY, ratio(found[what], found[HAND]), needed, aim)


# ---- threads ----------------------------------------------------------------------------------------------


def threads(pace: Pace) -> Iterator[Row]:
    """Two threads against one, and two processes as a control: what a machine that does other work allows for."""
    one, other = program_of(EXAMPLES / "harbour.rules"), program_of(EXAMPLES / "harbour.rules")
    work = {
        "one thread": lambda seconds: played_for(one, seconds),
        "two threads": lambda seconds: in_two_threads((one, other), seconds),
        "two processes": lambda seconds: in_two_processes(one, seconds),
    }
    found = rates(work, pace)
    for what, needed, aim in (("two threads", 1.8, 1.95), ("two processes", None, None)):
        figure = f"{Spread.of(found[what]).median:,.0f} decisions/s"
        yield Row(PART, "harbour", what, figure, "one thread", ratio(found[what], found["one thread"]), needed, aim)


def played_for(program: CProgram, seconds: float) -> tuple[float, float]:
    return by_c(program, GAMES_A_CALL, 100_000)(seconds)


def together(found: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """What several did side by side."""
    return sum(done for done, _ in found), max(spent for _, spent in found)


def in_two_threads(programs: Sequence[CProgram], seconds: float) -> tuple[float, float]:
    with ThreadPoolExecutor(len(programs)) as pool:
        return together(list(pool.map(lambda program: played_for(program, seconds), programs)))


def in_two_processes(program: CProgram, seconds: float) -> tuple[float, float]:
    context = multiprocessing.get_context("fork")
    pipes = [context.Pipe() for _ in range(2)]
    workers = [context.Process(target=play_and_tell, args=(program, seconds, there)) for _, there in pipes]
    for worker in workers:
        worker.start()
    found = [here.recv() for here, _ in pipes]
    for worker in workers:
        worker.join()
    return together(found)


def play_and_tell(program: CProgram, seconds: float, pipe: Connection) -> None:
    pipe.send(played_for(program, seconds))

"""Rules compiled to C: random games against hand-written Python, hand-written C, and copies of a game in progress.

The long games are cut after so many decisions, since random players may take for ever; their seeds are fixed.
"""

from __future__ import annotations

import copy
import ctypes
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.handwritten import harbour
from benchmarks.measure import Candidate, Pace, Spread, looped, rates, ratio
from benchmarks.playing import EXAMPLES, HANDWRITTEN, by_hand
from benchmarks.results import Row
from rulelang.api.load import load
from rulelang.backends.c import build
from rulelang.backends.c.program import CProgram, compiled

PART = "compiled"
HAND, C, LIMIT_OF_C = "hand-written Python", "rule file, compiled to C", "hand-written C"
HARBOUR_C = Path(__file__).parent / "handwritten" / "harbour.c"
# What is needed of each of the shipped games, with four players, against hand-written Python harbour; what is aimed at.
SHIPPED = {"rotterdam": (4, 8), "masters_of_trade": (2, 5), "mainports": (1, 3), "mainport_mastermind": (1, 3)}
CUT = 5_000
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
        first = seeds.getrandbits(30)
        return program.decisions_played(range(first, first + games), limit)

    return looped(run)


def by_hand_in_c(folder: Path) -> Candidate:
    """Random games of harbour written by hand in C."""
    made = folder / "harbour.so"
    command = [str(build.compiler()), "-O2", "-shared", "-fPIC", "-w", "-o", str(made), str(HARBOUR_C)]
    subprocess.run(command, check=True)
    play = ctypes.CDLL(str(made)).play_many
    play.restype = ctypes.c_int64
    return looped(lambda: int(play(1_000)))


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    """What is compiled, against what is written by hand."""
    if build.compiler() is None:
        told("compiled rules are left out: there is no C compiler here")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, make in HANDWRITTEN.items():
            told(f"compiled games of {name}")
            work = {HAND: by_hand(make), C: by_c(program_of(EXAMPLES / f"{name}.rules"), GAMES_A_CALL, 100_000)}
            if name == "harbour":
                work[LIMIT_OF_C] = by_hand_in_c(Path(folder))
            found = rates(work, pace)
            yield row(name, C, HAND, found, 15, 30)
            if LIMIT_OF_C in found:
                yield row(name, C, LIMIT_OF_C, found, None, 0.5)
    for name, (needed, aim) in SHIPPED.items():
        told(f"compiled games of {name}")
        found = rates({HAND: by_hand(harbour.Harbour), C: by_c(program_of(name, 4), 1, CUT)}, pace)
        yield row(f"{name}, 4 players", C, HAND, found, needed, aim)
    told("copies of a game in progress")
    yield copies(pace)


def row(name: str, what: str, against: str, found: dict[str, list[float]], needed: float | None, aim: float) -> Row:
    figure = f"{Spread.of(found[what]).median:,.0f} decisions/s"
    return Row(PART, name, what, figure, against, ratio(found[what], found[against]), needed=needed or aim, aim=aim)


def copies(pace: Pace) -> Row:
    """Copying a game of harbour within C, against `copy.deepcopy` of the one in Python."""
    program = program_of(EXAMPLES / "harbour.rules")
    position, other, by_python = program.start(3), program.new(), harbour.Harbour(random.Random(3))
    for _ in range(20):
        program.choose(position, 0)
        by_python.apply(by_python.legal_moves()[0])

    def many() -> int:
        program.library.rules_copy_often(other, position, COPIES)
        return COPIES

    def one() -> int:
        copy.deepcopy(by_python)
        return 1

    found = rates({HAND: looped(one), C: looped(many)}, pace)
    figure = f"{Spread.of(found[C]).median:,.0f} copies/s"
    return Row(PART, "harbour, copies within C", C, figure, HAND, ratio(found[C], found[HAND]), needed=200, aim=1_000)

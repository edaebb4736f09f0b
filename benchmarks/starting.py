"""The first and the second start of a game, each in a new process, and what the first one spends its time on."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.measure import Pace, Spread, new_environment, nothing_kept, once, rates, ratio
from benchmarks.playing import EXAMPLES
from benchmarks.results import Row
from rulelang.backends.python.load import compile_world
from rulelang.checks.checker import Checker
from rulelang.checks.run import check_paths, games_in
from rulelang.pipeline import playable_world, read_game
from rulelang.project.sources import games_folder, shipped_games

PART = "starting"
START = "import sys, rulelang; rulelang.load(sys.argv[1]).start(int(sys.argv[2]), seed=7)"


def started(reference: str, players: int, cache: str, bytecode: str) -> float:
    """Seconds from the start of a process to the first decision of a match, and the end of the process."""
    environment = new_environment(cache, bytecode)
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", START, reference, str(players)], env=environment, check=True)
    return time.perf_counter() - start


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    games = [(name, str(games_folder() / name)) for name in shipped_games()]
    small = [(name, str(EXAMPLES / f"{name}.rules")) for name in ("harbour", "tic_tac_toe")]
    for name, reference in [*(games[:1] if pace.is_quick else games), *small]:
        told(f"starting {name}")
        yield from start_rows(name, reference, pace)
        told(f"reading, checking and compiling {name}")
        yield from stage_rows(name, reference, pace)


def start_rows(name: str, reference: str, pace: Pace) -> Iterator[Row]:
    players = read_game(reference)[0].players[-1]
    with tempfile.TemporaryDirectory() as folder:
        bytecode = f"{folder}/bytecode"
        # Python's own cache is filled first: it is not what is measured.
        started(reference, players, "off", bytecode)
        first, second = [], []
        for number in range(pace.starts):
            cache = f"{folder}/kept-{number}"
            first.append(started(reference, players, cache, bytecode))
            second.append(started(reference, players, cache, bytecode))
    yield Row(PART, name, "first start", f"{Spread.of(first).median:.3f} s")
    figure = f"{Spread.of(second).median:.3f} s"
    yield Row(PART, name, "second start, times as fast", figure, "first start", ratio(first, second), needed=5, aim=10)


def stage_rows(name: str, reference: str, pace: Pace) -> Iterator[Row]:
    """In one process, with nothing kept: what reading, checking and compiling take."""
    with nothing_kept():
        yield from measured_stages(name, reference, pace)


def measured_stages(name: str, reference: str, pace: Pace) -> Iterator[Row]:
    rules, own = read_game(reference)
    players = rules.players[-1]
    work = {
        "reading": once(partial(read_game, reference), time.process_time),
        "model and proofs": once(lambda: playable_world(rules, own, {}, players), time.process_time),
        "compiling": once(lambda: compile_world(playable_world(rules, own, {}, players)), time.process_time),
        "checking all variants": once(partial(check_paths, [reference]), time.process_time),
    }
    lone = Pace(turns=1, seconds=0, starts=1)
    for what, turns in rates(work, lone).items():
        yield Row(PART, name, what, f"{1 / Spread.of(turns).median:.3f} s")
    for what, seconds in checked_again(reference):
        yield Row(PART, name, what, f"{seconds:.3f} s")


def checked_again(reference: str) -> Iterator[tuple[str, float]]:
    """After each of some edits of one declaration: until the first answer, and until all is said."""
    (game,) = games_in([reference])
    checker = Checker(game)
    checker.check()
    path = max(game.files, key=lambda file: file.stat().st_size)
    text = path.read_text(encoding="utf-8")
    for what, edited in (
        ("checking again, a line above all", f"# a line\n\n{text}"),
        ("checking again, a scenario more", f'{text}\nscenario "one more"\n  then\n    need not over()\n'),
        ("checking again, a value more", f"{text}\nvalue one_more_value gives 1\n"),
    ):
        texts = {path: edited.encode()}
        for how, check in ((f"{what}: first answer", checker.first), (f"{what}: all", checker.check)):
            began = time.process_time()
            check(texts)
            yield how, time.process_time() - began

"""Everything that is measured, in one table: `make bench`."""

from __future__ import annotations

import copy
import json
import os
import platform
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import asdict, frozen
from rich.console import Console
from rich.table import Table

import rulelang
from benchmarks import playing
from benchmarks.handwritten.harbour import Harbour
from benchmarks.measure import rates, seconds_of
from rulelang.engine.playout import play_randomly
from rulelang.library import shipped_games

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


@frozen
class Row:
    """One figure: what was measured, against what, the ratio, and the raw figure."""

    what: str
    against: str
    ratio: float | None
    figure: str


def speed_rows() -> Iterator[Row]:
    """Rule files against hand-written games, and the peers in the same run."""
    for name, (make, spiel) in playing.HANDWRITTEN.items():
        work: dict[str, Callable[[], int]] = {
            "hand": playing.by_hand(make),
            "rules": playing.by_rules(name),
            "interface": playing.by_interface(name),
        }
        peer = playing.by_openspiel(spiel)
        if peer is not None:
            work["openspiel"] = peer
        found = rates(work)
        hand = found["hand"].median
        for key in work:
            if key != "hand":
                rate = found[key]
                spread = f"{rate.median:,.0f}/s ±{rate.spread / 2:.0%}"
                yield Row(f"{name}: {key}", "hand-written", rate.median / hand, spread)
        node = playing.boardgame_io(name)
        if node is not None:
            yield Row(f"{name}: rules", "boardgame.io on Node", found["rules"].median / node, f"{node:,.0f}/s there")


def game_rows() -> Iterator[Row]:
    """Decisions and games a second of the shipped games."""
    for name in shipped_games():
        for players in rulelang.load(name).players:
            game = rulelang.load(name)
            rng = random.Random(1)
            made = games = 0
            start = perf_counter()
            while perf_counter() - start < 1.0:
                made += play_randomly(game.start(players, seed=games), rng, 5_000)
                games += 1
            spent = perf_counter() - start
            yield Row(
                f"{name}, {players} players", "", None, f"{made / spent:,.0f} decisions/s, {games / spent:,.1f} games/s"
            )


def harbour_in_progress() -> tuple[Any, Any]:
    """The same point of harbour, by rules and by hand."""
    rng = random.Random(3)
    match = rulelang.load(EXAMPLES / "harbour.rules").start(3, seed=3)
    by_hand = Harbour(rng)
    for _ in range(60):
        match.choose(rng.randrange(len(match.decision.options)))
        by_hand.apply(rng.choice(by_hand.legal_moves()))
    return match, by_hand


def copy_rows() -> Iterator[Row]:
    match, by_hand = harbour_in_progress()

    def copies() -> int:
        for _ in range(100):
            match.copy()
        return 100

    def deep() -> int:
        for _ in range(10):
            copy.deepcopy(by_hand)
        return 10

    found = rates({"copy": copies, "deepcopy": deep})
    each = 1e6 / found["copy"].median
    yield Row(
        "copy of a match (harbour)",
        "deepcopy of the hand-written state",
        found["copy"].median / found["deepcopy"].median,
        f"{each:.1f} µs",
    )


def memory_rows() -> Iterator[Row]:
    match, _ = harbour_in_progress()
    tracemalloc.start()
    kept = [match.copy() for _ in range(10_000)]
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield Row("memory of 10,000 matches (harbour)", "", None, f"{used / 1e6:.0f} MB, {used / len(kept):.0f} bytes each")


def compile_rows() -> Iterator[Row]:
    """Loading, checking and compiling, and how it grows with the length of the rules."""
    for name in [*shipped_games(), str(EXAMPLES / "harbour.rules")]:
        taken = seconds_of(lambda name=name: rulelang.load(name).program(rulelang.load(name).players[-1]), 1)
        yield Row(f"load and compile {Path(name).stem}", "", None, f"{taken:.2f} s")
    once, eight = (seconds_of(lambda n=n: longer_rules(n)) for n in (1, 8))
    yield Row(
        "check and compile, 8 times the rules", "1 time the rules", eight / once, f"{once:.2f} s and {eight:.2f} s"
    )


def longer_rules(times: int) -> None:
    """Harbour with its rules and tables repeated under other names."""
    from rulelang.library import Sources
    from rulelang.pipeline import rules_of
    from rulelang.program.program import compile_world
    from rulelang.source import SourceFile
    from rulelang.syntax.parser import parse

    text = (EXAMPLES / "harbour.rules").read_text(encoding="utf-8").split("# ---- scenarios")[0]
    head, tail = text.split("value price", 1)
    tail = "value price" + tail.split("# ---- the end")[0]
    names = ("price", "buy_step", "load", "wind_step", "arrive", "deliver", "contract_step", "fulfil")
    more = ""
    for number in range(2, times + 1):
        again = tail
        for name in names:
            again = again.replace(f"{name}(", f"{name}_{number}(")
        more += again
    table = "\n".join(
        f"kind extra_{n}\n" + head.split("kind place\n", 1)[1].split("\n\n")[0] for n in range(2, times + 1)
    )
    source = SourceFile("longer", text + more + table.replace("| name   |", "| other_name |"))
    sources = Sources()
    parsed = parse(source)
    sources.files[Path("longer")] = parsed.file
    compile_world(rules_of(sources).build((), {}, 3).world)


def batch(seed: int) -> int:
    """Some random games, for a process of its own."""
    game = rulelang.load(EXAMPLES / "harbour.rules")
    rng = random.Random(seed)
    return sum(play_randomly(game.start(3, seed=seed * 1000 + i), rng, 5_000) for i in range(150))


def process_rows() -> Iterator[Row]:
    spent = {}
    for jobs in (1, 2):
        with ProcessPoolExecutor(jobs) as pool:
            list(pool.map(batch, range(jobs)))
            start = perf_counter()
            list(pool.map(batch, range(12)))
            spent[jobs] = perf_counter() - start
    yield Row("harbour on two processes", "one process", spent[1] / spent[2], f"{spent[1]:.1f} s and {spent[2]:.1f} s")


def machine() -> dict[str, Any]:
    return {
        "python": sys.version.split()[0],
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "rulelang": rulelang.__version__,
    }


def main() -> None:
    """Measure everything, print a table, write the figures beside it."""
    console = Console()
    rows: list[Row] = []
    for part in (speed_rows, copy_rows, process_rows, compile_rows, memory_rows, game_rows):
        for row in part():
            rows.append(row)
            console.print(f"{row.what}: {row.figure}", style="dim", highlight=False)
    table = Table(title=", ".join(f"{k} {v}" for k, v in machine().items()))
    for column in ("what", "against", "ratio", "figure"):
        table.add_column(column, justify="right" if column == "ratio" else "left")
    for row in rows:
        table.add_row(row.what, row.against, "" if row.ratio is None else f"{row.ratio:.2f}", row.figure)
    console.print(table)
    results = {"machine": machine(), "rows": [asdict(row) for row in rows]}
    (HERE / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

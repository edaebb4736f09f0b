"""Everything that is measured, in one run: `make bench`, or `python -m benchmarks playing copying`."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import rulelang
from benchmarks import (
    bots,
    compiled,
    copying,
    editing,
    growth,
    memory,
    peers,
    playing,
    processes,
    serving,
    shipped,
    starting,
)
from benchmarks.measure import FULL, QUICK, Pace
from benchmarks.results import HEADINGS, Results, Row, cells, machine_text, markdown, missed, rewrite, summary
from rulelang.cache.folder import SWITCH

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
README = HERE.parent / "README.md"
PAGE = HERE.parent / "docs" / "benchmarks.md"

Told = Callable[[str], None]
PARTS: dict[str, tuple[str, Callable[[Pace, Told], Iterator[Row]]]] = {
    playing.PART: ("Random games: decisions a second", playing.rows),
    compiled.PART: ("Random games by rules compiled to C", compiled.rows),
    copying.PART: ("Copying a match in progress", copying.rows),
    processes.PART: ("Simulating on two processes", processes.rows),
    growth.PART: ("Rules 1, 2, 4 and 8 times as long", growth.rows),
    starting.PART: ("Starting a game in a new process", starting.rows),
    memory.PART: ("Memory", memory.rows),
    editing.PART: ("Typing in an editor", editing.rows),
    serving.PART: ("Serving many matches", serving.rows),
    shipped.PART: ("Random games of the shipped games", shipped.rows),
}
# Strength and not speed: it takes long, and is asked for by itself.
BOTS = "bots"
TITLES = {name: title for name, (title, _) in PARTS.items()}


def machine() -> dict[str, Any]:
    """What the figures were made with."""
    return {
        "cpu": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "rulelang": rulelang.__version__,
        "OpenSpiel": peers.openspiel_version(),
        "Node": peers.node_version(),
        "boardgame.io": peers.boardgame_io_version(),
    }


def processor() -> str:
    """The name of the processor, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor()


def measure(parts: Sequence[str], pace: Pace, told: Told) -> Iterator[Row]:
    for part in parts:
        yield from PARTS[part][1](pace, told)


@contextmanager
def progress(parts: Sequence[str]) -> Iterator[tuple[Told, Callable[[Row], None]]]:
    """A bar of the parts and what is measured now, on a terminal; else a line for each thing."""
    if not sys.stderr.isatty():
        yield lambda text: print(text, file=sys.stderr, flush=True), lambda row: None
        return
    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=len(parts))

        def measured(row: Row) -> None:
            bar.update(task, completed=parts.index(row.part))

        def told(text: str) -> None:
            if "left out" in text:
                bar.console.print(text)
            bar.update(task, description=text)

        yield told, measured


def show(results: Results) -> None:
    """A table for each part: drawn on a terminal, plain text with tabs when piped."""
    if not sys.stdout.isatty():
        print(machine_text(results.machine))
        for row in results.rows:
            print("\t".join([row.part, *cells(row)]))
        return
    console = Console()
    console.print(machine_text(results.machine), style="dim", highlight=False)
    for part in dict.fromkeys(row.part for row in results.rows):
        rows = [row for row in results.rows if row.part == part]
        lines = [cells(row) for row in rows]
        kept = [i for i in range(len(HEADINGS)) if any(line[i] for line in lines)]
        table = Table(title=TITLES[part], title_justify="left", box=box.SIMPLE_HEAD)
        for i in kept:
            table.add_column(HEADINGS[i], justify="right" if HEADINGS[i].startswith("ratio") else "left")
        for row, line in zip(rows, lines, strict=True):
            table.add_row(*(line[i] for i in kept), style={"no": "red", "aim": "green"}.get(row.verdict, ""))
        console.print(table)


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    every = f"all of them, or some of: {', '.join(PARTS)}; or {BOTS}, and games if only some: how strong bots are"
    parser.add_argument("parts", nargs="*", metavar="part", help=every)
    parser.add_argument("--quick", action="store_true", help="short turns; the results are shown and not kept")
    parser.add_argument(
        "--write",
        action="store_true",
        help="measure nothing: write what was kept to docs/benchmarks.md and README.md",
    )
    asked = parser.parse_args(words)
    is_bots = asked.parts[:1] == [BOTS]
    known = [BOTS, *(pair.name for pair in bots.PAIRS)] if is_bots else [*PARTS, BOTS]
    unknown = [part for part in asked.parts if part not in known]
    if unknown:
        what = "game" if is_bots else "part"
        parser.error(f"there is no {what} `{unknown[0]}`; the {what}s are: {', '.join(dict.fromkeys(known))}")
    return asked


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print tables, keep the figures beside this file."""
    given = list(sys.argv[1:] if words is None else words)
    if given[:1] == ["experiments"]:
        from benchmarks.experiments.__main__ import main as experiments

        return experiments(given[1:])
    asked = arguments(given)
    if asked.write:
        kept = Results.from_text(RESULTS.read_text(encoding="utf-8"))
        rewrite(PAGE, markdown(kept, TITLES))
        rewrite(README, summary(kept))
        return 0
    if asked.parts[:1] == [BOTS]:
        return bots.main(asked.quick, asked.parts[1:])
    parts = [part for part in dict.fromkeys(asked.parts) if part != BOTS] or list(PARTS)
    rows: list[Row] = []
    # The run has a cache of its own: what lies in the user's takes no part.
    with tempfile.TemporaryDirectory() as folder, progress(parts) as (told, measured):
        os.environ[SWITCH] = folder
        for row in measure(parts, QUICK if asked.quick else FULL, told):
            rows.append(row)
            measured(row)
    results = Results(machine(), tuple(rows))
    show(results)
    if not asked.quick:
        if RESULTS.is_file():
            results = results.with_parts_of(Results.from_text(RESULTS.read_text(encoding="utf-8")))
        RESULTS.write_text(results.as_text(), encoding="utf-8")
    for row in missed(rows):
        print(f"below what is wanted: {row.part}, {row.of}, {row.what}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

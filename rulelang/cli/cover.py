"""`rulelang cover`: what of the rules scenarios reach."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulelang.cli.arguments import json_option, paths_argument
from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.project.games import GameFiles
    from rulelang.testing.coverage.measure import Coverage

EXAMPLE = "Example: rulelang cover examples/pig.rules --simulate 20 --html coverage.html"
file_type = click.Path(path_type=Path)


@frozen
class Asked:
    """What was typed behind `rulelang cover`."""

    paths: tuple[str, ...]
    simulate: int
    at_least: int | None
    html: Path | None
    lcov: Path | None
    cobertura: Path | None
    github: bool
    as_json: bool


@click.command("cover", epilog=EXAMPLE)
@paths_argument
@click.option("--simulate", type=click.IntRange(0), default=0, metavar="N", help="Random games besides, to compare.")
@click.option(
    "--at-least",
    type=click.IntRange(0, 100),
    metavar="PER CENT",
    help="Leave with 1 if fewer of the lines are reached.",
)
@click.option("--html", type=file_type, metavar="FILE", help="Write a page with all lines.")
@click.option("--lcov", type=file_type, metavar="FILE", help="Write LCOV's format.")
@click.option("--cobertura", type=file_type, metavar="FILE", help="Write Cobertura's format.")
@click.option("--github", is_flag=True, help="Print a note for GitHub at each line that no scenario reaches.")
@json_option
def command(**words: Any) -> int:
    """Tell which rules, ways, needs and lines the scenarios of games reach."""
    from rulelang.cli.arguments import asked_games, configured
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.history import repository
    from rulelang.cli.output import say_text
    from rulelang.diagnostics.render.github import render
    from rulelang.testing.coverage import reports

    asked = Asked(**words)
    games = asked_games(configured(asked.paths))
    found = [measured(game, asked.simulate) for game in games]
    write_files(asked, found)
    if asked.as_json:
        say_text(reports.json(found))
    elif asked.github:
        say_text(render([each for coverage in found for each in reports.findings(coverage)], root=repository()))
    else:
        for coverage in found:
            show(coverage)
    bad = [line for game, each in zip(games, found, strict=True) for line in against(game, each, asked.at_least)]
    for line in bad:
        say(line, err=True)
    return FINDINGS if bad else FINE


def measured(game: GameFiles, simulate: int) -> Coverage:
    """The coverage of a game; of a part of a game, that of its files."""
    from rulelang.project.sources import show as path_shown
    from rulelang.testing.coverage.measure import measure

    with progress() as heard:
        found = measure(game.reference, simulate, heard)
    if game.is_part:
        for name in found.universe.files.keys() - {path_shown(file) for file in game.files}:
            found.universe.leave_out(name)
    return found


@contextmanager
def progress() -> Iterator[Callable[[], None]]:
    """A count on a terminal."""
    from rulelang.cli.output import console, is_terminal

    if not is_terminal(sys.stderr):
        yield lambda: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} scenarios and games"))
    with Progress(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda: bar.advance(task)


def write_files(asked: Asked, found: Sequence[Coverage]) -> None:
    """The reports that were asked for."""
    from rulelang.cli.history import repository
    from rulelang.cli.output import write_whole
    from rulelang.testing.coverage import reports
    from rulelang.testing.coverage.page import page

    root = repository()
    if asked.html is not None:
        write_whole(asked.html, page(found))
    if asked.lcov is not None:
        write_whole(asked.lcov, reports.lcov(found, root))
    if asked.cobertura is not None:
        write_whole(asked.cobertura, reports.cobertura(found, root))


def show(coverage: Coverage) -> None:
    """A row for each file, then what is missed."""
    from rulelang.cli.output import count, print_table
    from rulelang.testing.coverage.measure import percent
    from rulelang.testing.coverage.reports import files
    from rulelang.testing.coverage.universe import SORTS

    def row(name: str, file: str | None) -> list[str]:
        shares = [coverage.share(sort, file) for sort in (*SORTS, "lines")]
        return [name, *(f"{a}/{b}" if b else "-" for a, b in shares), f"{percent(shares[-1]):.1f} %"]

    rows = [row(PurePath(file).name, file) for file in files(coverage)]
    print_table(("", *SORTS, "lines", ""), [*rows, row(coverage.name, None)])
    failed = [each.result for each in coverage.scenarios if not each.result.passed]
    played = f", {count(coverage.games, 'simulated game')}" if coverage.games else ""
    say(f"{count(len(coverage.scenarios), 'scenario')}{played}" + (f", {len(failed)} failed" if failed else ""))
    show_gaps(coverage)
    for each in (*coverage.tables, *coverage.started):
        if each.missing:
            listed = ", ".join(each.missing[:6]) + (" …" if len(each.missing) > 6 else "")
            say(f"{each.what}: {each.reached} of {each.total}; never {listed}")


def show_gaps(coverage: Coverage) -> None:
    """Lines that no scenario reaches, and needs of which one side alone was seen."""
    from rulelang.testing.coverage.reports import sides

    if coverage.missed:
        say("no scenario gets here")
    for line in coverage.missed:
        text = coverage.universe.files[line.file].line(line.number).strip()
        times = coverage.times(line, coverage.simulated)
        played = f"   {times:,} times in simulated games" if times else "   never" if coverage.games else ""
        say(f"  {line.file}:{line.number}  {text}{played}")
    if coverage.one_sided:
        say("one side only")
    for need in coverage.one_sided:
        held, failed = sides(coverage, need)
        told = f"held {held:,} times, never failed" if held else f"failed {failed:,} times, never held"
        say(f"  {need.span.file.name}:{need.span.line}  {need.span.file.line(need.span.line).strip()}   {told}")


def against(game: GameFiles, coverage: Coverage, at_least: int | None) -> Iterator[str]:
    """What is not covered as much as it should be; what is missed was listed."""
    from rulelang.project.settings import settings_for
    from rulelang.testing.coverage.measure import percent

    wanted = settings_for(game.reference).cover.at_least
    for sort, least in (("lines", wanted.lines if at_least is None else at_least), ("needs", wanted.needs)):
        share = percent(coverage.share(sort))
        if share < least:
            yield f"{coverage.name}: {share:.1f} % of the {sort} are reached, and at least {least} % should be"

"""`rulelang test`: runs the scenarios that stand in rule files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulelang.cli.arguments import paths_argument
from rulelang.cli.output import say, say_text

if TYPE_CHECKING:
    from rulelang.testing.suite import Case, Library, Outcome

EXAMPLE = "Example: rulelang test games examples"


@frozen
class Asked:
    """What was typed behind `rulelang test`."""

    paths: tuple[str, ...]
    form: str
    output: Path | None
    words: tuple[str, ...]
    together: bool
    jobs: int
    last_failed: bool
    allow_empty: bool
    without: str | None
    sample: int | None
    changed: str | None
    as_json: bool

    @property
    def format(self) -> str:
        return "json" if self.as_json else self.form


@click.command("test", epilog=EXAMPLE)
@paths_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "junit"]),
    default="text",
    help="How results are printed.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the report to a file.")
@click.option(
    "-k", "words", multiple=True, metavar="WORD", help="Only scenarios with it in their name, or that cite it."
)
@click.option("--together", is_flag=True, help="House rules as if all of them were played at once.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="J", help="Processes; else one.")
@click.option("--last-failed", is_flag=True, help="Only those that failed the last time, if any did.")
@click.option("--allow-empty", is_flag=True, help="It is no error if there is no scenario.")
@click.option(
    "--without",
    type=click.Choice(["amendments", "all"]),
    help="Does a scenario fail if an amendment, or any one thing that rules do, is taken away?",
)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="With --without: so many of them, always the same.")
@click.option("--changed", metavar="BASE", help="With --without: only of what has changed since this branch left BASE.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def command(**words: Any) -> int:
    """Run the scenarios of games, files and folders of them."""
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.testing.suite import Library, keep_failed, run

    asked, library = Asked(**words), Library()
    for option, value in (("--sample", asked.sample), ("--changed", asked.changed)):
        if value is not None and asked.without is None:
            raise click.UsageError(f"{option} goes with --without")
    if asked.without is not None:
        if asked.together:
            raise click.UsageError("--together goes without --without")
        from rulelang.cli.without import taken_away

        everything, as_json = asked.without == "all", asked.format == "json"
        return taken_away(asked.paths, everything, asked.sample, asked.changed, as_json)
    cases = cases_for(asked, library)
    with progress(len(cases)) as heard:
        outcomes = run(library, cases, asked.jobs, heard)
    keep_failed(outcomes)
    tell(asked, outcomes)
    return FINDINGS if any(not outcome.passed for outcome in outcomes) else FINE


def cases_for(asked: Asked, library: Library) -> list[Case]:
    """The scenarios that are asked for; none at all is a mistake, for nobody notices tests that are not run."""
    from rulelang.cli.arguments import asked_games, configured
    from rulelang.cli.failures import show_problems
    from rulelang.errors import UsageError
    from rulelang.project.games import unread
    from rulelang.testing.suite import chosen, last_failed

    paths = configured(asked.paths)
    show_problems(unread(paths))
    games = asked_games(paths)
    house = [game for game in games if asked.together and not game.is_game]
    cases = [case for game in games if game not in house for case in library.cases(game)]
    cases += library.cases(*house) if house else []
    found = chosen(cases, asked.words, last_failed(cases) if asked.last_failed else None)
    if not found and not asked.allow_empty:
        which = " ".join(f"-k {word}" for word in asked.words)
        reason = (
            f"none of {len(cases)} scenarios fits {which}" if cases else f"there is no scenario in {' '.join(paths)}"
        )
        raise UsageError(f"{reason}; with --allow-empty that is no error")
    return found


@contextmanager
def progress(total: int) -> Iterator[Callable[[Outcome], None]]:
    """A bar on a terminal."""
    from rulelang.cli.output import console, is_terminal

    if not is_terminal(sys.stderr):
        yield lambda outcome: None
        return
    from rich.progress import Progress

    with Progress(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("scenarios", total=total)
        yield lambda outcome: bar.advance(task)


def tell(asked: Asked, outcomes: Sequence[Outcome]) -> None:
    """The report, to where it was asked for."""
    from rulelang.cli.history import repository
    from rulelang.cli.output import write_whole
    from rulelang.testing import reports

    if asked.format == "text" and asked.output is None:
        show(outcomes)
        return
    forms: dict[str, Callable[[], str]] = {
        "text": lambda: "\n".join(lines(outcomes)),
        "json": lambda: reports.json(outcomes),
        "github": lambda: reports.github(outcomes, repository()),
        "junit": lambda: reports.junit(outcomes),
    }
    report = forms[asked.format]()
    if asked.output is not None:
        write_whole(asked.output, report + "\n")
        say(total(outcomes), err=True)
    elif report:
        say_text(report)


def show(outcomes: Sequence[Outcome]) -> None:
    """What failed, where and why; then the sum."""
    from rulelang.cli.failures import wants_colour

    tone = "red" if wants_colour(sys.stdout) else ""
    for line in lines(outcomes):
        start = "FAILED" if line.startswith("FAILED") else ""
        say(start, tone=tone, end="")
        say(line.removeprefix(start))


def lines(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        if not outcome.passed:
            span = outcome.result.span
            yield f"FAILED {span.file.name}:{span.line}: {outcome.result.name}"
            yield f"    {outcome.result.message}"
    yield total(outcomes)


def total(outcomes: Sequence[Outcome]) -> str:
    failed = sum(not outcome.passed for outcome in outcomes)
    return f"{len(outcomes) - failed} passed, {failed} failed"

"""`rulelang check`: what is wrong with rule files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve, frozen

from rulelang import __version__
from rulelang.cli.arguments import paths_argument
from rulelang.cli.output import say, say_drawn, say_text

if TYPE_CHECKING:
    from rulelang.checks.levels import Selection
    from rulelang.diagnostics.diagnostic import Diagnostic
    from rulelang.project.games import GameFiles

EXAMPLE = "Example: rulelang check games --format github"
STDIN = "-"


@frozen
class Asked:
    """What was typed behind `rulelang check`."""

    paths: tuple[str, ...]
    form: str
    together: bool
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    fail_level: str | None
    output: Path | None
    stdin_filename: Path | None
    changed: str | None
    watch: bool
    statistics: bool
    write_baseline: bool
    as_json: bool
    jobs: int

    @property
    def format(self) -> str:
        return "json" if self.as_json else self.form


@click.command("check", epilog=EXAMPLE)
@paths_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    help="How findings are printed.",
)
@click.option("--together", is_flag=True, help="House rules as if all of them were played at once.")
@click.option("--select", multiple=True, metavar="NAME,…", help="Of warnings only these; errors are always told.")
@click.option("--ignore", multiple=True, metavar="NAME,…", help="None of these warnings.")
@click.option(
    "--fail-level",
    type=click.Choice(["error", "warning", "never"]),
    help="From which level on it leaves with 1; else as the settings say, or from warnings on.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the report to a file.")
@click.option(
    "--stdin-filename",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With - for PATH: the file whose text comes on standard input.",
)
@click.option("--changed", metavar="BASE", help="Only what is not so in the commit where this branch left BASE.")
@click.option("--watch", is_flag=True, help="Check again whenever a rule file changes.")
@click.option("--statistics", is_flag=True, help="How often each sort of finding occurs.")
@click.option(
    "--write-baseline", is_flag=True, help="Note all warnings there are as known, in the file of the settings."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 512),
    default=os.cpu_count() or 1,
    metavar="J",
    help="Processes for games that are not known; all processors by default.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def command(**words: Any) -> int:
    """Say what is wrong with games, files and folders of them."""
    from rulelang.cli.arguments import configured

    asked = Asked(**words)
    if (asked.paths == (STDIN,)) != (asked.stdin_filename is not None):
        raise click.UsageError(
            "- is read as the text of a file: --stdin-filename says which, and no other PATH is given"
        )
    asked = evolve(asked, paths=configured(asked.paths))
    if asked.watch:
        return watched(asked)
    with standard_input(asked.stdin_filename):
        return checked(asked)


def slugs(words: Sequence[str]) -> frozenset[str]:
    """Names of warnings, written as in rule files or as in reports."""
    return frozenset(slug.strip().replace("_", "-") for word in words for slug in word.split(",") if slug.strip())


def standard_input(file: Path | None) -> AbstractContextManager[None]:
    """The text on standard input, laid over its file."""
    from rulelang.project.dependencies import laid_over

    if file is None:
        return nullcontext()
    return laid_over({file: sys.stdin.buffer.read()})


def checked(asked: Asked) -> int:
    """Check once and tell."""
    from rulelang.checks.levels import Selection, baseline_of, levelled
    from rulelang.cli.arguments import asked_games
    from rulelang.cli.failures import status_of
    from rulelang.project.settings import settings_for

    selection = Selection(slugs(asked.select), slugs(asked.ignore))
    paths = [str(asked.stdin_filename)] if asked.stdin_filename is not None else list(asked.paths)
    games = asked_games(paths)
    problems = levelled(found_in(games, paths, asked), selection)
    settings = settings_for(games[0].reference if games else Path.cwd())
    baseline = baseline_of(settings)
    if asked.write_baseline:
        return write_baseline(baseline, problems)
    left = problems
    if baseline is not None:
        if gone := baseline.gone(problems, (file for game in games for file in game.files)):
            say(f"{gone} of the known findings are gone; --write-baseline takes them out", err=True)
        left = baseline.left(problems)
    if asked.changed is not None:
        new = set(map(id, since(asked, asked.changed, paths, problems, selection)))
        left = [problem for problem in left if id(problem) in new]
    tell(asked, games, left)
    return status_of(left, asked.fail_level or settings.check.fail_level)


def found_in(games: Sequence[GameFiles], paths: Sequence[str], asked: Asked) -> list[Diagnostic]:
    from rulelang.checks.run import check_games, check_together
    from rulelang.project.games import unread

    return check_together(games) if asked.together else check_games(games, unread(paths), asked.jobs)


def since(
    asked: Asked, base: str, paths: Sequence[str], problems: list[Diagnostic], selection: Selection
) -> list[Diagnostic]:
    """The findings that the games did not have where this branch began."""
    from rulelang.checks.levels import levelled, new_ones
    from rulelang.cli.arguments import asked_games
    from rulelang.cli.history import as_it_was
    from rulelang.diagnostics.fingerprint import fingerprints

    with as_it_was(base, paths) as old_paths:
        old = levelled(found_in(asked_games(old_paths), old_paths, asked), selection) if old_paths else []
        return new_ones(problems, fingerprints(old))


def write_baseline(baseline: Any, problems: Sequence[Diagnostic]) -> int:
    """Note what there is; an error is never known."""
    from rulelang.checks.levels import written_baseline
    from rulelang.cli.failures import show_problems, status_of
    from rulelang.cli.output import write_whole
    from rulelang.diagnostics.diagnostic import Severity
    from rulelang.errors import UsageError

    if baseline is None:
        raise UsageError('no settings say where; write `[check]` and `baseline = "baseline.json"` into rulelang.toml')
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    write_whole(baseline.path, written_baseline(problems))
    say(f"noted {len(problems) - len(errors)} warnings in {baseline.path.name}", err=True)
    show_problems(errors)
    return status_of(errors)


def tell(asked: Asked, games: Sequence[GameFiles], problems: Sequence[Diagnostic]) -> None:
    """The report, to where it was asked for, and the sum."""
    from rulelang.cli.failures import wants_colour
    from rulelang.cli.history import repository
    from rulelang.cli.output import write_whole
    from rulelang.diagnostics.pages import all_pages
    from rulelang.diagnostics.render import FORMATS, Settings
    from rulelang.diagnostics.render.text import summary
    from rulelang.printable import harmless

    colour = asked.output is None and wants_colour(sys.stdout)
    pages = all_pages() if asked.format == "sarif" else {}
    report = FORMATS[asked.format](problems, Settings(colour, pages, repository(), __version__))
    if asked.output is not None:
        write_whole(asked.output, harmless(report) + "\n")
    elif asked.statistics and asked.format == "text":
        show_statistics(problems)
    elif report:
        (say_drawn if colour else say_text)(report)
    if asked.format == "github":
        step_summary(problems)
    say(f"{what_was_read(games)}: {summary(problems)}", err=True)


def show_statistics(problems: Sequence[Diagnostic]) -> None:
    from rulelang.checks.levels import statistics
    from rulelang.cli.output import print_table

    if problems:
        print_table(("finding", "times", "what it is"), statistics(problems))


def step_summary(problems: Sequence[Diagnostic]) -> None:
    """All findings on the page of a run of GitHub Actions, which shows ten of each level beside the lines."""
    from rulelang.checks.levels import statistics

    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if page and problems:
        lines = ["| finding | times | what it is |", "| --- | --: | --- |"]
        lines += [f"| `{slug}` | {times} | {title} |" for slug, times, title in statistics(problems)]
        with Path(page).open("a", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)


def what_was_read(games: Sequence[GameFiles]) -> str:
    """`2 games, 14 files`; of parts, what they are part of."""
    from rulelang.cli.output import count

    files = count(len({file.resolve() for game in games for file in game.files}), "file")
    if games and all(game.is_part for game in games):
        return f"{files}, as part of {', '.join(game.reference.name for game in games)}"
    played = sum(game.is_game for game in games)
    return f"{count(played, 'game')}, {files}" if played else files


# ---- watching -------------------------------------------------------------------------------------------------


def watched(asked: Asked) -> int:
    """Check, and check again when a rule file or the settings have changed, until somebody ends it."""
    from rulelang.cli.failures import report
    from rulelang.cli.watch import changes

    for _ in changes(asked.paths):
        try:
            checked(asked)
        except Exception as error:  # noqa: BLE001 - a file that is half written is whole the next time
            report(error)
        say("watching; Ctrl-C ends it", err=True)
    return 0

"""`rulelang test`: runs the scenarios that stand in rule files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.arguments import json_option, paths_argument
from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.checks.run import GameFiles
    from rulelang.testing.scenario import Result, Runner

EXAMPLE = "Example: rulelang test games examples"


@click.command("test", epilog=EXAMPLE)
@paths_argument
@json_option
def command(paths: tuple[str, ...], as_json: bool) -> int:
    """Run the scenarios of games, files and folders of them."""
    from rulelang.checks.run import games_in
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.failures import show_problems
    from rulelang.cli.output import print_json
    from rulelang.project.games import unread

    show_problems(unread(paths))
    runners = [runner for game in games_in(paths) for runner in scenarios_of(game)]
    results = run_all(runners)
    failed = [result for result in results if not result.passed]
    if as_json:
        passed = len(results) - len(failed)
        print_json({"passed": passed, "failed": len(failed), "scenarios": [row(result) for result in results]})
    else:
        show(failed, len(results))
    return FINDINGS if failed else FINE


def scenarios_of(game: GameFiles) -> list[Runner]:
    """The scenarios of a game; rules that do not hold together are refused."""
    from rulelang.diagnostics.diagnostic import Severity
    from rulelang.errors import RulesError
    from rulelang.pipeline import read_game
    from rulelang.testing.scenario import runners

    rules, _ = read_game(game.reference)
    problems = [problem for problem in rules.problems if problem.severity is Severity.ERROR]
    if problems:
        raise RulesError(tuple(sorted(problems, key=lambda problem: problem.sort_key)))
    return runners(rules)


def run_all(runners: list[Runner]) -> list[Result]:
    """Run scenarios, with a bar on a terminal."""
    from rulelang.cli.output import console, is_terminal

    if not is_terminal(sys.stderr):
        return [runner.run() for runner in runners]
    from rich.progress import track

    steps = track(runners, "scenarios", console=console(sys.stderr), transient=True)
    return [runner.run() for runner in steps]


def row(result: Result) -> dict[str, Any]:
    """A scenario's result for programs."""
    return {
        "name": result.name,
        "passed": result.passed,
        "message": result.message,
        "file": result.span.file.name,
        "line": result.span.line,
        "cites": list(result.cites),
    }


def show(failed: list[Result], total: int) -> None:
    """What failed, where and why; then the sum."""
    from rulelang.cli.failures import wants_colour

    tone = "red" if wants_colour(sys.stdout) else ""
    for result in failed:
        say("FAILED", tone=tone, end=" ")
        say(f"{result.span.file.name}:{result.span.line}: {result.name}")
        say(f"    {result.message}")
    say(f"{total - len(failed)} passed, {len(failed)} failed")

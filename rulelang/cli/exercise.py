"""`rulelang exercise`: every pair of variants, options and numbers of players, played."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from rulelang.cli.arguments import json_option
from rulelang.cli.many_games import limit_option
from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.testing.exercise import Exercised, Exerciser, Failure

EXAMPLE = "Example: rulelang exercise examples/market_stalls.rules"


@click.command("exercise", epilog=EXAMPLE)
@click.argument("game")
@click.option("--seeds", type=click.IntRange(1), default=1, metavar="N", help="Games for each setting; else one.")
@limit_option(1_000)
@json_option
def command(game: str, seeds: int, limit: int, as_json: bool) -> int:
    """Play every pair of variants, values of options and numbers of players, and account for everything.

    What fails is told in the smallest setting that fails, with a seed.
    """
    from rulelang.cli.exit_status import FINDINGS, FINE
    from rulelang.cli.output import print_json
    from rulelang.testing.exercise import exercise

    with progress() as heard:
        player, found = exercise(game, seeds, limit, heard)
    if as_json:
        print_json(told(player, found))
    else:
        show(player, found)
    return FINDINGS if found.failures else FINE


@contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal."""
    from rulelang.cli.output import console, is_terminal

    if not is_terminal(sys.stderr):
        yield lambda done, total: None
        return
    from rich.progress import Progress

    with Progress(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task("settings", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show(player: Exerciser, found: Exercised) -> None:
    """How much was tried, and each failure with what to type."""
    from rulelang.cli.output import count

    things = count(len(found.factors.values), "thing")
    settings = count(len(found.rows), "setting")
    say(f"{settings} of {found.name} hold all {found.pairs:,} pairs of {things} that can be set")
    for failure in found.failures:
        say(f"FAILED {', '.join(words(failure)) or 'as it stands'}: {failure.message}")
        if failure.others:
            say(f"    {count(failure.others, 'other setting')} did not matter")
        say(f"    {shlex.join(player.command(failure))}")
    if not found.failures:
        say("none failed")


def words(failure: Failure) -> list[str]:
    """What is not as it is by default."""
    return [f"{name}={failure.row[name]}" for name in failure.changed]


def told(player: Exerciser, found: Exercised) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": found.name,
        "settings": len(found.rows),
        "pairs": found.pairs,
        "failures": [
            {
                "setting": {name: each.row[name] for name in each.changed},
                "players": int(each.row["players"]),
                "seed": each.seed,
                "message": each.message,
                "command": player.command(each),
            }
            for each in found.failures
        ],
    }

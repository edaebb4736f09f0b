"""What the commands that play many games ask for in the same words."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from rulelang.cli.arguments import BOT

F = TypeVar("F", bound=Callable[..., Any])

MOST_GAMES = 10_000_000
# So long is played if nobody says when to stop.
A_MINUTE = 60.0


def setting_options(command: F) -> F:
    """--bot, --jobs, --seed and --limit."""
    for decorate in (
        click.option(
            "--limit",
            type=click.IntRange(1),
            default=10_000,
            metavar="DECISIONS",
            show_default=True,
            help="A game is left unfinished after so many.",
        ),
        click.option("--seed", type=int, default=0, metavar="S", help="The same seed gives the same games."),
        click.option(
            "--jobs",
            type=click.IntRange(1, 512),
            default=os.cpu_count() or 1,
            metavar="J",
            help="Processes; else one a core.",
        ),
        click.option("--bot", type=BOT, metavar="BOT", help="Who plays; else the quickest that looks ahead."),
    ):
        command = decorate(command)
    return command

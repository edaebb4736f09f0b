"""What the commands that play many games ask for in the same words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulelang.cli.arguments import BOT
from rulelang.cli.output import say

if TYPE_CHECKING:
    from rulelang.experiments.store import Store

F = TypeVar("F", bound=Callable[..., Any])

MOST_GAMES = 10_000_000
# So long is played if nobody says when to stop.
A_MINUTE = 60.0
# A game that takes more decisions is taken not to end.
LONGEST = 10_000


store_option = click.option("--store", metavar="FILE", help="Where games are kept; `off`: nowhere.")

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 512),
    default=os.cpu_count() or 1,
    metavar="J",
    help="Processes; else one a core.",
)
seed_option = click.option("--seed", type=int, default=0, metavar="S", help="The same seed gives the same games.")


def limit_option(longest: int) -> Callable[[F], F]:
    """--limit, with how long games are played if nothing is said."""
    return click.option(
        "--limit",
        type=click.IntRange(1),
        default=longest,
        metavar="DECISIONS",
        show_default=True,
        help="A game is left unfinished after so many.",
    )


native_option = click.option(
    "--native/--plain",
    default=None,
    help="Compile the rules to machine code first, or do not; else where it saves time. The games are the same.",
)


def warn(line: str) -> None:
    """Beside the results."""
    say(line, err=True)


def store_here() -> Path | None:
    """Where games are kept if nothing is asked for: as the environment says, else the settings."""
    from rulelang.experiments.store import OFF, SWITCH, usual_file
    from rulelang.project.settings import settings_for

    settings = settings_for(Path.cwd())
    if os.environ.get(SWITCH) or not settings.store:
        return usual_file()
    return None if settings.store.lower() in OFF else settings.store_file


@contextmanager
def opened_store(asked: str | None, command: str = "", watched: str | None = None) -> Iterator[Store | None]:
    """The store of a command, closed at its end; what is asked is written down first."""
    from rulelang.errors import RulelangError
    from rulelang.experiments.store import OFF, Store

    path = store_here() if asked is None else None if asked.lower() in OFF else Path(asked)
    store = None
    try:
        store = None if path is None else Store.open(path)
    except RulelangError as error:
        if asked is not None:
            raise
        say(f"{error}", err=True)  # nobody asked for it by name: played without
    try:
        if store is not None and command:
            store.note(command, watched)
        yield store
    finally:
        if store is not None:
            store.close()


def setting_options(command: F) -> F:
    """--bot, --jobs, --seed, --limit, --native, --engine and --store."""
    for decorate in (
        store_option,
        native_option,
        click.option(
            "--engine",
            default="local",
            show_default=True,
            metavar="E",
            help="Who plays: local, dask (a cluster on this machine), or the address of one, tcp://host:8786.",
        ),
        limit_option(LONGEST),
        seed_option,
        jobs_option,
        click.option("--bot", type=BOT, metavar="BOT", help="Who plays; else the quickest that looks ahead."),
    ):
        command = decorate(command)
    return command

"""Saves on disk: what they may open, and what they may replace."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulelang.api.load import Given
from rulelang.errors import SaveError, UsageError
from rulelang.printable import visible
from rulelang.project.dependencies import is_path, read_file
from rulelang.project.sources import is_shipped

if TYPE_CHECKING:
    from rulelang.api.game import Game
    from rulelang.api.match import Match
    from rulelang.play.save import Save

LARGEST_SAVE = 16_000_000


def read_save(path: Path) -> Save:
    """What a file holds, if it is a save."""
    from rulelang.play.save import read

    try:
        text = read_file(path, LARGEST_SAVE).decode()
    except UnicodeDecodeError:
        raise SaveError(f"{path} is not a save: it is not text") from None
    return read(text)


def given_with(saved: Save, game: str | None, variants: Sequence[str]) -> Given:
    """The files that a save may open: those on the command line, and those that somebody agrees to."""
    from rulelang.cli.output import is_terminal

    given = Given(game, tuple(variants))
    missing = given.missing(saved.game, saved.variants)
    if missing and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        question = f"This game was played with rules in {', '.join(missing)}. Read them?"
        if click.confirm(visible(question), default=False):
            return Given(game or saved.game, (*variants, *filter(is_path, saved.variants)))
    return given


def unfinished(path: Path, given: Given) -> Match | None:
    """The game that a file holds and that is not over; whatever else is there already is not to be overwritten."""
    from rulelang.api.load import resumed

    if not path.exists():
        return None
    try:
        match = resumed(read_save(path), given.load)
    except (SaveError, UsageError) as error:
        raise UsageError(f"{path} is there already and is not overwritten: {error}") from None
    return None if match.over else match


def is_replaceable(path: Path) -> bool:
    """May a save be written here? Yes where there is nothing, or another save."""
    try:
        return not path.exists() or bool(read_save(path))
    except (SaveError, UsageError, OSError):
        return False


def command_to_resume(game: Game, path: Path) -> str:
    """What to type to go on with a saved game."""
    words = [] if is_shipped(game.reference) else [game.reference]
    for variant in filter(is_path, game.asked):
        words += ["--variant", variant]
    return shlex.join(["rulelang", "play", *words, "--resume", str(path)])

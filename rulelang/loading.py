"""`load` and `resume`: a game by its name, from what an earlier start kept of it, else from its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulelang.engine.game import Game
from rulelang.kept import keep_game, kept_game

if TYPE_CHECKING:
    from rulelang.engine.match import Match


def load(
    reference: str | Path,
    variants: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    *,
    native: bool = False,
) -> Game:
    """A game by the name of a shipped one or by a path.

    A variant may also be a path: the file of a house rule, whose variants are then switched on.
    With `native` its rules are compiled to machine code when they are first played, where that can be done.
    """
    game = loaded(reference, variants, dict(options or {}))
    game.is_native = native
    return game


def loaded(reference: str | Path, variants: Sequence[str], chosen: dict[str, Any]) -> Game:
    kept = kept_game(reference, variants, chosen)
    if kept is not None:
        return kept
    from rulelang.disk import Disk
    from rulelang.pipeline import load_anew

    disk = Disk()
    game = load_anew(reference, variants, chosen, disk)
    keep_game(game, disk.seen)
    return game


def resume(text: str) -> Match:
    """The match that a save holds, at the point where it was saved."""
    from rulelang.engine import save

    return save.resume(text, load)

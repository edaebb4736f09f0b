"""`load` and `resume`: a game by its name, from what an earlier start kept of it, else from its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from rulelang.api.game import Game
from rulelang.api.game_cache import keep_game, kept_game
from rulelang.errors import RulelangError, SaveError
from rulelang.project.dependencies import is_path

if TYPE_CHECKING:
    from rulelang.api.match import Match
    from rulelang.play.save import Save


def load(
    reference: str | Path,
    variants: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Game:
    """A game by the name of a shipped one or by a path.

    A variant may also be a path: the file of a house rule, whose variants are then switched on.
    """
    chosen = dict(options or {})
    kept = kept_game(reference, variants, chosen)
    if kept is not None:
        return kept
    from rulelang.api.anew import load_anew
    from rulelang.project.dependencies import Disk

    disk = Disk()
    game = load_anew(reference, variants, chosen, disk)
    keep_game(game, disk.seen)
    return game


class Given(NamedTuple):
    """What somebody gives beside a save.

    A save may come from anybody, so it opens nothing by itself: it names a shipped game, or rules that are given,
    the game whatever its place and house rules under the name of their file.
    """

    game: str | Path | None = None
    files: tuple[str | Path, ...] = ()

    @property
    def named(self) -> dict[str, str]:
        return {PurePath(file).name: str(file) for file in self.files}

    def missing(self, game: str, variants: Sequence[str]) -> list[str]:
        """The files a save names that were not given."""
        from rulelang.project.sources import is_shipped

        needed = [variant for variant in variants if is_path(variant) and PurePath(variant).name not in self.named]
        return needed if self.game is not None or is_shipped(game) else [game, *needed]

    def load(self, game: str, variants: Sequence[str], options: Mapping[str, Any]) -> Game:
        """The game that a save names."""
        missing = self.missing(game, variants)
        if missing:
            raise SaveError(f"it was played with rules in {', '.join(missing)}; a save opens no file that is not given")
        placed = [self.named[PurePath(v).name] if is_path(v) else v for v in variants]
        return load(self.game if self.game is not None else game, placed, options)


def resume(text: str, game: str | Path | None = None, files: Sequence[str | Path] = ()) -> Match:
    """The match that a save holds, at the point where it was saved.

    Rules that are not shipped have to be given: the `game`, and the `files` of house rules.
    """
    from rulelang.play.save import read

    return resumed(read(text), Given(game, tuple(files)).load)


class OtherRules(SaveError):
    """A save that was made under other rules; `match` is where its choices lead under those that are here, if all of
    them can still be made.
    """

    def __init__(self, message: str, match: Match | None) -> None:
        super().__init__(message)
        self.match = match


def resumed(made: Save, load: Callable[[str, Sequence[str], Mapping[str, Any]], Game]) -> Match:
    """The match of a save that was read; `load` finds the game by its reference, variants and options."""
    from rulelang.play.save import replay

    try:
        game = load(made.game, made.variants, made.options)
        now = game.fingerprint(made.players)
        match = game.start(made.players, made.seed, chance=made.chance)
    except (RulelangError, OSError, ValueError) as error:
        raise SaveError(f"the game of this save can not be played here: {error}") from error
    fits, departure = replay(match, made.choices)
    if now != made.rules:
        fate = f"they part at {departure}" if departure else f"all {fits} choices could still be made"
        goes_on = not departure and made.check == made.sum
        raise OtherRules(
            f"this save was made under other rules ({made.rules}, here {now}); {fate}", match if goes_on else None
        )
    if departure:
        raise SaveError(f"this save does not fit its rules: it departs at {departure}")
    if made.check != made.sum:
        raise SaveError("this save was changed after it was made: its check does not fit what it holds")
    return match

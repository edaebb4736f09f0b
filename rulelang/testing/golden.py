"""Golden games: whole games that were kept, and must go as they went.

A save holds the choices; beside it lies what happened, as a text. A changed rule shows as a choice that can not be made
any more, or as the first line that reads otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

from attrs import frozen

from rulelang.api.match import Match
from rulelang.errors import RulelangError, SaveError
from rulelang.play.save import Save, read, replay, save
from rulelang.project.dependencies import read_file
from rulelang.text.log import after_setup, story

LARGEST = 16_000_000

Start = Callable[[Save], Match]


@frozen
class Departure:
    """Where a game goes otherwise than it went."""

    path: Path
    message: str


def keep(match: Match, path: Path, write: Callable[[Path, str], None]) -> None:
    """Keep a game and what happened in it."""
    write(path, save(match))
    write(path.with_suffix(".txt"), transcript(match))


def transcript(match: Match) -> str:
    """What happened, line by line, and how it ended."""
    told = [line for line, _ in story(match.words, after_setup(match.log), None, match.language)]
    names = match.player_names
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, match.scores, strict=True))
    end = [f"end: {match.end_reason}", f"won by: {', '.join(names[w] for w in match.winners)}"] if match.over else []
    return "\n".join([*told, *end, f"scores: {scores}", ""])


def departures(folder: Path, start: Start, heard: Callable[[], None] = lambda: None) -> Iterator[Departure]:
    """The kept games of a folder that go otherwise now; one that can not be read is one, too."""
    for path in games_in(folder):
        message = departure(path, start)
        heard()
        if message:
            yield Departure(path, message)


def games_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.json")) if folder.is_dir() else [folder]


def departure(path: Path, start: Start) -> str:
    """The first thing that is otherwise, in words; nothing if all is as it was."""
    try:
        saved = read(text_of(path))
        match = start(saved)
    except SaveError as error:
        return str(error)
    try:
        _, where = replay(match, saved.choices)
    except RulelangError as error:
        where = str(error)
    beside = path.with_suffix(".txt")
    other = first_difference(text_of(beside), transcript(match)) if beside.exists() else ""
    return "; ".join(filter(None, (other, where)))


def text_of(path: Path) -> str:
    try:
        return read_file(path, LARGEST).decode()
    except UnicodeDecodeError:
        raise SaveError(f"{path} is not text") from None


def first_difference(before: str, now: str) -> str:
    """The first line that reads otherwise, in the round it is in."""
    heading = ""
    pairs = zip_longest(before.splitlines(), now.splitlines())
    for number, (old, new) in enumerate(pairs, 1):
        if old != new:
            there = f"line {number}" + (f" ({heading})" if heading else "")
            said = [f"it was `{old.strip()}`" if old is not None else "there was nothing more"]
            said.append(f"now it is `{new.strip()}`" if new is not None else "now there is nothing more")
            return f"{there}: {', '.join(said)}"
        if old and not old.startswith(" ") and old == old.strip() and old.lower().startswith(("round", "phase")):
            heading = old
    return ""

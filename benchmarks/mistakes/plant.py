"""One planted mistake: a change of a file's text, the lines it should be shown on, the word to be suggested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from attrs import frozen

from benchmarks.mistakes.corpus import Game

Place = tuple[Path, int]  # a file, and where in its text as shipped


@frozen
class Edit:
    """Text in place of a stretch of the shipped text."""

    start: int
    end: int
    text: str = ""


@frozen
class Mistake:
    """A file with a mistake in it; any of the places is the right one to show."""

    path: Path
    edits: tuple[Edit, ...]
    places: tuple[Place, ...]
    suggestion: str | None = None
    new_lines: tuple[int, ...] = ()  # right lines of the changed file that the shipped one does not have

    def text(self, shipped: str) -> str:
        for edit in sorted(self.edits, key=lambda e: e.start, reverse=True):
            shipped = shipped[: edit.start] + edit.text + shipped[edit.end :]
        return shipped

    def lines(self, game: Game) -> set[tuple[str, int]]:
        """File names and line numbers that are right, after the change."""
        new = {(game.own[self.path].name, line) for line in self.new_lines}
        return new | {self.line(game, *place) for place in self.places}

    def line(self, game: Game, path: Path, offset: int) -> tuple[str, int]:
        file = game.own[path]
        line = file.position(offset)[0]
        if path == self.path:
            for edit in self.edits:
                if edit.start < offset:
                    line += edit.text.count("\n") - file.text[edit.start : min(edit.end, offset)].count("\n")
        return file.name, line


def one(path: Path, start: int, end: int, text: str = "", suggestion: str | None = None) -> Mistake:
    """A change of one stretch, to be shown where it is."""
    return Mistake(path, (Edit(start, end, text),), ((path, start),), suggestion)


Find = Callable[[Game, Random], Iterator[Mistake]]


@frozen
class Kind:
    """A kind of mistake: its name, what is done in a sentence, and where in a game it can be planted."""

    name: str
    about: str
    find: Find


KINDS: dict[str, Kind] = {}


def kind(name: str, about: str) -> Callable[[Find], Find]:
    """Register a kind of mistake."""

    def register(find: Find) -> Find:
        KINDS[name] = Kind(name, about, find)
        return find

    return register


def sample(kind_: Kind, game: Game, most: int, seed: int) -> list[Mistake]:
    """Some mistakes of a kind, the same in every run, spread over the files of a game."""
    rng = Random(f"{seed} {kind_.name} {game.name}")
    by_file: dict[Path, list[Mistake]] = {}
    for mistake in kind_.find(game, rng):
        by_file.setdefault(mistake.path, []).append(mistake)
    return spread(list(by_file.values()), most, rng)


def spread(groups: Sequence[list[Mistake]], most: int, rng: Random) -> list[Mistake]:
    """One of each group in turn, until there are enough."""
    waiting = [rng.sample(group, len(group)) for group in rng.sample(list(groups), len(groups))]
    chosen: list[Mistake] = []
    while waiting and len(chosen) < most:
        for group in list(waiting):
            if len(chosen) < most:
                chosen.append(group.pop())
            if not group:
                waiting.remove(group)
    return chosen

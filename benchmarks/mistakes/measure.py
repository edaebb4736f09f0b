"""Checks files with planted mistakes and compares what is said with what should be."""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

from benchmarks.mistakes import lines, rules, tables, words  # noqa: F401 - they register their kinds
from benchmarks.mistakes.corpus import Game, read_games
from benchmarks.mistakes.plant import KINDS, Mistake, sample
from rulelang.diagnostics.diagnostic import Diagnostic


@frozen
class Task:
    """Some mistakes of a kind in a game."""

    game: str
    kind: str
    sites: int
    seed: int


@frozen
class Result:
    """What came of one mistake; a suggestion is right, wrong, or (none) not to be expected."""

    kind: str
    place: str
    change: str
    caught: bool
    right_line: bool
    suggested: bool | None
    messages: tuple[str, ...]


@cache
def game_named(name: str) -> Game:
    return next(game for game in read_games((name,)) if game.name == name)


def check_shipped(name: str) -> int:
    """How many false alarms the checker gives on the files as shipped."""
    game = game_named(name)
    path, file = next(iter(game.own.items()))
    return len(game.check(path, file.text))


def results_of(task: Task) -> list[Result]:
    game = game_named(task.game)
    return [answer(game, task.kind, mistake) for mistake in sample(KINDS[task.kind], game, task.sites, task.seed)]


def answer(game: Game, kind: str, mistake: Mistake) -> Result:
    """What came of a mistake, even if that is a crash of the checker."""
    try:
        return result_of(game, kind, mistake)
    except Exception as error:  # noqa: BLE001 - a crash is the worst of answers, and is to be listed
        name, line = min(mistake.lines(game))
        suggested = None if mistake.suggestion is None else False
        said = (f"the checker crashed: {error!r}",)
        return Result(kind, f"{name}:{line}", change(game, mistake), False, False, suggested, said)


def result_of(game: Game, kind: str, mistake: Mistake) -> Result:
    text = mistake.text(game.own[mistake.path].text)
    right = mistake.lines(game)
    found = game.glance(mistake.path, text)
    at_place = [problem for problem in found if shown_lines(problem) & right]
    if not at_place:
        found = game.check(mistake.path, text)
        at_place = [problem for problem in found if shown_lines(problem) & right]
    wanted = mistake.suggestion
    suggested = None if wanted is None else any(proposes(problem, wanted) for problem in at_place)
    messages = tuple(f"{p.span}: {p.message} [{p.slug}] {p.help}" for p in found)
    name, line = min(right)
    return Result(kind, f"{name}:{line}", change(game, mistake), bool(found), bool(at_place), suggested, messages)


def proposes(problem: Diagnostic, word: str) -> bool:
    """Does the help of a message name the word, alone or as part of a path?"""
    return any(word == said or word in re.split(r"[.(), ]", said) for said in re.findall(r"`([^`]*)`", problem.help))


def shown_lines(problem: Diagnostic) -> set[tuple[str, int]]:
    """The lines that a message shows: its own place, and those of its labels."""
    spans = [problem.span, *(label.span for label in problem.others)]
    return {(span.file.name, span.line) for span in spans}


def change(game: Game, mistake: Mistake) -> str:
    """What was done, in short."""
    text = game.own[mistake.path].text
    said = [f"{shorten(text[e.start : e.end])} → {shorten(e.text)}" for e in mistake.edits]
    edit = mistake.edits[0]
    start, end = text.rfind("\n", 0, edit.start) + 1, text.find("\n", edit.start)
    return f"{'; '.join(said)}   in: {text[start:end].strip()}"


def shorten(text: str) -> str:
    line = " ⏎ ".join(part.strip() for part in text.strip("\n").split("\n"))
    return repr(line if len(line) < 90 else line[:87] + "…")

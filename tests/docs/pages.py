"""What documentation pages hold between fences: rules, commands, programs, texts.

Rules are whole games, or fragments. A fragment changes the game of its page: a declaration of the same
kind and name is replaced, everything else is added. On a page without a game it is completed by what
every game has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,4} (.*)$", re.MULTILINE)
HEAD = re.compile(r"(\w+)(?: +([a-z][\w.]*))?")
EVERY_GAME_HAS = {
    "game": ("game example\n  players: 2\n\n", ""),
    "round": ("", "\nround main\n  last: 1\n  turn\n    stop turn\n"),
    "score": ("", "\nscore seats(p) gives seat(p)\n"),
}


@frozen
class Fence:
    """What stands between two fences: its language, its text, the heading above it, the text before it."""

    language: str
    text: str
    heading: str
    start: int


@frozen
class Example:
    """A whole game to try: where it stands and its text."""

    name: str
    text: str


def fences(page: Path) -> Iterator[Fence]:
    """The fenced blocks of a page in order."""
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        headings = list(HEADING.finditer(text, 0, match.start()))
        yield Fence(match[1], match[2], headings[-1][1] if headings else page.stem, match.start())


def declarations(text: str) -> dict[str, str]:
    """The pieces of a rule file under their kind and name; those without a name under their first line."""
    pieces = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)
    found: dict[str, str] = {}
    for number, piece in enumerate(p for p in pieces if p.strip()):
        head = HEAD.match(piece)
        keyword, name = (head[1], head[2]) if head else ("", None)
        if keyword == "scenario":
            found[piece.splitlines()[0]] = piece
            continue
        alone = keyword in ("player", "state", "setup", "always")
        key = (
            f"{keyword} {name}"
            if name and keyword not in ("before", "after")
            else keyword
            if alone
            else f"{number} {piece}"
        )
        found[key] = found.get(key, "") + piece if key in found else piece
    return found


def laid_over(base: str, fragment: str) -> str:
    """The base game with a fragment's declarations in place of its own."""
    merged = {**declarations(base), **declarations(fragment)}
    return "\n".join(piece.rstrip() + "\n" for piece in merged.values())


def has(keyword: str, rules: str) -> bool:
    return re.search(rf"^{keyword}\b", rules, re.MULTILINE) is not None


def complete(rules: str) -> str:
    """A fragment with what every game has."""
    for keyword, (before, after) in EVERY_GAME_HAS.items():
        if not has(keyword, rules):
            rules = before + rules + after
    return rules


def examples(page: Path, cumulative: bool = False) -> Iterator[Example]:
    """The games of a page: step by step on top of one another, or each section on top of the last whole game."""
    base = ""
    current = ""
    section = ""
    for fence in fences(page):
        if fence.language != "rules":
            continue
        if has("game", fence.text) and has("round", fence.text):
            base = current = fence.text
        else:
            start = current if cumulative or fence.heading == section else base
            current = laid_over(start, fence.text)
        section = fence.heading
        yield Example(f"{page.stem}: {fence.heading}", complete(current))

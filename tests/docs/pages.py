"""Rule text in documentation pages: whole games, and fragments laid over the game above them.

A block that holds a `game` is a whole game. Any other block changes the game of its page: a
declaration of the same kind and name is replaced, everything else is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

FENCE = re.compile(r"^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,4} (.*)$", re.MULTILINE)
HEAD = re.compile(r"(\w+)(?: +([a-z][\w.]*))?")


@frozen
class Example:
    """A whole game to try: where it stands and its text."""

    name: str
    text: str


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


def examples(page: Path, cumulative: bool) -> Iterator[Example]:
    """The games of a page: step by step on top of one another, or each section on top of the first game."""
    text = page.read_text(encoding="utf-8")
    base = ""
    current = ""
    section = ""
    for match in FENCE.finditer(text):
        headings = list(HEADING.finditer(text, 0, match.start()))
        heading = headings[-1][1] if headings else page.stem
        block = match[1]
        if re.search(r"^game ", block, re.MULTILINE):
            base = current = block
        else:
            start = current if cumulative or heading == section else base
            current = laid_over(start, block)
        section = heading
        yield Example(f"{page.stem}: {heading}", current)

"""A line of rules about to be printed: where it may be broken, and how it is.

A line too wide is parted only before a word that the grammar lets a continued line begin with: first
before clauses, then, in what is still too wide, before `or`, and last before `and`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from attrs import evolve, frozen

from rulelang.diagnostics.render.columns import width
from rulelang.syntax.parser import continuation

WIDEST = 100
STEP = 2
CONTINUED_BY = 4


class Rank(IntEnum):
    """What a chunk begins with; a line is parted before the lowest ranks first."""

    CLAUSE = 0
    OR = 1
    AND = 2


@frozen
class Chunk:
    """Words that are never parted; every chunk of a line but the first may begin a continued line."""

    text: str
    rank: Rank = Rank.CLAUSE


@frozen
class Line:
    """One line of rules, at its depth. `opens`: a body stands, or could stand, below it."""

    depth: int
    chunks: tuple[Chunk, ...]
    opens: bool = False


def can_continue(text: str) -> bool:
    """Would an indented line of this text be read as part of the line above?"""
    return continuation().match("\n " + text) is not None


def beside(left: Sequence[Chunk], right: Sequence[Chunk]) -> list[Chunk]:
    """Two runs of chunks as one, never parted where they meet."""
    joint = evolve(left[-1], text=f"{left[-1].text} {right[0].text}")
    return [*left[:-1], joint, *right[1:]]


def break_line(line: Line) -> list[str]:
    """The lines as printed, indented: one, or more if one would be too wide."""
    indent = " " * (STEP * line.depth)
    room = WIDEST - len(indent)
    first, *more = part(line.chunks, Rank.CLAUSE, room, room - CONTINUED_BY)
    further = " " * CONTINUED_BY
    return [indent + first.rstrip(), *(indent + further + text.rstrip() for text in more)]


def part(chunks: Sequence[Chunk], rank: int, room: int, room_below: int) -> list[str]:
    """Chunks as lines: the first has `room` columns, those below it `room_below`."""
    whole = " ".join(chunk.text for chunk in chunks)
    if width(whole) <= room or rank > max(Rank):
        return [whole]
    lines: list[str] = []
    closed = True  # a line that ends in a parted group is not added to
    for group in groups(chunks, rank):
        text = " ".join(chunk.text for chunk in group)
        if not closed and width(f"{lines[-1]} {text}") <= (room if len(lines) == 1 else room_below):
            lines[-1] += f" {text}"
            continue
        parted = part(group, rank + 1, room_below if lines else room, room_below)
        closed = len(parted) > 1
        lines += parted
    return lines


def groups(chunks: Sequence[Chunk], rank: int) -> Iterator[list[Chunk]]:
    """Runs of chunks, each beginning with one of a rank (or a lower one)."""
    group: list[Chunk] = []
    for chunk in chunks:
        if group and chunk.rank <= rank:
            yield group
            group = []
        group.append(chunk)
    yield group

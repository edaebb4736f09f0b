"""A source line with places marked in it, cut to a width that fits a terminal.

Works in columns, not characters: `Mark` says where a place begins and ends as printed. A line that is
too long is cut around its marks; marks too far apart to be seen together get an excerpt each.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from rich.cells import cell_len

from rulelang.diagnostics.diagnostic import Label
from rulelang.diagnostics.render.columns import shown, width
from rulelang.printable import visible

LIMIT = 100
ELLIPSIS = "…"


@frozen
class Mark:
    """A label as drawn: its line, its columns from `start` up to `end`, the sign below them, the phrase."""

    line: int
    start: int
    end: int
    sign: str
    text: str


@frozen
class Excerpt:
    """One printed source line and the marks below it."""

    number: int
    text: str
    marks: tuple[Mark, ...]


def make_mark(label: Label, sign: str) -> Mark:
    """Measure a label; one that covers several lines is marked to the end of its first line."""
    span = label.span
    number, column = span.file.position(span.start)
    line = span.file.line(number)
    first = min(column - 1, len(line))
    last = min(first + span.end - span.start, len(line))
    start = width(line[:first])
    return Mark(number, start, max(width(line[:last]), start + 1), sign, visible(label.text))


def excerpts(number: int, line: str, marks: Sequence[Mark]) -> Iterator[Excerpt]:
    """The line with its marks: whole if it fits, else cut once around all marks or once around each."""
    text = shown(line)
    ordered = tuple(sorted(marks, key=lambda mark: mark.start))
    start, end = ordered[0].start, max(mark.end for mark in ordered)
    if cell_len(text) <= LIMIT:
        yield Excerpt(number, text, ordered)
    elif end - start <= LIMIT - 2 * len(ELLIPSIS):
        yield _cut(number, text, ordered)
    else:
        yield from (_cut(number, text, (mark,)) for mark in ordered)


def _cut(number: int, text: str, marks: tuple[Mark, ...]) -> Excerpt:
    left, right = _window(marks[0].start, max(mark.end for mark in marks), cell_len(text))
    before, after = ELLIPSIS if left else "", ELLIPSIS if right < cell_len(text) else ""
    first = bisect_left(range(len(text)), left + len(before), key=lambda index: cell_len(text[:index]))
    until = bisect_right(range(len(text)), right - len(after), key=lambda index: cell_len(text[: index + 1]))
    shift = cell_len(text[:first]) - len(before)
    moved = (_moved(mark, shift, right - shift) for mark in marks)
    return Excerpt(number, before + text[first:until] + after, tuple(moved))


def _window(start: int, end: int, total: int) -> tuple[int, int]:
    """The columns to keep of a long line, the marked ones in the middle if they fit."""
    room = LIMIT - min(end - start, LIMIT - 2 * len(ELLIPSIS))
    left = max(0, min(start - room // 2, max(total, end) - LIMIT))
    return left, left + LIMIT


def _moved(mark: Mark, shift: int, limit: int) -> Mark:
    return evolve(mark, start=mark.start - shift, end=min(mark.end - shift, limit))

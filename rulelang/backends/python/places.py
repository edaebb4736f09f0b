"""Which statement or value a line of generated code was written for.

Writers mark each line with the number of its place. Joining blocks moves lines about, and their marks go along;
when the source is whole, the marks become a table.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

from attrs import frozen

from rulelang.source import Span

MARK = "  #@"


@frozen(eq=False)
class Place:
    """What some code was written for: a statement of a rule, a value, a score."""

    node: Any
    thing: str  # `rule act`, `value price`: what the node is a part of

    @property
    def span(self) -> Span:
        return self.node.span  # type: ignore[no-any-return]


class Line(str):
    """A line and its mark; it keeps the mark when it is indented or cut."""

    __slots__ = ("mark",)
    mark: str

    @staticmethod
    def read(text: str) -> Line:
        code, _, number = text.partition(MARK)
        return Line.at(code, MARK + number if number else "")

    @staticmethod
    def at(text: str, mark: str) -> Line:
        line = Line(text)
        line.mark = mark
        return line

    def __radd__(self, before: str) -> Line:
        return Line.at(before + str(self), self.mark)

    def __getitem__(self, part: SupportsIndex | slice) -> Line:
        return Line.at(str(self)[part], self.mark)


def in_place_of(line: str, text: str) -> str:
    """Another text where a line stood."""
    return Line.at(text, line.mark) if isinstance(line, Line) else text


def marked(line: str) -> str:
    """A line with its mark written out."""
    return str(line) + line.mark if isinstance(line, Line) else line


def unmarked(text: str) -> tuple[str, dict[int, int]]:
    """A source without its marks, and the place of each line (counted from 1) that has one."""
    lines, places = [], {}
    for number, line in enumerate(text.split("\n"), 1):
        code, _, mark = line.partition(MARK)
        lines.append(code)
        if mark:
            places[number] = int(mark)
    return "\n".join(lines), places

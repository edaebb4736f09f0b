"""Source text: a file, and spans into it. Comes before everything else; imports nothing of rulelang."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Any

from attrs import field, frozen

LINE_END = re.compile(r"\s*\n\s*")
LINE_END_IN_BRACKET = re.compile(rf"(?<=[(\[]){LINE_END.pattern}")


@frozen
class SourceFile:
    """One rule file: the name shown to people and its whole text."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which lines begin."""
        starts = [0]
        for offset, character in enumerate(self.text):
            if character == "\n":
                starts.append(offset + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1), without its line end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@frozen
class Span:
    """A stretch of a source file, from `start` up to but not including `end`."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.file.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.file.text[self.start : self.end]

    @property
    def quoted(self) -> str:
        """The text on one line, as it is quoted in a message."""
        return LINE_END.sub(" ", LINE_END_IN_BRACKET.sub("", self.text))

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of another."""
        return Span(self.file, min(self.start, other.start), max(self.end, other.end))

    def __reduce__(self) -> tuple[Any, ...]:
        # A tree has more spans than anything else: they are kept as three values, without names.
        return type(self), (self.file, self.start, self.end)


@frozen
class LoweredSpan(Span):
    """The place of an author's block for something that was lowered from it; its text is its own."""

    written: str = ""

    @property
    def text(self) -> str:
        return self.written

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.start, self.end, self.written)


BUILT_IN = SourceFile("built-in", "")
NOWHERE = Span(BUILT_IN, 0, 0)

"""A declaration as it is read: the author's text, with lines mended so that the rest can be read too.

Mending never adds or removes a line, and every character remembers where it stood (or, if it was put
in, what it stands in front of): places in the draft become places in the file.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from attrs import define, field, frozen
from lark import Token
from lark.tree import Meta

from rulelang.source import SourceFile, Span
from rulelang.syntax.from_lark import ToNodes

TAB = "  "


@frozen
class Edit:
    """Text to stand in place of a stretch of a line."""

    row: int
    begin: int
    end: int
    text: str


@define(eq=False)
class Draft:
    """The lines of a piece of a file, as they are now; rows and columns count from 0."""

    file: SourceFile
    start: int
    lines: list[str]
    columns: dict[int, list[int]] = field(factory=dict)  # of changed lines: where each character stood
    _written: list[str] = field(factory=list)  # the lines as the author wrote them
    _starts: list[int] = field(factory=list)
    _text: str | None = None

    @classmethod
    def of(cls, file: SourceFile, start: int, end: int) -> Draft:
        """The piece as written, but for tabs, which are read as one level each."""
        lines = file.text[start:end].removesuffix("\n").split("\n")
        starts = list(accumulate((len(line) + 1 for line in lines), initial=start))
        draft = cls(file, start, lines, written=list(lines), starts=starts)
        if "\t" in file.text[start:end]:
            for row, line in enumerate(lines):
                lead = line[: len(line) - len(line.lstrip())]
                if "\t" in lead:
                    draft.change(Edit(row, 0, len(lead), lead.replace("\t", TAB)))
        return draft

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "\n".join(self.lines) + "\n"
        return self._text

    @property
    def is_changed(self) -> bool:
        return bool(self.columns)

    def change(self, edit: Edit) -> None:
        line = self.lines[edit.row]
        columns = self.columns.setdefault(edit.row, list(range(len(line))))
        at = columns[edit.begin] if edit.begin < len(columns) else len(self._written[edit.row])
        columns[edit.begin : edit.end] = [at] * len(edit.text)
        self.lines[edit.row] = line[: edit.begin] + edit.text + line[edit.end :]
        self._text = None

    def set_line(self, row: int, text: str) -> None:
        """Put something else in place of a whole line, indented like it."""
        line = self.lines[row]
        self.change(Edit(row, self.depth(row) if text else 0, len(line), text))

    # ---- lines ----

    def depth(self, row: int) -> int:
        """How far a line is indented."""
        return len(self.lines[row]) - len(self.lines[row].lstrip(" "))

    def is_tabbed(self, row: int) -> bool:
        """Did the author indent a line with tabs?"""
        line = self._written[row]
        return "\t" in line[: len(line) - len(line.lstrip())]

    def has_rules(self, row: int) -> bool:
        """Does a line hold anything but space and a comment?"""
        bare = self.lines[row].strip()
        return bool(bare) and not bare.startswith("#")

    def below(self, row: int) -> int | None:
        """The next line that holds anything."""
        return next((r for r in range(row + 1, len(self.lines)) if self.has_rules(r)), None)

    def above(self, row: int) -> int | None:
        """The last line before it that holds anything."""
        return next((r for r in range(row - 1, -1, -1) if self.has_rules(r)), None)

    # ---- places ----

    def cell(self, position: int) -> tuple[int, int]:
        """Row and column of a position in the text."""
        starts = list(accumulate((len(line) + 1 for line in self.lines), initial=0))
        row = min(bisect_right(starts, position) - 1, len(self.lines) - 1)
        return row, position - starts[row]

    def offset(self, row: int, column: int) -> int:
        """Where in the file something stands that is now in a row and column."""
        width = len(self._written[row])
        columns = self.columns.get(row)
        if columns is not None:
            column = columns[column] if column < len(columns) else width
        return self._starts[row] + min(column, width)

    def row(self, span: Span) -> int:
        """The row in which a stretch of the file begins."""
        return bisect_right(self._starts, span.start) - 1

    def span(self, row: int, begin: int, end: int) -> Span:
        """The stretch of the file for a stretch of a line; at least one character wide if there is one."""
        first = self.offset(row, begin)
        last = max(self.offset(row, end - 1) + 1 if end > begin else first, first + 1)
        return Span(self.file, first, min(last, len(self.file.text)))

    def rows(self, first: int, last: int) -> Span:
        """The stretch of the file that some lines take up."""
        return Span(self.file, self.offset(first, 0), self.offset(last, len(self.lines[last])))

    @property
    def whole(self) -> Span:
        return self.rows(0, len(self.lines) - 1)


class MendedNodes(ToNodes):
    """Builds nodes of a draft that was changed."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft.file, draft.start)
        self.places = [
            draft.offset(row, column) for row, line in enumerate(draft.lines) for column in range(len(line) + 1)
        ]

    def place(self, begin: int, end: int) -> Span:
        first, last = self.places[begin], self.places[end - 1] + 1 if end > begin else self.places[begin]
        return Span(self.file, first, max(first, last))

    def span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, self.offset, self.offset)
        return self.place(meta.start_pos, meta.end_pos)

    def at(self, token: Token) -> Span:
        start = token.start_pos or 0
        return self.place(start, start + len(token))

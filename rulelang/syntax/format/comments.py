"""What the tree leaves out: the comments and blank lines of a file, line of rules by line of rules.

The text is taken to be well formed. A line of rules may stand on several lines of text: brackets are
open, or the next line begins with a word that goes on with the line above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import define, field, frozen

from rulelang.syntax.parser import can_go_on

_WORD = re.compile(r'\n|#[^\n]*|"[^"\n]*"|[(\[]|[)\]]|[^\s#"()\[\]]+')


@frozen
class Comment:
    """A comment on a line of its own, and how far the author indented it."""

    text: str
    column: int


class Blank:
    """A blank line."""


BLANK = Blank()


@frozen
class Margin:
    """What stands above a line of rules, how far that is indented, and the comments in and behind it."""

    above: tuple[Comment | Blank, ...]
    column: int
    behind: tuple[str, ...]

    @property
    def comments(self) -> tuple[str, ...]:
        """All comments, in order."""
        return (*(entry.text for entry in self.above if isinstance(entry, Comment)), *self.behind)


def read_margins(text: str) -> tuple[Margin, ...]:
    """The margin of each line of rules, and one more for the end of the file."""
    reader = _Reader(text)
    for word in _WORD.finditer(text):
        if word[0] == "\n":
            reader.end_line(word.start())
        elif word[0].startswith("#"):
            reader.comment(word[0].rstrip(), word.start())
        else:
            reader.word(word[0], word.start())
    return reader.finish()


def comment_text(margins: Iterable[Margin]) -> str:
    """All comments of a file in their order, whichever lines they stand on."""
    return " ".join(comment for margin in margins for comment in margin.comments)


@define
class _Reader:
    """Goes through a text word by word and gathers margins."""

    text: str
    margins: list[Margin] = field(factory=list, init=False)
    above: list[Comment | Blank] = field(factory=list, init=False)
    behind: list[str] = field(factory=list, init=False)
    column: int | None = field(default=None, init=False)  # of the line of rules being read, if any
    line_start: int = field(default=0, init=False)
    is_blank: bool = field(default=True, init=False)
    brackets: int = field(default=0, init=False)

    def comment(self, text: str, at: int) -> None:
        if self.column is None:
            self.above.append(Comment(text, at - self.line_start))
        else:
            self.behind.append(text)
        self.is_blank = False

    def word(self, word: str, at: int) -> None:
        if self.column is None:
            self.column = at - self.line_start
        self.brackets += (word in "([") - (word in ")]")
        self.is_blank = False

    def end_line(self, at: int) -> None:
        if self.column is None and self.is_blank:
            self.above.append(BLANK)
        elif self.column is not None and not self.brackets and not can_go_on(self.text, at, self.column):
            self.close()
        self.line_start = at + 1
        self.is_blank = True

    def close(self) -> None:
        self.margins.append(Margin(tuple(self.above), self.column or 0, tuple(self.behind)))
        self.above, self.behind, self.column = [], [], None

    def finish(self) -> tuple[Margin, ...]:
        if self.column is not None:
            self.close()
        self.close()
        return tuple(self.margins)

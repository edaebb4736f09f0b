"""Changes of a text by places in it, made all at once."""

from __future__ import annotations

from attrs import define, field

from rulelang.source import Span


@define
class Edits:
    """Replacements that do not overlap; comments and layout around them stay."""

    text: str
    changes: list[tuple[int, int, str]] = field(factory=list)

    def replace(self, span: Span, new: str) -> None:
        self.changes.append((span.start, span.end, new))

    def drop_lines(self, span: Span) -> None:
        """Take out the whole lines that a place touches."""
        start = self.text.rfind("\n", 0, span.start) + 1
        end = self.text.find("\n", max(span.start, span.end - 1))
        self.changes.append((start, len(self.text) if end < 0 else end + 1, ""))

    def result(self, part: Span | None = None) -> str:
        """The text as it becomes; or a part of it, in which all changes lie."""
        begin, stop = (part.start, part.end) if part is not None else (0, len(self.text))
        found, at = [], begin
        for start, end, new in sorted(set(self.changes)):
            found += [self.text[at:start], new]
            at = end
        return "".join([*found, self.text[at:stop]])

"""Diagnostics as text for people: the message, the lines with the places marked, one next step.

Diagnostics are drawn in the order given. In colour the text is the same with ANSI codes around its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.diagnostics.render.excerpt import Excerpt, Mark, excerpts, make_mark
from rulelang.diagnostics.render.few import few_of
from rulelang.printable import visible
from rulelang.source import BUILT_IN, SourceFile

GUTTER = 5
PRIMARY, OTHER = "^", "-"

BOLD, CYAN, BLUE = "1", "1;36", "34"
TONES = {Severity.ERROR: "1;31", Severity.WARNING: "1;33"}

Paint = Callable[[str, str], str]


def render(diagnostics: Sequence[Diagnostic], *, colour: bool = False) -> str:
    """All diagnostics, with an empty line between them."""
    paint = _ansi if colour else _plain
    few = few_of(diagnostics)
    drawn = ["\n".join(_Drawing(each, paint).lines()) for each in few.shown]
    return "\n\n".join([*drawn, *(f"{paint(visible(slug), CYAN)}: {note}" for slug, note in few.notes)])


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How many errors and warnings there are, in words."""
    found = [diagnostic.severity for diagnostic in diagnostics]
    counts = [(found.count(severity), severity.value) for severity in Severity]
    parts = [f"{count} {name}{'' if count == 1 else 's'}" for count, name in counts if count]
    return ", ".join(parts) or "no problems"


def _plain(text: str, _tone: str) -> str:
    return text


def _ansi(text: str, tone: str) -> str:
    return f"\x1b[{tone}m{text}\x1b[0m" if text else ""


@frozen
class _Drawing:
    """One diagnostic being drawn."""

    diagnostic: Diagnostic
    paint: Paint

    @property
    def tone(self) -> str:
        return TONES[self.diagnostic.severity]

    def lines(self) -> Iterator[str]:
        found = self.diagnostic
        head = f"{found.severity.value}[{visible(found.slug)}]: "
        yield from self.paragraph(head, self.tone, found.message, BOLD)
        for file, labels in self.labels_by_file().items():
            yield from self.built_in(labels) if file == BUILT_IN else self.file(file, labels)
        if found.help:
            yield from self.paragraph("help: ", CYAN, found.help, "")

    def paragraph(self, head: str, head_tone: str, text: str, tone: str) -> Iterator[str]:
        """A heading and its text; further lines of the text stand below its first."""
        for order, line in enumerate(text.split("\n")):
            start = " " * len(head) if order else self.paint(head.rstrip(), head_tone) + " "
            body = visible(line)
            yield start + (self.paint(body, tone) if tone else body) if body else start.rstrip()

    def labels_by_file(self) -> dict[SourceFile, list[Label]]:
        """The labels of each file, the file of the primary label first."""
        groups: dict[SourceFile, list[Label]] = {}
        for label in (self.diagnostic.primary, *self.diagnostic.others):
            groups.setdefault(label.span.file, []).append(label)
        return groups

    def built_in(self, labels: Sequence[Label]) -> Iterator[str]:
        """What is part of the language has no line to show, only something to say."""
        for label in labels:
            if label.text:
                yield f"  {BUILT_IN.name}: {visible(label.text)}"

    def file(self, file: SourceFile, labels: Sequence[Label]) -> Iterator[str]:
        """The name of a file with its first label's position, and the lines its labels are on."""
        yield "  " + self.paint(visible(str(labels[0].span)), BLUE)
        marks = sorted((self.mark(label) for label in labels), key=lambda mark: mark.line)
        gutter = max(GUTTER, len(str(marks[-1].line)))
        for number, on_line in groupby(marks, key=lambda mark: mark.line):
            for excerpt in excerpts(number, file.line(number), tuple(on_line)):
                yield from self.excerpt(excerpt, gutter)

    def mark(self, label: Label) -> Mark:
        return make_mark(label, PRIMARY if label is self.diagnostic.primary else OTHER)

    def excerpt(self, excerpt: Excerpt, gutter: int) -> Iterator[str]:
        text = excerpt.text.rstrip()
        yield self.paint(f"{excerpt.number:>{gutter}} |", BLUE) + (" " + text if text else "")
        for mark in excerpt.marks:
            tone = self.tone if mark.sign == PRIMARY else BLUE
            signs = self.paint(f"{mark.sign * (mark.end - mark.start)} {mark.text}".rstrip(), tone)
            yield self.paint(" " * gutter + " |", BLUE) + " " * (mark.start + 1) + signs

"""Diagnostics for the tests of this folder, made from a text in which the places are easy to name."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.source import SourceFile, Span

HARVEST = SourceFile(
    "harvest.rules",
    "rondel actions\n  spaces: forest, field, market\n\nrule land\n  when landing forrest:\n    stop\n",
)
FOREST = SourceFile("boards/forest.rules", "board forest\n  trees: 4\n")


def label(file: SourceFile, piece: str, text: str = "") -> Label:
    """A label on the first place where a piece of text stands."""
    start = file.text.index(piece)
    return Label(Span(file, start, start + len(piece)), text)


def finding(
    primary: Label,
    *others: Label,
    message: str = "something is wrong",
    severity: Severity = Severity.ERROR,
    help: str = "",  # noqa: A002 - named like the field it fills
) -> Diagnostic:
    """A diagnostic with a slug that no test depends on."""
    return Diagnostic("odd-thing", severity, message, primary, others, help)


def in_line(line: str, piece: str) -> Diagnostic:
    """A diagnostic on a piece of a file of one line."""
    return finding(label(SourceFile("a.rules", line), piece, "here"))


UNKNOWN = Diagnostic(
    "unknown-name",
    Severity.ERROR,
    "the rondel `actions` has no space called `forrest`",
    label(HARVEST, "forrest", "not a space of `actions`"),
    (label(HARVEST, "forest, field, market", "the spaces are listed here"),),
    "did you mean `forest`?",
)

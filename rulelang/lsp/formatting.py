"""The one style, as the fewest lines that an editor has to change."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import accumulate

from lsprotocol import types as lsp

from rulelang.lsp.places import Units
from rulelang.source import SourceFile, Span
from rulelang.syntax.format import format_text


def formatted(text: str, units: Units) -> list[lsp.TextEdit] | None:
    """What to change so that a text is in the one style; nothing is said of one that has mistakes."""
    result = format_text(text)
    if result.problems:
        return None
    old, new = text.splitlines(keepends=True), result.text.splitlines(keepends=True)
    at = [0, *accumulate(map(len, old))]
    file = SourceFile("", text)
    return [
        lsp.TextEdit(units.range(Span(file, at[start], at[end])), "".join(new[first:last]))
        for what, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if what != "equal"
    ]

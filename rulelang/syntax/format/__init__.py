"""The formatter: a rule file's text to the same rules in the one style there is.

It prints from the tree and puts comments and blank lines back by counting lines. Before a result is
given out it is read again: if a rule or a comment were not what it was, the file is left as it is.
"""

from __future__ import annotations

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.format import format_failed
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.format.comments import Margin, comment_text, read_margins
from rulelang.syntax.format.layout import NO_MARGIN, lay_out
from rulelang.syntax.format.lines import format_file
from rulelang.syntax.parser import parse

BYTE_ORDER_MARK = "\ufeff"


@frozen
class Formatted:
    """The text in the one style; or the text as it was, and what is wrong with it."""

    text: str
    problems: tuple[Diagnostic, ...] = ()


def format_text(text: str, name: str = "rules") -> Formatted:
    """Format the text of a rule file."""
    source = SourceFile(name, text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n"))
    parsed = parse(source)
    if parsed.problems:
        return Formatted(text, parsed.problems)
    margins = read_margins(source.text)
    lines = format_file(parsed.file)
    if len(margins) == len(lines) + 1:
        result = lay_out(lines, margins)
        if is_same(parsed.file, margins, result):
            return Formatted(result)
    return Formatted(text, (format_failed(Span(source, 0, 0)),))


def is_same(file: nodes.File, margins: tuple[Margin, ...], result: str) -> bool:
    """Has a formatted text the same rules and the same comments?"""
    again = parse(SourceFile("formatted", result))
    if again.problems or again.file != file:
        return False
    return comment_text(read_margins(result)) == comment_text(margins)


def print_file(file: nodes.File) -> str:
    """The text of a tree that no comments are known of."""
    lines = format_file(file)
    return lay_out(lines, [NO_MARGIN] * (len(lines) + 1))

"""A line of rules about to be printed: where it may be broken, and how it is.

A line too wide is parted before clauses first, as many of them in a line as there is room for. A clause
too wide for a line of its own is parted as its document says.
"""

from __future__ import annotations

from attrs import frozen

from rulelang.diagnostics.render.columns import width
from rulelang.syntax.format.document import STEP, WIDEST, Document, flat, is_list, print_document
from rulelang.syntax.parser import can_go_on

CONTINUED_BY = 4


@frozen
class Line:
    """One line of rules, at its depth. Every part but the first may begin a continued line.

    `opens`: a body stands, or could stand, below it.
    """

    depth: int
    parts: tuple[Document, ...]
    opens: bool = False


def can_continue(text: str) -> bool:
    """Would an indented line of this text be read as part of the line above?"""
    return can_go_on("\n " + text)


def beside(left: list[Document], right: list[Document], between: str = " ") -> list[Document]:
    """Two runs of parts as one, never parted where they meet."""
    return [*left[:-1], (left[-1], between, right[0]), *right[1:]]


def break_line(line: Line) -> list[str]:
    """The lines as printed, indented: one, or more if one would be too wide."""
    indent = " " * (STEP * line.depth)
    level = len(indent) + CONTINUED_BY
    lines = print_document(line.parts[0], indent, level)
    is_parted = len(lines) > 1  # a line that ends in something parted is not added to
    for part in line.parts[1:]:
        start = f"{lines[-1]} "
        if is_parted or is_list(part) or width(start + flat(part)) > WIDEST:
            lines.append("")
            start = " " * level
        printed = print_document(part, start, level)
        is_parted = len(printed) > 1
        lines[-1:] = printed
    return [text.rstrip() for text in lines]

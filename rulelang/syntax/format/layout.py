"""Lines and margins to text: indentation, blank lines, and every comment where it belongs.

A comment on its own line is indented like the line below it. Only where a body ends there is a choice,
and the author's own indentation makes it: the comment joins the innermost open body whose lines are
indented no further than it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from attrs import frozen

from rulelang.diagnostics.render.columns import width
from rulelang.syntax.format.comments import Blank, Comment, Margin
from rulelang.syntax.format.document import STEP, flat
from rulelang.syntax.format.line import Line, break_line, can_continue


@frozen
class Printed:
    """A line of text and the comment behind it; `depth` is that of its line of rules."""

    text: str
    depth: int
    comment: str = ""


EMPTY = Printed("", 0)
START = Line(-1, ())
END = Line(0, ())
NO_MARGIN = Margin((), 0, ())


def lay_out(lines: Sequence[Line], margins: Sequence[Margin]) -> str:
    """The text of a file, of its lines and as many margins and one."""
    printed: list[Printed] = []
    columns: dict[int, int] = {}
    for (above, line, below), margin in zip(neighbours(lines), margins, strict=True):
        gap = [place(entry, above, line, columns) for entry in margin.above]
        printed += space_gap(gap, above, line, below)
        if line is not END:
            printed += print_line(line, margin)
        columns[line.depth] = margin.column
    return "".join(f"{text}\n" for text in align_comments(printed))


def neighbours(lines: Sequence[Line]) -> list[tuple[Line, Line, Line]]:
    """Each line, and the end, with the line above it and the one below."""
    around = [START, *lines, END, END]
    return [(above, line, below) for (above, line), (_, below) in pairwise(pairwise(around))]


def print_line(line: Line, margin: Margin) -> list[Printed]:
    """A line of rules; the comment comes behind the last of its lines of text."""
    texts = break_line(line)
    without = [Printed(text, line.depth) for text in texts[:-1]]
    return [*without, Printed(texts[-1], line.depth, " ".join(margin.behind))]


# ---- between two lines --------------------------------------------------------------------------------


def place(entry: Comment | Blank, above: Line, line: Line, columns: dict[int, int]) -> Printed:
    """A comment or blank line between two lines, the comment with its indentation."""
    if isinstance(entry, Blank):
        return EMPTY
    depth = comment_depth(entry, above, line, columns)
    return Printed(" " * (STEP * depth) + entry.text, depth)


def comment_depth(comment: Comment, above: Line, line: Line, columns: dict[int, int]) -> int:
    """The depth of the line below or, where bodies end, of the body the author seems to mean."""
    if line.depth > above.depth:
        return line.depth
    if above.opens and comment.column > columns[above.depth]:
        return above.depth + 1
    depths = range(above.depth, line.depth, -1)
    return next((depth for depth in depths if columns[depth] <= comment.column), line.depth)


def space_gap(gap: list[Printed], above: Line, line: Line, below: Line) -> list[Printed]:
    """What stands between two lines, with the blank lines there have to be and no more."""
    pairs = zip([None, *gap], gap, strict=False)
    spaced = [entry for before, entry in pairs if entry is not EMPTY or before is not EMPTY]
    if spaced and spaced[0] is EMPTY and line.depth > above.depth:
        del spaced[0]
    if line is END:
        return spaced[:-1] if spaced and spaced[-1] is EMPTY else spaced
    if needs_blank(above, line, below):
        return with_blank(spaced, line.depth)
    if not spaced and line.depth and can_continue(flat(line.parts[0])):
        return [EMPTY]  # right below the line above it would be read as part of that
    return spaced


def needs_blank(above: Line, line: Line, below: Line) -> bool:
    """Does a declaration begin here, with or after one that has a body?"""
    return line.depth == 0 and above is not START and (above.depth > 0 or below.depth > 0)


def with_blank(gap: list[Printed], depth: int) -> list[Printed]:
    """A gap with a blank line in front of the comments that belong to what is below."""
    inner = [order for order, entry in enumerate(gap) if entry.depth > depth]
    start = inner[-1] + 1 if inner else 0
    if EMPTY in gap[start:]:
        return gap
    return [*gap[:start], EMPTY, *gap[start:]]


# ---- comments behind lines ------------------------------------------------------------------------------


def align_comments(printed: Sequence[Printed]) -> list[str]:
    """The lines with their comments; those of neighbouring lines of one body stand below one another."""
    texts: list[str] = []
    for (_, is_commented), run in groupby(printed, lambda entry: (entry.depth, bool(entry.comment))):
        entries = list(run)
        widest = max(width(entry.text) for entry in entries)
        for entry in entries:
            pad = " " * (widest - width(entry.text) + 2)
            texts.append(entry.text + pad + entry.comment if is_commented else entry.text)
    return texts

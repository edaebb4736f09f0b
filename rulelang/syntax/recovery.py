"""Going on after a mistake: a line that can not be read is replaced by one that can.

The replacement is never longer than the line, so that everything else keeps its place. A line with a
body below it becomes some block, so that the body is still looked at; a statement becomes `stop`.
What is found out later about such a line, or about names that it may have declared, is a consequence
of the mistake: `is_consequence` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.source import Span

WORD = re.compile(r"[a-z][a-z0-9_]*")
QUOTED = re.compile(r"`([^`]+)`")
OPENERS = {"if": "if a", "choose": "if a", "otherwise": "otherwise"}
# These say that something is missing or does not add up: it may be what could not be read.
INCOMPLETE = ("missing-", "broken-contract", "lonely-place", "never-", "amends-nothing", "no-held-zone", "unused-")


@frozen
class Broken:
    """A line that could not be read, and the declaration it stands in."""

    line: Span
    piece: Span

    @property
    def is_head(self) -> bool:
        """Is it the first line of its declaration, so that the declaration itself is lost?"""
        return self.line.start == self.piece.start

    @property
    def lost_names(self) -> set[str]:
        """Names that may have been declared where nothing could be read."""
        text = self.piece.text if self.is_head else self.line.text
        return set(WORD.findall(text.lower()))


def line_bounds(text: str, offset: int) -> tuple[int, int]:
    """Start and end of the line an offset lies in; a line end belongs to the line it ends."""
    begin = text.rfind("\n", 0, offset) + 1
    finish = text.find("\n", offset)
    return begin, len(text) if finish < 0 else finish


def without_line(text: str, begin: int, finish: int, continues: bool) -> str:
    """The text with one line replaced, so that the rest can be read."""
    line = text[begin:finish]
    stub = "" if continues else stub_of(line, has_body(text, line, finish))
    if line.strip() == stub:  # it was replaced before, and that did not help
        return without_body(text, begin, finish)
    lead = line[: len(line) - len(line.lstrip())]
    made = lead + stub if len(lead + stub) <= len(line) else ""
    return text[:begin] + made.ljust(len(line)) + text[finish:]


def stub_of(line: str, opens: bool) -> str:
    """What stands in for a line."""
    words = line.split()
    first = words[0] if words else ""
    if opens:
        return "otherwise if a" if words[:2] == ["otherwise", "if"] else OPENERS.get(first, "z")
    is_statement = line.startswith(" ") and not first.startswith("|") and first != "otherwise"
    return "stop" if is_statement else ""


def has_body(text: str, line: str, finish: int) -> bool:
    """Is the next line with text indented deeper?"""
    return depth_of(next_line(text, finish)) > depth_of(line)


def next_line(text: str, finish: int) -> str:
    for match in re.finditer(r"\n([ \t]*)(?=[^\s#])[^\n]*", text[finish:]):
        return match[0][1:]
    return ""


def depth_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def without_body(text: str, begin: int, finish: int) -> str:
    """The text with a line and everything indented below it blanked."""
    depth = depth_of(text[begin:finish])
    end = finish
    for match in re.finditer(r"\n([^\n]*)", text[finish:]):
        if match[1].strip() and depth_of(match[1]) <= depth:
            break
        end = finish + match.end()
    blank = re.sub(r"[^\n]", " ", text[begin:end])
    return text[:begin] + blank + text[end:]


# ---- consequences ---------------------------------------------------------------------------------------


def is_consequence(problem: Diagnostic, broken: Sequence[Broken], mechanisms: Iterable[str]) -> bool:
    """Would the problem perhaps not be there without the lines that could not be read?"""
    if problem.slug.startswith(INCOMPLETE):
        return True
    lost: set[str] = set().union(*(b.lost_names for b in broken))
    if any(lost & set(WORD.findall(name)) for name in QUOTED.findall(problem.message)):
        return True
    return any(touches(problem.span, b, mechanisms) for b in broken)


def touches(span: Span, broken: Broken, mechanisms: Iterable[str]) -> bool:
    """Does a place lie in a broken line, or in the block of a mechanism that has one?"""
    first = WORD.match(broken.piece.text)
    whole = broken.is_head or (first is not None and first[0] in mechanisms)
    place = broken.piece if whole else broken.line
    return span.file is place.file and place.start <= span.start < max(place.end, place.start + 1)

"""What is only a consequence: lines that could not be read, and what is missed elsewhere because of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.source import LoweredSpan, Span

WORD = re.compile(r"[a-z][a-z0-9_]*")
BOUND = re.compile(r"\b([a-z][a-z0-9_]*)\s+in\b")
TESTED = re.compile(r"([a-z][a-z0-9_.]*)(?:\[[^\]]*\])?\s+(?:is|!=|=)\s")
PARAMETER = re.compile(r"([a-z][a-z0-9_]*)\s*(?=[:,)])")
FIELD = re.compile(r"\s*([a-z][a-z0-9_.]*)\s*:")
TABLES = ("kind", "card", "piece", "die", "table", "map", "player", "rondel", "market", "places", "grid")

# Of these the whole of the rules is the reason: a line that could not be read may be what is missing.
ABOUT_EVERYTHING = frozenset({"never-used", "never-ends", "unused-silence", "endless-recursion", "endless-loop"})
# These miss something in one declaration, or in the tables.
ABOUT_TABLES = frozenset({"broken-contract", "lonely-place", "missing-player-row", "no-held-zone"})
ABOUT_HEADS = frozenset({"missing-game", "missing-round", "missing-score", "unknown-variant"})
ABOUT_A_BLOCK = frozenset(
    {"missing-field", "missing-table", "amends-nothing", "missing-clause", "late-need", "never-reached", "unread-name"}
)
# What a condition tells about a value (that it is there, or of which kind it is) is lost with the condition.
ABOUT_FACTS = frozenset({"maybe-none", "unknown-part", "wrong-type", "not-a-number"})
# These list what could stand there instead, which helps with a line that was only mended.
TELLS_MORE = frozenset({"unknown-word", "bad-option"})


@frozen
class Broken:
    """A line that could not be read, and the declaration it stands in; `mended`: it was read in some way."""

    line: Span
    piece: Span
    mended: bool = False

    @property
    def is_head(self) -> bool:
        """Is it the first line of its declaration, so that the declaration's own name may be lost?"""
        return self.line.start == self.piece.start

    @property
    def is_whole(self) -> bool:
        """Could nothing of the declaration be read?"""
        return self.is_head and self.line.end == self.piece.end

    @property
    def lost_names(self) -> set[str]:
        """Names that may have been declared for all rules where nothing could be read."""
        text = self.line.text
        own_name = set(WORD.findall(self.piece.text.split("\n", 1)[0])[1:2])
        if self.is_whole:
            return set(WORD.findall(text))
        if self.is_head:
            return own_name
        if text.lstrip().startswith("|"):
            return set(WORD.findall(text.lower())) | own_name
        field = FIELD.match(text)
        if not field:
            return set()
        lost = {*field[1].split("."), *own_name}
        return lost | set(WORD.findall(text)) if field[1] == "values" else lost

    @property
    def lost_here(self) -> set[str]:
        """Names that may have been declared for the rest of the declaration."""
        text = self.line.text
        if self.is_head:
            return set(PARAMETER.findall(text))
        words = WORD.findall(text)
        return {*BOUND.findall(text), *words[1:2]}

    @property
    def tested(self) -> set[str]:
        """Paths about which the line may have said something."""
        return set(TESTED.findall(self.line.text))


def is_consequence(problem: Diagnostic, broken: Sequence[Broken]) -> bool:
    """Would the problem perhaps not be there without the lines that could not be read?"""
    if problem.slug in ABOUT_EVERYTHING:
        return True
    if problem.slug in ABOUT_TABLES and any(is_table(b) for b in broken):
        return True
    if problem.slug in ABOUT_HEADS and any(b.is_head for b in broken):
        return True
    return any(follows(problem, b) for b in broken)


def is_table(broken: Broken) -> bool:
    """May a row or a whole table be lost?"""
    first = WORD.match(broken.piece.text)
    return first is not None and first[0] in TABLES


def follows(problem: Diagnostic, broken: Broken) -> bool:
    """Does a problem follow from one line that could not be read?"""
    if touches(problem.span, broken.line):
        return not broken.mended or problem.slug not in TELLS_MORE
    if broken.mended:
        return False
    if names(problem, broken.lost_names):
        return True
    if not touches(problem.span, broken.piece):
        return False
    if problem.slug in ABOUT_A_BLOCK or isinstance(problem.span, LoweredSpan) or names(problem, broken.lost_here):
        return True
    return problem.slug in ABOUT_FACTS and any(path in line_of(problem.span) for path in broken.tested)


def names(problem: Diagnostic, lost: Iterable[str]) -> bool:
    """Is a problem about one of some names?"""
    wanted = set(lost)
    return any(wanted & set(WORD.findall(name)) for name in problem.names)


def touches(span: Span, place: Span) -> bool:
    """Does a span begin in a place?"""
    return span.file is place.file and place.start <= span.start < max(place.end, place.start + 1)


def line_of(span: Span) -> str:
    return span.file.line(span.line)

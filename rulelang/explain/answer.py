"""The answer to "why not": the smallest condition that failed, in words."""

from __future__ import annotations

from pathlib import PurePath

from attrs import field, frozen

from rulelang.explain.conditions import Failure
from rulelang.source import NOWHERE, Span
from rulelang.text.template import said
from rulelang.text.words import Words

HIDDEN = "hidden"


@frozen
class WhyNot:
    """The smallest condition that failed; `reason` is the sentence its author wrote, if there is one."""

    asked: str
    reason: str = ""
    need: str = ""
    values: tuple[str, ...] = ()
    seen: str = ""
    span: Span | None = field(default=None, eq=False, repr=False)
    cites: tuple[str, ...] = ()
    is_offered: bool = False
    facts: tuple[str, ...] = ()  # what was seen, for people who do not read rules

    @property
    def where(self) -> str:
        """The condition as it stands in the rules."""
        return self.need

    @property
    def place(self) -> str:
        """The file and line of the condition."""
        return f"{PurePath(self.span.file.name).name}:{self.span.line}" if self.span is not None else ""

    def __str__(self) -> str:
        if self.is_offered:
            return self.reason
        condition = self.need + (f" ({self.seen})" if self.seen else "")
        said = ": ".join(dict.fromkeys(part for part in (self.reason, condition) if part))
        origin = ", ".join(part for part in (self.place, *self.cites) if part)
        return f"{said} - {origin}" if origin else said


def answer(words: Words, language: str, asked: str, failure: Failure) -> WhyNot:
    """A failure in words."""
    if failure.is_hidden:
        return WhyNot(asked, HIDDEN)
    reason = said(words, failure.reason, language) if failure.reason is not None else failure.need
    values = tuple(value for pair in failure.seen for value in (pair[:1] + pair[2:]))
    seen = "; ".join(" ".join(pair) for pair in failure.seen)
    span = failure.span if failure.span is not NOWHERE else None
    return WhyNot(asked, reason, failure.need, values, seen, span, failure.cites, facts=failure.facts)

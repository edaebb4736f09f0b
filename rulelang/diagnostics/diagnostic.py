"""What is wrong with a rule file, as data. Words are made in `wording/`, pictures in `render/`."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from rulelang.source import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@frozen
class Label:
    """A place in a file and what is to be said of it."""

    span: Span
    text: str = ""


@frozen
class Fix:
    """A text to put in the place of another: what somebody most likely meant."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One problem: a stable slug, a sentence, the place, further places, one next step, and what it is about.

    Sentences are for people: whatever is decided by a program is decided by the slug, the place and the names.
    """

    slug: str
    severity: Severity
    message: str
    primary: Label
    others: tuple[Label, ...] = ()
    help: str = ""
    names: tuple[str, ...] = ()  # of declarations, words and types, as rules write them
    fixes: tuple[Fix, ...] = ()

    @property
    def span(self) -> Span:
        return self.primary.span

    @property
    def sort_key(self) -> tuple[str, int, str]:
        return (self.span.file.name, self.span.start, self.slug)

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal for two that say the same of the same place."""
        return (*self.sort_key, self.span.end, self.names)

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
class Diagnostic:
    """One problem: a stable slug, a sentence, the place, further places, one next step."""

    slug: str
    severity: Severity
    message: str
    primary: Label
    others: tuple[Label, ...] = ()
    help: str = ""

    @property
    def span(self) -> Span:
        return self.primary.span

    @property
    def sort_key(self) -> tuple[str, int, str]:
        return (self.span.file.name, self.span.start, self.slug)

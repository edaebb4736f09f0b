"""The list of all problems rulelang can find: slug, severity, one-line title.

Wording functions register themselves with `@problem(...)`; `docs/diagnostics/<slug>.md` has the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.source import Span

P = ParamSpec("P")


@frozen
class Problem:
    """One kind of problem."""

    slug: str
    severity: Severity
    title: str


CATALOGUE: dict[str, Problem] = {}


@frozen
class Wording:
    """What a wording function says of one occurrence; `problem` makes the diagnostic of it."""

    span: Span
    message: str
    label: str = ""
    others: tuple[Label, ...] = ()
    help: str = ""
    names: tuple[str, ...] = ()


def problem(
    slug: str, title: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[P, Wording]], Callable[P, Diagnostic]]:
    """Register a slug and turn a function that words it into one that makes the diagnostic."""
    CATALOGUE[slug] = Problem(slug, severity, title)

    def decorate(word: Callable[P, Wording]) -> Callable[P, Diagnostic]:
        def make(*args: P.args, **kwargs: P.kwargs) -> Diagnostic:
            said = word(*args, **kwargs)
            at = Label(said.span, said.label)
            return Diagnostic(slug, severity, said.message, at, said.others, said.help, said.names)

        return make

    return decorate


WARNING = Severity.WARNING

"""The list of all problems rulelang can find: slug, severity, one-line title.

Wording functions register themselves with `@problem(...)`; `docs/diagnostics/<slug>.md` has the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic, Fix, Label, Severity
from rulelang.diagnostics.suggest import Meant
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
            help_ = str(said.help)
            return Diagnostic(slug, severity, said.message, at, said.others, help_, said.names, fixes(said))

        return make

    return decorate


def fixes(said: Wording) -> tuple[Fix, ...]:
    """The word that was meant, in place of the last name, if the place ends with it."""
    span, wrong = said.span, said.names[-1] if said.names else ""
    if not isinstance(said.help, Meant) or not wrong or type(span) is not Span or not span.text.endswith(wrong):
        return ()
    return (Fix(Span(span.file, span.end - len(wrong), span.end), said.help.word),)


WARNING = Severity.WARNING

"""The exceptions of rulelang; all of them are a `RulelangError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.diagnostics.diagnostic import Diagnostic
    from rulelang.source import Span


class RulelangError(Exception):
    """The base of all errors a user of the library may want to catch."""


class RulesError(RulelangError):
    """The rules do not hold together; `problems` says where and why."""

    def __init__(self, problems: tuple[Diagnostic, ...]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{first.span}: {first.message}{more}")
        self.problems = problems


class UsageError(RulelangError):
    """Something was asked for that does not exist: a game, an option, a number of players."""


class RuleFault(RulelangError):
    """A rule went wrong while playing, at a place in the rules."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(f"{span}: {message}" if span is not None else message)
        self.message = message
        self.span = span


class Rejected(RulelangError):
    """A choice that is not among the options; the match is unchanged."""


class SaveError(RulelangError):
    """A save that can not be resumed."""

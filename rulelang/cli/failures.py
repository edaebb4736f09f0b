"""Errors of the library in words for the terminal, each with its exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rulelang.cli.exit_status import FINDINGS, INTERNAL, UNREADABLE, WRONG_USAGE
from rulelang.cli.output import say, say_drawn
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.errors import RulelangError, RulesError, SaveError, UsageError

# What a file must be before anybody can speak about its rules.
UNREADABLE_FILES = {"not-utf8", "file-too-large", "unreadable-file"}


def report(error: Exception) -> int:
    """Say what is wrong; the exit status."""
    if isinstance(error, RulesError):
        show_problems(error.problems)
        return status_of(error.problems)
    if isinstance(error, UsageError | SaveError):
        say(f"error: {error}", err=True)
        return WRONG_USAGE
    if isinstance(error, RulelangError):
        say(f"error: {error}", err=True)
        return FINDINGS
    said = f"{type(error).__name__}: {error}"
    say(f"error: rulelang itself went wrong ({said}); this is a bug, please report it", err=True)
    say("RULELANG_TRACEBACK=1 in the environment shows where", err=True)
    return INTERNAL


def show_problems(problems: Sequence[Diagnostic]) -> None:
    """Diagnostics as text, on the error stream."""
    from rulelang.diagnostics.render import text

    if problems:
        say_drawn(text.render(problems, colour=wants_colour(sys.stderr)), err=True)


def status_of(problems: Sequence[Diagnostic], fail_level: str = "warning") -> int:
    """The exit status that diagnostics ask for, from a level on."""
    if any(problem.slug in UNREADABLE_FILES for problem in problems):
        return UNREADABLE
    levels = {"error": ("error",), "warning": ("error", "warning"), "never": ()}[fail_level]
    return FINDINGS if any(problem.severity.value in levels for problem in problems) else 0


def wants_colour(stream: object) -> bool:
    """Whether colours are seen by somebody who wants them."""
    import os

    is_terminal = getattr(stream, "isatty", lambda: False)()
    return bool(is_terminal) and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"

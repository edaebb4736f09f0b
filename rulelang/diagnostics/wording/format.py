"""Words for what the formatter finds."""

from __future__ import annotations

from rulelang.diagnostics.registry import Wording, problem
from rulelang.source import Span


@problem("format-failed", "a file that could not be formatted without changing it")
def format_failed(span: Span) -> Wording:
    return Wording(
        span,
        "this file cannot be formatted without changing a rule or losing a comment; it was left as it is",
        help="this is a mistake of the formatter: please report it, with the file",
    )

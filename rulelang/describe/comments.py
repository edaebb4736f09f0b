"""Comments: what an author says of a declaration beside it or above it."""

from __future__ import annotations

from rulelang.source import LoweredSpan, Span

RULER = "---"


def comment_of(span: Span) -> str:
    """The comment behind the first line of a declaration, or the lines of comment directly above it."""
    if isinstance(span, LoweredSpan) or not span.file.text:
        return ""  # what stands above a mechanism's block is about all that it brings
    behind = comment_in(span.file.line(span.line))
    return behind or " ".join(comments_above(span))


def comments_above(span: Span) -> list[str]:
    found: list[str] = []
    for number in range(span.line - 1, 0, -1):
        line = span.file.line(number).strip()
        if not line.startswith("#") or RULER in line:
            break
        found.insert(0, line.lstrip("# "))
    return found


def comment_in(line: str) -> str:
    """What stands behind the first `#` of a line that is not inside quotes."""
    quoted = False
    for at, character in enumerate(line):
        quoted ^= character == '"'
        if character == "#" and not quoted:
            return line[at + 1 :].strip()
    return ""

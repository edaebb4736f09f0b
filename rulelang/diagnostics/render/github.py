"""Diagnostics as workflow commands, which GitHub Actions turns into notes beside the changed lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.diagnostics.render.few import few_of
from rulelang.diagnostics.render.place import Place, place_of

IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def render(diagnostics: Sequence[Diagnostic], *, root: Path | None = None) -> str:
    """One command a line for each diagnostic, the next step behind the message.

    GitHub shows ten errors and ten warnings of a step, so errors come first.
    """
    few = few_of(sorted(diagnostics, key=lambda diagnostic: diagnostic.severity is not Severity.ERROR))
    notes = (f"::notice title={slug}::{note}" for slug, note in few.notes)
    commands = "\n".join([*(_command(diagnostic, root) for diagnostic in few.shown), *notes])
    # A file name that is no valid text must not stop the report from being printed.
    return commands.encode("utf-8", "replace").decode("utf-8")


def _command(diagnostic: Diagnostic, root: Path | None) -> str:
    place = place_of(diagnostic.span)
    place = place and ((place.below(root) if root is not None else None) or place)
    values = {**(_properties(place) if place else {}), "title": diagnostic.slug}
    properties = ",".join(f"{key}={str(value).translate(IN_PROPERTY)}" for key, value in values.items())
    help_line = f"\nhelp: {diagnostic.help}" if diagnostic.help else ""
    message = (diagnostic.message + help_line).translate(IN_MESSAGE)
    return f"::{diagnostic.severity.value} {properties}::{message}"


def _properties(place: Place) -> dict[str, str | int]:
    lines: dict[str, str | int] = {"file": place.path, "line": place.line, "endLine": place.end_line}
    # GitHub refuses columns on an annotation that covers several lines.
    if place.line != place.end_line:
        return lines
    return lines | {"col": place.column, "endColumn": place.end_column}

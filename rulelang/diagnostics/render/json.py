"""Diagnostics as JSON for programs: one object with all findings and their counts."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.diagnostics.fingerprint import fingerprints
from rulelang.diagnostics.render.few import few_of
from rulelang.diagnostics.render.place import place_of
from rulelang.printable import ascii_json
from rulelang.source import Span

VERSION = 1


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """One JSON object; a place in no file has null for its file, lines and columns.

    The counts are those of all findings; `left_out` says how many of a slug are not listed.
    """
    found = [diagnostic.severity for diagnostic in diagnostics]
    few = few_of(diagnostics)
    same = dict(zip(map(id, diagnostics), fingerprints(diagnostics), strict=True))
    report = {
        "version": VERSION,
        "diagnostics": [_entry(diagnostic, same[id(diagnostic)]) for diagnostic in few.shown],
        "left_out": dict(few.left_out),
        "errors": found.count(Severity.ERROR),
        "warnings": found.count(Severity.WARNING),
    }
    return ascii_json(report)


def _entry(diagnostic: Diagnostic, fingerprint: str) -> dict[str, object]:
    return {
        "slug": diagnostic.slug,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **_label(diagnostic.primary),
        "others": [_label(label) for label in diagnostic.others],
        "help": diagnostic.help,
        "fingerprint": fingerprint,
        "fixes": [{**_where(fix.span), "text": fix.text} for fix in diagnostic.fixes],
    }


def _label(label: Label) -> dict[str, object]:
    return {**_where(label.span), "label": label.text}


def _where(span: Span) -> dict[str, object]:
    place = place_of(span)
    return {
        "file": place and place.file,
        "line": place and place.line,
        "column": place and place.column,
        "end_line": place and place.end_line,
        "end_column": place and place.end_column,
    }

"""Diagnostics as JSON for programs."""

from __future__ import annotations

import json as standard

from rulelang.diagnostics.diagnostic import Label, Severity
from rulelang.diagnostics.fingerprint import fingerprints
from rulelang.diagnostics.render import json
from rulelang.source import NOWHERE, SourceFile
from tests.unit.diagnostics.findings import FOREST, UNKNOWN, finding, label


def test_whole_report():
    """Every field of a diagnostic is there, positions count from 1, ends are exclusive."""
    assert standard.loads(json.render([UNKNOWN])) == {
        "version": 1,
        "diagnostics": [
            {
                "slug": "unknown-name",
                "severity": "error",
                "message": "the rondel `actions` has no space called `forrest`",
                "file": "harvest.rules",
                "line": 5,
                "column": 16,
                "end_line": 5,
                "end_column": 23,
                "label": "not a space of `actions`",
                "others": [
                    {
                        "file": "harvest.rules",
                        "line": 2,
                        "column": 11,
                        "end_line": 2,
                        "end_column": 32,
                        "label": "the spaces are listed here",
                    }
                ],
                "help": "did you mean `forest`?",
                "fingerprint": fingerprints([UNKNOWN])[0],
                "fixes": [],
            }
        ],
        "left_out": {},
        "errors": 1,
        "warnings": 0,
    }


def test_counts():
    """Errors and warnings are counted apart."""
    warning = finding(label(FOREST, "4"), severity=Severity.WARNING)
    report = standard.loads(json.render([UNKNOWN, warning, warning]))
    assert (report["errors"], report["warnings"]) == (1, 2)


def test_no_diagnostics():
    """No findings are a report as well."""
    report = standard.loads(json.render([]))
    assert report == {"version": 1, "diagnostics": [], "left_out": {}, "errors": 0, "warnings": 0}


def test_what_is_built_in_has_no_place():
    """A place in the language itself has null for file and position."""
    (entry,) = standard.loads(json.render([finding(Label(NOWHERE, "built in"))]))["diagnostics"]
    assert [entry[key] for key in ("file", "line", "column", "end_line", "end_column")] == [None] * 5
    assert entry["label"] == "built in"


def test_output_is_ascii():
    """Control characters and broken file names are escaped."""
    file = SourceFile("\x1b\x9b\udcff漢.rules", "x")
    found = json.render([finding(label(file, "x"))])
    assert found.isascii()
    assert "\x1b" not in found
    assert standard.loads(found)["diagnostics"][0]["file"] == file.name

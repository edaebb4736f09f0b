"""Diagnostics as SARIF 2.1.0."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from jsonschema import Draft7Validator

from rulelang.diagnostics import wording
from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.diagnostics.fingerprint import fingerprints
from rulelang.diagnostics.registry import CATALOGUE, Problem
from rulelang.diagnostics.render import sarif
from rulelang.diagnostics.wording.names import unknown_name
from rulelang.source import NOWHERE, SourceFile
from tests.unit.diagnostics.findings import FOREST, HARVEST, UNKNOWN, finding, label

SCHEMA = Path(__file__).parents[2] / "data" / "sarif-schema-2.1.0.json"


@cache
def validator() -> Draft7Validator:
    """The official schema, which leaves `format` to this library's checker."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return Draft7Validator(schema, format_checker=Draft7Validator.FORMAT_CHECKER)


def run_of(*args: Any, **options: Any) -> Any:
    """The only run of a rendered log, which must be valid."""
    log = json.loads(sarif.render(*args, **options))
    validator().validate(log)
    (run,) = log["runs"]
    return run


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue as if it held one problem only."""
    problem = Problem("unknown-name", Severity.ERROR, "a name that nothing has")
    monkeypatch.setattr(sarif, "CATALOGUE", {"unknown-name": problem})


def test_result():
    """A result points at its rule, says message and help, and gives all places."""
    (result,) = run_of([UNKNOWN])["results"]
    assert result == {
        "ruleId": "unknown-name",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "the rondel `actions` has no space called `forrest`\nhelp: did you mean `forest`?"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "harvest.rules"},
                    "region": {"startLine": 5, "startColumn": 16, "endLine": 5, "endColumn": 23},
                },
                "message": {"text": "not a space of `actions`"},
            }
        ],
        "partialFingerprints": {"primaryLocationLineHash": fingerprints([UNKNOWN])[0]},
        "relatedLocations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "harvest.rules"},
                    "region": {"startLine": 2, "startColumn": 11, "endLine": 2, "endColumn": 32},
                },
                "message": {"text": "the spaces are listed here"},
            }
        ],
    }


def test_rules(known: None):
    """A rule has the title of its slug, and its page if there is one."""
    warning = finding(label(FOREST, "4"), severity=Severity.WARNING)
    run = run_of([UNKNOWN, warning, UNKNOWN], pages={"unknown-name": "# Unknown name"})
    assert run["tool"]["driver"]["rules"] == [
        {"id": "odd-thing"},
        {
            "id": "unknown-name",
            "shortDescription": {"text": "a name that nothing has"},
            "defaultConfiguration": {"level": "error"},
            "help": {"text": "# Unknown name", "markdown": "# Unknown name"},
        },
    ]
    assert [result["ruleIndex"] for result in run["results"]] == [1, 0, 1]


def test_every_slug_makes_a_valid_rule():
    """The catalogue as it stands fits the format."""
    for module in iter_modules(wording.__path__, f"{wording.__name__}."):
        import_module(module.name)
    found = [Diagnostic(slug, each.severity, each.title, label(FOREST, "4")) for slug, each in CATALOGUE.items()]
    assert len(run_of(found)["tool"]["driver"]["rules"]) == len(CATALOGUE) > 0


def test_no_diagnostics():
    """No findings are a valid log with no results, which clears older ones."""
    assert run_of([])["results"] == []


def test_several_lines():
    """A place of several lines has its true end."""
    (result,) = run_of([finding(label(HARVEST, "rule land\n  when"))])["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 4, "startColumn": 1, "endLine": 5, "endColumn": 7}


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("./games/a.rules", "games/a.rules"),
        ("my games/100%.rules", "my%20games/100%25.rules"),
        ("a:b#c?.rules", "a%3Ab%23c%3F.rules"),
        ("漢.rules", "%E6%BC%A2.rules"),
        ("\udcff.rules", "%FF.rules"),
    ],
)
def test_addresses(name: str, uri: str):
    """File names become relative addresses with everything special encoded."""
    (result,) = run_of([finding(label(SourceFile(name, "x"), "x"))])["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


def test_absolute_names_are_file_addresses(tmp_path: Path):
    """An absolute name can not be relative to anything."""
    file = SourceFile(str(tmp_path / "a b.rules"), "x")
    (result,) = run_of([finding(label(file, "x"))])["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.startswith("file:///")
    assert uri.endswith("/a%20b.rules")


def test_what_is_built_in_has_no_location():
    """A finding in no file has no location, and such a label none either."""
    (result,) = run_of([finding(Label(NOWHERE), Label(NOWHERE, "built in"))])["results"]
    assert result["locations"] == []
    assert "relatedLocations" not in result


def test_columns_count_characters():
    """Readers must not take our columns for UTF-16 units."""
    assert run_of([])["columnKind"] == "unicodeCodePoints"


def test_the_tool_says_its_version():
    assert run_of([], version="1.2.3")["tool"]["driver"]["version"] == "1.2.3"


def test_paths_are_told_from_the_top_of_the_repository(tmp_path: Path):
    """Wherever it is run; a place outside of the repository is told in the message alone."""
    inside = label(SourceFile(str(tmp_path / "games" / "a b.rules"), "x"), "x")
    outside = label(SourceFile("/elsewhere/base.rules", "x"), "x")
    run = run_of([finding(inside, outside)], root=tmp_path)
    (result,) = run["results"]
    (place,) = result["locations"]
    assert place["physicalLocation"]["artifactLocation"] == {"uri": "games/a%20b.rules", "uriBaseId": "SRCROOT"}
    assert "relatedLocations" not in result
    assert "see /elsewhere/base.rules:1:1" in result["message"]["text"]
    assert run["originalUriBaseIds"].keys() == {"SRCROOT"}


def test_what_was_probably_meant_is_a_fix():
    """The word, and nothing around it, is replaced."""
    place = label(SourceFile("a.rules", "add 1 to s.coin"), "s.coin").span
    (result,) = run_of([unknown_name(place, "coin", ["coins", "cards"])])["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 1, "startColumn": 12, "endLine": 1, "endColumn": 16},
            "insertedContent": {"text": "coins"},
        }
    ]


def test_no_fix_without_a_near_name():
    place = label(SourceFile("a.rules", "add 1 to gold"), "gold").span
    assert "fixes" not in run_of([unknown_name(place, "gold", ["cards"])])["results"][0]

"""Diagnostics as SARIF 2.1.0, the format that code hosts and editors read findings from.

`pages` maps slugs to their explanations in Markdown; they become the help of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.diagnostics.registry import CATALOGUE
from rulelang.diagnostics.render.few import few_of
from rulelang.diagnostics.render.place import Place, place_of
from rulelang.printable import ascii_json

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
NO_PAGES: Mapping[str, str] = MappingProxyType({})

Json = dict[str, object]


def render(diagnostics: Sequence[Diagnostic], *, pages: Mapping[str, str] = NO_PAGES) -> str:
    """One SARIF log with one run, and a rule for each slug that occurs."""
    few = few_of(diagnostics)
    slugs = sorted({diagnostic.slug for diagnostic in few.shown})
    rules = [_rule(slug, pages.get(slug, "")) for slug in slugs]
    run: Json = {
        "tool": {"driver": {"name": "rulelang", "rules": rules}},
        # Our columns count characters; what SARIF assumes otherwise is UTF-16 units.
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, slugs.index(diagnostic.slug)) for diagnostic in few.shown],
    }
    if few.notes:
        notes = [{"message": {"text": f"{slug}: {note}"}, "level": "note"} for slug, note in few.notes]
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": notes}]
    return ascii_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(slug: str, page: str) -> Json:
    rule: Json = {"id": slug}
    if slug in CATALOGUE:
        problem = CATALOGUE[slug]
        rule["shortDescription"] = {"text": problem.title}
        rule["defaultConfiguration"] = {"level": problem.severity.value}
    if page:
        rule["help"] = {"text": page, "markdown": page}
    return rule


def _result(diagnostic: Diagnostic, rule: int) -> Json:
    help_line = f"\nhelp: {diagnostic.help}" if diagnostic.help else ""
    result: Json = {
        "ruleId": diagnostic.slug,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": diagnostic.message + help_line},
        "locations": _locations((diagnostic.primary,)),
    }
    if related := _locations(diagnostic.others):
        result["relatedLocations"] = related
    return result


def _locations(labels: Sequence[Label]) -> list[Json]:
    """The places of labels; what is part of the language is in no file and has none."""
    places = ((place_of(label.span), label.text) for label in labels)
    return [_location(place, text) for place, text in places if place]


def _location(place: Place, text: str) -> Json:
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    location: Json = {"physicalLocation": {"artifactLocation": {"uri": place.uri}, "region": region}}
    if text:
        location["message"] = {"text": text}
    return location

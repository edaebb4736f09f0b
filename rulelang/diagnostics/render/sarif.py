"""Diagnostics as SARIF 2.1.0, the format that code hosts and editors read findings from.

`pages` maps slugs to their explanations in Markdown; they become the help of the rules. Paths are those from the
`root` of a repository, wherever the command is run; a place outside of it (a shipped game below a house rule) is told
in the message. GitHub knows a finding again by `primaryLocationLineHash`, and keeps a hundred places of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic, Fix, Label
from rulelang.diagnostics.fingerprint import fingerprints
from rulelang.diagnostics.registry import CATALOGUE
from rulelang.diagnostics.render.few import few_of
from rulelang.diagnostics.render.place import Place, place_of
from rulelang.printable import ascii_json
from rulelang.source import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
NO_PAGES: Mapping[str, str] = MappingProxyType({})

ROOT = "SRCROOT"
MOST_PLACES = 100

Json = dict[str, object]


def render(
    diagnostics: Sequence[Diagnostic],
    *,
    pages: Mapping[str, str] = NO_PAGES,
    root: Path | None = None,
    version: str = "",
) -> str:
    """One SARIF log with one run, and a rule for each slug that occurs."""
    few = few_of(diagnostics)
    slugs = sorted({diagnostic.slug for diagnostic in few.shown})
    rules = [_rule(slug, pages.get(slug, "")) for slug in slugs]
    writer = _Writer(slugs, root)
    same = dict(zip(map(id, diagnostics), fingerprints(diagnostics), strict=True))
    run: Json = {
        "tool": {"driver": {"name": "rulelang", **({"version": version} if version else {}), "rules": rules}},
        # Our columns count characters; what SARIF assumes otherwise is UTF-16 units.
        "columnKind": "unicodeCodePoints",
        "results": [writer.result(diagnostic, same[id(diagnostic)]) for diagnostic in few.shown],
    }
    if root is not None:
        run["originalUriBaseIds"] = {ROOT: {"description": {"text": "the top folder of the repository"}}}
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


@frozen
class _Writer:
    """Writes the results of one run."""

    slugs: Sequence[str]
    root: Path | None

    def result(self, diagnostic: Diagnostic, fingerprint: str) -> Json:
        help_line = f"\nhelp: {diagnostic.help}" if diagnostic.help else ""
        outside = [
            f"\nsee {label.span}" for label in (diagnostic.primary, *diagnostic.others) if self.is_outside(label)
        ]
        result: Json = {
            "ruleId": diagnostic.slug,
            "ruleIndex": self.slugs.index(diagnostic.slug),
            "level": diagnostic.severity.value,
            "message": {"text": diagnostic.message + help_line + "".join(outside)},
            "locations": self.locations((diagnostic.primary,)),
            "partialFingerprints": {"primaryLocationLineHash": fingerprint},
        }
        if related := self.locations(diagnostic.others):
            result["relatedLocations"] = related[:MOST_PLACES]
        if fixes := [self.fix(fix, place) for fix in diagnostic.fixes if (place := self.place(fix.span)) is not None]:
            result["fixes"] = fixes
        return result

    def place(self, span: Span) -> Place | None:
        place = place_of(span)
        return place if place is None or self.root is None else place.below(self.root)

    def is_outside(self, label: Label) -> bool:
        return place_of(label.span) is not None and self.place(label.span) is None

    def locations(self, labels: Sequence[Label]) -> list[Json]:
        """The places of labels; what is part of the language is in no file and has none."""
        places = ((self.place(label.span), label.text) for label in labels)
        return [self.location(place, text) for place, text in places if place]

    def location(self, place: Place, text: str) -> Json:
        location: Json = {"physicalLocation": {"artifactLocation": self.artifact(place), "region": _region(place)}}
        if text:
            location["message"] = {"text": text}
        return location

    def artifact(self, place: Place) -> Json:
        return {"uri": place.uri} if self.root is None else {"uri": place.uri, "uriBaseId": ROOT}

    def fix(self, fix: Fix, place: Place) -> Json:
        replacement = {"deletedRegion": _region(place), "insertedContent": {"text": fix.text}}
        return {
            "description": {"text": f"write `{fix.text}`"},
            "artifactChanges": [{"artifactLocation": self.artifact(place), "replacements": [replacement]}],
        }


def _region(place: Place) -> Json:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }

"""How scenarios went, in the forms that build services read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from rulelang.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulelang.diagnostics.render import github as notes
from rulelang.diagnostics.render.place import place_of
from rulelang.printable import ascii_json, visible
from rulelang.testing.suite import Outcome

FAILED_SLUG = "failed-scenario"


def row(outcome: Outcome) -> dict[str, Any]:
    """A scenario's result for programs."""
    result = outcome.result
    return {
        "name": result.name,
        "passed": result.passed,
        "message": result.message,
        "file": result.span.file.name,
        "line": result.span.line,
        "cites": list(result.cites),
    }


def json(outcomes: Sequence[Outcome]) -> str:
    passed = sum(outcome.passed for outcome in outcomes)
    report = {"passed": passed, "failed": len(outcomes) - passed, "scenarios": [row(outcome) for outcome in outcomes]}
    return ascii_json(report)


def github(outcomes: Sequence[Outcome], root: Path | None = None) -> str:
    """A note for each failed scenario beside the line that does not hold."""
    found = []
    for outcome in outcomes:
        if not outcome.passed:
            said = f'"{outcome.result.name}": {outcome.result.message}'
            found.append(Diagnostic(FAILED_SLUG, Severity.ERROR, said, Label(outcome.result.span)))
    return notes.render(found, root=root)


def junit(outcomes: Sequence[Outcome]) -> str:
    """JUnit's XML: a file is a suite, a scenario a case with its place and the printed rules it cites."""
    suites: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        suites[outcome.case.file].append(outcome)
    top = ET.Element("testsuites", counted("rulelang", outcomes))
    for file, inside in suites.items():
        suite = ET.SubElement(top, "testsuite", counted(file, inside))
        for outcome in inside:
            suite.append(case(outcome))
    ET.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(top, encoding="unicode")


def counted(name: str, outcomes: Sequence[Outcome]) -> dict[str, str]:
    failures = sum(not outcome.passed for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    numbers = {"tests": str(len(outcomes)), "failures": str(failures), "errors": "0", "skipped": "0"}
    return {"name": visible(name), **numbers, "time": f"{seconds:.3f}"}


def case(outcome: Outcome) -> ET.Element:
    result = outcome.result
    place = place_of(result.span)
    where = {"file": visible(place.path), "line": str(place.line)} if place is not None else {}
    about = {"name": visible(result.name), "classname": visible(outcome.case.game.stem), **where}
    made = ET.Element("testcase", {**about, "time": f"{outcome.seconds:.3f}"})
    if result.cites:
        listed = ET.SubElement(made, "properties")
        for rule in result.cites:
            ET.SubElement(listed, "property", {"name": "cites", "value": visible(rule)})
    if not result.passed:
        ET.SubElement(made, "failure", {"message": visible(result.message)}).text = visible(str(result.span))
    return made

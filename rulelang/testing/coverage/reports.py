"""Coverage in the forms that services read: LCOV, Cobertura, JSON. The page for people is in `page.py`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.structure import not_covered
from rulelang.printable import ascii_json, visible
from rulelang.source import Span
from rulelang.testing.coverage.measure import Coverage, Started, percent
from rulelang.testing.coverage.universe import NEED, RULE, SORTS, TABLES, Item

Lines = dict[int, int]


def lines_of(coverage: Coverage, file: str) -> Lines:
    """How often scenarios reach each line of a file that counts; cards and other rows are lines for services."""
    found: dict[int, int] = defaultdict(int)
    for number, row in coverage.rows(file).items():
        found[number] = coverage.times_named(row)
    for line in coverage.lines:
        if line.file == file:
            found[line.number] = max(found[line.number], coverage.times(line))
    return dict(sorted(found.items()))


def sides(coverage: Coverage, need: Item) -> list[int]:
    """How often a need held, and how often it failed."""
    return [sum(coverage.by_scenarios[key] for key in side) for side in need.sides]


def needs_by_line(coverage: Coverage, file: str) -> dict[int, list[int]]:
    return {need.span.line: sides(coverage, need) for need in coverage.items(NEED, file)}


def from_top(file: str, root: Path | None) -> str:
    """A path as services want it: from the top of the repository."""
    path = Path(file).resolve()
    return (
        path.relative_to(root).as_posix() if root is not None and path.is_relative_to(root) else Path(file).as_posix()
    )


def findings(coverage: Coverage) -> list[Diagnostic]:
    """The lines that no scenario reaches, for those who show findings beside lines."""
    found = []
    for line in coverage.missed:
        file = coverage.universe.files[line.file]
        start, text = file.line_starts[line.number - 1], file.line(line.number)
        found.append(not_covered(Span(file, start + len(text) - len(text.lstrip()), start + len(text)), line.owner))
    return found


# ---- LCOV -------------------------------------------------------------------------------------------------------


def lcov(found: Sequence[Coverage], root: Path | None = None) -> str:
    return "".join(line + "\n" for coverage in found for line in lcov_lines(coverage, root))


def lcov_lines(coverage: Coverage, root: Path | None) -> Iterator[str]:
    for file in sorted(coverage.universe.files):
        lines = lines_of(coverage, file)
        if not lines:
            continue
        yield f"TN:{coverage.name}"
        yield f"SF:{visible(from_top(file, root))}"
        rules = coverage.items(RULE, file)
        for rule in rules:
            yield f"FN:{rule.span.line},{rule.name}"
        for rule in rules:
            yield f"FNDA:{max(coverage.by_scenarios[key] for key in rule.sides[0])},{rule.name}"
        yield f"FNF:{len(rules)}"
        yield f"FNH:{sum(map(coverage.reaches, rules))}"
        branches = needs_by_line(coverage, file)
        for number, counts in branches.items():
            for side, times in enumerate(counts):
                yield f"BRDA:{number},0,{side},{times if any(counts) else '-'}"
        yield f"BRF:{2 * len(branches)}"
        yield f"BRH:{sum(bool(times) for counts in branches.values() for times in counts)}"
        yield from (f"DA:{number},{times}" for number, times in lines.items())
        yield f"LF:{len(lines)}"
        yield f"LH:{sum(map(bool, lines.values()))}"
        yield "end_of_record"


# ---- Cobertura --------------------------------------------------------------------------------------------------


def cobertura(found: Sequence[Coverage], root: Path | None = None) -> str:
    """A game is a package, a file a class, a rule a method; the two sides of a need are its conditions."""
    made = [
        (coverage, file, lines)
        for coverage in found
        for file in sorted(coverage.universe.files)
        if (lines := lines_of(coverage, file))
    ]
    branches = [counts for coverage, file, _ in made for counts in needs_by_line(coverage, file).values()]
    top = ET.Element(
        "coverage",
        totals([lines for _, _, lines in made], branches) | {"version": "1", "timestamp": "0", "complexity": "0"},
    )
    ET.SubElement(ET.SubElement(top, "sources"), "source").text = "."
    packages = ET.SubElement(top, "packages")
    for coverage in found:
        inside = [(file, lines) for each, file, lines in made if each is coverage]
        package = ET.SubElement(
            packages, "package", {"name": coverage.name, **rates([x for _, x in inside], []), "complexity": "0"}
        )
        classes = ET.SubElement(package, "classes")
        for file, lines in inside:
            classes.append(cobertura_class(coverage, file, lines, from_top(file, root)))
    ET.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(top, encoding="unicode") + "\n"


def cobertura_class(coverage: Coverage, file: str, lines: Lines, shown: str) -> ET.Element:
    needs = needs_by_line(coverage, file)
    made = ET.Element(
        "class",
        {
            "name": visible(Path(file).stem),
            "filename": visible(shown),
            **rates([lines], list(needs.values())),
            "complexity": "0",
        },
    )
    methods = ET.SubElement(made, "methods")
    for rule in coverage.items(RULE, file):
        times = max(coverage.by_scenarios[key] for key in rule.sides[0])
        method = ET.SubElement(
            methods,
            "method",
            {"name": rule.name, "signature": "", **rates([{rule.span.line: times}], []), "complexity": "0"},
        )
        ET.SubElement(ET.SubElement(method, "lines"), "line", {"number": str(rule.span.line), "hits": str(times)})
    listed = ET.SubElement(made, "lines")
    for number, times in lines.items():
        line = ET.SubElement(listed, "line", {"number": str(number), "hits": str(times), "branch": "false"})
        if number in needs:
            seen = sum(map(bool, needs[number]))
            line.set("branch", "true")
            line.set("condition-coverage", f"{50 * seen}% ({seen}/2)")
    return made


def rates(files: Sequence[Lines], branches: Sequence[Sequence[int]]) -> dict[str, str]:
    hits = [times for lines in files for times in lines.values()]
    seen = [times for counts in branches for times in counts]
    return {"line-rate": rate(hits), "branch-rate": rate(seen)}


def rate(times: Sequence[int]) -> str:
    return f"{sum(map(bool, times)) / len(times) if times else 1:.4f}"


def totals(files: Sequence[Lines], branches: Sequence[Sequence[int]]) -> dict[str, str]:
    hits = [times for lines in files for times in lines.values()]
    seen = [times for counts in branches for times in counts]
    return {
        **rates(files, branches),
        "lines-covered": str(sum(map(bool, hits))),
        "lines-valid": str(len(hits)),
        "branches-covered": str(sum(map(bool, seen))),
        "branches-valid": str(len(seen)),
    }


# ---- JSON -------------------------------------------------------------------------------------------------------


def json(found: Sequence[Coverage]) -> str:
    return ascii_json({"version": 1, "games": [game_json(coverage) for coverage in found]})


def game_json(coverage: Coverage) -> dict[str, Any]:
    """The figures of a game, what is missed, and what each scenario reaches."""
    keys = {key: line for line in coverage.lines for key in coverage.universe.lines[line]}
    return {
        "game": coverage.name,
        "shares": {sort: share_json(coverage.share(sort)) for sort in (*SORTS, "lines")},
        "files": {f: {s: share_json(coverage.share(s, f)) for s in (*SORTS, "lines")} for f in files(coverage)},
        "missed": [
            {"file": x.file, "line": x.number, "of": x.owner, "simulated": coverage.times(x, coverage.simulated)}
            for x in coverage.missed
        ],
        "one_sided": [
            {
                "file": need.span.file.name,
                "line": need.span.line,
                **dict(zip(("held", "failed"), sides(coverage, need), strict=True)),
            }
            for need in coverage.one_sided
        ],
        "started": {each.what: started_json(each) for each in coverage.started},
        "tables": {each.what: started_json(each) for each in coverage.tables},
        "simulated_games": coverage.games,
        "scenarios": [
            {
                "name": each.result.name,
                "passed": each.result.passed,
                "reaches": sorted({f"{keys[key].file}:{keys[key].number}" for key in each.counts if key in keys}),
            }
            for each in coverage.scenarios
        ],
    }


def started_json(found: Started) -> dict[str, Any]:
    return {"reached": found.reached, "of": found.total, "missing": list(found.missing)}


def share_json(share: tuple[int, int]) -> dict[str, float]:
    return {"reached": share[0], "of": share[1], "per_cent": round(percent(share), 1)}


def files(coverage: Coverage) -> list[str]:
    """The files that have anything to reach."""
    named = {item.span.file.name for sort in TABLES for item in coverage.items(sort)}
    return sorted({line.file for line in coverage.lines} | named)

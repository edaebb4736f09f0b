"""From printed rules to the clauses that implement them and the scenarios that test them.

The printed rules are the tables of a game's `rulebook.md` (`| ABC-012 | … |`). Rules that are about
physical material only are listed there once more, under `## Not for software`, each with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field, frozen

from rulelang.errors import UsageError
from rulelang.model.resolve.statements import cite_run
from rulelang.pipeline import read_game
from rulelang.project.sources import find, read_source
from rulelang.source import SourceFile
from rulelang.syntax import nodes

RULEBOOK = "rulebook.md"
WAIVED = "not for software"
ROW = re.compile(r"^\|\s*`?([A-Z][A-Z0-9]*-\d+)(?:\s*(?:\.\.|–|-)\s*([A-Z][A-Z0-9]*-\d+))?`?\s*\|(.*?)\|?\s*$")
HEADING = re.compile(r"^(#+)\s*(.*?)\s*#*\s*$")


@define
class Printed:
    """A printed rule, and where it is found in the rule files."""

    id: str
    text: str
    cited_by: list[str] = field(factory=list)
    scenarios: list[str] = field(factory=list)
    waived: str | None = None

    @property
    def is_covered(self) -> bool:
        return self.waived is not None or bool(self.cited_by and self.scenarios)


@frozen
class Trace:
    """All printed rules of a game, and citations of rules that are not printed."""

    game: str
    rules: tuple[Printed, ...]
    unknown: dict[str, list[str]]

    @property
    def uncovered(self) -> list[Printed]:
        return [rule for rule in self.rules if not rule.is_covered]


def trace(reference: str | Path) -> Trace:
    """Follow the printed rules of a game into its files."""
    rules, _ = read_game(reference)
    path = find(reference)
    folder = path if path.is_dir() else path.parent
    printed = rulebook(folder)
    unknown: dict[str, list[str]] = {}
    for block in rules.blocks:
        for cited, scenario, cite in citations(block, None):
            place = f"{cite.span.file.name}:{cite.span.line}"
            if cited not in printed:
                if Path(cite.span.file.name).resolve().is_relative_to(folder.resolve()):
                    unknown.setdefault(cited, []).append(place)  # what is included has its own rulebook
                continue
            found = printed[cited].cited_by if scenario is None else printed[cited].scenarios
            said = place if scenario is None else scenario
            if said not in found:
                found.append(said)
    return Trace(rules.name, tuple(printed.values()), unknown)


def rulebook(folder: Path) -> dict[str, Printed]:
    """The printed rules of a game, in their order."""
    path = folder / RULEBOOK
    if not path.is_file():
        raise UsageError(f"there is no {RULEBOOK} in {folder}: the printed rules stand there, a numbered row each")
    source = read_source(path, path.as_posix())
    if not isinstance(source, SourceFile):
        raise UsageError(f"{path}: {source.message}")
    return printed_rules(source.text)


def printed_rules(text: str) -> dict[str, Printed]:
    """The rules that the tables of a rulebook list, with the waivers below them."""
    found: dict[str, Printed] = {}
    waivers: dict[str, str] = {}
    waiving_depth = 0
    for line in text.splitlines():
        heading = HEADING.match(line)
        if heading and (not waiving_depth or len(heading[1]) <= waiving_depth):
            waiving_depth = len(heading[1]) if WAIVED in heading[2].lower() else 0
        row = ROW.match(line)
        if row is None:
            continue
        for name in cite_run(nodes.Cite(row[1], row[2] or row[1])):
            if waiving_depth:
                waivers[name] = row[3].strip()
            else:
                found.setdefault(name, Printed(name, row[3].strip()))
    for name, reason in waivers.items():
        found.setdefault(name, Printed(name, "")).waived = reason
    return found


def citations(node: Any, scenario: str | None) -> Iterator[tuple[str, str | None, nodes.Cite]]:
    """Every citation in a tree, with the scenario it stands in, if it stands in one."""
    if isinstance(node, tuple):
        for item in node:
            yield from citations(item, scenario)
    elif isinstance(node, nodes.Cites):
        for cite in node.cites:
            yield from ((name, scenario, cite) for name in cite_run(cite))
    elif attrs.has(type(node)) and hasattr(node, "span"):
        if isinstance(node, nodes.Block) and node.keyword == "scenario":
            scenario = node.label or str(node.path or "")
        for part in attrs.fields(type(node)):
            if part.name not in ("span", "header", "keyword_span", "name_span"):
                yield from citations(getattr(node, part.name), scenario)

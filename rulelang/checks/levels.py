"""What becomes of findings: levels of warnings, selections, findings that are known already."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.diagnostics.fingerprint import fingerprints, heads_of
from rulelang.diagnostics.registry import CATALOGUE
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.errors import UsageError
from rulelang.project.dependencies import read_file
from rulelang.project.settings import Settings, settings_for

OFF = "off"


@frozen
class Selection:
    """Warnings that are asked for, and those that are not; errors are always told."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()

    def __attrs_post_init__(self) -> None:
        check_warnings([*self.select, *self.ignore], "")

    def keeps(self, problem: Diagnostic) -> bool:
        chosen = not self.select or problem.slug in self.select
        return problem.severity is Severity.ERROR or (chosen and problem.slug not in self.ignore)


def check_warnings(slugs: Iterable[str], where: str) -> None:
    """Refuse names that are no warnings."""
    warnings = [slug for slug, problem in CATALOGUE.items() if problem.severity is Severity.WARNING]
    for slug in slugs:
        if slug not in warnings:
            hint = "an error stays one" if slug in CATALOGUE else did_you_mean(slug, warnings)
            raise UsageError(f"{where}there is no warning `{slug}`" + (f"; {hint}" if hint else ""))


def levelled(problems: Sequence[Diagnostic], selection: Selection) -> list[Diagnostic]:
    """Findings at the levels that the settings of their files give them; what is off or not selected is left out."""
    found = []
    levels_in = cache(levels_of_file)
    for problem in filter(selection.keeps, problems):
        level = levels_in(problem.span.file.name).get(problem.slug, problem.severity.value)
        if problem.severity is Severity.ERROR or problem.slug in selection.select:
            found.append(problem)
        elif level != OFF:
            found.append(evolve(problem, severity=Severity(level)))
    return found


def levels_of_file(file: str) -> Mapping[str, str]:
    """The levels that settings give to warnings in a file."""
    settings = settings_for(file)
    levels = settings.levels_of(file)
    check_warnings(levels, f"{settings.file.name}: " if settings.file is not None else "")
    return levels


def new_ones(problems: Sequence[Diagnostic], known: Iterable[str]) -> list[Diagnostic]:
    """The findings that are not known."""
    old = frozenset(known)
    return [p for p, fingerprint in zip(problems, fingerprints(problems), strict=True) if fingerprint not in old]


# ---- baselines ------------------------------------------------------------------------------------------------


@frozen
class Baseline:
    """Warnings that a folder has had for long: they are known, and not told. An error is never known."""

    path: Path
    entries: dict[str, dict[str, str]]

    def left(self, problems: Sequence[Diagnostic]) -> list[Diagnostic]:
        """What is not known."""
        new = {id(problem) for problem in new_ones(problems, self.entries)}
        return [problem for problem in problems if problem.severity is Severity.ERROR or id(problem) in new]

    def gone(self, problems: Sequence[Diagnostic], files: Iterable[Path]) -> int:
        """How many entries do not occur any more in some files."""
        names = {file.name for file in files}
        there = set(fingerprints(problems))
        return sum(key not in there and entry.get("file") in names for key, entry in self.entries.items())


def baseline_of(settings: Settings) -> Baseline | None:
    """The baseline that settings name."""
    if not settings.check.baseline:
        return None
    path = settings.folder / settings.check.baseline
    return Baseline(path, read_baseline(path) if path.exists() else {})


def read_baseline(path: Path) -> dict[str, dict[str, str]]:
    try:
        found = json.loads(read_file(path))
        return {str(key): dict(entry) for key, entry in found["findings"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UsageError(f"{path} is no baseline; `rulelang check --write-baseline` writes one") from None


def written_baseline(problems: Sequence[Diagnostic]) -> str:
    """The text of a baseline with all warnings there are; people read its differences, so it says what is meant."""
    entries = {
        fingerprint: {"slug": p.slug, "in": heads_of(p.span.file).at(p.span), "file": Path(p.span.file.name).name}
        for p, fingerprint in zip(problems, fingerprints(problems), strict=True)
        if p.severity is Severity.WARNING
    }
    return json.dumps({"version": 1, "findings": entries}, indent=2, ensure_ascii=True) + "\n"


def statistics(problems: Iterable[Diagnostic]) -> list[tuple[str, int, str]]:
    """How often each sort of finding occurs, the most frequent first."""
    counts = Counter(problem.slug for problem in problems)
    return [(slug, count, CATALOGUE[slug].title) for slug, count in counts.most_common()]

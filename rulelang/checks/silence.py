"""Warnings switched off in place: `silence never_used for name because "…"`."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from rulelang.diagnostics.diagnostic import Diagnostic, Severity
from rulelang.diagnostics.registry import CATALOGUE
from rulelang.diagnostics.wording import structure as say
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name

# What other commands tell: `cover` says what no scenario reaches.
TOLD_ELSEWHERE = frozenset({"not-covered"})


@define
class Silence:
    """One warning switched off, perhaps for one name only."""

    block: nodes.Block
    slug: str
    name: str | None
    used: bool = False

    def covers(self, problem: Diagnostic) -> bool:
        if problem.slug != self.slug or problem.severity is not Severity.WARNING:
            return False
        return self.name is None or self.name in problem.names

    def meant(self, problems: Iterable[Diagnostic]) -> list[str]:
        """Parts of kinds with this name: of them the kind is named, too."""
        names = [name for problem in problems if problem.slug == self.slug for name in problem.names]
        return [name for name in names if name.partition(".")[2] == self.name]


def apply_silences(problems: list[Diagnostic], blocks: Iterable[nodes.Block]) -> list[Diagnostic]:
    """The problems that are left, and what is wrong with the silences."""
    silences = [made for block in blocks if block.keyword == "silence" and (made := read(block)) is not None]
    warnings = [slug for slug, p in CATALOGUE.items() if p.severity is Severity.WARNING]
    extra = []
    for silence in silences:
        if silence.slug not in warnings:
            extra.append(say.unknown_silence(silence.block.header, silence.slug, warnings))
        because = silence.block.clause("because")
        if because is None or not because.values:
            extra.append(say.silence_needs_reason(silence.block.header))
    left = []
    for problem in problems:
        covering = [s for s in silences if s.covers(problem)]
        for silence in covering:
            silence.used = True
        if not covering:
            left.append(problem)
    # Beside an error not all warnings are looked for.
    is_whole = all(problem.severity is not Severity.ERROR for problem in problems)
    idle = [s for s in silences if is_whole and not s.used]
    unused = [s for s in idle if s.slug in warnings and s.slug not in TOLD_ELSEWHERE]
    return [*left, *extra, *(say.unused_silence(s.block.header, s.slug, s.meant(left)) for s in unused)]


def read(block: nodes.Block) -> Silence | None:
    if block.path is None:
        return None
    return Silence(block, str(block.path).replace("_", "-"), clause_name(block, "for"))

"""What makes two findings the same one, though files move, lines shift and the style changes.

It hangs on the sort of finding, the declaration it stands in and the names it is about, never on lines or paths. SARIF,
baselines and `check --changed` share it.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.source import SourceFile, Span

# The head of a declaration: its keyword and what it names.
HEAD = re.compile(r"^[A-Za-z]\w*(?: +of)?(?: +(?:\"[^\"\n]*\"|[\w.]+))?", re.MULTILINE)


def fingerprints(problems: Sequence[Diagnostic]) -> list[str]:
    """One for each problem; those that are alike in everything are told apart by their order."""
    seen = Counter[tuple[object, ...]]()
    heads: dict[int, Heads] = {}
    found = []
    for problem in problems:
        span = problem.span
        there = heads.get(id(span.file)) or heads.setdefault(id(span.file), heads_of(span.file))
        what = (problem.slug, there.at(span), problem.names)
        seen[what] += 1
        found.append(hashlib.sha256(repr((*what, seen[what])).encode("utf-8", "surrogatepass")).hexdigest()[:16])
    return found


@frozen
class Heads:
    """The heads of the declarations of a file, and where they begin."""

    starts: tuple[int, ...]
    texts: tuple[str, ...]

    def at(self, span: Span) -> str:
        """The head of the declaration that a place stands in."""
        number = bisect_right(self.starts, span.start)
        return self.texts[number - 1] if number else ""


def heads_of(file: SourceFile) -> Heads:
    found = list(HEAD.finditer(file.text))
    return Heads(tuple(match.start() for match in found), tuple(match[0] for match in found))

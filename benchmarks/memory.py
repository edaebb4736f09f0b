"""What a match takes in memory, alone and by the thousands."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.copying import in_progress
from benchmarks.measure import Pace
from benchmarks.playing import EXAMPLES
from benchmarks.results import Row
from rulelang.api.match import Match
from rulelang.project.sources import shipped_games

PART = "memory"
MANY = 10_000
SOME = 500


def bytes_of(match: Match, count: int) -> float:
    """The bytes of one of so many copies."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [match.copy() for _ in range(count)]
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / len(kept)


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    listed: list[tuple[str, Any, int]] = [("harbour", EXAMPLES / "harbour.rules", 60)]
    listed += [(name, name, 300) for name in shipped_games()]
    for name, reference, decisions in listed:
        told(f"memory of {name}")
        match = in_progress(reference, decisions)
        one = bytes_of(match, SOME)
        yield Row(PART, name, f"a match after {decisions} decisions", f"{one:,.0f} bytes")
        if name == "harbour":
            all_ = bytes_of(match, MANY // 10 if pace.is_quick else MANY) * MANY
            yield Row(PART, name, f"{MANY:,} such matches", f"{all_ / 1e6:,.0f} MB")

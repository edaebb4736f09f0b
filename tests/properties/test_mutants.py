"""A rule file that passes the checker is a game that runs: tried on files whose trees were changed at random.

500 mutants here, 20,000 behind the marker `slow` in twenty parts. Each is refused, or plays 200 decisions
with the audit; what goes wrong in spite of a clean check says so in our own words, and where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.properties.mutants import Outcome, mutant, outcome, small_files

CASES = 500
FEW_PARTS = 5
MANY = 20_000
PARTS = 20
# Of a thousand files that checked clean so many may go wrong.
MOST_WRONG = 1


def outcomes(first: int, count: int) -> Iterator[tuple[str, Outcome]]:
    """The mutants with these numbers, each file in turn."""
    files = small_files()
    for number in range(first, first + count):
        original = files[number % len(files)]
        text, seed = mutant(original, number // len(files))
        yield f"{original.name} {number // len(files)}", outcome(text, seed)


def judge(first: int, count: int) -> None:
    found = list(outcomes(first, count))
    assert [(name, each.said) for name, each in found if not each.is_sound] == []
    wrong = [(name, each.said) for name, each in found if each.what == "wrong"]
    assert [name for name, each in found if not each.placed] == [], wrong
    counts = Counter(each.what for _, each in found)
    clean = counts["played"] + counts["wrong"]
    assert clean > count // 10, "too few mutants pass the checker to say anything"
    assert len(wrong) <= max(1, clean * MOST_WRONG / 1_000), wrong


@pytest.mark.parametrize("part", range(FEW_PARTS))
def test_mutants(part: int) -> None:
    """Refused, or played well."""
    judge(part * CASES // FEW_PARTS, CASES // FEW_PARTS)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_mutants(part: int) -> None:
    """The same for longer, in parts that can be run side by side or one at a time."""
    judge(CASES + part * MANY // PARTS, MANY // PARTS)

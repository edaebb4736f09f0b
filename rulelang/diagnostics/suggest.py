"""Near names, for "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


def distance(a: str, b: str) -> int:
    """Edit distance with neighbouring letters swapped counted as one slip."""
    a, b = without_same_start(*without_same_start(a, b), -1)
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if last and i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def same_start(a: str, b: str) -> int:
    """With how many equal letters two words begin: slips are rarer at the start of a word."""
    return next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def without_same_start(a: str, b: str, step: int = 1) -> tuple[str, str]:
    """What is left of two words behind the letters they begin with alike, read backwards with -1."""
    a, b = a[::step], b[::step]
    same = same_start(a, b)
    return a[same:][::step], b[same:][::step]


def near(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate a person most likely meant, or nothing if none is close."""
    wanted = name.lower()
    allowed = 1 if len(name) <= 3 else 2 if len(name) <= 7 else 3
    best: tuple[int, int, int, str] | None = None
    for order, candidate in enumerate(dict.fromkeys(candidates)):
        if candidate == name or abs(len(candidate) - len(wanted)) > allowed:
            continue
        found = (distance(wanted, candidate.lower()), -same_start(wanted, candidate.lower()), order, candidate)
        if found[0] <= allowed and (best is None or found < best):
            best = found
    return best[3] if best else None


class Meant(str):
    """A sentence that offers a word, and the word, for who puts it in place."""

    __slots__ = ("word",)
    word: str

    def __new__(cls, sentence: str, word: str) -> Self:
        made = super().__new__(cls, sentence)
        made.word = word
        return made


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """A sentence with the nearest name, or nothing; one that ends in the word, `sailing.go`, is nearest."""
    candidates = list(dict.fromkeys(candidates))
    whole = [candidate for candidate in candidates if candidate.endswith(f".{name}")]
    if len(whole) > 1:
        return f"write the whole name: {' or '.join(f'`{each}`' for each in whole)}"
    found = whole[0] if whole else near(name, candidates)
    return Meant(f"did you mean `{found}`?", found) if found else ""

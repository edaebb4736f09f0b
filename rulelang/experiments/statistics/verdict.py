"""What may be said of a difference, read off its interval and nothing else."""

from __future__ import annotations

from math import isinf
from typing import Literal

from attrs import frozen

Kind = Literal["different", "none larger", "not seen", "too few", "the same"]


@frozen
class Verdict:
    """`matters` is the difference that would be worth knowing of, `games` how many pairs it takes to see it."""

    kind: Kind
    low: float
    high: float
    matters: float
    games: int | None = None


def verdict(low: float, high: float, matters: float, games: int | None = None, is_same: bool = False) -> Verdict:
    """What an interval says; `is_same` if no pair of games differed at all."""
    return Verdict(kind_of(low, high, matters, is_same), low, high, matters, games)


def kind_of(low: float, high: float, matters: float, is_same: bool) -> Kind:
    if is_same:
        return "the same"
    if isinf(low) or isinf(high):
        return "too few"
    if low > 0 or high < 0:
        return "different"
    return "none larger" if max(-low, high) <= matters else "not seen"


Outcome = Literal["held", "broken", "open"]


def against_limit(low: float, high: float, sign: str, limit: float) -> Outcome:
    """Whether an interval lies beyond a limit (`>` or `<`), within it, or on both sides."""
    if sign == "<":
        return against_limit(-high, -low, ">", -limit)
    return "broken" if low > limit else "held" if high <= limit else "open"

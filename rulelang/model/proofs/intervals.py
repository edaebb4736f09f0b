"""Ranges of whole numbers, and what arithmetic makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from attrs import frozen

End = int | float  # a whole number, or endless


@frozen
class Interval:
    """The numbers from `low` to `high`, both included; empty if there are none."""

    low: End = -inf
    high: End = inf

    @property
    def is_empty(self) -> bool:
        return self.low > self.high

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __add__(self, other: Interval) -> Interval:
        if self.is_empty or other.is_empty:
            return EMPTY
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        if self.is_empty or other.is_empty:
            return EMPTY
        return Interval(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Interval) -> Interval:
        if self.is_empty or other.is_empty:
            return EMPTY
        return around(times(a, b) for a in (self.low, self.high) for b in (other.low, other.high))

    def __or__(self, other: Interval) -> Interval:
        """The smallest range that holds both."""
        if self.is_empty or other.is_empty:
            return other if self.is_empty else self
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def __and__(self, other: Interval) -> Interval:
        if other is ANY:
            return self
        return other if self is ANY else Interval(max(self.low, other.low), min(self.high, other.high))

    def less(self, other: Interval) -> bool | None:
        """Is every number here below every number there? Or none? Else nobody knows."""
        if self.is_empty or other.is_empty:
            return None
        if self.high < other.low:
            return True
        return False if self.low >= other.high else None

    def equal(self, other: Interval) -> bool | None:
        if self.is_empty or other.is_empty:
            return None
        if self.low == self.high == other.low == other.high:
            return True
        return False if (self & other).is_empty else None


ANY = Interval()
NATURAL = Interval(0)
EMPTY = Interval(1, 0)


def one(number: int) -> Interval:
    return Interval(number, number)


def times(a: End, b: End) -> End:
    """A product in which nothing times endless is nothing."""
    return 0 if a == 0 or b == 0 else a * b


def around(ends: Iterable[End]) -> Interval:
    """The range from the smallest to the largest of some numbers; empty of none."""
    listed = list(ends)
    return Interval(min(listed), max(listed)) if listed else Interval(1, 0)


def ends(found: Interval) -> str:
    """A range as an author would write it."""
    low, high = found.low, found.high
    if low == high:
        return str(low)
    if high == inf:
        return f"{low} or more"
    return f"{low}..{high}" if low != -inf else f"{high} or less"

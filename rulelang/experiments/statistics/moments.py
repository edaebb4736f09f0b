"""Numbers in short: how many, their mean, how they are spread, how far they reach."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

from attrs import frozen


@frozen
class Moments:
    """A row of numbers: `squares` is the sum of the squared distances from the mean."""

    count: int
    mean: float
    squares: float
    least: float
    most: float

    @property
    def variance(self) -> float:
        """What the numbers themselves vary by."""
        return self.squares / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The root of the variance."""
        return sqrt(self.variance)

    @property
    def reach(self) -> float:
        """How far the number farthest from the mean is away from it."""
        return max(self.most - self.mean, self.mean - self.least)


def moments(numbers: Sequence[float]) -> Moments:
    """The moments of a row; sums are exact, so the order of the numbers does not show."""
    count = len(numbers)
    if not count:
        return Moments(0, 0.0, 0.0, 0.0, 0.0)
    mean = fsum(numbers) / count
    return Moments(count, mean, fsum((x - mean) ** 2 for x in numbers), min(numbers), max(numbers))


def plus_four(share: float, count: int) -> float:
    """The variance of something that is there or not, as if it had been twice there and twice not in four games more.

    So nothing that was seen never or always is taken for sure.
    """
    likely = (share * count + 2) / (count + 4)
    return likely * (1 - likely)

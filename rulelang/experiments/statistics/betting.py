"""Intervals for the mean of bounded numbers that hold at any time and for any number of them.

Betting against each possible mean (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting,
2024): whoever bets fairly does not get rich, so a mean against which a bet made 1 / alpha times its stake is refuted.
It takes a search, so it is used where a guarantee is worth more than width: for limits on shares.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, log1p, sqrt

STEPS = 30


def betting_interval(shares: Sequence[float], alpha: float) -> tuple[float, float]:
    """The means from 0 to 1 that these numbers, in the order in which they came, do not refute."""
    if not shares:
        return 0.0, 1.0
    stakes = bets(shares, alpha)
    mean = sum(shares) / len(shares)
    # The mean of what came is never refuted, and what lies further from it is refuted all the more.
    low, high = (edge(shares, stakes, mean, end, alpha) for end in (0.0, 1.0))
    return low, high


def bets(shares: Sequence[float], alpha: float) -> list[float]:
    """What to stake on each number, from those before it alone."""
    found = []
    total, squares, limit = 0.5, 0.25, 2 * log(2 / alpha)
    for number, share in enumerate(shares, 1):
        found.append(sqrt(limit / (squares / number * number * log(number + 1))))
        total += share
        squares += (share - total / (number + 1)) ** 2
    return found


def edge(shares: Sequence[float], stakes: Sequence[float], inside: float, outside: float, alpha: float) -> float:
    """Where between a mean that stands and an end of the range the refuted ones begin."""
    if wealth(shares, stakes, outside) < log(1 / alpha):
        return outside
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        if wealth(shares, stakes, middle) < log(1 / alpha):
            inside = middle
        else:
            outside = middle
    return outside


def wealth(shares: Sequence[float], stakes: Sequence[float], mean: float) -> float:
    """The logarithm of what half the money on more and half on less than a mean has become, the better of the two."""
    most_up = 0.5 / mean if mean > 0 else inf
    most_down = 0.5 / (1 - mean) if mean < 1 else inf
    up = down = log(0.5)
    for share, stake in zip(shares, stakes, strict=True):
        up += log1p(min(stake, most_up) * (share - mean))
        down += log1p(-min(stake, most_down) * (share - mean))
    return max(up, down)

"""How many games it takes to see a difference, from the games there are."""

from __future__ import annotations

from math import sqrt

from rulelang.experiments.statistics.moments import Moments
from rulelang.experiments.statistics.sequence import FEWEST, half, room

# Fewer pairs say too little about how games vary.
FEWEST_TO_PLAN = 100
MOST = 10**9
# The mean itself strays: with so many of its standard errors to spare, four in five runs see the difference.
SPARE = 0.84
# So many standard deviations a difference will one day lie away, if none does yet.
FAR = 4


def games_needed(difference: float, seen: Moments, unpaired: float, alpha: float) -> int | None:
    """The fewest pairs with which four in five runs see a difference of this size; none if that is not to be told."""
    if seen.count < FEWEST_TO_PLAN or difference <= 0:
        return None
    reach = max(room(seen, unpaired), FAR * seen.sd)

    def is_enough(count: int) -> bool:
        spare = SPARE * seen.sd / sqrt(count)
        return half(count, seen.variance, unpaired, reach, alpha) + spare <= difference

    low, high = FEWEST - 1, FEWEST
    while not is_enough(high):
        low, high = high, high * 2
        if high > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def about(number: float) -> int:
    """A number in two figures: more would be pretended."""
    if number < 10:
        return round(number)
    unit: int = 10 ** (len(str(int(number))) - 2)
    return round(number / unit) * unit

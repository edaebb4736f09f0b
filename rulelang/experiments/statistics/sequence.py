"""Intervals for a mean difference that hold whenever one stops.

The first part is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of
Statistics, 2024; arXiv 2103.06476): Robbins' mixture of normal distributions. It is narrowest at 500 pairs, whatever
the number of games asked for, so that the number can not be chosen after a look at the games.

Two parts are added. Where a rule seldom happens, most pairs do not differ and the plain sequence says "exactly no
difference": the `FLOOR` adds the unpaired variance of a dozen games. And where few games differ by much, `reach / t`
keeps room for the next of them. The promise is asymptotic: very heavy tails break it (docs/experiments.md).
"""

from __future__ import annotations

from math import inf, log, sqrt

from rulelang.experiments.statistics.moments import Moments

NARROWEST_AT = 500
FLOOR = 12
FEWEST = 50
_LEVEL = -2 * log(0.05)
RHO2 = (_LEVEL + log(_LEVEL) + 1) / NARROWEST_AT


def boundary(count: float, alpha: float) -> float:
    """How many standard errors the mean may stray, at any time, in all but a share alpha of all cases."""
    r = count * RHO2
    return sqrt(2 * (r + 1) / r * log(sqrt(r + 1) / alpha))


def half_width(differences: Moments, unpaired: float, alpha: float) -> float:
    """Half the interval around the mean of paired differences; endless below the fewest pairs.

    `unpaired` is the variance that a difference would have between games that share no luck.
    """
    if differences.count < FEWEST:
        return inf
    return half(differences.count, differences.variance, unpaired, room(differences, unpaired), alpha)


def half(count: float, variance: float, unpaired: float, reach: float, alpha: float) -> float:
    """The formula itself."""
    return boundary(count, alpha) * standard_error(count, variance, unpaired) + reach / count


def standard_error(count: float, variance: float, unpaired: float) -> float:
    """Of the mean, with the floor."""
    return sqrt((variance * count + FLOOR * unpaired) / count) / sqrt(count)


def room(differences: Moments, unpaired: float) -> float:
    """How far a difference may lie from the mean: as far as one did, or as unpaired games would."""
    return max(differences.reach, sqrt(unpaired))

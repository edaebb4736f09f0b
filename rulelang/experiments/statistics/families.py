"""Several questions put to the same games: how they share what may go wrong.

A few measures that were named beforehand share 5 %, so their intervals hold together. What else is looked at is
sorted by e-values: e-BH (Wang and Ramdas, 2022) keeps the share of false findings below its rate, however the
measures hang together and whenever one stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log

from rulelang.experiments.statistics.moments import Moments
from rulelang.experiments.statistics.sequence import FEWEST, RHO2, room, standard_error

TOTAL = 0.05
EXPLORED = 0.10


def levels(measures: Sequence[str], watched: str | None = None) -> dict[str, float]:
    """The part of the 5 % that belongs to each measure: even ones, or half of it to the one that is watched."""
    if watched is None or len(measures) == 1:
        return dict.fromkeys(measures, TOTAL / len(measures))
    return {m: TOTAL / 2 if m == watched else TOTAL / 2 / (len(measures) - 1) for m in measures}


def log_e(differences: Moments, unpaired: float) -> float:
    """The logarithm of how strongly games speak against "no difference": the e-value behind the intervals."""
    count = differences.count
    if count < FEWEST:
        return -inf
    error = standard_error(count, differences.variance, unpaired)
    if error == 0:
        return inf if differences.mean else -inf
    strayed = max(0.0, abs(differences.mean) - room(differences, unpaired) / count) / error
    r = count * RHO2
    return 0.5 * (strayed**2 * r / (1 + r) - log(1 + r))


def picked(logs: Sequence[float], rate: float = EXPLORED) -> list[int]:
    """The places of those that e-BH finds, the strongest first."""
    order = sorted(range(len(logs)), key=lambda i: -logs[i])
    enough = [k for k, i in enumerate(order, 1) if logs[i] >= log(len(logs) / (rate * k))]
    return order[: enough[-1]] if enough else []


def level_of_picked(found: int, asked: int, rate: float = EXPLORED) -> float:
    """At which level the intervals of those that were picked are to be drawn."""
    return rate * max(1, found) / max(1, asked)

"""Looking after every pair: the intervals of `rulelang.experiments` for all looks of many comparisons at once."""

from __future__ import annotations

from math import isclose

import numpy as np

from benchmarks.experiments.games import Numbers
from rulelang.experiments.statistics.moments import moments
from rulelang.experiments.statistics.sequence import FEWEST, FLOOR, boundary, half_width

NORMAL = 1.959964


def running(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Mean and variance of the first, the first two, … of each row."""
    t = np.arange(1, numbers.shape[1] + 1.0)
    mean = numbers.cumsum(1) / t
    return mean, np.maximum((numbers**2).cumsum(1) / t - mean**2, 0.0)


def unpaired(side: Numbers, is_share: bool) -> Numbers:
    mean, variance = running(side)
    if not is_share:
        return variance
    t = np.arange(1, side.shape[1] + 1.0)
    likely = (mean * t + 2) / (t + 4)
    return likely * (1 - likely)


def misses(a: Numbers, b: Numbers, truth: float, alpha: float, is_share: bool) -> tuple[Numbers, Numbers]:
    """For each comparison whether an interval ever missed the truth: ours, and 1.96 standard errors at every look."""
    d = b - a
    t = np.arange(1, d.shape[1] + 1.0)
    z = np.array([boundary(count, alpha) for count in t])
    mean, variance = running(d)
    alone = unpaired(a, is_share) + unpaired(b, is_share)
    reach = np.maximum(np.maximum.accumulate(d, 1) - mean, mean - np.minimum.accumulate(d, 1))
    half = z * np.sqrt((variance * t + FLOOR * alone) / t / t) + np.maximum(reach, np.sqrt(alone)) / t
    check(d[0], half[0, -1], float(alone[0, -1]), alpha)
    away = np.abs(mean - truth)[:, FEWEST - 1 :]
    ours = (away > half[:, FEWEST - 1 :] + 1e-12).any(1)
    plain = (away > (NORMAL * np.sqrt(variance / t))[:, FEWEST - 1 :] + 1e-12).any(1)
    return ours, plain


def check(differences: Numbers, half: float, alone: float, alpha: float) -> None:
    """What is worked out here for all looks at once is what the library says of one."""
    said = half_width(moments([float(d) for d in differences]), alone, alpha)
    if not isclose(said, half, rel_tol=1e-6):
        raise SystemExit(f"these intervals are not those of the library: {half} and {said}")

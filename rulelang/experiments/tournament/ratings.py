"""How strong bots are, from who came before whom: Bradley-Terry ratings, in the units of chess.

A game of several players says for each two of them who came before the other. Ratings are those that make what was
seen most likely; two draws with an average player are added to each, so that who never lost has a rating too. Games
on one seed are no independent news, so intervals come from drawing whole seeds again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import log
from typing import Any

from attrs import frozen

from rulelang.errors import RulelangError
from rulelang.experiments.tournament.games import Met

RESAMPLES = 200
# A rating that is so much larger wins ten times as often.
TENFOLD = 400.0


@frozen
class Rating:
    """How strong a bot is, with the range in which that lies with 95 % confidence; the mean of all bots is nought."""

    bot: str
    rating: float
    low: float
    high: float


def ratings(bots: Sequence[str], games: Sequence[Met]) -> list[Rating]:
    """The strongest first."""
    try:
        import numpy as np
    except ImportError:
        raise RulelangError("ratings need more than the engine itself: pip install 'rulelang[bots]'") from None

    seeds = sorted({met.meeting.seed for met in games})
    place = {bot: number for number, bot in enumerate(bots)}
    tables = {seed: np.zeros((len(bots), len(bots))) for seed in seeds}
    for met in games:
        for before, after, wins in orders(met):
            tables[met.meeting.seed][place[before], place[after]] += wins
    all_seeds = np.array([tables[seed] for seed in seeds]) if seeds else np.zeros((1, len(bots), len(bots)))
    found = fitted(all_seeds.sum(axis=0))
    rng = np.random.default_rng(0)
    again = [fitted(all_seeds[rng.integers(len(all_seeds), size=len(all_seeds))].sum(axis=0)) for _ in range(RESAMPLES)]
    low, high = np.percentile(np.array(again), [2.5, 97.5], axis=0)
    made = [Rating(bot, float(found[i]), float(low[i]), float(high[i])) for i, bot in enumerate(bots)]
    return sorted(made, key=lambda rating: -rating.rating)


def orders(met: Met) -> list[tuple[str, str, float]]:
    """Of each two seats with different bots who came before whom; equal ones share it."""
    if not met.is_finished:
        return []
    names = met.meeting.seats(len(met.ranks))
    found: dict[tuple[str, str], float] = defaultdict(float)
    for p, one in enumerate(names):
        for q, other in enumerate(names):
            if one != other:
                found[one, other] += (met.ranks[p] > met.ranks[q]) + 0.5 * (met.ranks[p] == met.ranks[q])
    pairs = max(1, len(names) - 1)  # all of them together are one game's worth of news
    return [(one, other, wins / pairs) for (one, other), wins in found.items()]


def fitted(wins: Any) -> Any:
    """The ratings under which these wins (of rows against columns) are most likely."""
    import numpy as np
    from scipy.optimize import minimize

    table = np.asarray(wins, dtype=float)
    scale = TENFOLD / log(10)

    def surprise(strengths: Any) -> tuple[float, Any]:
        gaps = strengths[:, None] - strengths[None, :]
        loss = (table * np.logaddexp(0, -gaps)).sum()
        missed = table / (1 + np.exp(gaps))
        slope = missed.sum(axis=0) - missed.sum(axis=1)
        # Two draws with somebody of strength nought.
        loss += (np.logaddexp(0, strengths) + np.logaddexp(0, -strengths)).sum()
        slope += np.tanh(strengths / 2)
        return float(loss), slope

    best = minimize(surprise, np.zeros(len(table)), jac=True, method="L-BFGS-B").x
    return (best - best.mean()) * scale

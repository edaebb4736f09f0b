"""What a simulation shows: wins with their uncertainty, scores, lengths, endings, faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, quantiles, stdev
from typing import Any

from attrs import asdict, frozen

from rulelang.simulation.plan import Outcome, Plan

# 95 % of a normal distribution lie within so many standard deviations.
Z = 1.959964
MOST_FAULTS = 20


@frozen
class Spread:
    """A row of numbers in short."""

    mean: float
    sd: float
    min: int
    q1: float
    median: float
    q3: float
    max: int


@frozen
class Seat:
    """How a seat did; a shared win counts as a part of one."""

    seat: int
    player: str
    bot: str
    wins: float
    share: float
    low: float
    high: float
    score: Spread | None


@frozen
class Fault:
    """A game in which a rule went wrong, with what is needed to see it again."""

    game: int
    seed: int
    message: str


@frozen
class Summary:
    """The results of a simulation. They do not depend on how many processes played it."""

    game: str
    variants: tuple[str, ...]
    options: dict[str, str]
    players: int
    rules: str
    seed: int
    limit: int
    games: int
    played: int
    finished: int
    unfinished: int
    faulty: int
    seats: tuple[Seat, ...]
    rounds: Spread | None
    decisions: Spread | None
    end_reasons: dict[str, int]
    unfinished_seeds: tuple[int, ...]
    faults: tuple[Fault, ...]

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def summarise(plan: Plan, outcomes: Sequence[Outcome], name: str, players: Sequence[str], rules: str) -> Summary:
    """The results of a plan."""
    finished = [outcome for outcome in outcomes if outcome.finished]
    faulty = [outcome for outcome in outcomes if outcome.fault]
    unfinished = [outcome for outcome in outcomes if not outcome.finished and not outcome.fault]
    reasons = Counter(outcome.reason for outcome in finished)
    return Summary(
        game=name,
        variants=plan.variants,
        options=dict(plan.options),
        players=plan.players,
        rules=rules,
        seed=plan.seed,
        limit=plan.limit,
        games=plan.games,
        played=len(outcomes),
        finished=len(finished),
        unfinished=len(unfinished),
        faulty=len(faulty),
        seats=tuple(seat_of(plan, finished, players, p) for p in range(plan.players)),
        rounds=spread([outcome.rounds for outcome in finished]),
        decisions=spread([outcome.decisions for outcome in finished]),
        end_reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        unfinished_seeds=tuple(outcome.seed for outcome in unfinished[:MOST_FAULTS]),
        faults=tuple(Fault(o.number, o.seed, o.fault) for o in faulty[:MOST_FAULTS]),
    )


def seat_of(plan: Plan, finished: Sequence[Outcome], players: Sequence[str], p: int) -> Seat:
    wins = sum(1 / len(outcome.winners) for outcome in finished if p in outcome.winners)
    low, high = interval(wins, len(finished))
    share = wins / len(finished) if finished else 0.0
    scores = spread([outcome.scores[p] for outcome in finished])
    return Seat(p + 1, players[p], plan.bots[p], round(wins, 6), share, low, high, scores)


def interval(wins: float, games: int) -> tuple[float, float]:
    """The range in which the true share of wins lies with 95 % confidence (Wilson)."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


def spread(numbers: Sequence[int]) -> Spread | None:
    """Mean, deviation, least, quartiles, most; nothing for no numbers."""
    if not numbers:
        return None
    if len(numbers) == 1:
        only = float(numbers[0])
        return Spread(only, 0.0, numbers[0], only, only, only, numbers[0])
    q1, median, q3 = quantiles(numbers, n=4, method="inclusive")
    return Spread(fmean(numbers), stdev(numbers), min(numbers), q1, median, q3, max(numbers))

"""What a simulation shows: wins with their uncertainty, scores, lengths, endings, faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

from attrs import asdict, frozen

from rulelang.api.game import Game
from rulelang.experiments.happenings import Happened, Happening
from rulelang.experiments.plan import Plan
from rulelang.experiments.tally import Spread, Tally, wins_of

# 95 % of a normal distribution lie within so many standard deviations.
Z = 1.959964


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
class Turn:
    """How whoever came so in the order of first turns did, whatever his seat."""

    turn: int
    wins: float
    share: float
    low: float
    high: float


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
    watched: int
    finished: int
    unfinished: int
    faulty: int
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    shared: int
    rounds: Spread | None
    decisions: Spread | None
    end_reasons: dict[str, int]
    unfinished_seeds: tuple[int, ...]
    faults: tuple[Fault, ...]
    happened: dict[str, Happened]

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def summarise(
    plan: Plan, tally: Tally, game: Game, players: Sequence[str], happenings: Iterable[Happening] = ()
) -> Summary:
    """The results of a plan."""
    # Scores were kept so many times as large as they are.
    unit = game.program(plan.players).facts.units[0]
    return Summary(
        game=game.name,
        variants=plan.variants,
        options=dict(plan.options),
        players=plan.players,
        rules=game.fingerprint(plan.players),
        seed=plan.seed,
        limit=plan.limit,
        games=plan.games,
        played=tally.played,
        watched=tally.watched,
        finished=tally.finished,
        unfinished=tally.played - tally.finished - tally.faulty,
        faulty=tally.faulty,
        seats=tuple(seat_of(plan, tally, players, p, unit) for p in range(plan.players)),
        turns=tuple(turn_of(tally, place) for place in range(plan.players)) if tally.reseated else (),
        shared=tally.shared,
        rounds=tally.rounds.spread(),
        decisions=tally.decisions.spread(),
        end_reasons=dict(sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0]))),
        unfinished_seeds=tuple(outcome.seed for outcome in tally.first_unfinished),
        faults=tuple(Fault(o.number, o.seed, o.fault) for o in tally.first_faults),
        happened={f"{h.name} ({h.variant})": tally.happened.get(h.name, Happened()) for h in happenings},
    )


def seat_of(plan: Plan, tally: Tally, players: Sequence[str], p: int, unit: int) -> Seat:
    wins = tally.wins_of(p)
    low, high = interval(wins, tally.finished)
    share = wins / tally.finished if tally.finished else 0.0
    score = tally.score(p).spread()
    spread = score.in_units(unit) if score is not None else None
    return Seat(p + 1, players[p], plan.bots[p], round(wins, 6), share, low, high, spread)


def turn_of(tally: Tally, place: int) -> Turn:
    wins = wins_of(tally.wins_in_turn, place)
    return Turn(place + 1, round(wins, 6), wins / tally.ordered, *interval(wins, tally.ordered))


def interval(wins: float, games: int) -> tuple[float, float]:
    """The range in which the true share of wins lies with 95 % confidence (Wilson)."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)

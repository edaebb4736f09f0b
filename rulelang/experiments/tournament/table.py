"""What a tournament shows: each bot with its rating and time a decision, each pair with its share of wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict, frozen

from rulelang.experiments.summary import interval
from rulelang.experiments.tournament.games import Asked, Met
from rulelang.experiments.tournament.ratings import Rating, ratings


@frozen
class Duel:
    """One bot in one seat, another in all others."""

    bot: str
    against: str
    games: int
    unfinished: int
    won: float
    low: float
    high: float
    fair: float  # what an equal player wins
    milliseconds: float  # of processor time a decision
    milliseconds_against: float


@frozen
class Standing:
    """The whole tournament."""

    ratings: tuple[Rating, ...]
    duels: tuple[Duel, ...]
    games: int
    unfinished: int

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def standing(asked: Asked, games: Sequence[Met]) -> Standing:
    """What was played, in short."""
    pairs = dict.fromkeys((met.meeting.bot, met.meeting.against) for met in games)
    duels = tuple(duel(bot, against, asked.players, games) for bot, against in pairs)
    unfinished = sum(not met.is_finished for met in games)
    return Standing(tuple(ratings(asked.bots, games)), duels, len(games), unfinished)


def duel(bot: str, against: str, players: int, games: Sequence[Met]) -> Duel:
    """How one pair did; unfinished games are counted apart."""
    own = [met for met in games if (met.meeting.bot, met.meeting.against) == (bot, against)]
    finished = [met for met in own if met.is_finished]
    wins = sum(met.share for met in finished)
    low, high = interval(wins, len(finished))
    times = [
        1000 * sum(met.seconds[side] for met in own) / max(1, sum(met.decisions[side] for met in own))
        for side in (0, 1)
    ]
    won = wins / len(finished) if finished else 0.0
    return Duel(bot, against, len(finished), len(own) - len(finished), won, low, high, 1 / players, *times)


def milliseconds_of(bot: str, duels: Sequence[Duel]) -> float:
    """How long a bot took for a decision."""
    took = [found.milliseconds for found in duels if found.bot == bot]
    took += [found.milliseconds_against for found in duels if found.against == bot]
    return sum(took) / len(took) if took else 0.0

"""Skill and luck: how often the stronger of two bots wins under some rules, one in each seat in turn."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from attrs import define, evolve, field, frozen

from rulelang.api.game import Game
from rulelang.experiments.plan import Outcome, Plan
from rulelang.experiments.setting import Setting
from rulelang.experiments.statistics.moments import moments
from rulelang.experiments.statistics.sequence import half_width
from rulelang.experiments.summary import interval

# Of the intervals of one table, so many may go wrong.
LEVEL = 0.05
# The most that the share of a win can vary by.
HALF_AND_HALF = 0.25


@frozen
class Matched:
    """Two bots, the stronger first."""

    stronger: str
    weaker: str

    @property
    def words(self) -> str:
        return f"{self.stronger} against {self.weaker}"


def plans_of(matched: Matched, setting: Setting, game: Game) -> list[Plan]:
    """The stronger in each seat in turn, the weaker in all others."""
    seats = range(setting.players)
    tables = [tuple(matched.stronger if p == seat else matched.weaker for p in seats) for seat in seats]
    plan = evolve(setting.plan(game), is_watched=False, is_watched_throughout=False, is_counted=False)
    return [evolve(plan, bots=table) for table in tables]


@frozen
class Skill:
    """How often the stronger of two bots won under one set of rules, and how much oftener than under the first."""

    matched: Matched
    games: int
    unfinished: int
    won: float
    low: float
    high: float
    more: float | None = None
    half: float | None = None  # half the interval around that; nothing while there are too few games


@define
class Matches:
    """The games of pairs of bots under several sets of rules: a collector of outcomes, one for each seat of each."""

    pairs: Sequence[Matched]
    players: int
    sides: int
    shares: dict[tuple[int, int], list[list[float | None]]] = field(init=False)  # by pair and side, a row a number

    def __attrs_post_init__(self) -> None:
        """A place for each."""
        self.shares = {(pair, side): [] for pair in range(len(self.pairs)) for side in range(self.sides)}

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """The games of one number; what did not end says nothing of who is stronger."""
        for place, rows in enumerate(self.shares.values()):
            at = place * self.players
            rows.append([share_of(outcome, seat) for seat, outcome in enumerate(outcomes[at : at + self.players])])

    def skill(self, pair: int, side: int) -> Skill:
        """What came of one pair under one set of rules."""
        rows = self.shares[pair, side]
        won = [share for row in rows for share in row if share is not None]
        low, high = interval(sum(won), len(won))
        found = Skill(
            self.pairs[pair],
            len(won),
            sum(share is None for row in rows for share in row),
            sum(won) / len(won) if won else 0.0,
            low,
            high,
        )
        return self.against_first(found, pair, rows) if side else found

    def against_first(self, found: Skill, pair: int, rows: Sequence[Sequence[float | None]]) -> Skill:
        """The same with how much oftener the stronger won than under the first rules, on the same luck and seats."""
        both = [
            mean([b - a for a, b in zip(first, second, strict=True) if a is not None and b is not None])
            for first, second in zip(self.shares[pair, 0], rows, strict=True)
        ]
        more = moments([difference for difference in both if difference is not None])
        half = half_width(more, 2 * HALF_AND_HALF / self.players, LEVEL)
        return evolve(found, more=more.mean if more.count else None, half=half if isfinite(half) else None)


def mean(numbers: Sequence[float]) -> float | None:
    return moments(numbers).mean if numbers else None


def share_of(outcome: Outcome, seat: int) -> float | None:
    """The share of the win of a seat; none if the game did not end."""
    if not outcome.finished or outcome.fault:
        return None
    return (seat in outcome.winners) / len(outcome.winners) if outcome.winners else 0.0

"""What is kept of games: sums, and how often each number came up; never the games themselves.

Tallies of parts of a simulation become the same whole in whatever order they are put together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from math import sqrt

from attrs import astuple, define, field, frozen

from rulelang.experiments.happenings import Happened
from rulelang.experiments.plan import Outcome

MOST_NAMED = 20
MOST_BARS = 4096


@frozen
class Spread:
    """A row of numbers in short."""

    mean: float
    sd: float
    min: float
    q1: float
    median: float
    q3: float
    max: float

    def in_units(self, unit: int) -> Spread:
        """Of numbers that were kept so many times as large as they are."""
        return self if unit == 1 else Spread(*(number / unit for number in astuple(self)))


@define
class Numbers:
    """Whole numbers that came up: exact sums, and a histogram whose bars widen when there are too many of them.

    A bar is `2 ** shift` wide, so quartiles are exact up to `MOST_BARS` different numbers. The width hangs on
    the numbers alone: it is the least that leaves few enough bars.
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0
    shift: int = 0
    bars: Counter[int] = field(factory=Counter)

    def add(self, number: int) -> None:
        """One more."""
        self.least = min(self.least, number) if self.count else number
        self.most = max(self.most, number) if self.count else number
        self.count += 1
        self.total += number
        self.squares += number * number
        self.bars[number >> self.shift] += 1
        self.widen(self.shift)

    def merge(self, other: Numbers) -> None:
        """All of another row."""
        if not other.count:
            return
        self.least = min(self.least, other.least) if self.count else other.least
        self.most = max(self.most, other.most) if self.count else other.most
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.widen(other.shift)
        for bar, times in other.bars.items():
            self.bars[bar >> (self.shift - other.shift)] += times
        self.widen(self.shift)

    def widen(self, shift: int) -> None:
        """Make bars at least so wide, and wide enough to be few."""
        while self.shift < shift or len(self.bars) > MOST_BARS:
            self.shift += 1
            wider: Counter[int] = Counter()
            for bar, times in self.bars.items():
                wider[bar >> 1] += times
            self.bars = wider

    def spread(self) -> Spread | None:
        """Mean, deviation, least, quartiles, most; nothing for no numbers."""
        if not self.count:
            return None
        variance = (self.count * self.squares - self.total**2) / (self.count * max(1, self.count - 1))
        q1, median, q3 = self.quartiles()
        return Spread(self.total / self.count, sqrt(variance), self.least, q1, median, q3, self.most)

    def quartiles(self) -> list[float]:
        """As of the numbers in order, with the least and the most as the ends."""
        bars = sorted(self.bars)
        ends = list(accumulate(self.bars[bar] for bar in bars))

        def at(place: int) -> float:
            bar = next(bar for bar, end in zip(bars, ends, strict=True) if place < end)
            middle = (bar << self.shift) + ((1 << self.shift) - 1) / 2
            return min(max(middle, self.least), self.most)

        found = []
        for quarter in (1, 2, 3):
            place, rest = divmod(quarter * (self.count - 1), 4)
            found.append((at(place) * (4 - rest) + at(min(place + 1, self.count - 1)) * rest) / 4)
        return found


@define
class Tally:
    """What games showed."""

    played: int = 0
    watched: int = 0  # of how many it is known how they went
    finished: int = 0
    faulty: int = 0
    reasons: Counter[str] = field(factory=Counter)
    # By seat and by how many shared the win: fractions would hang on the order in which they are added.
    wins: Counter[tuple[int, int]] = field(factory=Counter)
    # The same by the order of first turns, in games of which it is known.
    wins_in_turn: Counter[tuple[int, int]] = field(factory=Counter)
    ordered: int = 0
    reseated: int = 0  # of those, in how many turns did not follow the seats
    shared: int = 0
    happened: dict[str, Happened] = field(factory=dict)
    scores: dict[int, Numbers] = field(factory=dict)
    rounds: Numbers = field(factory=Numbers)
    decisions: Numbers = field(factory=Numbers)
    first_unfinished: list[Outcome] = field(factory=list)
    first_faults: list[Outcome] = field(factory=list)

    def add(self, outcome: Outcome) -> None:
        """One more game."""
        self.played += 1
        self.watched += outcome.course is not None
        for name, both in outcome.course.happened.items() if outcome.course is not None else ():
            self.happened.setdefault(name, Happened()).add(*both)
        if outcome.fault:
            self.faulty += 1
            self.first_faults = first([*self.first_faults, outcome])
        elif not outcome.finished:
            self.first_unfinished = first([*self.first_unfinished, outcome])
        else:
            self.add_finished(outcome)

    def add_finished(self, outcome: Outcome) -> None:
        self.finished += 1
        self.reasons[outcome.reason] += 1
        for player in outcome.winners:
            self.wins[player, len(outcome.winners)] += 1
        for player, score in enumerate(outcome.scores):
            self.score(player).add(score)
        self.rounds.add(outcome.rounds)
        self.decisions.add(outcome.decisions)
        self.shared += len(outcome.winners) > 1
        if outcome.course is not None and len(outcome.course.order) == len(outcome.scores):
            self.ordered += 1
            self.reseated += list(outcome.course.order) != sorted(outcome.course.order)
            for player in outcome.winners:
                self.wins_in_turn[outcome.course.order.index(player), len(outcome.winners)] += 1

    def merge(self, other: Tally) -> None:
        """All games of another tally."""
        self.played += other.played
        self.watched += other.watched
        self.finished += other.finished
        self.faulty += other.faulty
        self.reasons.update(other.reasons)
        self.wins.update(other.wins)
        self.wins_in_turn.update(other.wins_in_turn)
        self.ordered += other.ordered
        self.reseated += other.reseated
        self.shared += other.shared
        for name, happened in other.happened.items():
            self.happened.setdefault(name, Happened()).merge(happened)
        for player, scores in other.scores.items():
            self.score(player).merge(scores)
        self.rounds.merge(other.rounds)
        self.decisions.merge(other.decisions)
        self.first_unfinished = first([*self.first_unfinished, *other.first_unfinished])
        self.first_faults = first([*self.first_faults, *other.first_faults])

    def score(self, player: int) -> Numbers:
        """The scores of a seat."""
        return self.scores.setdefault(player, Numbers())

    def wins_of(self, player: int) -> float:
        """How often a seat won; a shared win counts as a part of one."""
        return wins_of(self.wins, player)


def wins_of(wins: Counter[tuple[int, int]], place: int) -> float:
    """Of one seat, or of one place in the order of turns."""
    return sum(times / shared for (p, shared), times in sorted(wins.items()) if p == place)


def first(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The first few of some games."""
    return sorted(outcomes, key=lambda outcome: outcome.number)[:MOST_NAMED]


def tally_of(outcomes: Iterable[Outcome]) -> Tally:
    """What some games showed."""
    found = Tally()
    for outcome in outcomes:
        found.add(outcome)
    return found

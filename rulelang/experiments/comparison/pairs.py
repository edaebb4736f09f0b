"""What pairs of games show, summed up pair by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from rulelang.experiments.course import Use
from rulelang.experiments.happenings import Happened
from rulelang.experiments.measures import Measure
from rulelang.experiments.plan import Outcome
from rulelang.experiments.records import Record, record_of
from rulelang.experiments.statistics.moments import Moments, moments, plus_four

NO_USE = Use()


@define
class ItemSums:
    """How often an option was offered and taken on each side; sums are whole numbers, so their order does not show."""

    sides: list[Use] = field(factory=lambda: [NO_USE, NO_USE])
    games_offered: list[int] = field(factory=lambda: [0, 0])
    games_taken: list[int] = field(factory=lambda: [0, 0])
    squares: list[int] = field(factory=lambda: [0, 0])
    pairs: int = 0
    total: int = 0
    squared: int = 0
    least: int = 0
    most: int = 0

    def add(self, uses: Sequence[Use]) -> None:
        """Of one pair."""
        for side, use in enumerate(uses):
            self.sides[side] += use
            self.games_offered[side] += use.offered > 0
            self.games_taken[side] += use.taken > 0
            self.squares[side] += use.taken**2
        more = uses[1].taken - uses[0].taken
        self.pairs += 1
        self.total += more
        self.squared += more**2
        self.least, self.most = min(self.least, more), max(self.most, more)

    def differences(self, pairs: int) -> Moments:
        """How much oftener B took it, in so many pairs; those without it differ by nothing."""
        mean = self.total / pairs
        return Moments(pairs, mean, max(0.0, self.squared - self.total * mean), self.least, self.most)

    def unpaired(self, pairs: int) -> float:
        """The variance of that between games that share no luck."""
        return sum(s / pairs - (use.taken / pairs) ** 2 for s, use in zip(self.squares, self.sides, strict=True))


@define
class Readings:
    """One measure on both sides, in the pairs in which both have it."""

    measure: Measure
    first: list[float] = field(factory=list)
    second: list[float] = field(factory=list)

    def add(self, a: float | None, b: float | None) -> None:
        if a is not None and b is not None:
            self.first.append(a)
            self.second.append(b)

    @property
    def differences(self) -> Moments:
        return moments([b - a for a, b in zip(self.first, self.second, strict=True)])

    @property
    def sides(self) -> tuple[Moments, Moments]:
        return moments(self.first), moments(self.second)

    @property
    def unpaired(self) -> float:
        """The variance of the difference between games that share no luck."""
        return sum(self.variance(side) for side in self.sides)

    def variance(self, side: Moments) -> float:
        return plus_four(side.mean, side.count) if self.measure.is_share else side.variance


@define
class Pairs:
    """All pairs of one set of rules against another. `units` says how many times as large scores are kept."""

    measures: Sequence[Measure]
    units: tuple[int, int] = (1, 1)
    count: int = 0
    same: int = 0
    unfinished: list[int] = field(factory=lambda: [0, 0])
    faulty: list[int] = field(factory=lambda: [0, 0])
    endings: tuple[Counter[str], Counter[str]] = field(factory=lambda: (Counter(), Counter()))
    items: dict[str, ItemSums] = field(factory=dict)
    happened: tuple[dict[str, Happened], dict[str, Happened]] = field(factory=lambda: ({}, {}))
    readings: dict[str, Readings] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """A place for each measure."""
        self.readings = {measure.name: Readings(measure) for measure in self.measures}

    def add(self, a: Outcome, b: Outcome) -> None:
        """One more pair; a game without an end is counted, and nothing is measured of its pair."""
        self.count += 1
        self.same += a == b
        for side, outcome in enumerate((a, b)):
            self.faulty[side] += bool(outcome.fault)
            self.unfinished[side] += not outcome.finished and not outcome.fault
            self.endings[side][outcome.reason] += outcome.finished
            self.add_happened(side, outcome)
        self.add_items(a, b)
        if a.finished and b.finished:
            for readings in self.readings.values():
                read = readings.measure.read
                readings.add(read(a, self.units[0]), read(b, self.units[1]))

    def add_happened(self, side: int, outcome: Outcome) -> None:
        if outcome.course is not None:
            for name, both in outcome.course.happened.items():
                self.happened[side].setdefault(name, Happened()).add(*both)

    def add_items(self, a: Outcome, b: Outcome) -> None:
        uses = [outcome.course.uses if outcome.course is not None else {} for outcome in (a, b)]
        for name in uses[0].keys() | uses[1].keys():
            self.items.setdefault(name, ItemSums()).add([side.get(name, NO_USE) for side in uses])


@define
class Contest:
    """One set of rules against each of some others, on the same luck: what a campaign collects.

    With the titles of all of them each game is kept as a row.
    """

    pairs: list[Pairs]
    titles: Sequence[str] | None = None
    players: int = 0
    rows: list[Record] = field(factory=list)

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """One game under each set of rules."""
        first, *others = outcomes
        for pairs, other in zip(self.pairs, others, strict=True):
            pairs.add(first, other)
        if self.titles is not None:
            units = [self.pairs[0].units[0], *(pairs.units[1] for pairs in self.pairs)]
            for title, outcome, unit in zip(self.titles, outcomes, units, strict=True):
                self.rows.append(record_of(title, outcome, self.players, self.pairs[0].measures, unit))

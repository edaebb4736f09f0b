"""What pairs of games let one say: a row for each measure, and what else came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, isfinite, log10
from typing import Any

from attrs import asdict, frozen

from rulelang.experiments.comparison.pairs import ItemSums, Pairs, Readings
from rulelang.experiments.course import Use
from rulelang.experiments.measures import Measure, named
from rulelang.experiments.statistics.families import level_of_picked, levels, log_e, picked
from rulelang.experiments.statistics.moments import Moments
from rulelang.experiments.statistics.planning import about, games_needed
from rulelang.experiments.statistics.sequence import half_width
from rulelang.experiments.statistics.verdict import Verdict, verdict

# With more games without an end than this, what is measured of the others is no measure of the rules.
MOST_UNFINISHED = 0.01


@frozen
class Row:
    """One measure: its mean on both sides, the difference with its interval, and what may be said of it."""

    measure: Measure
    pairs: int
    first: float
    second: float
    difference: float
    half: float
    verdict: Verdict
    variance_ratio: float | None  # of the difference, against games that share no luck
    deviation: float  # of one game of A

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.difference - self.half

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.difference + self.half


@frozen
class Item:
    """An option of a decision, on both sides: `taken` in a game, more or less of it with its interval."""

    name: str
    uses: tuple[Use, Use]
    games_offered: tuple[int, int]
    games_taken: tuple[int, int]
    difference: float  # in times taken a game
    half: float | None = None  # for those that stand out

    @property
    def is_untaken(self) -> bool:
        """Did B bring it, and nobody ever take it?"""
        before, now = self.uses
        return not before.offered and bool(now.offered) and not now.taken


@frozen
class Findings:
    """What the pairs show; `besides` are the measures and options that stand out among those nobody named before."""

    count: int
    same: int
    unfinished: tuple[int, int]
    faulty: tuple[int, int]
    endings: tuple[dict[str, int], dict[str, int]]
    rows: tuple[Row, ...]
    others: tuple[Row, ...]
    standing_out: tuple[str, ...]
    items: tuple[Item, ...]

    @property
    def untaken(self) -> tuple[Item, ...]:
        """Options that only B has, and nobody ever took: of what they do to a game the pairs show nothing."""
        return tuple(item for item in self.items if item.is_untaken)

    @property
    def is_the_same(self) -> bool:
        """Was it the same game every time?"""
        return self.count > 0 and self.same == self.count

    @property
    def is_cut_short(self) -> bool:
        """Did so many games not end that lengths are no lengths?"""
        return max(self.unfinished) > MOST_UNFINISHED * self.count

    def row(self, name: str) -> Row | None:
        """The row of a measure."""
        return next((row for row in (*self.rows, *self.others) if row.measure.name == name), None)

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "pairs": self.count,
            "same": self.same,
            "unfinished": self.unfinished,
            "faulty": self.faulty,
            "end_reasons": self.endings,
            "measures": [row_data(row) for row in self.rows],
            "others": [row_data(row) | {"stands_out": row.measure.name in self.standing_out} for row in self.others],
            "untaken": [item.name for item in self.untaken],
            "options": [asdict(item) | {"stands_out": item.name in self.standing_out} for item in self.items],
        }


def row_data(row: Row) -> dict[str, Any]:
    known = isfinite(row.half)
    return {
        "name": row.measure.name,
        "pairs": row.pairs,
        "a": row.first,
        "b": row.second,
        "difference": row.difference,
        "low": row.low if known else None,
        "high": row.high if known else None,
        "verdict": row.verdict.kind,
        "matters": row.verdict.matters,
        "games_needed": row.verdict.games,
        "variance_ratio": row.variance_ratio,
    }


def findings_of(
    pairs: Pairs, share: float, watched: str | None = None, matters: Mapping[str, float] | None = None
) -> Findings:
    """What some pairs show; of the 5 % that may go wrong a `share` is theirs."""
    alphas = levels([m.name for m in named(pairs.measures)], watched)
    wanted = matters or {}
    headline = [r for name, r in pairs.readings.items() if name in alphas and r.first]
    others = [r for name, r in pairs.readings.items() if name not in alphas and r.first]
    out, level = standing_out(pairs, others)
    return Findings(
        count=pairs.count,
        same=pairs.same,
        unfinished=(pairs.unfinished[0], pairs.unfinished[1]),
        faulty=(pairs.faulty[0], pairs.faulty[1]),
        endings=(dict(pairs.endings[0].most_common()), dict(pairs.endings[1].most_common())),
        rows=tuple(row_of(r, alphas[r.measure.name] * share, wanted.get(r.measure.name)) for r in headline),
        others=tuple(row_of(r, level, wanted.get(r.measure.name)) for r in others),
        standing_out=tuple(out),
        items=tuple(item_of(name, sums, pairs.count, level if name in out else None) for name, sums in items_of(pairs)),
    )


def items_of(pairs: Pairs) -> list[tuple[str, ItemSums]]:
    return sorted(pairs.items.items())


def standing_out(pairs: Pairs, others: Sequence[Readings]) -> tuple[list[str], float]:
    """What stands out of all that nobody named before, and the level for its intervals."""
    asked = {r.measure.name: (r.differences, r.unpaired) for r in others}
    asked |= {name: (sums.differences(pairs.count), sums.unpaired(pairs.count)) for name, sums in items_of(pairs)}
    names = list(asked)
    found = [names[place] for place in picked([log_e(*each) for each in asked.values()])]
    return found, level_of_picked(len(found), len(names))


def row_of(readings: Readings, alpha: float, wanted: float | None) -> Row:
    differences, unpaired = readings.differences, readings.unpaired
    first, second = readings.sides
    matters = wanted or worth_knowing(readings.measure, first)
    half = half_width(differences, unpaired, alpha)
    needed = games_needed(matters, differences, unpaired, alpha)
    low, high = differences.mean - half, differences.mean + half
    said = verdict(low, high, matters, None if needed is None else about(needed))
    ratio = differences.variance / unpaired if unpaired else None
    return Row(
        readings.measure, differences.count, first.mean, second.mean, differences.mean, half, said, ratio, first.sd
    )


def worth_knowing(measure: Measure, usual: Moments) -> float:
    """The difference that would matter: as the measure says, else a part of what is usual, as a round number."""
    return measure.matters or rounded(abs(usual.mean) * measure.part) or measure.part


def rounded(number: float) -> float:
    """The largest of 1, 2, 5, 10, 20, 50 … that is no larger."""
    if number <= 0:
        return 0.0
    unit: float = 10.0 ** floor(log10(number))
    return max(step * unit for step in (1, 2, 5) if step * unit <= number)


def item_of(name: str, sums: ItemSums, pairs: int, level: float | None) -> Item:
    differences = sums.differences(pairs)
    half = None if level is None else half_width(differences, sums.unpaired(pairs), level)
    return Item(
        name,
        (sums.sides[0], sums.sides[1]),
        (sums.games_offered[0], sums.games_offered[1]),
        (sums.games_taken[0], sums.games_taken[1]),
        differences.mean,
        half,
    )

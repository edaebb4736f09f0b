"""Which change did it? Changes on and off in all combinations, or in a fraction that tells pairs of them apart.

Games of opposite combinations share their luck, others do not: were it shared by all, combinations that are alike in
a change that acts early would stay alike, and luck would not cancel where it matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from math import factorial, prod

from attrs import define, field, frozen

from rulelang.errors import UsageError
from rulelang.experiments.comparison.findings import worth_knowing
from rulelang.experiments.measures import HEADLINE, Measure
from rulelang.experiments.plan import Outcome
from rulelang.experiments.statistics.families import EXPLORED, TOTAL, level_of_picked, log_e, picked
from rulelang.experiments.statistics.moments import Moments, moments, plus_four
from rulelang.experiments.statistics.planning import about, games_needed
from rulelang.experiments.statistics.sequence import half_width
from rulelang.experiments.statistics.verdict import Verdict, verdict

Cell = tuple[bool, ...]

# Up to four changes all combinations are played. Beyond, a further change goes with some of the others, such that no
# pair of changes looks like another pair (resolution V).
MOST_IN_FULL = 4
GENERATORS: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = {
    5: (4, ((0, 1, 2, 3),)),
    6: (5, ((0, 1, 2, 3, 4),)),
    7: (6, ((0, 1, 2, 3, 4, 5),)),
    8: (6, ((0, 1, 2, 3), (0, 1, 4, 5))),
}
MOST = max(GENERATORS)


def cells_of(changes: int) -> list[Cell]:
    """The combinations that are played; the first is that with no change, where all are."""
    if changes > MOST:
        raise UsageError(f"at most {MOST} changes can be told apart at once, and these are {changes}")
    if changes <= MOST_IN_FULL:
        return list(product((False, True), repeat=changes))
    free, generators = GENERATORS[changes]
    return [
        (*base, *(is_on(base, generator) for generator in generators)) for base in product((False, True), repeat=free)
    ]


def is_on(base: Cell, generator: Sequence[int]) -> bool:
    """A change that goes with some others is off where all of them are."""
    return bool(prod(sign(base[place]) for place in generator) != (-1) ** len(generator))


def sign(is_on: bool) -> int:
    return 1 if is_on else -1


def families(cells: Sequence[Cell]) -> list[int]:
    """Which cells share their luck: each with its opposite, if that is played."""
    found: dict[Cell, int] = {}
    for cell in cells:
        opposite = tuple(not is_on for is_on in cell)
        found[cell] = found.get(opposite, len(found))
    return [found[cell] for cell in cells]


# ---- what is worked out of a block: one game of each cell ---------------------------------------------------------


def main_effect(cells: Sequence[Cell], change: int) -> list[float]:
    """Weights of the mean with a change less the mean without."""
    return [2 * sign(cell[change]) / len(cells) for cell in cells]


def interaction(cells: Sequence[Cell], one: int, two: int) -> list[float]:
    """Weights of how much more a change does where another is on too."""
    return [4 * sign(cell[one]) * sign(cell[two]) / len(cells) for cell in cells]


def share(cells: Sequence[Cell], change: int) -> list[float]:
    """Weights of a change's part of the whole, such that the parts of all add up to it (Shapley).

    It needs all combinations; of a fraction the main effect is taken, which is the same unless three act together.
    """
    count = len(cells[0])
    if len(cells) < 2**count:
        return main_effect(cells, change)

    def weight(cell: Cell) -> float:
        others = sum(cell) - cell[change]
        return sign(cell[change]) * factorial(others) * factorial(count - others - 1) / factorial(count)

    return [weight(cell) for cell in cells]


def alone(cells: Sequence[Cell], change: int) -> list[float] | None:
    """Weights of what a change does where no other is on, if that is played."""
    none = tuple(False for _ in cells[0])
    only = tuple(place == change for place in range(len(none)))
    if none not in cells or only not in cells:
        return None
    return [float(cell == only) - float(cell == none) for cell in cells]


def total(cells: Sequence[Cell]) -> list[float] | None:
    """Weights of all changes together, if both ends are played."""
    none, whole = (tuple(is_on for _ in cells[0]) for is_on in (False, True))
    if none not in cells or whole not in cells:
        return None
    return [float(cell == whole) - float(cell == none) for cell in cells]


@define
class Blocks:
    """The games of all cells, block by block; blocks in which a game did not end are counted and left out."""

    cells: Sequence[Cell]
    units: Sequence[int]
    measures: Sequence[Measure] = HEADLINE
    count: int = 0
    unfinished: int = 0
    readings: dict[str, list[list[float]]] = field(factory=dict)

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """One game of each cell."""
        self.count += 1
        if not all(outcome.finished for outcome in outcomes):
            self.unfinished += 1
            return
        for measure in self.measures:
            read = [measure.read(outcome, unit) for outcome, unit in zip(outcomes, self.units, strict=True)]
            numbers = [number for number in read if number is not None]
            if len(numbers) == len(read):
                self.readings.setdefault(measure.name, []).append(numbers)

    def contrast(self, measure: Measure, weights: Sequence[float]) -> tuple[Moments, float]:
        """A weighted sum in each block, and its variance if no luck were shared."""
        rows = self.readings[measure.name]
        sums = moments([sum(w * y for w, y in zip(weights, row, strict=True)) for row in rows])
        sides = [moments(side) for side in zip(*rows, strict=True)]
        unshared = [w * w * variance(measure, side) for w, side in zip(weights, sides, strict=True) if w]
        return sums, sum(unshared)


def variance(measure: Measure, seen: Moments) -> float:
    return plus_four(seen.mean, seen.count) if measure.is_share else seen.variance


@frozen
class Effect:
    """What one change does to a measure, or how a pair of them acts together."""

    measure: Measure
    changes: tuple[str, ...]
    mean: float
    half: float
    verdict: Verdict
    alone: float | None = None

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.half


@frozen
class Effects:
    """The parts of all changes in each measure, and the pairs that stand out."""

    shares: tuple[Effect, ...]
    totals: dict[str, float]
    pairs: tuple[Effect, ...]
    blocks: int
    unfinished: int


def effects_of(blocks: Blocks, names: Sequence[str]) -> Effects:
    """What the blocks show. The parts of all changes in all measures share the 5 %; pairs are sorted by e-values."""
    cells, count = blocks.cells, len(names)
    measured = [measure for measure in blocks.measures if blocks.readings.get(measure.name)]
    alpha = TOTAL / len(blocks.measures) / count
    shares = tuple(
        effect(blocks, measure, (names[change],), share(cells, change), alpha, alone(cells, change))
        for measure in measured
        for change in range(count)
    )
    whole = total(cells)
    totals = {} if whole is None else {m.name: blocks.contrast(m, whole)[0].mean for m in measured}
    asked = [(m, one, two) for m in measured for one, two in combinations(range(count), 2)]
    seen = [blocks.contrast(m, interaction(cells, one, two)) for m, one, two in asked]
    found = picked([log_e(*each) for each in seen], EXPLORED)
    level = level_of_picked(len(found), len(asked))
    pairs = tuple(
        effect(blocks, m, (names[one], names[two]), interaction(cells, one, two), level)
        for m, one, two in (asked[place] for place in found)
    )
    return Effects(shares, totals, pairs, blocks.count, blocks.unfinished)


def effect(
    blocks: Blocks,
    measure: Measure,
    names: tuple[str, ...],
    weights: Sequence[float],
    alpha: float,
    on_its_own: Sequence[float] | None = None,
) -> Effect:
    seen, unpaired = blocks.contrast(measure, weights)
    half = half_width(seen, unpaired, alpha)
    usual = moments([row[0] for row in blocks.readings[measure.name]])
    matters = worth_knowing(measure, usual)
    needed = games_needed(matters, seen, unpaired, alpha)
    said = verdict(seen.mean - half, seen.mean + half, matters, None if needed is None else about(needed))
    own = None if on_its_own is None else blocks.contrast(measure, on_its_own)[0].mean
    return Effect(measure, names, seen.mean, half, said, own)


# ---- rules with some changes ----------------------------------------------------------------------------------


@frozen
class Change:
    """One thing that may be on or off: a variant or an option, as it is written behind the game."""

    name: str
    written: str  # `+variant` or `?option=value`


def changes_between(first: str, second: str) -> tuple[str, list[Change]]:
    """What a set of rules has that another has not, each for itself; and what both have."""
    base, added = parts(first), parts(second)
    if added[0] != base[0] or any(part not in added for part in base):
        raise UsageError(f"--each takes away from B what A has not: `{second}` has to begin with all of `{first}`")
    changes = [Change(named(part), part) for part in added if part not in base]
    if len(changes) < 2:
        raise UsageError("--each tells changes apart: B has to have two or more that A has not")
    return first, changes


def parts(reference: str) -> list[str]:
    """`game+variant?option=value` in its pieces, each with the sign before it."""
    rules, *options = reference.split("?")
    game, *variants = rules.split("+")
    return [game, *(f"+{variant}" for variant in variants), *(f"?{option}" for option in options)]


def named(part: str) -> str:
    return part[1:].rsplit("/", maxsplit=1)[-1].removesuffix(".rules")


def with_changes(base: str, changes: Iterable[Change]) -> str:
    """A set of rules with some changes: variants go before options."""
    pieces = [*parts(base), *(change.written for change in changes)]
    return "".join(sorted(pieces, key=lambda piece: (piece[0] == "?", piece[0] == "+")))

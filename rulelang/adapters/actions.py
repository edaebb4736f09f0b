"""Actions as numbers, for programs that want one fixed list of all there is to choose.

Every decision in the rules has a block of numbers, in the order in which the rules have decisions. Within a block
an answer is numbered by what it is made of: each way in its order, in it every combination of members and numbers
in theirs, and passing last. So a number means the same in every match of the same rules, players and options.

What can not be listed beforehand (lists of things, numbers without bounds, windows) is numbered by its place among
the options, up to `MOST_PLACES` of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import prod
from typing import Any

from attrs import frozen

from rulelang.api.match import Match
from rulelang.backends.python.runtime import PASS, WindowOption
from rulelang.errors import UsageError
from rulelang.model import statements as s
from rulelang.model.declarations import Kind
from rulelang.model.types import Entity, Flag, Maybe, Number, Type

MOST_PLACES = 256
MOST_LISTED = 10_000


@frozen
class Domain:
    """The values of a type, numbered from `first`."""

    first: int
    count: int

    def rank(self, value: Any) -> int:
        """Where a value stands; none, where it may be, stands behind all others."""
        return self.count - 1 if value is None else int(value) - self.first


def domain_of(type_: Type) -> Domain | None:
    """The values of a type, if they can be listed."""
    match type_:
        case Entity(kind):
            return Domain(0, len(kind.root.members))
        case Flag():
            return Domain(0, 2)
        case Number(low=int() as low, high=int() as high):
            return Domain(low, high - low + 1)
        case Maybe(inner) if (found := domain_of(inner)) is not None:
            return Domain(found.first, found.count + 1)
    return None


@frozen
class Listed:
    """A decision all of whose answers are known beforehand: for each way the values it is made of.

    Cards that may be played at any time stand among the options; their places come behind.
    """

    point: Any
    ways: tuple[tuple[Domain, ...], ...]
    places: int = 0

    @property
    def answers(self) -> int:
        return sum(prod(domain.count for domain in way) for way in self.ways) + 1

    @property
    def count(self) -> int:
        return self.answers + self.places

    def numbers(self, options: Sequence[Any]) -> list[int]:
        places = iter(range(self.answers, self.count))
        found = [next(places, None) if isinstance(option, WindowOption) else self.number(option) for option in options]
        return [number for number in found if number is not None] if None not in found else too_many(options)

    def number(self, option: Any) -> int:
        if option is PASS:
            return self.answers - 1
        if isinstance(self.point, Kind):
            return int(option)
        answer = self.point.answer(option)
        way = self.point.ways.index(answer.way) if answer.way is not None else 0
        number = 0
        for domain, (_, value) in zip(self.ways[way], answer.pairs, strict=True):
            number = number * domain.count + domain.rank(value)
        return number + sum(prod(domain.count for domain in earlier) for earlier in self.ways[:way])


@frozen
class Placed:
    """A decision whose answers are numbered by their place among the options."""

    count: int = MOST_PLACES

    def numbers(self, options: Sequence[Any]) -> list[int]:
        return list(range(len(options))) if len(options) <= self.count else too_many(options)


def too_many(options: Sequence[Any]) -> list[int]:
    raise UsageError(
        f"{len(options)} options are too many for numbers by their place, of which there are {MOST_PLACES}"
    )


def block_of(point: Any, places: int) -> Listed | Placed:
    """The numbers of one decision in the rules."""
    if isinstance(point, Kind):
        return Listed(point, ((Domain(0, len(point.root.members)),),))
    if not isinstance(point, s.Choose):
        return Placed()
    ways = [way.binders for way in point.ways] or [point.binders[:1] if point.chance else point.binders]
    domains = [[domain_of(binder.local.type) for binder in binders] for binders in ways]
    listed = tuple(tuple(d for d in each if d is not None) for each in domains)
    found = Listed(point, listed, places)
    if any(None in each for each in domains) or found.answers > MOST_LISTED:
        return Placed()
    return found


class Actions:
    """The numbers of all answers to all decisions of a game, for a number of players."""

    def __init__(self, match: Match) -> None:
        places = MOST_PLACES if match.program.world.windows else 0
        self.blocks = [block_of(point, places) for point in match.program.answers.points]
        self.starts = [0]
        for block in self.blocks:
            self.starts.append(self.starts[-1] + block.count)

    @property
    def count(self) -> int:
        return self.starts[-1]

    def legal(self, match: Match) -> dict[int, int]:
        """The numbers of what may be chosen now, each with its index among the options."""
        if match.over:
            return {}
        state = match.state
        start = self.starts[state.point]
        numbers = self.blocks[state.point].numbers(state.options)
        found: dict[int, int] = {}
        for index, number in enumerate(numbers):
            found.setdefault(start + number, index)
        return found

    def decision(self, action: int) -> int:
        """Which decision of the rules an action answers."""
        return bisect_right(self.starts, action) - 1

"""Rules with something that is varied: options, and named values by a `change` that is written for them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from pathlib import Path

from attrs import define, field, frozen

from rulelang.api.game import Game
from rulelang.describe.diff import read_side
from rulelang.errors import UsageError

NUMBERS = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)(?:\s*/\s*(\d+))?")
CHANGE = re.compile(r"(change\s+.+?\s+(?:to|by))\s+(\S.*)")
MOST_POINTS = 400

Point = tuple[str, ...]


@frozen
class Vary:
    """Something that is tried with several values: an option, or the beginning of a `change`."""

    name: str
    values: tuple[str, ...]
    is_change: bool = False


def read_vary(text: str) -> Vary:
    """`end_threshold=10..20`, `map=coast,rivers`, `change hand_limit(p) to 3..6`; `10..20/5` goes in steps of five."""
    change = CHANGE.fullmatch(text.strip())
    if change is not None:
        return Vary(change[1], values_of(change[2], text), is_change=True)
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name or not values:
        raise UsageError(f"`{text}` is not OPTION=LOW..HIGH, OPTION=ONE,TWO or `change VALUE to LOW..HIGH`")
    return Vary(name, values_of(values, text))


def values_of(text: str, whole: str) -> tuple[str, ...]:
    numbers = NUMBERS.fullmatch(text.strip())
    if numbers is None:
        return tuple(value.strip() for value in text.split(","))
    low, high, step = int(numbers[1]), int(numbers[2]), int(numbers[3] or 1)
    if low > high or step < 1:
        raise UsageError(f"`{whole}`: the first number is the smaller one, and a step at least 1")
    if (high - low) // step >= MOST_POINTS:
        raise UsageError(f"`{whole}` has more than {MOST_POINTS} values; LOW..HIGH/STEP has fewer")
    return tuple(map(str, range(low, high + 1, step)))


def points_of(varied: Sequence[Vary]) -> list[Point]:
    """All values in all combinations."""
    count = prod(len(vary.values) for vary in varied)
    if count > MOST_POINTS:
        raise UsageError(f"these are {count:,} combinations of values, and at most {MOST_POINTS} can be played")
    return list(product(*(vary.values for vary in varied)))


@define
class Varied:
    """A set of rules in which something is varied; house rules for changes are written to a folder."""

    reference: str
    varied: Sequence[Vary]
    folder: Path
    read: dict[Point, Game] = field(factory=dict)

    def at(self, point: Point) -> Game:
        """The rules with these values."""
        if point not in self.read:
            self.read[point] = read_side(self.written(point))
        return self.read[point]

    def written(self, point: Point) -> str:
        """The same as it is written behind a command."""
        rules, *options = self.reference.split("?")
        pairs = list(zip(self.varied, point, strict=True))
        lines = [f"{vary.name} {value}" for vary, value in pairs if vary.is_change]
        options += [f"{vary.name}={value}" for vary, value in pairs if not vary.is_change]
        changed = f"+{self.house_rule(lines)}" if lines else ""
        return "?".join([rules + changed, *options])

    def house_rule(self, lines: Iterable[str]) -> Path:
        """A file with a variant of these lines; the same lines are the same variant."""
        text = "".join(f"  {line}\n" for line in lines)
        name = f"tried_{hashlib.sha256(text.encode()).hexdigest()[:10]}"
        path = self.folder / f"{name}.rules"
        game = read_side(self.reference.split("?", maxsplit=1)[0]).name
        path.write_text(f'variant {name} of {game}\n  about: "Made to try values."\n{text}', encoding="utf-8")
        return path

    def said(self, point: Point) -> str:
        """`end_threshold = 12, change hand_limit(p) to 4`."""
        pairs = zip(self.varied, point, strict=True)
        return ", ".join(f"{vary.name}{'' if vary.is_change else ' ='} {value}" for vary, value in pairs)

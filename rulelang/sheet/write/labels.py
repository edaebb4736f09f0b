"""Where the names of a map stand: beside their places, so that none lies on another or on a place.

A name is tried around its place, then further away, on a line that leads to it; if there is no room for all, all are
written smaller. The most crowded go first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from attrs import frozen

SIZES = (17.0, 15.0, 13.0, 11.0)
WIDE, HIGH, DEEP = 0.62, 0.78, 0.24  # a letter, and how far one goes above and below its line, in sizes
ROUND = [pi * n / 8 for n in (12, 4, 0, 8, 14, 10, 2, 6, 15, 9, 1, 7, 13, 11, 3, 5)]  # above, below, right, left, …
FURTHER = (0.0, 9.0, 20.0, 34.0, 50.0)
CROWD = 120.0


@frozen
class Box:
    """What something covers."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)

    def is_within(self, other: Box) -> bool:
        sides = other.left <= self.left and self.right <= other.right
        return sides and other.top <= self.top and self.bottom <= other.bottom


@frozen
class Named:
    """A place on paper, and its name."""

    x: float
    y: float
    radius: float
    label: str

    @property
    def box(self) -> Box:
        r = self.radius
        return Box(self.x - r, self.y - r, self.x + r, self.y + r)


@frozen
class Label:
    """A name where it stands: its middle on the line it is written on; `is_far` if a line should lead there."""

    x: float
    y: float
    size: float
    is_far: bool
    text: str

    @property
    def box(self) -> Box:
        half = WIDE * self.size * len(self.text) / 2
        return Box(self.x - half, self.y - HIGH * self.size, self.x + half, self.y + DEEP * self.size)


def placed(spots: Sequence[Named], paper: Box) -> dict[Named, Label]:
    """A label for each place that has a name, all of one size."""
    taken = [spot.box for spot in spots]
    named = sorted((spot for spot in spots if spot.label), key=lambda spot: -crowd(spot, spots))
    for size in SIZES:
        found = at_size(named, size, taken, paper)
        if len(found) == len(named) and not any(label.is_far for label in found.values()):
            return found
    return {spot: found.get(spot) or beside(spot, -pi / 2, 0.0, SIZES[-1]) for spot in named}


def at_size(named: Sequence[Named], size: float, taken: Sequence[Box], paper: Box) -> dict[Named, Label]:
    """Labels of a size for all that there is room for."""
    found: dict[Named, Label] = {}
    full = list(taken)
    for spot in named:
        label = next((x for x in around(spot, size) if is_free(x.box, full, paper)), None)
        if label is not None:
            found[spot] = label
            full.append(label.box)
    return found


def is_free(box: Box, full: Sequence[Box], paper: Box) -> bool:
    return box.is_within(paper) and not any(box.meets(other) for other in full)


def crowd(spot: Named, spots: Sequence[Named]) -> int:
    """How many places are near."""
    return sum(abs(spot.x - other.x) < CROWD and abs(spot.y - other.y) < CROWD / 2 for other in spots)


def around(spot: Named, size: float) -> Iterator[Label]:
    for further in FURTHER:
        for angle in ROUND:
            yield beside(spot, angle, further, size)


def beside(spot: Named, angle: float, further: float, size: float) -> Label:
    """The label in a direction from its place: its box touches the place, or is so far away."""
    gap = spot.radius + 2 + further
    across, down = cos(angle), sin(angle)
    x = spot.x + gap * across + within_one(1.5 * across) * WIDE * size * len(spot.label) / 2
    middle = spot.y + gap * down + within_one(1.5 * down) * (HIGH + DEEP) * size / 2
    return Label(x, middle + (HIGH - DEEP) * size / 2, size, further > FURTHER[1], spot.label)


def within_one(x: float) -> float:
    return max(-1.0, min(1.0, x))

"""What a player sees, as a row of numbers of fixed length.

It is his view: first the round, who has the turn and the scores, then every field in the order of the view, then of
every zone how many cards lie there and how often each card is seen in it. A member is its number in its kind,
counted from 1 over all kinds; 0 stands for nothing, and `UNSEEN` for what is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from rulelang.api.match import Match
from rulelang.visibility.view import View, ZoneView

UNSEEN = -1_000_000
Row = npt.NDArray[np.float32]


class Observations:
    """How the views of a game become numbers: made from a match at its beginning."""

    def __init__(self, match: Match) -> None:
        world, key = match.program.world, match.words.keys.member
        kinds = {kind.name: [key(kind, n) for n in kind.ids] for kind in world.kinds.values()}
        self.numbers = {name: n for n, name in enumerate(dict.fromkeys(chain.from_iterable(kinds.values())), 1)}
        self.cards = {zone.name: list(dict.fromkeys(kinds[zone.card.root.name])) for zone in world.zones.values()}
        views = [match.view(viewer) for viewer in (None, *range(match.players))]
        self.places = list(dict.fromkeys(place for view in views for place, _ in fields(view)))
        self.zones = [(name, owner) for name, owner, _ in zones(views[0])]
        self.count = len(self.row(views[0]))

    def of(self, match: Match, player: int | None) -> Row:
        return self.row(match.view(player))

    def row(self, view: View) -> Row:
        turn = 0 if view.turn is None else view.turn + 1
        found: list[float] = [view.round, turn, *(self.number(score) for score in view.scores)]
        known = dict(fields(view))
        found += [self.number(known[place]) if place in known else UNSEEN for place in self.places]
        there = {(name, owner): zone for name, owner, zone in zones(view)}
        for name, owner in self.zones:
            found += self.zone(there[name, owner], self.cards[name])
        return np.array(found, dtype=np.float32)

    def number(self, value: Any) -> float:
        match value:
            case None:
                return 0
            case bool() | int() | float():
                return float(value)
            case list() | tuple():
                return len(value)
        return self.numbers.get(value, UNSEEN)

    def zone(self, zone: ZoneView, cards: list[str]) -> Iterator[float]:
        """How many cards lie in a zone, and how often each of them is seen there."""
        top = [zone.top] if zone.top is not None else []
        seen = Counter(zone.cards if zone.cards is not None else [*zone.shown, *top])
        yield len(zone.cards) if zone.cards is not None else UNSEEN if zone.count is None else zone.count
        yield from (seen[card] for card in cards)


def fields(view: View) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The values of all fields, each with where it stands."""
    for player in view.players:
        yield from leaves(("player", player.key), player.fields)
    for kind, pieces in view.pieces.items():
        for piece in pieces:
            yield from leaves((kind, piece.key), piece.fields)
    for kind, members in view.kinds.items():
        for member, values in members.items():
            yield from leaves((kind, member), values)
    yield from leaves(("state",), view.state)


def leaves(place: tuple[str, ...], values: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from leaves((*place, name), value)
        else:
            yield (*place, name), value


def zones(view: View) -> Iterator[tuple[str, str, ZoneView]]:
    """The zones, each with its name and its owner, if it has one."""
    for name, zone in view.zones.items():
        if isinstance(zone, ZoneView):
            yield name, "", zone
        else:
            yield from ((name, owner, each) for owner, each in zone.items())

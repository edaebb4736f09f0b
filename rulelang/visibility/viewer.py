"""The eyes an event is read with: those of a player, of a spectator, or of somebody who may know all."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.model.declarations import Field
from rulelang.play.keys import Place
from rulelang.text.words import Words

Viewer = int | None
Audience = frozenset[Viewer]


class Eyes:
    """What a reader may see."""

    def __init__(self, words: Words, player: Viewer) -> None:
        self.sight = words.sight
        self.player = player

    def zone(self, number: int) -> bool:
        return self.sight.sees_zone(number, self.player)

    def count(self, number: int) -> bool:
        return self.sight.sees_count(number, self.player)

    def top(self, number: int) -> bool:
        return self.sight.sees_top(number, self.player)

    def face(self, places: Iterable[tuple[int, bool]]) -> bool:
        """Is a card seen in one of these zones, or because it lies on top there?"""
        return any(self.zone(zone) or (on_top and self.top(zone)) for zone, on_top in places)

    def field(self, what: Field, place: Place) -> bool:
        return self.sight.sees_field(what, place, self.player)

    def among(self, audience: Audience | None) -> bool:
        return audience is None or self.player in audience


class AllEyes(Eyes):
    """Sees everything: for a referee, or when all is over."""

    def zone(self, number: int) -> bool:
        return True

    count = top = zone

    def field(self, what: Field, place: Place) -> bool:
        return True

    def among(self, audience: Audience | None) -> bool:
        return True

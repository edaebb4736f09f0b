"""Who may know something that happened: all who see the zone or the field it happened to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from rulelang.backends.python.program import Program
from rulelang.model.declarations import Field
from rulelang.play.keys import Place
from rulelang.visibility.permissions import Sight

# A player, or none for somebody who may know only what is open to all.
Viewer = int | None
Audience = frozenset[Viewer]
NOBODY: Audience = frozenset()
# A zone in which a card lay, and whether it lay on top there.
Face = tuple[int, bool]


class Audiences:
    """Those who see the zones and fields of one program."""

    def __init__(self, program: Program) -> None:
        self.sight = program.once(Sight)
        self.everybody: Audience = frozenset([None, *range(program.world.players)])
        self._known: dict[Hashable, Audience] = {}

    def of(self, key: Hashable, sees: Callable[[Viewer], bool]) -> Audience:
        """Those who see something; the same today as tomorrow, so each is asked once."""
        if key not in self._known:
            self._known[key] = frozenset(filter(sees, self.everybody))
        return self._known[key]

    def zone(self, number: int) -> Audience:
        return self.of(("zone", number), lambda player: self.sight.sees_zone(number, player))

    def count(self, number: int) -> Audience:
        return self.of(("count", number), lambda player: self.sight.sees_count(number, player))

    def top(self, number: int) -> Audience:
        return self.of(("top", number), lambda player: self.sight.sees_top(number, player))

    def field(self, field: Field, place: Place) -> Audience:
        owner = self.sight.field_owner(field, place)
        return self.of((field, owner), lambda player: self.sight.sees_field(field, place, player))

    def face(self, faces: Iterable[Face]) -> Audience:
        """Those who see a card in one of these zones, or because it lies on top there."""
        found = NOBODY
        for zone, on_top in faces:
            found |= self.zone(zone) | (self.top(zone) if on_top else NOBODY)
        return found

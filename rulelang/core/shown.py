"""What rules reveal, and so what a state keeps account of: which hidden cards and fields who was shown.

Who was shown a card knows it as long as it lies where it lay. He knows no more of the cards of a zone that
were shown to him once the zone is shuffled, or a card leaves it for a place that he does not see: for it
may have been any of them. Who was shown a field knows it until it is written again.

Of cards that go out of play the state keeps who did not see which they were.
"""

from __future__ import annotations

from attrs import frozen

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Zone
from rulelang.model.types import Entity, Many, Type, strip
from rulelang.model.visit import bound_locals, read_locals, walk
from rulelang.model.world import World

EVERYBODY = "all"


@frozen
class Showing:
    """The kinds of cards (by name) and the fields (by identity) that some rule reveals; kinds that leave play."""

    kinds: frozenset[str] = frozenset()
    fields: frozenset[Field] = frozenset()
    boxed: frozenset[str] = frozenset()

    @property
    def is_any(self) -> bool:
        return bool(self.kinds or self.fields)


def showing_of(world: World) -> Showing:
    """What the rules of a world reveal that not everybody sees anyway."""
    closed = {zone.card.root.name for zone in world.zones.values() if zone.seen.by != "all"}
    nodes = [n for r in world.rules.values() for n in walk(r.bodies) if isinstance(n, s.Reveal | s.Move)]
    found = [n.what for n in nodes if isinstance(n, s.Reveal)]
    boxed = {n.card.root.name for n in nodes if isinstance(n, s.Move) and not isinstance(n.to, m.ReadZone)}
    kinds = {kind.root.name for what in found if (kind := card_kind(what.type)) is not None}
    fields = {e.field for e in found if isinstance(e, m.ReadField) and e.field.seen.by != "all"}
    return Showing(frozenset(kinds & closed), frozenset(fields), frozenset(boxed & closed))


def card_kind(type_: Type) -> Kind | None:
    """The kind of a card or of a list of cards."""
    plain = strip(type_)
    inner = strip(plain.inner) if isinstance(plain, Many) else plain
    return inner.kind.root if isinstance(inner, Entity) and inner.kind.root.sort == "card" else None


def cards_in(hole: m.Expression) -> list[m.Expression]:
    """What in a hole of a text is a card that may lie hidden: itself, or the names of cards it reads."""
    if is_card(hole.type):
        return [hole]
    bound = bound_locals(hole)
    return [m.ReadLocal(x, x.type) for x in read_locals(hole) if x not in bound and is_card(x.type)]


def is_card(type_: Type) -> bool:
    """Is it a card in play, or a list of such?"""
    kind = card_kind(type_)
    return kind is not None and kind.box >= 0


def seers(world: World, kind: Kind) -> dict[int, int | str]:
    """For zones of a kind of cards that somebody sees, who does: a player, or all."""
    found: dict[int, int | str] = {}
    for zone in world.zones.values():
        if zone.card.root is kind:
            for offset in range(zone.count):
                seer = EVERYBODY if zone.seen.by == "all" else zone_owner(world, zone, offset)
                if seer is not None:
                    found[zone.base + offset] = seer
    return found


def zone_owner(world: World, zone: Zone, offset: int) -> int | None:
    if zone.seen.by != "owner" or zone.per is None:
        return None
    return offset if zone.per is world.player else zone.per.root.members[offset].owner

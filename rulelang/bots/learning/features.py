"""What a position shows in numbers, read from declarations: fields of a player, his cards and their columns.

Nothing here knows a game. A field of a player counts as its number, as one for yes, as one for being set; of a field
that is kept for each member of a small kind every member counts by itself. Cards count, and so does each number
column over them. Fields of the game count for whoever has the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from attrs import frozen

from rulelang.backends.python.program import Program
from rulelang.model.declarations import Column, Field, Kind, Zone
from rulelang.model.types import Entity, Flag, Number, strip
from rulelang.visibility.permissions import Sight

# Kinds with more members than this are not looked at one by one.
SMALL = 12
Reading = Callable[[Any, int], int]


@frozen
class Feature:
    """One number that a position has for each player."""

    name: str
    read: Reading


def features_of(program: Program) -> list[Feature]:
    """All of them, in the order of the declarations; equal rules have equal features."""
    sight = Sight(program)
    found: list[Feature] = []
    for field in program.answers.all_fields():
        found += field_features(program, sight, field)
    for zone in program.world.zones.values():
        if zone.per is program.world.player:
            found += zone_features(zone)
    return found


# ---- fields -------------------------------------------------------------------------------------------------


def field_features(program: Program, sight: Sight, field: Field) -> Iterator[Feature]:
    slot, plain = program.answers.layout.slot(field), strip(field.type)
    if field.is_scalar:
        if isinstance(plain, Number) and field.name != "round.number":
            actor = program.answers.layout.slot(program.world.fields["actor"])
            yield Feature(f"{field.name} of whoever has the turn", turn_reading(slot, actor))
        return
    kinds = [*([field.owner] if field.owner else []), *field.per]
    places = list(product(*(range(len(kind.root.members)) for kind in kinds)))
    owners = [sight.field_owner(field, place) for place in places]
    if None in owners:
        return
    rests = sorted({place[1:] for place in places})
    for rest in rests if 1 < len(rest_members(rests)) <= SMALL else [None]:
        at = [
            [i for i, place in enumerate(places) if owners[i] == p and rest in (None, place[1:])]
            for p in range(program.facts.players)
        ]
        name = field.name + ("" if rest is None else f"[{', '.join(map(str, rest))}]")
        if isinstance(plain, Number):
            yield Feature(name, places_reading(slot, at, lambda value: value or 0))
            if rest is None and len(rests) > 1:
                yield Feature(f"{name} not nought", places_reading(slot, at, lambda value: int(bool(value))))
        elif isinstance(plain, Flag):
            yield Feature(name, places_reading(slot, at, lambda value: int(bool(value))))
        elif isinstance(plain, Entity):
            yield Feature(f"{name} is set", places_reading(slot, at, lambda value: int(value is not None)))


def rest_members(rests: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Places beside the owner; one empty one if there are none."""
    return [rest for rest in rests if rest]


def turn_reading(slot: str, actor: str) -> Reading:
    return lambda S, p: (getattr(S, slot) or 0) if getattr(S, actor) == p else 0


def places_reading(slot: str, at: list[list[int]], count: Callable[[Any], int]) -> Reading:
    def read(S: Any, p: int) -> int:
        values = getattr(S, slot)
        return sum([count(values[i]) for i in at[p]])

    return read


# ---- cards --------------------------------------------------------------------------------------------------


def zone_features(zone: Zone) -> Iterator[Feature]:
    yield Feature(f"cards in {zone.name}", lambda S, p: len(S.zones[zone.base + p]))
    for column in columns_of(zone.card):
        plain = strip(column.type)
        if isinstance(plain, Number):
            yield Feature(f"{column.name} in {zone.name}", cards_reading(zone, [value or 0 for value in column.values]))
        elif isinstance(plain, Entity) and len(plain.kind.ids) <= SMALL:
            for member in plain.kind.ids:
                key = plain.kind.root.members[member].key
                counts = [int(value == member) for value in column.values]
                yield Feature(f"{column.name} {key} in {zone.name}", cards_reading(zone, counts))


def columns_of(kind: Kind | None) -> list[Column]:
    """The columns of a kind of cards, those of the kinds it is part of among them."""
    found: dict[str, Column] = {}
    while kind is not None:
        found = {**kind.columns, **found}
        kind = kind.parent
    return list(found.values())


def cards_reading(zone: Zone, numbers: list[int]) -> Reading:
    return lambda S, p: sum([numbers[card] for card in S.zones[zone.base + p]])

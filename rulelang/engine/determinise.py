"""A position as one player may believe it to be: what he can not see is drawn anew.

Cards that he can not see are shuffled among the places where he can not see them, so that every count
stays as it is. Fields out of his sight get values he could think of. What chance will bring is drawn
anew as well. Nothing hidden is left in the result, so a search on it knows no more than the player.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from attrs import frozen

from rulelang.engine.match import Match
from rulelang.engine.sight import Masks, Sight
from rulelang.engine.words import first_choice
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind
from rulelang.model.types import Entity, Flag, Many, Number, Type, strip
from rulelang.program.program import Program
from rulelang.program.runtime import NOTHING_FORCED, PASS, WindowOption


@frozen
class HiddenField:
    """A field of which a player does not see some values."""

    slot: str
    type: Type
    is_scalar: bool
    unseen: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()


@frozen
class Blind:
    """What one player can not see: zones by the kind of their cards, with whether their top is open; fields."""

    zones: tuple[tuple[Kind, tuple[tuple[int, bool], ...]], ...]
    fields: tuple[HiddenField, ...]


class Believer:
    """Makes positions that a player may believe in, for matches of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sight = Sight(program)
        self.layout = program.module.layout
        self._blind: dict[tuple[int, int], Blind] = {}

    def believe(self, match: Match, player: int, rng: Random) -> tuple[Match, bool]:
        """A copy with everything hidden drawn anew, and whether anything was."""
        other = match.copy()
        other.audit = False
        other.state.rng = rng.getrandbits(63)
        blind = self.blind(player, self.sight.masks_now(match.state))
        is_hidden = self.shuffle_cards(other, blind, rng)
        for field in blind.fields:
            self.redraw(other.state, field, rng)
        return other, is_hidden or bool(blind.fields)

    # ---- what is hidden -------------------------------------------------------------------------------

    def blind(self, player: int, masks: Masks) -> Blind:
        """What a player can not see; it only depends on whose choices are waited for."""
        key = (player, id(masks) if masks else 0)
        if key not in self._blind:
            zones: dict[Kind, list[tuple[int, bool]]] = {}
            for number, (zone, _) in self.sight.places.items():
                if not self.sight.sees_zone(number, player, masks):
                    top = self.sight.sees_top(number, player, masks)
                    zones.setdefault(zone.card, []).append((number, top))
            fields = [self.hidden_field(f, player, masks) for f in self.program.module.all_fields()]
            grouped = tuple((kind, tuple(found)) for kind, found in zones.items())
            self._blind[key] = Blind(grouped, tuple(f for f in fields if f is not None))
        return self._blind[key]

    def hidden_field(self, field: Field, player: int, masks: Masks) -> HiddenField | None:
        if field.seen.by == "all" and id(field) not in masks:
            return None
        slot = self.layout.slot(field)
        if field.is_scalar:
            is_seen = self.sight.sees_field(field, (), player, masks)
            return None if is_seen else HiddenField(slot, field.type, True)
        kinds = [*([field.owner] if field.owner else []), *field.per]
        places = product(*(range(len(kind.root.members)) for kind in kinds))
        seen = [self.sight.sees_field(field, place, player, masks) for place in places]
        if all(seen):
            return None
        unseen = tuple(i for i, is_seen in enumerate(seen) if not is_seen)
        return HiddenField(slot, field.type, False, unseen, tuple(i for i, is_seen in enumerate(seen) if is_seen))

    # ---- cards ----------------------------------------------------------------------------------------

    def shuffle_cards(self, match: Match, blind: Blind, rng: Random) -> bool:
        if not blind.zones:
            return False
        zones = match.state.zones
        offered = set(self.offered_cards(match))
        is_hidden = False
        for kind, numbers in blind.zones:
            known = {card for root, card in offered if root is kind.root}
            places = [
                (number, place)
                for number, top_is_open in numbers
                for place, card in enumerate(zones[number])
                if not (place == 0 and top_is_open) and card not in known
            ]
            if len(places) > 1:
                is_hidden = True
                self.deal(match.state, kind, places, rng)
        return is_hidden

    def deal(self, state: Any, kind: Kind, places: list[tuple[int, int]], rng: Random) -> None:
        """Put the cards of some places back in another order, which does not rest on the one they had."""
        zones = state.zones
        cards = sorted(zones[number][place] for number, place in places)
        # A good deal quicker than `shuffle`, and no worse here.
        cards.sort(key=lambda _: rng.random())
        location = getattr(state, self.layout.location(kind))
        for (number, place), card in zip(places, cards, strict=True):
            zones[number][place] = card
            location[card] = number

    def offered_cards(self, match: Match) -> Iterator[tuple[Kind, int]]:
        """The cards that the open decision shows to whoever decides."""
        point = self.program.module.points[match.state.point]
        for value in match.state.options or ():
            yield from self.cards_in(point, value)

    def cards_in(self, point: Any, value: Any) -> Iterator[tuple[Kind, int]]:
        if value is PASS or value is NOTHING_FORCED:
            return
        if isinstance(value, WindowOption):
            window = self.program.world.windows[value.window]
            yield from self.cards_in(first_choice(window.rule.body), value.value)
        elif isinstance(point, s.Choose) and not point.ways and not point.chance:
            values = (value,) if len(point.binders) == 1 else value
            for binder, part in zip(point.binders, values, strict=True):
                yield from cards_of(binder.local.type, part)

    # ---- fields ---------------------------------------------------------------------------------------

    def redraw(self, state: Any, field: HiddenField, rng: Random) -> None:
        """Values of a field that the player can not see become values he could think of."""
        start = getattr(self.program.start, field.slot)
        if field.is_scalar:
            setattr(state, field.slot, think_of(field.type, getattr(state, field.slot), [start], rng))
            return
        values = getattr(state, field.slot)
        own = [values[index] for index in field.seen]
        for index in field.unseen:
            values[index] = think_of(field.type, values[index], own or [start[index]], rng)


@lru_cache(maxsize=8)
def believer(program: Program) -> Believer:
    """The believer of a program, made once."""
    return Believer(program)


def cards_of(type_: Type, value: Any) -> Iterator[tuple[Kind, int]]:
    """The cards in a value."""
    plain = strip(type_)
    if isinstance(plain, Many):
        for item in value or ():
            yield from cards_of(plain.inner, item)
    elif isinstance(plain, Entity) and plain.kind.root.sort == "card" and value is not None:
        yield plain.kind.root, value


def think_of(type_: Type, value: Any, like: list[Any], rng: Random) -> Any:
    """A value in place of a hidden one: any of a small type, else one like those the player knows.

    Whether there is a value at all is taken to be seen, as a card laid face down is.
    """
    plain = strip(type_)
    if value is None:
        return None
    if isinstance(plain, Flag):
        return rng.random() < 0.5
    if isinstance(plain, Entity) and plain.kind.root.sort != "card":
        return rng.choice(plain.kind.ids)
    if isinstance(plain, Number) and plain.low is not None and plain.high is not None:
        return rng.randint(plain.low, plain.high)
    found = rng.choice(like)
    return 0 if found is None and isinstance(plain, Number) else found

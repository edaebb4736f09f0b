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

from rulelang.engine.match import Match
from rulelang.engine.sight import Masks, Sight
from rulelang.engine.words import first_choice
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind
from rulelang.model.types import Entity, Flag, Many, Number, Type, strip
from rulelang.program.program import Program
from rulelang.program.runtime import NOTHING_FORCED, PASS, WindowOption


class Believer:
    """Makes positions that a player may believe in, for matches of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sight = Sight(program)
        self.layout = program.module.layout

    def believe(self, match: Match, player: int, rng: Random) -> tuple[Match, bool]:
        """A copy with everything hidden drawn anew, and whether anything was."""
        other = match.copy()
        other.audit = False
        other.state.rng = rng.getrandbits(63)
        masks = self.sight.masks_now(match.state)
        hidden = self.shuffle_cards(other, player, masks, rng)
        for field in match.program.module.all_fields():
            hidden = self.redraw(other.state, field, player, masks, rng) or hidden
        return other, hidden

    # ---- cards --------------------------------------------------------------------------------------------

    def shuffle_cards(self, match: Match, player: int, masks: Masks, rng: Random) -> bool:
        state = match.state
        known = set(self.offered_cards(match))
        groups: dict[Kind, list[tuple[int, int]]] = {}
        for number, (zone, _) in self.sight.places.items():
            if self.sight.sees_zone(number, player, masks):
                continue
            top_is_open = self.sight.sees_top(number, player, masks)
            for place, card in enumerate(state.zones[number]):
                if not (place == 0 and top_is_open) and (zone.card.root, card) not in known:
                    groups.setdefault(zone.card, []).append((number, place))
        for kind, places in groups.items():
            self.deal(state, kind, places, rng)
        return any(len(places) > 1 for places in groups.values())

    def deal(self, state: Any, kind: Kind, places: list[tuple[int, int]], rng: Random) -> None:
        """Put the cards of some places back in another order, which does not rest on the one they had."""
        cards = sorted(state.zones[number][place] for number, place in places)
        rng.shuffle(cards)
        location = getattr(state, self.layout.location(kind))
        for (number, place), card in zip(places, cards, strict=True):
            state.zones[number][place] = card
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
            yield from self.cards_in(
                first_choice(self.program.world.windows[value.window].rule.body), value.value
            )
        elif isinstance(point, s.Choose) and not point.ways and not point.chance:
            values = (value,) if len(point.binders) == 1 else value
            for binder, part in zip(point.binders, values, strict=True):
                yield from cards_of(binder.local.type, part)

    # ---- fields -------------------------------------------------------------------------------------------

    def redraw(self, state: Any, field: Field, player: int, masks: Masks, rng: Random) -> bool:
        """Values of a field that the player can not see become values he could think of."""
        if field.seen.by == "all" and id(field) not in masks:
            return False
        kinds = [*([field.owner] if field.owner else []), *field.per]
        places = list(product(*(range(len(kind.root.members)) for kind in kinds)))
        slot = self.layout.slot(field)
        if field.is_scalar:
            if self.sight.sees_field(field, (), player, masks):
                return False
            value = getattr(state, slot)
            setattr(state, slot, think_of(field.type, value, [getattr(self.program.start, slot)], rng))
            return True
        values, start = getattr(state, slot), getattr(self.program.start, slot)
        seen = [self.sight.sees_field(field, place, player, masks) for place in places]
        own = [value for value, is_seen in zip(values, seen, strict=True) if is_seen]
        for index, is_seen in enumerate(seen):
            if not is_seen:
                values[index] = think_of(field.type, values[index], own or [start[index]], rng)
        return not all(seen)


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

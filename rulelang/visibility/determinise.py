"""A position as one player may believe it to be: what he can not see is drawn anew.

Cards that he can not see, those that went out of play unseen among them, are shuffled among the places
where he can not see them, so that every count stays as it is; what was shown to him stays. A rule that
holds a hidden card goes on with the one that lies there now. Fields out of his sight get values that the
rules could have put there, as far as these tell (`guesses.py`). What chance will bring is drawn anew as
well. Nothing hidden is left in the result, so a search on it knows no more than the player.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, TypeVar

from attrs import frozen

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import NOTHING_FORCED, PASS, WindowOption
from rulelang.core.chance import reseed
from rulelang.core.information import Masks
from rulelang.core.shown import card_kind
from rulelang.core.tables import Layout
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind
from rulelang.model.types import Entity, Flag, Number, Type, cards_of, strip
from rulelang.play.position import Position
from rulelang.visibility.guesses import Guesses
from rulelang.visibility.permissions import Sight, shown, unseen_in_box

P = TypeVar("P", bound=Position)
Told = frozenset[tuple[str, int]]
NOTHING_TOLD: Told = frozenset()
Swaps = dict[Kind, dict[int, int]]
Places = list[tuple[int, int]]


@frozen
class HiddenField:
    """A field of which a player does not see some values."""

    field: Field
    slot: str
    places: tuple[tuple[int, ...], ...]
    unseen: tuple[int, ...]
    seen: tuple[int, ...] = ()


@frozen
class HiddenCards:
    """The zones of one kind of cards that a player can not look into, with whether their top is open."""

    kind: Kind
    slot: str
    zones: tuple[tuple[int, bool], ...]


@frozen
class Blind:
    """What one player can not see."""

    cards: tuple[HiddenCards, ...]
    fields: tuple[HiddenField, ...]


@frozen
class CardField:
    """A field that speaks of cards."""

    slot: str
    root: Kind
    is_scalar: bool


class Believer:
    """Makes positions that a player may believe in, for matches of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sight = program.once(Sight)
        self.layout = program.answers.layout
        self._blind: dict[tuple[int, int], Blind] = {}
        self._frames: dict[Any, tuple[tuple[int, Kind], ...]] = {}
        self._offers: dict[int, bool] = {}
        self.roots = {self.layout.location(root): root for root in program.answers.card_roots()}
        self.card_fields = [found for f in program.answers.all_fields() if (found := card_field(self.layout, f))]
        self.guesses = Guesses(program)

    def believe(self, match: P, player: int, rng: Random) -> tuple[P, bool]:
        """A copy with everything hidden drawn anew, and whether anything was."""
        other = match.copy()
        other.audit = False
        other.is_driven = True  # its choices do not lead here
        other.state, is_hidden = self.position(match.state, player, rng)
        return other, is_hidden

    def position(self, state: Any, player: int, rng: Random) -> tuple[Any, bool]:
        """The same for the state of a match."""
        other = state.copy()
        if self.program.facts.is_chancy:
            reseed(other, rng.getrandbits(63))
            other.ask = False  # what nobody has said yet is drawn
        masks = self.sight.masks_now(state)
        blind = self.blind(player, masks)
        told = self.told(state, player, masks)
        is_hidden = self.shuffle_cards(other, blind, told, player, rng)
        for field in blind.fields:
            self.redraw(other, field, told, blind, rng)
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
            found = [self.hidden_field(f, player, masks) for f in self.program.answers.all_fields()]
            fields = {hidden.field: hidden for hidden in found if hidden is not None}
            cards = [HiddenCards(kind, self.layout.location(kind), tuple(found)) for kind, found in zones.items()]
            self._blind[key] = Blind(tuple(cards), tuple(fields[f] for f in self.guesses.in_order(list(fields))))
        return self._blind[key]

    def hidden_field(self, field: Field, player: int, masks: Masks) -> HiddenField | None:
        if field.seen.by == "all" and field not in masks:
            return None
        kinds = [*([field.owner] if field.owner else []), *field.per]
        places = tuple(product(*(range(len(kind.root.members)) for kind in kinds)))
        seen = [self.sight.sees_field(field, place, player, masks) for place in places]
        if all(seen):
            return None
        unseen = tuple(i for i, is_seen in enumerate(seen) if not is_seen)
        shown = tuple(i for i, is_seen in enumerate(seen) if is_seen)
        return HiddenField(field, self.layout.slot(field), places, unseen, shown)

    # ---- what was shown -------------------------------------------------------------------------------

    def told(self, state: Any, player: int, masks: Masks) -> Told:
        """What was revealed to the player and he may still know: cards and places of fields, by their slot."""
        mine = [(slot, item) for slot, item, viewer in shown(state) if viewer == player]
        if not mine:
            return NOTHING_TOLD
        return frozenset(entry for entry in mine if self.is_told(state, entry, player, masks))

    def is_told(self, state: Any, entry: tuple[str, int], player: int, masks: Masks) -> bool:
        slot, item = entry
        for field in self.program.answers.all_fields() if masks else ():
            if self.layout.slot(field) == slot and field in masks:
                return False
        if slot in self.roots and masks:
            return self.sight.was_shown(state, slot, item, player, getattr(state, slot)[item], masks)
        return True

    # ---- cards ----------------------------------------------------------------------------------------

    def shuffle_cards(self, state: Any, blind: Blind, told: Told, player: int, rng: Random) -> bool:
        zones = state.zones
        offered = set(self.offered_cards(state)) if blind.cards else set()
        swapped: Swaps = {}
        for hidden in blind.cards:
            known = {card for root, card in offered if root is hidden.kind.root}
            places: Places = []
            for number, top_is_open in hidden.zones:
                cards = zones[number]
                first = 1 if top_is_open else 0
                if known:
                    places += [(number, at) for at in range(first, len(cards)) if cards[at] not in known]
                else:
                    places += [(number, at) for at in range(first, len(cards))]
            places += self.boxed(state, hidden, player)
            if len(places) > 1:
                swapped[hidden.kind.root] = self.deal_unknown(state, hidden.slot, places, told, rng)
        if swapped:
            self.follow(state, swapped)
        return bool(swapped)

    def boxed(self, state: Any, hidden: HiddenCards, player: int) -> Places:
        """Places of cards that went out of play, and the player does not know which they were."""
        unseen = unseen_in_box(state)
        if not unseen:
            return []
        cards = {card for name, card, viewer in unseen if name == hidden.slot and viewer == player}
        box = hidden.kind.root.box
        return [(box, place) for place, card in enumerate(state.zones[box]) if card in cards] if cards else []

    def deal_unknown(self, state: Any, slot: str, places: Places, told: Told, rng: Random) -> dict[int, int]:
        """Deal the cards of some places anew; returns which card now stands for which.

        Cards that were shown to the player stay in their zone, but at a place he can not tell.
        """
        zones = state.zones
        known = {card for name, card in told if name == slot}
        before = [zones[number][place] for number, place in places]
        for number, place in places if known else ():
            if zones[number][place] in known:
                goal = rng.choice([at for other, at in places if other == number])
                zones[number][place], zones[number][goal] = zones[number][goal], zones[number][place]
        rest = [place for place in places if zones[place[0]][place[1]] not in known] if known else places
        after = self.deal(state, slot, rest, rng)
        unknown = [card for card in before if card not in known] if known else before
        return dict(zip(unknown, after, strict=True))

    def deal(self, state: Any, slot: str, places: Places, rng: Random) -> list[int]:
        """Put the cards of some places back in another order, which does not rest on the one they had."""
        zones, location = state.zones, getattr(state, slot)
        cards = sorted([zones[number][place] for number, place in places])
        # A good deal quicker than `shuffle`, and no worse here.
        draw = rng.random
        cards.sort(key=lambda _: draw())
        for (number, place), card in zip(places, cards, strict=True):
            zones[number][place] = card
            location[card] = number
        return cards

    def follow(self, state: Any, swapped: Swaps) -> None:
        """Whatever speaks of a card that lay at a place speaks of the card that lies there now."""
        for field in self.card_fields:
            swaps = swapped.get(field.root, {})
            found = getattr(state, field.slot)
            setattr(
                state,
                field.slot,
                follow(found, swaps) if field.is_scalar else [follow(value, swaps) for value in found],
            )
        for frame in state.stack:
            for place, root in self.cards_in_frame(frame[0]):
                if root in swapped:
                    frame[place] = follow(frame[place], swapped[root])
        for name in ("shown", "boxed"):
            if getattr(state, name, None):
                setattr(state, name, frozenset(self.swapped_entry(entry, swapped) for entry in getattr(state, name)))

    def cards_in_frame(self, block: Any) -> tuple[tuple[int, Kind], ...]:
        """The places of a frame that hold cards."""
        if block not in self._frames:
            self._frames[block] = self.program.module.cards_in_frame(getattr(block, "__name__", ""))
        return self._frames[block]

    def swapped_entry(self, entry: tuple[str, int, int | None], swapped: Swaps) -> tuple[str, int, int | None]:
        """What the others were shown of a card they now know of the one that stands for it."""
        slot, item, viewer = entry
        swaps = swapped.get(self.roots[slot], {}) if slot in self.roots else {}
        return slot, swaps.get(item, item), viewer

    def offered_cards(self, state: Any) -> Iterator[tuple[Kind, int]]:
        """The cards that the open decision shows to whoever decides."""
        if state.options and self.may_offer_cards(state.point):
            point = self.program.answers.points[state.point]
            for value in state.options:
                yield from self.cards_in(point, value)

    def may_offer_cards(self, number: int) -> bool:
        """Could a card be among the options of a decision, its own or those of a window?"""
        if number not in self._offers:
            point = self.program.answers.points[number]
            binders = point.all_binders if isinstance(point, s.Choose) and not point.chance else ()
            self._offers[number] = bool(self.program.world.windows) or any(
                card_kind(binder.local.type) is not None for binder in binders
            )
        return self._offers[number]

    def cards_in(self, point: Any, value: Any) -> Iterator[tuple[Kind, int]]:
        if value is PASS or value is NOTHING_FORCED:
            return
        if isinstance(value, WindowOption):
            window = self.program.world.windows[value.window]
            yield from self.cards_in(s.first_choice(window.rule.body), value.value)
        elif isinstance(point, s.Choose) and not point.chance:
            for binder, part in point.answer(value).pairs:
                yield from cards_of(binder.local.type, part)

    # ---- fields ---------------------------------------------------------------------------------------

    def redraw(self, state: Any, hidden: HiddenField, told: Told, blind: Blind, rng: Random) -> None:
        """Values of a field that the player neither sees nor was shown become values he could think of."""
        is_scalar = hidden.field.is_scalar
        start, values = (getattr(found, hidden.slot) for found in (self.program.start, state))
        if is_scalar:
            start, values = [start], [values]
        known = {place for name, place in told if name == hidden.slot}
        own = [values[index] for index in (*hidden.seen, *known)]
        for index in hidden.unseen:
            if index not in known:
                possible = self.possible(state, hidden, index)
                values[index] = self.noted_cards(state, hidden, index, values[index], blind, rng) or think_of(
                    hidden.field.type, values[index], start[index], possible, own, rng
                )
        if is_scalar:
            setattr(state, hidden.slot, values[0])

    def noted_cards(
        self, state: Any, hidden: HiddenField, index: int, value: Any, blind: Blind, rng: Random
    ) -> tuple[int, ...]:
        """In place of cards that somebody noted in secret, as many others that he holds out of sight.

        How many they are is taken to be seen, as of cards laid face down. Nothing if there are not that many.
        """
        root = card_kind(hidden.field.type)
        owner = self.sight.field_owner(hidden.field, hidden.places[index])
        if root is None or owner is None or not isinstance(value, tuple):
            return ()
        zones = [number for cards in blind.cards if cards.kind.root is root for number, _ in cards.zones]
        held = sorted(
            card for number in zones if self.sight.zone_owner(number) == owner for card in state.zones[number]
        )
        return tuple(rng.sample(held, len(value))) if len(held) >= len(value) else ()

    def possible(self, state: Any, hidden: HiddenField, index: int) -> list[Any]:
        """What the rules could have put there; cards are dealt anew, not thought of."""
        field, place = hidden.field, hidden.places[index]
        if card_kind(field.type) is not None:
            return []
        return self.guesses.values(state, field, place, self.sight.field_owner(field, place))


def believer(program: Program) -> Believer:
    """The believer of a program, made once."""
    return program.once(Believer)


def card_field(layout: Layout, field: Field) -> CardField | None:
    root = card_kind(field.type)
    return CardField(layout.slot(field), root, field.is_scalar) if root is not None else None


def follow(value: Any, swaps: dict[int, int]) -> Any:
    """A card, or a list of cards, or a holder and a card, after cards were swapped."""
    if isinstance(value, tuple | list):
        return tuple(follow(item, swaps) for item in value)
    return swaps.get(value, value)


def think_of(type_: Type, value: Any, start: Any, possible: list[Any], own: list[Any], rng: Random) -> Any:
    """A value in place of a hidden one: one that the rules could have put there, else any of a small type.

    Whether there is a value at all is taken to be seen, as a card laid face down is, and so is whether there
    is still the one of the start. Where nothing is known it is one that the player sees elsewhere, or the start.
    """
    plain = strip(type_)
    if value is None or (possible and value == start and start not in possible):
        return value
    if possible:
        return rng.choice(possible)
    if isinstance(plain, Flag):
        return rng.random() < 0.5
    if isinstance(plain, Entity) and plain.kind.root.sort != "card":
        return rng.choice(plain.kind.ids)
    if isinstance(plain, Number) and plain.low is not None and plain.high is not None:
        return rng.randint(plain.low, plain.high)
    found = rng.choice(own or [start])
    return 0 if found is None and isinstance(plain, Number) else found

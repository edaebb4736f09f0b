"""Who may see what: zones, cards and fields of one program, as their declarations say.

Everything that hides something asks here: views, events, answers to "why not". While the choices of
an `at once` loop are being made, what they may write is out of sight besides.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rulelang.backends.python.program import Program
from rulelang.core.information import NO_MASKS, Knowledge, Masks
from rulelang.core.waiting import called_rules
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Rule, Zone
from rulelang.model.expressions import Local
from rulelang.model.visit import walk
from rulelang.play.keys import Keys

Tops = frozenset[tuple[int, int]]
NO_TOPS: Tops = frozenset()
NOTHING_SHOWN: frozenset[tuple[str, int, int | None]] = frozenset()


class Sight:
    """The eyes of players; nobody in particular (`None`) sees what is open to all."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.places = program.once(Keys).zones
        self.topped = [n for n, (zone, _) in self.places.items() if zone.seen.top not in (None, zone.seen.by)]
        self.masks: dict[s.Choose, dict[Field | Zone, bool]] = {}
        self.told_later: set[s.Choose] = set()
        self.seat_by_seat: set[s.Choose] = set()
        for rule in self.world.rules.values():
            for node in walk(rule.bodies):
                if isinstance(node, s.Each) and node.at_once:
                    self.mask_loop(node)

    # ---- owners -----------------------------------------------------------------------------------------

    def owner(self, kind: Kind, member: int | None) -> int | None:
        """The player a member of a kind belongs to, or is."""
        if member is None:
            return None
        root = kind.root
        return member if root is self.world.player else root.members[member].owner

    def field_owner(self, field: Field, place: tuple[Any, ...]) -> int | None:
        """The player a value of a field belongs to; a field `per player` of the game belongs to each."""
        if field.owner is not None:
            return self.owner(field.owner, place[0])
        for kind, member in zip(field.per, place, strict=True):
            if kind is self.world.player:
                return self.owner(kind, member)
        return None

    def zone_owner(self, number: int) -> int | None:
        zone, member = self.places.get(number, (None, None))
        return self.owner(zone.per, member) if zone is not None and zone.per is not None else None

    # ---- seeing -----------------------------------------------------------------------------------------

    def sees(self, by: str | None, owner: int | None, player: int | None) -> bool:
        return by == "all" or (by == "owner" and owner is not None and owner == player)

    def unmasked(self, thing: Field | Zone, owner: int | None, player: int | None, masks: Masks) -> bool:
        own = masks.get(thing)
        return own is None or (own and owner is not None and owner == player)

    def sees_field(self, field: Field, place: tuple[Any, ...], player: int | None, masks: Masks = NO_MASKS) -> bool:
        owner = self.field_owner(field, place)
        return self.sees(field.seen.by, owner, player) and self.unmasked(field, owner, player, masks)

    def sees_zone(self, number: int, player: int | None, masks: Masks = NO_MASKS) -> bool:
        """May a player see which cards lie in a zone? The box is closed."""
        return self._sees_part(number, player, masks, "by")

    def sees_count(self, number: int, player: int | None, masks: Masks = NO_MASKS) -> bool:
        """May a player see how many cards lie in a zone?"""
        return self.sees_zone(number, player, masks) or self._sees_part(number, player, masks, "count")

    def sees_top(self, number: int, player: int | None, masks: Masks = NO_MASKS) -> bool:
        """May a player see the first card of a zone?"""
        return self.sees_zone(number, player, masks) or self._sees_part(number, player, masks, "top")

    def _sees_part(self, number: int, player: int | None, masks: Masks, part: str) -> bool:
        if number not in self.places:
            return False
        zone, owner = self.places[number][0], self.zone_owner(number)
        seen = self.sees(getattr(zone.seen, part), owner, player)
        return seen and self.unmasked(zone, owner, player, masks)

    def open_tops(self, state: Any) -> Tops:
        """The cards that lie on top where somebody sees the top only: zone and card."""
        return frozenset((number, state.zones[number][0]) for number in self.topped if state.zones[number])

    def sees_card(self, state: Any, kind: Kind, card: int, player: int | None) -> bool:
        """May a player know which card this is, where it lies now?"""
        slot = self.program.answers.layout.location(kind)
        number = getattr(state, slot)[card]
        masks = self.masks_now(state)
        if self.sees_zone(number, player, masks) or self.was_shown(state, slot, card, player, number, masks):
            return True
        zone = state.zones[number]
        return self.sees_top(number, player, masks) and bool(zone) and zone[0] == card

    # ---- what was revealed ---------------------------------------------------------------------------------

    def was_shown(
        self, state: Any, slot: str, card: int, player: int | None, zone: int, masks: Masks = NO_MASKS
    ) -> bool:
        """Was this card, which lies in this zone, revealed to a player, and may he still know it?"""
        if (slot, card, player) not in shown(state) or zone not in self.places:
            return False
        return self.unmasked(self.places[zone][0], self.zone_owner(zone), player, masks)

    def was_field_shown(
        self, state: Any, field: Field, place: tuple[Any, ...], index: int, player: int | None, masks: Masks = NO_MASKS
    ) -> bool:
        """Was this value of a field revealed to a player, and may he still know it?"""
        if (self.program.answers.layout.slot(field), index, player) not in shown(state):
            return False
        return self.unmasked(field, self.field_owner(field, place), player, masks)

    # ---- choices made at once -----------------------------------------------------------------------------

    def is_secret(self, point: Any) -> bool:
        """Is the answer to a decision kept from the others until all have answered?"""
        return isinstance(point, s.Choose) and (point.secret or point in self.masks)

    @cached_property
    def at_once(self) -> dict[int, bool]:
        """The decisions that all make at once, by their number: are the players asked in the order of seats?"""
        points = enumerate(self.program.answers.points)
        return {number: point in self.seat_by_seat for number, point in points if point in self.masks}

    def masks_now(self, state: Any) -> Masks:
        """What is out of sight because a choice made at once is waited for."""
        if state.over or state.options is None or state.decider is None or not self.masks:
            return NO_MASKS
        return self.masks.get(self.program.answers.points[state.point], NO_MASKS)

    def mask_loop(self, loop: s.Each) -> None:
        """Note for every choice in a loop what the loop may write, calls included."""
        nodes: list[Any] = []
        self.gather(loop.body, nodes, set())
        written: dict[Field | Zone, bool] = {}
        things: list[Field | Zone] = []
        for node in nodes:
            for thing, own in self.writes(node, loop.binders[0].local):
                written[thing] = written.get(thing, True) and own
                things.append(thing)
        for node in nodes:
            if isinstance(node, s.Choose):
                self.masks.setdefault(node, {}).update(written)
                if isinstance(loop.binders[0].source, m.All) and loop.key is None:
                    self.seat_by_seat.add(node)
                if things and all(thing.seen.by == "all" for thing in things):
                    self.told_later.add(node)

    def gather(self, body: Any, nodes: list[Any], seen: set[Rule]) -> None:
        nodes.extend(walk(body))
        for rule in called_rules(self.world, body):
            if rule not in seen:
                seen.add(rule)
                for part in rule.bodies:
                    self.gather(part, nodes, seen)

    def writes(self, node: Any, player: Local) -> list[tuple[Field | Zone, bool]]:
        """The fields and zones a statement writes, and whether surely only those of the player himself."""
        match node:
            case s.Assign(target) | s.Increase(target) if isinstance(target, m.ReadField):
                return [(target.field, reads_only(target.of, player))]
            case s.Pay(_, payer, payee):
                purses = [p for p in (payer, payee) if isinstance(p, m.ReadField)]
                return [(p.field, reads_only(p.of, player)) for p in purses]
            case s.Move():
                zones = [z for z in self.world.zones.values() if z.card.root is node.card.root]
                goal = node.to.zone if isinstance(node.to, m.ReadZone) else None
                own = isinstance(node.to, m.ReadZone) and reads_only(node.to.of, player)
                return [(z, own if z is goal else True) for z in zones]
            case s.Draw():
                ends = [z for z in (node.source, node.to) if isinstance(z, m.ReadZone)]
                return [(z.zone, reads_only(z.of, player)) for z in ends]
            case _:
                return []


def knowledge_of(program: Program) -> Knowledge:
    """Which expressions of a program rest on what may be seen."""
    return Knowledge(program.world, program.once(Sight).is_secret)


def shown(state: Any) -> frozenset[tuple[str, int, int | None]]:
    """What was revealed to whom: cards by the slot of their places, values by the slot of their field."""
    return getattr(state, "shown", NOTHING_SHOWN)


def unseen_in_box(state: Any) -> frozenset[tuple[str, int, int | None]]:
    """Cards that went out of play, with those who did not see which they were."""
    return getattr(state, "boxed", NOTHING_SHOWN)


def reads_only(e: m.Expression | None, local: Local) -> bool:
    """Is an expression just this local?"""
    return isinstance(e, m.ReadLocal) and e.local is local

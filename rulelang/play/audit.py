"""Is everything still there? Checked after every step of a match that asks for it.

Cards lie in one zone each, money and tokens are neither made nor lost, numbers stay in the range they were declared
with, zones within their limits, and what a game says `always` holds. What is to be looked at is worked
out once a program: a match of many thousand steps asks after each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from attrs import frozen

from rulelang.backends.python.faults import in_words, name_of
from rulelang.backends.python.places import Place
from rulelang.errors import RuleFault
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Zone
from rulelang.model.resolve.purses import thing_of
from rulelang.model.types import Number, strip
from rulelang.play.keys import Keys
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.backends.python.program import Program
    from rulelang.play.position import Position


@frozen
class CardPlaces:
    """Where the cards of a kind may lie: its box, and all its zones."""

    kind: Kind
    slot: str
    zones: tuple[int, ...]


@frozen
class TokenPlaces:
    """Where tokens of the members of a kind lie."""

    kind: Kind
    slots: tuple[str, ...]


@frozen
class Range:
    """The numbers a field may hold; places that belong to nobody are left out."""

    field: Field
    slot: str
    type: Number
    low: int | None
    high: int | None
    unowned: frozenset[int]


def audit(match: Position) -> None:
    """Raise a fault that names what was lost."""
    found = match.program.once(Auditor)
    found.check(match.state)
    found.check_always(match)


def settle(match: Position) -> None:
    """After money was set by hand: the bank is taken to have paid for it."""
    found = match.program.once(Auditor)
    match.state.bank += found.all_money - found.money(match.state)


class Auditor:
    """Goes through the states of matches of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.layout = program.answers.layout
        self.keys = program.once(Keys)
        self.invariants = program.invariants
        fields = program.answers.all_fields()
        self.cards = [self.card_places(root) for root in program.answers.card_roots()]
        self.limits = [(zone, limit) for zone in self.world.zones.values() if (limit := limit_of(zone)) is not None]
        self.purses = [(self.layout.slot(f), f.is_scalar) for f in fields if is_money(f)]
        self.ranges = [found for found in map(self.range_of, fields) if found is not None]
        self.all_money = self.money(program.start)
        self.tokens = [self.token_places(kind) for kind in self.world.kinds.values() if kind.root is kind]
        self.all_tokens = [self.tokens_in(program.start, found) for found in self.tokens]

    def card_places(self, root: Kind) -> CardPlaces:
        zones = [z for z in self.world.zones.values() if z.card.root is root]
        numbers = (root.box, *(zone.base + offset for zone in zones for offset in range(zone.count)))
        return CardPlaces(root, self.layout.location(root), numbers)

    def range_of(self, field: Field) -> Range | None:
        kind = strip(field.type)
        if not isinstance(kind, Number) or (kind.low is None and kind.high is None and not kind.money):
            return None
        low = kind.low if kind.low is not None else (0 if kind.money else None)
        unowned: frozenset[int] = frozenset()
        if field.owner is not None:
            owners = range(len(field.owner.root.members))
            lost = set(owners) - set(field.owner.ids)
            unowned = frozenset(owner * field.width + offset for owner in lost for offset in range(field.width))
        return Range(field, self.layout.slot(field), kind, low, kind.high, unowned)

    def zone(self, number: int) -> str:
        return f"`{self.keys.zone(number)}`"

    def place(self, field: Field, index: int) -> str:
        """A value of a field as rules would write it: `blue.money`, `stock[oil]`."""
        place: list[int] = []
        for kind in reversed(field.per):
            index, member = divmod(index, len(kind.root.members))
            place.insert(0, member)
        if field.owner is not None:
            place.insert(0, index)
        keys = self.keys.place(field, tuple(place))
        owner = f"{keys[0]}." if field.owner is not None else ""
        rest = keys[1:] if field.owner is not None else keys
        within = f"[{', '.join(rest)}]" if rest else ""
        return f"`{owner}{field.name}{within}`"

    def check(self, state: Any) -> None:
        for places in self.cards:
            if not all_lie_where_said(state, places):
                self.misplaced(state, places)
        for zone, limit in self.limits:
            self.check_limit(state, zone, limit)
        self.check_money(state)
        self.check_tokens(state)
        for found in self.ranges:
            self.check_range(state, found)

    def fault(self, message: str, span: Span | None) -> NoReturn:
        raise RuleFault(message, span)

    # ---- cards ------------------------------------------------------------------------------------------

    def misplaced(self, state: Any, places: CardPlaces) -> None:
        """Say which card does not lie in one zone, or not where it is said to lie."""
        root, said = places.kind, getattr(state, places.slot)
        found: dict[int, int] = {}
        for number in places.zones:
            for card in state.zones[number]:
                if card in found:
                    one, two = (self.zone(n) for n in (found[card], number))
                    self.fault(f"the {card_name(root, card)} lies twice: in {one}, in {two}", root.span)
                found[card] = number
        for card in range(len(root.members)):
            there = self.zone(said[card])
            if card not in found:
                message = f"the {card_name(root, card)} is lost: it lies in no zone, and was last in {there}"
                self.fault(message, root.span)
            if said[card] != found[card]:
                here = self.zone(found[card])
                self.fault(f"the {card_name(root, card)} lies in {here} but is said to lie in {there}", root.span)

    def check_limit(self, state: Any, zone: Zone, limit: int) -> None:
        for number in range(zone.base, zone.base + zone.count):
            size = len(state.zones[number])
            if size > limit:
                self.fault(f"{self.zone(number)} holds {size} cards, and may hold {limit}", zone.span)

    # ---- numbers ----------------------------------------------------------------------------------------

    def money(self, state: Any) -> int:
        """All money there is, the bank's included."""
        total: int = state.bank
        for slot, is_scalar in self.purses:
            found = getattr(state, slot)
            total += (found or 0) if is_scalar else sum(amount or 0 for amount in found)
        return total

    def check_money(self, state: Any) -> None:
        before, now = self.all_money, self.money(state)
        if before != now:
            what = f"{before - now} is missing" if now < before else f"{now - before} came from nowhere"
            said = f"money is not kept: there was {before} in all, there is {now} ({what})"
            self.fault(said, self.world.span)
        if self.world.bank is not None and state.bank < 0:
            self.fault(f"the bank has paid {-state.bank} more than it had", self.world.span)

    def token_places(self, kind: Kind) -> TokenPlaces:
        fields = [f for f in self.program.answers.all_fields() if (thing := thing_of(f)) and thing.root is kind]
        return TokenPlaces(kind, tuple(self.layout.slot(f) for f in fields))

    def tokens_in(self, state: Any, places: TokenPlaces) -> list[int]:
        """How many tokens of each member there are: the member is what a field is kept for last."""
        size = len(places.kind.members)
        return [sum(sum(getattr(state, slot)[n::size]) for slot in places.slots) for n in range(size)]

    def check_tokens(self, state: Any) -> None:
        for places, before in zip(self.tokens, self.all_tokens, strict=True):
            now = self.tokens_in(state, places) if places.slots else before
            for member, was, left in zip(places.kind.members, before, now, strict=True):
                if was != left:
                    what = f"there were {was} tokens of `{member.key}` in all, there are {left}"
                    self.fault(f"tokens are not kept: {what}", places.kind.span)

    def check_range(self, state: Any, found: Range) -> None:
        field, low, high = found.field, found.low, found.high
        held = getattr(state, found.slot)
        for index, value in enumerate((held,) if field.is_scalar else held):
            if value is None or ((low is None or value >= low) and (high is None or value <= high)):
                continue
            if index not in found.unowned:
                self.fault(f"{self.place(field, index)} is {value}, and may be {found.type}", field.span)

    # ---- what the game says -----------------------------------------------------------------------------

    def check_always(self, match: Position) -> None:
        if match.is_trusted:
            return
        with in_words(self.program, match.state):
            found = self.invariants(match.state)
        for need, holds in zip(self.world.always, found, strict=True):
            if not holds:
                reason = need.reason.source if need.reason is not None else need.condition.span.quoted
                details = [self.values(need.condition, match.state), last_done(match)]
                said = "".join(f"; {detail}" for detail in details if detail)
                self.fault(f"what always holds does not hold any more: {reason}{said}", need.span)

    def values(self, condition: m.Expression, state: Any) -> str:
        """What the two sides of a comparison are."""
        if not isinstance(condition, m.Compare):
            return ""
        sides = [side for side in (condition.left, condition.right) if not isinstance(side, m.Const)]
        values = [self.program.evaluator(side, {})(state, (), ()) for side in sides]
        return " and ".join(f"{side.span.quoted} is {value}" for side, value in zip(sides, values, strict=True))


def last_done(match: Position) -> str:
    """The rule, and the amendment, that changed something last; found by doing everything again with an ear for it."""
    if match.program.facts.is_staging or match.is_driven:
        return ""
    told = match.again(listening=True, is_trusted=True)
    for index in match.choices:
        told.state.events.clear()
        told.advance(index)
    sites = told.program.module.sites
    noted = [event[0] for event in told.state.events if isinstance(event, tuple)]
    numbers = [number for number in noted if isinstance(sites.statements[number], s.Change)]
    if not numbers:
        return ""
    place = Place(sites.statements[numbers[-1]], f"rule {sites.rules[numbers[-1]]}")
    return f"last done: {name_of(told.program.module, place)} at {place.span}"


def all_lie_where_said(state: Any, places: CardPlaces) -> bool:
    """Does every card lie in one zone, and where it is said to lie?"""
    said = getattr(state, places.slot)
    count = 0
    for number in places.zones:
        cards = state.zones[number]
        count += len(cards)
        for card in cards:
            if said[card] != number:
                return False
    # Each lies where it is said to; if none lies twice and the count is right, none is missing.
    if count != len(places.kind.members):
        return False
    return all(len(set(cards)) == len(cards) for cards in map(state.zones.__getitem__, places.zones))


def limit_of(zone: Zone) -> int | None:
    """How many cards a zone may hold, if that is a plain number."""
    found = zone.limit.value if isinstance(zone.limit, m.Const) else None
    return found if isinstance(found, int) else None


def is_money(field: Field) -> bool:
    kind = strip(field.type)
    return isinstance(kind, Number) and bool(kind.money)


def card_name(root: Kind, card: int) -> str:
    return f"{root.name} `{root.members[card].key}`"

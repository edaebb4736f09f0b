"""Is everything still there? Checked after every step of a match that asks for it.

Cards lie in one zone each, money is neither made nor lost, numbers stay in the range they were declared
with, zones within their limits, and what a game says `always` holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from rulelang.engine.naming import place_text, zone_text
from rulelang.errors import RuleFault
from rulelang.model import expressions as m
from rulelang.model.declarations import Field, Kind, Zone
from rulelang.model.types import Number, strip
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.engine.match import Match


def audit(match: Match) -> None:
    """Raise a fault that names what was lost."""
    Auditor(match).check()


def settle(match: Match) -> None:
    """After money was set by hand: the bank is taken to have paid for it."""
    auditor = Auditor(match)
    match.state.bank += auditor.money(match.program.start) - auditor.money(match.state)


class Auditor:
    """Goes through the state of a match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.state = match.state
        self.words = match.words
        self.world = match.program.world
        self.layout = match.program.module.layout
        self.fields = match.program.module.all_fields()

    def check(self) -> None:
        for root in self.match.program.card_kinds():
            self.check_cards(root)
        for zone in self.world.zones.values():
            self.check_limit(zone)
        self.check_money()
        for field in self.fields:
            self.check_range(field)
        self.check_always()

    def fault(self, message: str, span: Span | None) -> NoReturn:
        raise RuleFault(message, span)

    # ---- cards ------------------------------------------------------------------------------------------

    def check_cards(self, root: Kind) -> None:
        """Every card lies in one zone, and where it is said to lie."""
        said = getattr(self.state, self.layout.location(root))
        found: dict[int, int] = {}
        for number, card in self.cards_of(root):
            if card in found:
                one, two = self.zone_name(found[card]), self.zone_name(number)
                self.fault(f"the {self.card_name(root, card)} lies twice: in {one}, in {two}", root.span)
            found[card] = number
        for card in range(len(root.members)):
            name = self.card_name(root, card)
            if card not in found:
                last = self.zone_name(said[card])
                self.fault(f"the {name} is lost: it lies in no zone, and was last in {last}", root.span)
            if said[card] != found[card]:
                here, there = self.zone_name(found[card]), self.zone_name(said[card])
                self.fault(f"the {name} lies in {here} but is said to lie in {there}", root.span)

    def cards_of(self, root: Kind) -> Iterator[tuple[int, int]]:
        """Each zone of a kind of card (its box too) with each card in it."""
        zones = [z for z in self.world.zones.values() if z.card.root is root]
        numbers = [root.box, *(zone.base + offset for zone in zones for offset in range(zone.count))]
        for number in numbers:
            for card in self.state.zones[number]:
                yield number, card

    def check_limit(self, zone: Zone) -> None:
        limit = zone.limit.value if isinstance(zone.limit, m.Const) else None
        if not isinstance(limit, int):
            return
        for number in range(zone.base, zone.base + zone.count):
            size = len(self.state.zones[number])
            if size > limit:
                self.fault(f"{self.zone_name(number)} holds {size} cards, and may hold {limit}", zone.span)

    def zone_name(self, number: int) -> str:
        return zone_text(self.words, number, "en")

    def card_name(self, root: Kind, card: int) -> str:
        return f"{root.name} `{root.members[card].key}`"

    # ---- numbers ----------------------------------------------------------------------------------------

    def money(self, state: Any) -> int:
        """All money there is, the bank's included."""
        total: int = state.bank
        for field in self.fields:
            kind = strip(field.type)
            if isinstance(kind, Number) and kind.money:
                total += sum(amount or 0 for amount in self.values(state, field))
        return total

    def values(self, state: Any, field: Field) -> list[Any]:
        found = getattr(state, self.layout.slot(field))
        return [found] if field.is_scalar else found

    def check_money(self) -> None:
        before, now = self.money(self.match.program.start), self.money(self.state)
        if before != now:
            what = f"{before - now} is missing" if now < before else f"{now - before} came from nowhere"
            said = f"money is not kept: there was {before} in all, there is {now} ({what})"
            self.fault(said, self.world.span)
        if self.world.bank is not None and self.state.bank < 0:
            self.fault(f"the bank has paid {-self.state.bank} more than it had", self.world.span)

    def check_range(self, field: Field) -> None:
        kind = strip(field.type)
        if not isinstance(kind, Number) or (kind.low is None and kind.high is None and not kind.money):
            return
        low = kind.low if kind.low is not None else (0 if kind.money else None)
        owned = set(field.owner.ids) if field.owner is not None else None
        for index, value in enumerate(self.values(self.state, field)):
            if value is None or (owned is not None and index // field.width not in owned):
                continue
            if (low is not None and value < low) or (kind.high is not None and value > kind.high):
                self.fault(f"{self.place_name(field, index)} is {value}, and may be {kind}", field.span)

    def place_name(self, field: Field, index: int) -> str:
        place: list[int] = []
        for kind in reversed(field.per):
            index, member = divmod(index, len(kind.root.members))
            place.insert(0, member)
        if field.owner is not None:
            place.insert(0, index)
        return place_text(self.words, field, tuple(place), "en")

    # ---- what the game says -----------------------------------------------------------------------------

    def check_always(self) -> None:
        held = self.match.program.names["invariants"](self.state)
        for need, holds in zip(self.world.always, held, strict=True):
            if not holds:
                reason = need.reason.source if need.reason is not None else need.condition.span.text
                self.fault(f"what always holds does not hold any more: {reason}", need.span)

"""Loops that end by themselves: a number in the condition goes one way by a fixed amount in every pass.

`repeat while left > 0` ends if every pass takes something from `left`, nothing in it adds to it, and what it
is compared with stays as it is. Money that is paid and cards that are drawn count as numbers, and names that change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule, Value, Zone
from rulelang.model.expressions import Local
from rulelang.model.proofs.cost import parts_of
from rulelang.model.types import Many
from rulelang.model.visit import walk

Place = Field | Zone | Local
DOWN, UP = -1, 1
# Which way the left side must go for a comparison to fail in the end.
WAYS = {">": DOWN, ">=": DOWN, "<": UP, "<=": UP}
FLIPPED = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=", "!=": "!="}
OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}


@frozen(eq=False)
class Counter:
    """A number, or the cards of a zone, that must go one way; and what must stay as it is for that."""

    number: m.ReadField | m.ReadZone | m.ReadLocal
    way: int
    bound: m.Expression

    @property
    def place(self) -> Place:
        found = place_of(self.number)
        assert found is not None
        return found

    @property
    def steady(self) -> list[Any]:
        if isinstance(self.number, m.ReadLocal):
            return [self.bound]
        keys = self.number.keys if isinstance(self.number, m.ReadField) else ()
        return [self.number.of, keys, self.bound]


def missing(loop: s.Repeat) -> str | None:
    """What is missing for a loop to end; nothing, if it surely ends."""
    assert loop.condition is not None
    every = list(counters(loop.condition, True))
    if not every:
        return "its condition compares no field, and no name that changes, with a bound"
    found = [lacking(counter, loop.body) for counter in every]
    return None if None in found else found[0]


def lacking(counter: Counter, body: s.Body) -> str | None:
    name = counter.place.name
    if any(place in read_in(counter.steady) for place in written_in(body)):
        return f"what `{name}` belongs to or is compared with may change in the loop"
    way = "down" if counter.way == DOWN else "up"
    if not all(step_of(node, counter) in (counter.way, 0) for node in done_in(body)):
        return f"`{name}` does not only go {way} in it"
    if not steps_always(body, counter, frozenset()):
        return f"`{name}` does not go {way} by a fixed number in every pass"
    return None


# ---- the condition ------------------------------------------------------------------------------------


def counters(e: m.Expression, holds: bool) -> Iterator[Counter]:
    """What a condition, while it holds (or does not), says of numbers and cards."""
    match e:
        case m.Junction(operator, left, right) if (operator == "and") == holds:
            yield from counters(left, holds)
            yield from counters(right, holds)
        case m.Negation(inner):
            yield from counters(inner, not holds)
        case m.Function("some", (m.ReadZone() as zone,)) if holds:
            yield Counter(zone, DOWN, m.Const(0, e.type))
        case m.Compare("!=", m.ReadZone() as zone, m.Const(())) if holds:
            yield Counter(zone, DOWN, m.Const(0, e.type))
        case m.Compare(operator, left, right):
            operator = operator if holds else OPPOSITE[operator]
            for said, one, other in ((operator, left, right), (FLIPPED[operator], right, left)):
                number = counted(one)
                if said in WAYS and number is not None and (not isinstance(number, m.ReadZone) or empties(said, other)):
                    yield Counter(number, WAYS[said], other)


def counted(e: m.Expression) -> m.ReadField | m.ReadZone | m.ReadLocal | None:
    match e:
        case m.ReadField():
            return e
        case m.ReadLocal(local) if local.changes:
            return e
        case m.Function("count", (m.ReadZone() as zone,)) | m.Fold("count", _, m.ReadZone() as zone, None, None):
            return zone
    return None


def empties(operator: str, bound: m.Expression) -> bool:
    """Does a comparison of a number of cards fail when there are none left?"""
    least = fixed(bound)
    return least is not None and ((operator == ">" and least >= 0) or (operator == ">=" and least > 0))


# ---- the body -----------------------------------------------------------------------------------------


def step_of(node: Any, counter: Counter) -> int | None:
    """Which way a statement moves the number: 0 if it does not touch it, none if nobody knows."""
    amounts: list[int | None] = []
    match node:
        case s.Increase(target, amount) if touches(target, counter):
            amounts = [None if isinstance(target.type, Many) else fixed(amount)]
        case s.Assign(target, m.Arithmetic("+" | "-" as sign, same, amount)) if touches(target, counter):
            is_same = is_alike(target, same)
            size = fixed(amount) if is_same else None
            amounts = [size if sign == "+" or size is None else -size]
        case s.Assign(target, _) if touches(target, counter):
            amounts = [None]
        case s.Pay(amount, payer, payee):
            size = fixed(amount)
            amounts += [None if size is None else -size] if touches(payer, counter) else []
            amounts += [size] if touches(payee, counter) else []
        case s.Draw(amount, source, zone, to):
            size = 1 if amount is None and node.fill_limit is None else fixed(amount)
            stuck = zone.refill is not None or (isinstance(to, m.ReadZone) and to.zone.limit is not None)
            leaves = None if stuck else size
            amounts += [None if leaves is None else -leaves] if touches(source, counter) else []
            amounts += [size] if touches(to, counter) else []
        case s.Move() if isinstance(counter.place, Zone) and node.card.root is counter.place.card.root:
            amounts = [None]
        case s.CallRule(rule) if counter.place in rule.fields:  # which begin anew
            amounts = [None]
    if None in amounts or len(amounts) > 1:
        return None
    return (1 if amounts[0] > 0 else -1 if amounts[0] < 0 else 0) if amounts and amounts[0] is not None else 0


def place_of(e: m.Expression | None) -> Place | None:
    """What a statement that writes here changes."""
    match e:
        case m.ReadField(place) | m.ReadZone(place) | m.ReadLocal(place):
            return place
    return None


def touches(target: m.Expression | None, counter: Counter) -> bool:
    """May a statement that writes here change the number?"""
    return place_of(target) is counter.place


def fixed(e: m.Expression | None) -> int | None:
    return e.value if isinstance(e, m.Const) and isinstance(e.value, int) and not isinstance(e.value, bool) else None


def is_alike(one: Any, two: Any) -> bool:
    """Do two expressions read the same thing?"""
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(map(is_alike, one, two))
    match one, two:
        case (m.ReadField(), m.ReadField()):
            return one.field is two.field and is_alike(one.of, two.of) and is_alike(one.keys, two.keys)
        case (m.ReadZone(), m.ReadZone()):
            return one.zone is two.zone and is_alike(one.of, two.of)
        case (m.ReadLocal(), m.ReadLocal()):
            return one.local is two.local
        case (m.Const(), m.Const()):
            return bool(one.value == two.value)
    return one is None and two is None


def steps_always(body: s.Body, counter: Counter, seen: frozenset[Rule]) -> bool:
    """Is the number moved whichever way a pass goes? One that leaves the loop needs no step."""
    for statement in body:
        match statement:
            case s.Stop(after=None):
                return True
            case s.If(_, then, otherwise):
                if steps_always(then, counter, seen) and steps_always(otherwise, counter, seen):
                    return True
            case s.CallRule(rule) if rule not in seen and not is_local(counter):
                if steps_always(rule.body, counter, seen | {rule}) and not leaves_early(rule):
                    return True
            case s.Increase(target) | s.Assign(target):
                if is_alike(target, counter.number) and step_of(statement, counter) == counter.way:
                    return True
            case s.Pay(_, one, other) | s.Draw(_, one, _, other):
                alike = is_alike(one, counter.number) or is_alike(other, counter.number)
                if alike and step_of(statement, counter) == counter.way:
                    return True
    return False


def is_local(counter: Counter) -> bool:
    """Does the number belong to something that only this body has a name for?"""
    return any(isinstance(node, m.ReadLocal) for node in walk([counter.number]))


def leaves_early(rule: Rule) -> bool:
    """A rule that is amended, or may stop before it has done all, promises nothing."""
    return bool(rule.amendments) or any(isinstance(node, s.Stop) for node in walk(rule.body))


def done_in(body: Any) -> Iterator[Any]:
    """Every statement of a body and of the rules it calls."""
    seen: set[Rule] = set()
    waiting: list[Any] = [body]
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, s.CallRule) and node.rule not in seen:
                seen.add(node.rule)
                waiting.append(node.rule.bodies)


def written_in(body: s.Body) -> set[Place]:
    """The fields, zones and names that a body may change."""
    found: set[Place] = set()
    for node in done_in(body):
        match node:
            case s.Increase(target) | s.Assign(target):
                found |= places([target])
            case s.Pay(_, payer, payee):
                found |= places([payer, payee])
            case s.Draw(_, source, zone, to):
                found |= places([source, to]) | ({zone.refill} if zone.refill is not None else set())
            case s.Move(_, _, _, to):
                found |= places([to])
    return found


def places(targets: list[m.Expression | None]) -> set[Place]:
    return {place for place in map(place_of, targets) if place is not None}


def read_in(thing: Any) -> set[Place]:
    """The fields, zones and names that change that expressions read, by way of values too."""
    found: set[Place] = set()
    seen: set[Value | Rule] = set()
    waiting = [thing]
    while waiting:
        for node in walk(waiting.pop()):
            match node:
                case m.ReadField(field):
                    found.add(field)
                case m.ReadZone(zone):
                    found.add(zone)
                case m.ReadLocal(local) if local.changes:
                    found.add(local)
                case m.CallValue(called) | m.Can(called) if called not in seen:
                    seen.add(called)
                    waiting.append(parts_of(called))
    return found

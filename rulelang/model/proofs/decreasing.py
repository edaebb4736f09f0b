"""Rules and values that come back to themselves with a number that goes down.

A circle of calls ends if one number is handed on all the way round, never more and somewhere less, and
somewhere in the circle it is known to be above a fixed number: a rule needs it to be, or a value asks
for the next one only then. Where circles meet, a number may go down in some of them only, if others end
in the same way without those.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Value
from rulelang.model.expressions import Local
from rulelang.model.types import Number
from rulelang.model.visit import children, walk

Thing = Rule | Value
Graph = Mapping[Thing, Sequence[Thing]]


@frozen
class Fact:
    """A condition that is known to hold, or not to hold."""

    condition: m.Expression
    holds: bool = True


@frozen(eq=False)
class Call:
    """A call of a rule or value by another, and what is known where it stands."""

    caller: Thing
    called: Thing
    arguments: tuple[m.Expression, ...]
    facts: tuple[Fact, ...]


def counts_down(graph: Graph, thing: Thing) -> bool:
    """Do all circles through a rule or value end because a number goes down?"""
    ring = ring_of(graph, thing)
    return all_end([call for each in ring for call in calls_in(each, ring)])


def ring_of(graph: Graph, thing: Thing) -> list[Thing]:
    """What a rule or value leads to and that leads back to it; nothing, if it is in no circle."""
    return [t for t in reached(graph, thing) if any(x is thing for x in reached(graph, t))]


def reached(graph: Graph, thing: Thing) -> list[Thing]:
    """What a rule or value leads to."""
    found: dict[Thing, None] = {}
    edge = [thing]
    while edge:
        for called in graph.get(edge.pop(), ()):
            if called not in found:
                found[called] = None
                edge.append(called)
    return list(found)


def in_rings(calls: Sequence[Call]) -> Iterator[list[Call]]:
    """The calls that are part of circles, those of circles that meet together."""
    graph: dict[Thing, list[Thing]] = {}
    for call in calls:
        graph.setdefault(call.caller, []).append(call.called)
    done: set[Thing] = set()
    for call in calls:
        ring = set(ring_of(graph, call.caller)) - done
        done |= ring
        if ring:
            yield [c for c in calls if c.caller in ring and c.called in ring]


def all_end(calls: Sequence[Call]) -> bool:
    """Does every circle of calls end?"""
    return all(any(ends(ring, p) for p in numbers(ring[0].caller)) for ring in in_rings(calls))


def numbers(thing: Thing) -> list[Local]:
    return [p for p in thing.parameters if isinstance(p.type, Number)]


def ends(ring: list[Call], number: Local) -> bool:
    """Do circles end because a number of the first caller is handed on in all and goes down in some of them?"""
    counter = {ring[0].caller: number}
    less: list[Call] = []
    waiting = list(ring)
    while waiting:
        call = next(c for c in waiting if c.caller in counter)
        waiting = [c for c in waiting if c is not call]
        found = handed_on(call, counter[call.caller], counter.get(call.called))
        if found is None:
            return False
        counter[call.called], goes_down = found
        less += [call] if goes_down else []
    free = [c for c in ring if not has_floor(c.facts, counter[c.caller])]
    without_floor = {c for calls in in_rings(free) for c in calls}
    if not less or any(c in without_floor for c in less):
        return False
    return all_end([c for c in ring if all(c is not each for each in less)])


def handed_on(call: Call, number: Local, wanted: Local | None) -> tuple[Local, bool] | None:
    """To which parameter a call hands a number on, and whether it is less there."""
    for parameter, argument in zip(call.called.parameters, call.arguments, strict=True):
        if wanted is not None and parameter is not wanted:
            continue
        if reads(argument, number):
            return parameter, False
        if is_less(argument, number):
            return parameter, True
    return None


def is_less(e: m.Expression, number: Local) -> bool:
    match e:
        case m.Arithmetic("-", left, m.Const(int() as amount)):
            return amount > 0 and reads(left, number)
    return False


def reads(e: m.Expression, local: Local) -> bool:
    return isinstance(e, m.ReadLocal) and e.local is local


# ---- calls, and what is known where they stand ---------------------------------------------------------


def calls_in(thing: Thing, inside: Collection[Thing]) -> list[Call]:
    """The calls of members of a ring."""
    found = asked_by(thing) if isinstance(thing, Value) else done_by(thing)
    return [call for call in found if call.called in inside]


def done_by(rule: Rule) -> Iterator[Call]:
    """The rules that a rule calls; all its own needs hold then."""
    needs = tuple(Fact(x.condition) for x in rule.body if isinstance(x, s.Need))
    for node in walk(rule.bodies):
        if isinstance(node, s.CallRule):
            yield Call(rule, node.rule, node.arguments, needs)


def asked_by(value: Value) -> Iterator[Call]:
    """The values that a value asks for, in what changes it too."""
    parts = [(value.body, None), *((change.amount, change.guard) for change in value.changes)]
    for part, guard in parts:
        for call, facts in asked(part, () if guard is None else (Fact(guard),)):
            yield Call(value, call.value, call.arguments, facts)


def asked(node: Any, facts: tuple[Fact, ...]) -> Iterator[tuple[m.CallValue, tuple[Fact, ...]]]:
    """The values that an expression asks for, and what is known there."""
    match node:
        case m.CallValue():
            yield node, facts
        case m.Junction(operator, left, right):
            yield from asked(left, facts)
            yield from asked(right, (*facts, Fact(left, operator == "and")))
            return
        case m.Choice(condition, value, other):
            yield from asked(condition, facts)
            yield from asked(value, (*facts, Fact(condition)))
            yield from asked(other, (*facts, Fact(condition, False)))
            return
        case m.Fold(_, _, source, where, body):
            yield from asked((source, where), facts)
            yield from asked(body, facts if where is None else (*facts, Fact(where)))
            return
    for inside in children(node):
        yield from asked(inside, facts)


def has_floor(facts: Sequence[Fact], number: Local) -> bool:
    """Is a number known to be above a fixed one?"""
    return any(floors(fact.condition, fact.holds, number) for fact in facts)


def floors(e: m.Expression, holds: bool, number: Local) -> bool:
    match e:
        case m.Junction(operator, left, right) if (operator == "and") == holds:
            return floors(left, holds, number) or floors(right, holds, number)
        case m.Negation(inner):
            return floors(inner, not holds, number)
        case m.Compare(operator, left, m.Const()) if reads(left, number):
            return operator in ((">", ">=", "=") if holds else ("<", "<=", "!="))
        case m.Compare(operator, m.Const(), right) if reads(right, number):
            return operator in (("<", "<=", "=") if holds else (">", ">=", "!="))
    return False

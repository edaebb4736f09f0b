"""Rules and values that come back to themselves with a number that goes down.

A circle of calls ends if one number is handed on all the way round, never more and somewhere less, and
somewhere in the circle it is known to be above a fixed number: a rule needs it to be, or a value asks
for the next one only then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Value
from rulelang.model.expressions import Local
from rulelang.model.types import Number
from rulelang.model.walk import child_names, is_node, walk

Thing = Rule | Value
Graph = Mapping[int, Sequence[Thing]]
Edge = tuple[int, int]


@frozen
class Fact:
    """A condition that is known to hold, or not to hold."""

    condition: m.Expression
    holds: bool = True


@frozen
class Call:
    """A call of a rule or value, and what is known where it stands."""

    called: Thing
    arguments: tuple[m.Expression, ...]
    facts: tuple[Fact, ...]


def counts_down(graph: Graph, thing: Thing) -> bool:
    """Do all circles through a rule or value end because a number goes down?"""
    ring = [t for t in reached(graph, thing) if any(x is thing for x in reached(graph, t))]
    return any(ends(ring, thing, p) for p in thing.parameters if isinstance(p.type, Number))


def reached(graph: Graph, thing: Thing) -> list[Thing]:
    """What a rule or value leads to."""
    found: dict[int, Thing] = {}
    edge = [thing]
    while edge:
        for called in graph.get(id(edge.pop()), ()):
            if id(called) not in found:
                found[id(called)] = called
                edge.append(called)
    return list(found.values())


def ends(ring: list[Thing], start: Thing, number: Local) -> bool:
    """Does a number that is handed on round a ring go down, to a floor, in every circle?"""
    counter = {id(start): number}
    inside = {id(t) for t in ring}
    level: list[Edge] = []
    free: list[Edge] = []
    edge = [start]
    while edge:
        thing = edge.pop()
        for call in calls_in(thing, inside):
            found = handed_on(call, counter[id(thing)], counter.get(id(call.called)))
            if found is None:
                return False
            to, is_less = found
            step = id(thing), id(call.called)
            level += [] if is_less else [step]
            free += [] if has_floor(call.facts, counter[id(thing)]) else [step]
            if id(call.called) not in counter:
                counter[id(call.called)] = to
                edge.append(call.called)
    return is_acyclic(level) and is_acyclic(free)


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


def is_acyclic(edges: list[Edge]) -> bool:
    left = list(edges)
    while left:
        ends_ = {b for _, b in left}
        kept = [e for e in left if e[0] in ends_]
        if len(kept) == len(left):
            return False
        left = kept
    return True


# ---- calls, and what is known where they stand ---------------------------------------------------------


def calls_in(thing: Thing, inside: set[int]) -> Iterator[Call]:
    """The calls of members of a ring."""
    if isinstance(thing, Value):
        changes = ((c.amount, () if c.guard is None else (Fact(c.guard),)) for c in thing.changes)
        for part, facts in ((thing.body, ()), *changes):
            yield from (call for call in asked(part, facts) if id(call.called) in inside)
        return
    needs = tuple(Fact(x.condition) for x in thing.body if isinstance(x, s.Need))
    for node in walk([thing.body, *(a.body for a in thing.amendments)]):
        if isinstance(node, s.CallRule) and id(node.rule) in inside:
            yield Call(node.rule, node.arguments, needs)


def asked(node: Any, facts: tuple[Fact, ...]) -> Iterator[Call]:
    """The values that an expression asks for."""
    match node:
        case m.CallValue(value, arguments):
            yield Call(value, arguments, facts)
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
    if isinstance(node, list | tuple):
        for item in node:
            yield from asked(item, facts)
    elif is_node(node) and not isinstance(node, Local):
        for name in child_names(type(node)):
            yield from asked(getattr(node, name), facts)


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

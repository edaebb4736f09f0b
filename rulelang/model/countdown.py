"""Rules that come back to themselves with a number that goes down.

A circle of calls ends if one number is handed on all the way round, never more and somewhere less,
and a rule of the circle needs it to be above a fixed number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.expressions import Local
from rulelang.model.types import Number
from rulelang.model.walk import walk

Graph = Mapping[int, Sequence[Rule]]


def counts_down(graph: Graph, rule: Rule) -> bool:
    """Do all circles through a rule end because a number goes down?"""
    ring = [r for r in reached(graph, rule) if any(x is rule for x in reached(graph, r))]
    return any(ends(ring, rule, p) for p in rule.parameters if isinstance(p.type, Number))


def reached(graph: Graph, rule: Rule) -> list[Rule]:
    """Rules that a rule leads to."""
    found: dict[int, Rule] = {}
    edge = [rule]
    while edge:
        for called in graph.get(id(edge.pop()), ()):
            if id(called) not in found:
                found[id(called)] = called
                edge.append(called)
    return list(found.values())


def ends(ring: list[Rule], start: Rule, number: Local) -> bool:
    counter = {id(start): number}
    inside = {id(r) for r in ring}
    level: list[tuple[int, int]] = []
    every: list[tuple[int, int]] = []
    edge = [start]
    while edge:
        rule = edge.pop()
        for call in calls_in(rule, inside):
            found = handed_on(call, counter[id(rule)], counter.get(id(call.rule)))
            if found is None:
                return False
            to, less = found
            every.append((id(rule), id(call.rule)))
            if not less:
                level.append((id(rule), id(call.rule)))
            if id(call.rule) not in counter:
                counter[id(call.rule)] = to
                edge.append(call.rule)
    open_ = {id(r) for r in ring if id(r) in counter and not has_floor(r, counter[id(r)])}
    return is_acyclic(level) and is_acyclic([e for e in every if e[0] in open_ and e[1] in open_])


def calls_in(rule: Rule, inside: set[int]) -> list[s.CallRule]:
    bodies = [rule.body, *(a.body for a in rule.amendments)]
    return [n for n in walk(bodies) if isinstance(n, s.CallRule) and id(n.rule) in inside]


def handed_on(call: s.CallRule, number: Local, wanted: Local | None) -> tuple[Local, bool] | None:
    """To which parameter a call hands a number on, and whether it is less there."""
    for parameter, argument in zip(call.rule.parameters, call.arguments, strict=True):
        if wanted is not None and parameter is not wanted:
            continue
        if reads(argument, number):
            return parameter, False
        if (
            isinstance(argument, m.Arithmetic)
            and argument.operator == "-"
            and reads(argument.left, number)
            and isinstance(argument.right, m.Const)
            and isinstance(argument.right.value, int)
            and argument.right.value > 0
        ):
            return parameter, True
    return None


def reads(e: m.Expression, local: Local) -> bool:
    return isinstance(e, m.ReadLocal) and e.local is local


def has_floor(rule: Rule, number: Local) -> bool:
    """Does a rule need a number to be above a fixed one?"""
    return any(isinstance(x, s.Need) and floors(x.condition, number) for x in rule.body)


def floors(e: m.Expression, number: Local) -> bool:
    if isinstance(e, m.Junction) and e.operator == "and":
        return floors(e.left, number) or floors(e.right, number)
    return (
        isinstance(e, m.Compare)
        and e.operator in (">", ">=")
        and reads(e.left, number)
        and isinstance(e.right, m.Const)
    )


def is_acyclic(edges: list[tuple[int, int]]) -> bool:
    left = list(edges)
    while left:
        ends_ = {b for _, b in left}
        kept = [e for e in left if e[0] in ends_]
        if len(kept) == len(left):
            return False
        left = kept
    return True

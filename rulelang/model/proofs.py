"""What the engine relies on: every step between two decisions ends, and needs come first.

Rules, and values, call one another in a circle only with a number that goes down, a loop of unknown length
has a decision in every pass, and a need stands before the first thing its rule does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang.diagnostics.diagnostic import Label
from rulelang.diagnostics.wording import structure as say
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.countdown import Graph, Thing, counts_down
from rulelang.model.declarations import Rule, Value
from rulelang.model.effort import limit_chains, limit_work, parts_of
from rulelang.model.loops import missing
from rulelang.model.starts import check_starts
from rulelang.model.walk import walk
from rulelang.model.world import World

DOES = (s.Assign, s.Increase, s.Move, s.Draw, s.Pay, s.Shuffle, s.Choose, s.Perform, s.CallRule, s.Turn)


def prove(world: World) -> None:
    """Report what can not be shown to end."""
    if limit_chains(world):
        return
    find_circles(world)
    for rule in world.rules.values():
        for body in rule.bodies:
            check_loops(world, body)
            check_needs(world, rule, body)
    if not world.problems:
        limit_work(world)
        check_starts(world)


# ---- circles ------------------------------------------------------------------------------------------


def calls(thing: Thing, performed: Iterable[Rule]) -> list[Thing]:
    """What a rule or value calls, amendments included; `perform` may call any action or effect."""
    found: dict[Thing, None] = {}
    for node in walk(parts_of(thing) if isinstance(thing, Value) else thing.bodies):
        if isinstance(node, s.CallRule) and isinstance(thing, Rule):
            found[node.rule] = None
        elif isinstance(node, m.CallValue) and isinstance(thing, Value):
            found[node.value] = None
        elif isinstance(node, s.Perform):
            found |= dict.fromkeys(performed)
    return list(found)


def performed_rules(world: World) -> list[Rule]:
    """Actions, and the effects of cards."""
    effects = {r for kind in world.kinds.values() for rules in kind.effects.values() for r in rules.values()}
    return [rule for rule in world.rules.values() if rule.is_action or rule in effects]


def find_circles(world: World) -> None:
    """Each circle of calls once, named from its first rule or value."""
    done: set[Thing] = set()
    performed = performed_rules(world)
    things: list[Thing] = [*world.rules.values(), *world.values.values()]
    graph = {thing: calls(thing, performed) for thing in things}
    for thing in things:
        if thing not in done:
            follow(world, graph, thing, [], done)


def follow(world: World, graph: Graph, thing: Thing, path: list[Thing], done: set[Thing]) -> None:
    begun = next((i for i, t in enumerate(path) if t is thing), None)
    if begun is not None:
        if not counts_down(graph, thing):
            report_circle(world, path[begun:])
            done.add(thing)
        return
    if thing in done:
        return
    for called in graph.get(thing, ()):
        follow(world, graph, called, [*path, thing], done)
    done.add(thing)


def report_circle(world: World, circle: list[Thing]) -> None:
    first, *others = circle
    places = tuple(Label(t.span, f"`{t.name}`") for t in others)
    names = [*(t.name for t in circle), first.name]
    world.report(say.endless_recursion(first.span, names, places, isinstance(first, Value)))


# ---- loops --------------------------------------------------------------------------------------------


def check_loops(world: World, body: s.Body) -> None:
    for node in walk(body):
        if isinstance(node, s.Repeat) and node.count is None and not decides(node.body):
            lacking = missing(node) if node.condition is not None else ""
            if lacking is not None:
                world.report(say.endless_loop(node.span, lacking))


def decides(thing: Any, seen: frozenset[Rule] = frozenset()) -> bool:
    """Is there a decision, or a way out, somewhere in a body?"""
    for node in walk(thing):
        if isinstance(node, s.Choose | s.Perform | s.OfferWindow | s.Turn | s.Level):
            return True
        if isinstance(node, s.Each) and node.picker is not None:
            return True
        called = node.rule if isinstance(node, s.CallRule) and node.rule not in seen else None
        if called is not None and decides(called.bodies, seen | {called}):
            return True
    return False


# ---- needs --------------------------------------------------------------------------------------------


def check_needs(world: World, rule: Rule, body: s.Body, begun: s.Statement | None = None) -> s.Statement | None:
    """A need after the rule has begun to do something is too late; returns what begins it."""
    for statement in body:
        if isinstance(statement, s.Need):
            if begun is not None:
                world.report(say.late_need(statement.span, begun.span))
        elif isinstance(statement, s.If):
            first = check_needs(world, rule, statement.then, begun)
            second = check_needs(world, rule, statement.otherwise, begun)
            begun = begun or first or second
        elif isinstance(statement, s.Choose):
            # What follows a decision is a new beginning only inside its ways, where needs guard the way.
            for way in statement.ways:
                check_needs(world, rule, way.body, None)
            if statement.body:
                check_needs(world, rule, statement.body, begun or statement)
            begun = begun or statement
        elif isinstance(statement, s.Each | s.Repeat | s.Turn | s.Level | s.ForHolders):
            inner = check_needs(world, rule, statement.body, begun)
            begun = begun or inner
        elif isinstance(statement, DOES) and not is_pure_call(statement):
            begun = begun or statement
    return begun


def is_pure_call(statement: s.Statement) -> bool:
    """A call of a rule that only has needs."""
    return isinstance(statement, s.CallRule) and not any(isinstance(n, DOES) for n in walk(statement.rule.bodies))

"""Facts: what a condition tells of the paths in it: that they are there, and of which kind they are."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from rulelang.model import expressions as m
from rulelang.model.declarations import Kind
from rulelang.model.types import (
    Entity,
    Maybe,
    Type,
    strip,
)
from rulelang.model.world import Scope, World, expression_path
from rulelang.syntax import nodes

SOME = "#"  # behind a path: there is something in it
MOVING = frozenset({"move", "draw", "fill"})
COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def facts_of(world: World, e: nodes.Expression, truth: bool = True) -> set[str]:
    """Paths that are surely not none when a condition holds (or fails)."""
    match e:
        case nodes.Group(inner):
            return facts_of(world, inner, truth)
        case nodes.Not(inner):
            return facts_of(world, inner, not truth)
        case nodes.Binary("and", left, right) if truth:
            return facts_of(world, left) | facts_of(world, right)
        case nodes.Binary("or", left, right) if not truth:
            return facts_of(world, left, False) | facts_of(world, right, False)
        case nodes.Is(left, nodes.Nothing(), negated, False) if negated == truth:
            path = expression_path(left)
            return {path} if path else set()
        case nodes.Is(left, right, negated, membership) if negated != truth and (membership or is_thing(world, right)):
            path = expression_path(left)
            return ({path} if path else set()) | not_empty(e, truth)
        case nodes.Binary(op, left, right) if (op == "=") == truth and op in ("=", "!="):
            return equality_facts(world, left, right) | not_empty(e, truth)
    return not_empty(e, truth)


def not_empty(e: nodes.Expression, truth: bool) -> set[str]:
    """The collection that has something in it when a condition holds (or fails): `count(market) > 0`, `any(market)`."""
    match e:
        case nodes.Apply(nodes.Name("any"), (counted, *_)) if truth:
            return holds_some(counted)
        case nodes.Is(_, right, negated, True) if negated != truth:
            return holds_some(right)
        case nodes.Binary(op, nodes.Apply(nodes.Name("count"), (counted, *_)), nodes.Number(number)) if op in COMPARED:
            return holds_some(counted) if COMPARED[op](0, number) != truth else set()
        case nodes.Binary(op, nodes.Number(number), nodes.Apply(nodes.Name("count"), (counted, *_))) if op in COMPARED:
            return holds_some(counted) if COMPARED[op](number, 0) != truth else set()
    return set()


def holds_some(counted: nodes.Expression | nodes.Named | nodes.Over) -> set[str]:
    """The fact that there is something in what is counted, or gone through."""
    counted = counted.binder.source if isinstance(counted, nodes.Over) else counted
    path = None if isinstance(counted, nodes.Named) else expression_path(counted)
    return {f"{path}.{SOME}"} if path else set()


def is_some(world: World, found: m.Expression, e: nodes.Expression, scope: Scope) -> bool:
    """Is there surely something in a collection: in a kind with members, or in what was seen to hold some?"""
    match found:
        case m.All(kind):
            return bool(kind.ids)
        case m.Owned(kind):
            owners = {kind.root.members[number].owner for number in kind.ids}
            return owners.issuperset(range(world.players))
        case m.Items(items):
            return bool(items)
        case m.Range(m.Const(int() as low), m.Const(int() as high)):
            return low <= high
        case m.Function("clockwise" | "counterclockwise"):
            return True
    return not scope.facts.isdisjoint(holds_some(e))


def equality_facts(world: World, left: nodes.Expression, right: nodes.Expression) -> set[str]:
    """`x.holds = tea`: what equals a plain member is not none."""
    found: set[str] = set()
    for one, other in ((left, right), (right, left)):
        path = expression_path(one)
        if path and is_thing(world, other):
            found.add(path)
    return found


def is_thing(world: World, e: nodes.Expression) -> bool:
    """Is an expression surely not none, whoever reads it: a number, a text, a member, a kind, the title of a card?"""
    if isinstance(e, nodes.Name):
        is_kind = e.name in world.kinds or any(e.name in kind.titles for kind in world.kinds.values())
        return e.name in world.members or is_kind
    return isinstance(e, nodes.Number | nodes.Text | nodes.Flag)


def kind_facts(world: World, e: nodes.Expression, scope: Scope) -> Scope:
    """After a condition: facts, and locals narrowed to the kinds they were tested for."""
    scope = scope.with_facts(facts_of(world, e))
    for path, kind in narrowings(world, e):
        scope = scope.with_facts([f"{path}::{kind.name}"])
    return scope


def narrowings(world: World, e: nodes.Expression) -> list[tuple[str, Kind]]:
    match e:
        case nodes.Group(inner):
            return narrowings(world, inner)
        case nodes.Binary("and", left, right):
            return narrowings(world, left) + narrowings(world, right)
        case nodes.Is(left, nodes.Name(name), False, False) if name in world.kinds:
            path = expression_path(left)
            return [(path, world.kinds[name])] if path else []
    return []


def narrowed(world: World, e: nodes.Expression, type_: Type, scope: Scope) -> Type:
    """The type a path has here, given the facts."""
    path = expression_path(e)
    if path is None:
        return type_
    if isinstance(type_, Maybe) and path in scope.facts:
        type_ = type_.inner
    if isinstance(strip(type_), Entity):
        for fact in scope.facts:
            if fact.startswith(path + "::"):
                kind = world.kinds[fact[len(path) + 2 :]]
                if kind.root is strip(type_).kind.root:  # type: ignore[union-attr]
                    return Entity(kind)
    return type_

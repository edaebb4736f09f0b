"""Facts: what a condition tells of the paths in it: that they are there, and of which kind they are."""

from __future__ import annotations

from rulelang.model.declarations import Kind
from rulelang.model.types import (
    Entity,
    Maybe,
    Type,
    strip,
)
from rulelang.model.world import Scope, World, expression_path
from rulelang.syntax import nodes


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
            return {path} if path else set()
        case nodes.Binary(op, left, right) if (op == "=") == truth and op in ("=", "!="):
            return equality_facts(world, left, right)
    return set()


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

"""Which rules may have to wait for a decision: those that choose, shuffle, or call one that does.

Rules that never wait become plain Python functions; the others are cut into blocks.
"""

from __future__ import annotations

from typing import Any

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.visit import walk
from rulelang.model.world import World


def called_rules(world: World, thing: Any) -> list[Rule]:
    """Rules that a tree calls; `perform` may call any action or effect."""
    found: list[Rule] = []
    for node in walk(thing):
        if isinstance(node, s.CallRule):
            found.append(node.rule)
        elif isinstance(node, s.Perform):
            found.extend(actions_of(world, node.action))
        elif isinstance(node, s.OfferWindow):
            found.extend(w.rule for w in world.windows)
    return found


def actions_of(world: World, action: m.Expression) -> list[Rule]:
    """The rules that an action may turn out to be."""
    match action:
        case m.Const(Rule() as rule):
            return [rule]
        case m.ReadColumn(column):
            return [value for value in dict.fromkeys(column.values) if isinstance(value, Rule)]
        case m.EffectOf(kind, effect):
            return list(kind.root.effects.get(effect, {}).values())
    return performable(world)


def performable(world: World) -> list[Rule]:
    """Rules that may stand in an action column or be the effect of a card."""
    named = {r for kind in world.kinds.values() for rules in kind.effects.values() for r in rules.values()}
    return [r for r in world.rules.values() if r.is_action or r in named or r in in_columns(world)]


def in_columns(world: World) -> set[Rule]:
    found = set()
    for kind in world.kinds.values():
        for column in kind.columns.values():
            found |= {v for v in column.values if isinstance(v, Rule)}
    return found


def waits_itself(node: Any) -> bool:
    """Does this statement itself wait?"""
    if isinstance(node, s.Choose | s.Shuffle | s.Turn | s.Level | s.OfferWindow | s.Perform):
        return True
    if isinstance(node, s.Each):
        return node.picker is not None
    return isinstance(node, s.Draw) and node.zone.refill is not None


class Waiting:
    """The answer, for rules and for parts of bodies."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.plain_bodies: dict[Rule, s.Body] = {}
        self.rules = {r for r in world.rules.values() if any(waits_itself(n) for n in walk(r.bodies))}
        callers: dict[Rule, list[Rule]] = {}
        for rule in world.rules.values():
            for called in called_rules(world, rule.bodies):
                callers.setdefault(called, []).append(rule)
        found = list(self.rules)
        while found:
            new = {caller for caller in callers.get(found.pop(), ()) if caller not in self.rules}
            self.rules |= new
            found += new

    def rule(self, rule: Rule) -> bool:
        return rule in self.rules

    def inlines(self, rule: Rule) -> bool:
        """Is a rule that never waits written out where it is called?"""
        return rule in self.plain_bodies

    def part(self, thing: Any) -> bool:
        """May this statement or body wait?"""
        return any(
            waits_itself(node) or (isinstance(node, s.CallRule) and self.rule(node.rule)) for node in walk(thing)
        )

"""Which rules are written into the rule that calls them, and which levels need no frame of their own.

A rule that waits and is called from one place only becomes part of its caller: no frame is made for it.
The body of a turn, a phase or a round is part of its rule as well, as long as every `stop` that leaves
it stands in the same frame; then leaving it is a jump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from rulelang.core.waiting import Waiting, performable
from rulelang.core.weave import weave
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Value
from rulelang.model.expressions import Local
from rulelang.model.proofs.cost import called_first
from rulelang.model.visit import child_names, is_node, walk
from rulelang.model.world import World

SHORT = 16
DEEPEST = 12
LEVELS = ("turn", "phase", "round")


def called_before(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Rules, those that are called before those that call them."""
    known: dict[Rule | Value, None] = {}
    for rule in rules:
        if rule not in known:
            for thing in called_first(rule, known):
                known[thing] = None
                if isinstance(thing, Rule):
                    yield thing


class Inlining:
    """The answers, for the rules of a world."""

    def __init__(self, world: World, waiting: Waiting) -> None:
        self.world = world
        self.bodies = {rule: weave(rule).body for rule in world.rules.values()}
        calls = Counter(
            node.rule for body in self.bodies.values() for node in walk(body) if isinstance(node, s.CallRule)
        )
        others = set(performable(world)) | {w.rule for w in world.windows}
        self.called = {
            rule: [n.rule for n in walk(body) if isinstance(n, s.CallRule)] for rule, body in self.bodies.items()
        }
        self.rules: set[Rule] = set()
        self.depths: dict[Rule, int] = {}  # of rules that are written into others: how many are in one another
        self.sizes: dict[Rule, int] = {}
        for rule in called_before(world.rules.values()):
            depth = 1 + max((self.depths.get(other, 0) for other in self.called[rule]), default=0)
            if not calls[rule] or depth > DEEPEST or self.calls_itself(rule):
                continue
            if waiting.rule(rule) and calls[rule] == 1 and rule not in others:
                self.rules.add(rule)
                self.depths[rule] = depth
            elif not waiting.rule(rule) and self.is_plain(rule, calls[rule]):
                waiting.plain_bodies[rule] = self.bodies[rule]
                self.sizes[rule], self.depths[rule] = self.size(rule), depth
        self.left_from_afar: set[str] = set()
        for rule in world.rules.values():
            if rule not in self.rules:
                self.find_stops(self.bodies[rule], frozenset())

    def is_plain(self, rule: Rule, calls: int) -> bool:
        """A rule that does what it says and nothing around it, and is short or called once."""
        nodes = list(walk(self.bodies[rule]))
        asked = rule.name in self.world.acting_tests
        if rule.is_action or rule.fields or rule.uninterrupted or asked or not nodes:
            return False
        if any(isinstance(n, s.Part) or (isinstance(n, s.Stop) and n.what == "rule") for n in nodes):
            return False
        return calls == 1 or self.size(rule) <= SHORT

    def size(self, rule: Rule) -> int:
        """How much a rule is where it is written out, with those that are written out in it."""
        nodes = list(walk(self.bodies[rule]))
        return len(nodes) + sum(self.sizes.get(n.rule, 0) for n in nodes if isinstance(n, s.CallRule))

    def calls_itself(self, rule: Rule) -> bool:
        """Does a rule call itself, perhaps by way of others?"""
        seen: set[Rule] = set()
        waiting = [*self.called[rule]]
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += self.called[other]
        return rule in seen

    def rule(self, rule: Rule) -> bool:
        """Is the rule a part of the one that calls it?"""
        return rule in self.rules

    def level(self, level: str) -> bool:
        """Is the body of such a level a part of the rule it stands in?"""
        return level not in self.left_from_afar

    def find_stops(self, thing: Any, within: frozenset[str]) -> None:
        """Note the levels that are left by a `stop` that does not stand in their frame."""
        if isinstance(thing, list | tuple):
            for item in thing:
                self.find_stops(item, within)
            return
        if not is_node(thing) or isinstance(thing, Local | m.Const):
            return
        if isinstance(thing, s.Stop):
            if thing.what in LEVELS and thing.what not in within:
                self.left_from_afar.add(thing.what)
            return
        if isinstance(thing, s.CallRule) and self.rule(thing.rule):
            self.find_stops(self.bodies[thing.rule], within)
            return
        if isinstance(thing, s.Turn):
            within |= {"turn"}
        elif isinstance(thing, s.Level):
            within |= {thing.level}
        for name in child_names(type(thing)):
            self.find_stops(getattr(thing, name), within)

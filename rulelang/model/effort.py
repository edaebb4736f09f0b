"""How much there is to go through between two decisions: loops within loops, calls included.

Every step ends, but a loop over all places within a loop over all cards within a value that a loop calls may
end after days. So the work is reckoned from the sizes of things that are known beforehand; of lists and of
ways, whose lengths nobody knows, it is taken that they are short. A decision cuts the work in two.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.diagnostics.wording import structure as say
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Value
from rulelang.model.walk import child_names, is_node, walk
from rulelang.model.world import World
from rulelang.source import Span

MOST_WORK = 100_000_000
SHORT = 2


def limit_work(world: World) -> None:
    """Report what would keep everybody waiting."""
    for work, span in Effort(world).everything():
        if work > MOST_WORK:
            world.report(say.too_much_work(span, work, MOST_WORK))
            return  # whatever calls it is too much as well


class Effort:
    """Reckons each value and rule once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._known: dict[Rule | Value, int] = {}
        self.deciding: set[Rule] = deciding_rules(world)

    def everything(self) -> Iterator[tuple[int, Span]]:
        """Whatever is worked out at one go, values before those who ask them."""
        world = self.world
        for value in world.values.values():
            yield self.of(value), value.span
        for rule in world.rules.values():
            yield self.of(rule), rule.span
        for need in (*world.always, *(need for need, _ in world.contracts)):
            yield self.node(need.condition), need.span
        for score in (world.score, world.estimate):
            if score is not None:
                yield self.node([score.value, *score.ties]), score.value.span
        for rule in world.rules.values():
            yield from self.steps(rule.bodies)

    def of(self, thing: Rule | Value) -> int:
        """Steps that a value, or a rule without decisions, takes at most."""
        if isinstance(thing, Rule) and thing in self.deciding:
            return 1
        if thing not in self._known:
            for each in self.called_first(thing):
                self._known[each] = 1 + self.node(parts_of(each))
        return self._known[thing]

    def called_first(self, thing: Rule | Value) -> Iterator[Rule | Value]:
        """A value or rule and what it calls, those that are called before those that call them."""
        begun = {thing}
        path: list[tuple[Rule | Value, Iterator[Rule | Value]]] = [(thing, called_by(thing))]
        while path:
            caller, rest = path[-1]
            found = next((c for c in rest if c not in begun and c not in self._known), None)
            if found is None:
                path.pop()
                yield caller
            else:
                begun.add(found)
                path.append((found, called_by(found)))

    def known(self, thing: Rule | Value) -> int:
        """The steps of something that is called; where calls go in a circle, one."""
        return 1 if thing in self.deciding else self._known.get(thing, 1)

    def decides(self, node: Any) -> bool:
        """May there be a decision in a statement?"""
        if isinstance(node, s.CallRule):
            return node.rule in self.deciding
        return any(is_decision(n) or (isinstance(n, s.CallRule) and n.rule in self.deciding) for n in walk(node))

    def steps(self, node: Any) -> Iterator[tuple[int, Span]]:
        """The work of each statement without decisions, and of the options of each decision."""
        if isinstance(node, list | tuple):
            for item in node:
                yield from self.steps(item)
        elif is_node(node) and hasattr(node, "span") and not self.decides(node):
            yield self.node(node), node.span
        elif is_node(node) and not isinstance(node, m.Local):
            if isinstance(node, s.Choose) and node.binders:
                yield self.loop(node.binders, []), node.span
            for name in child_names(type(node)):
                if name != "binders":
                    yield from self.steps(getattr(node, name))

    def node(self, node: Any) -> int:
        match node:
            case list() | tuple():
                return sum(self.node(item) for item in node)
            case m.Fold(_, _, source, where, body):
                return self.node(source) + self.size(source) * (1 + self.node(where) + self.node(body))
            case s.Each(binders, body):
                return self.loop(binders, [body, node.key])
            case s.Repeat(_, m.Const(count), condition, body):
                return int(count) * (1 + self.node([condition, body]))
            case s.Repeat(_, count, condition, body):
                return SHORT * (1 + self.node([count, condition, body]))
            case m.CallValue(value, arguments):
                return self.known(value) + self.node(arguments)
            case m.Can(rule, arguments) | s.CallRule(rule, arguments):
                return self.known(rule) + self.node(arguments)
        if not is_node(node) or isinstance(node, m.Local):
            return 0
        return 1 + sum(self.node(getattr(node, name)) for name in child_names(type(node)))

    def loop(self, binders: tuple[s.Binder, ...], inner: list[Any]) -> int:
        work = 1 + self.node(inner)
        for binder in reversed(binders):
            work = self.node(binder.source) + self.size(binder.source) * (1 + self.node(binder.where) + work)
        return work

    def size(self, source: m.Expression) -> int:
        """How many there are to go through."""
        match source:
            case m.All(kind):
                return len(kind.ids)
            case m.Owned(kind):
                return -(-len(kind.ids) // self.world.players)
            case m.ReadZone(zone):
                return -(-len(zone.card.root.members) // zone.count)
            case m.Range(m.Const(low), m.Const(high)):
                return max(0, int(high) - int(low) + 1)
            case m.Range():
                return 10
            case m.Items(items):
                return len(items)
            case m.Const(value):
                return len(value) if isinstance(value, list | tuple | range) else 1
            case m.Fold(_, _, inner):
                return self.size(inner)
            case m.Function(_, arguments):
                return max([SHORT, *map(self.size, arguments)])
            case m.Choice():
                return max(self.size(source.value), self.size(source.other))
        return SHORT


def parts_of(thing: Rule | Value) -> list[Any]:
    """What is worked out where a value or rule is asked for, its amendments included."""
    if isinstance(thing, Rule):
        return [thing.body, *((a.guard, a.body) for a in thing.amendments)]
    return [thing.body, *((c.guard, c.amount) for c in thing.changes)]


def called_by(thing: Rule | Value) -> Iterator[Rule | Value]:
    for node in walk(parts_of(thing)):
        match node:
            case m.CallValue(value):
                yield value
            case m.Can(rule) | s.CallRule(rule):
                yield rule


Links = dict[Rule | Value, set[Rule | Value]]


def in_circles(world: World) -> set[Rule | Value]:
    """Values and rules that may come back to themselves, and those on the way from one such to another."""
    things: list[Rule | Value] = [*world.values.values(), *world.rules.values()]
    calls = {thing: set(called_by(thing)) for thing in things}
    callers: Links = {name: set() for name in calls}
    for name, called in calls.items():
        for other in called & calls.keys():
            callers[other].add(name)
    return stripped(stripped(set(calls), calls, callers), callers, calls)


def stripped(names: set[Rule | Value], links: Links, back: Links) -> set[Rule | Value]:
    """Without those that have no link to another of them, again and again."""
    left = set(names)
    degree = {name: len(links[name] & left) for name in left}
    ends = [name for name in left if not degree[name]]
    while ends:
        name = ends.pop()
        left.discard(name)
        for other in back[name] & left:
            degree[other] -= 1
            if not degree[other]:
                ends.append(other)
    return left


def is_decision(node: Any) -> bool:
    return isinstance(node, s.Choose | s.Shuffle | s.Turn | s.Level | s.OfferWindow | s.Perform)


def deciding_rules(world: World) -> set[Rule]:
    """The rules in which a decision may be made, by themselves or by what they call."""
    callers: dict[Rule, list[Rule]] = {}
    found: set[Rule] = set()
    for rule in world.rules.values():
        for node in walk(rule.bodies):
            if is_decision(node):
                found.add(rule)
            elif isinstance(node, s.CallRule):
                callers.setdefault(node.rule, []).append(rule)
    waiting = list(found)
    while waiting:
        new = [caller for caller in callers.get(waiting.pop(), ()) if caller not in found]
        found.update(new)
        waiting += new
    return found

"""How much there is to go through between two decisions: loops within loops, calls included.

Every step ends, but a loop over all places within a loop over all cards within a value that a loop calls may
end after days. So the work is reckoned from the sizes of things that are known beforehand. Of lists, whose lengths
nobody knows, it is taken that they are short: they are counted when they are gone through. A decision cuts the
work in two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from rulelang.budget import MOST_WORK, WORK_OF_OPTION
from rulelang.diagnostics.wording import structure as say
from rulelang.interrupts import look_up
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Column, Graph, Rule, Value
from rulelang.model.visit import ByNode, children, is_node, walk
from rulelang.model.world import World
from rulelang.source import Span

SHORT = 2
# Of values, or rules, that ask one another: whoever reads and plays them goes as deep.
LONGEST_CHAIN = 50
LONGEST_CHAIN_OF_RULES = 320
# Built-in functions that go through a list, and how many items they do in the time of a step.
THROUGH = ("sum", "min", "max", "list", "distinct", "reverse", "without", "take", "position")
AT_ONCE = 8


def limit_work(effort: Effort) -> None:
    """Report what would keep everybody waiting."""
    for work, span in effort.everything():
        look_up()
        if work > MOST_WORK:
            effort.world.report(say.too_much_work(span, work, MOST_WORK))
            return  # whatever calls it is too much as well


class Effort:
    """Reckons each value and rule once."""

    def __init__(self, world: World, full_zones: bool = False, called: Calls | None = None) -> None:
        self.world = world
        self.called = called or calls()
        self.full_zones = full_zones  # is every zone taken to hold all cards, or its share of them?
        self._known: dict[Rule | Value, int] = {}
        self._longest: dict[Column, int] = {}
        self._asking: dict[Rule, int] = {}  # whether a rule can be done
        self.deciding: set[Rule] = deciding_rules(world)
        self.circular = in_circles(world, self.called)  # they count their own calls

    def everything(self) -> Iterator[tuple[int, Span]]:
        """Whatever is worked out at one go, values before those who ask them."""
        world = self.world
        for value in world.values.values():
            yield self.of(value), value.span
        for rule in world.rules.values():
            yield self.of(rule), rule.span
        for need in (*world.always, *(need for need, _ in world.contracts)):
            yield self.node(need.condition), need.span
        for _, reckoned in world.beside_the_rules():
            yield self.node(reckoned), reckoned[0].span
        for rule in self.world.rules.values():
            if rule in self.deciding:  # else nothing in it takes longer than the whole
                yield from self.steps(rule.bodies)

    def of(self, thing: Rule | Value) -> int:
        """Steps that a value, or a rule without decisions, takes at most."""
        if thing not in self._known:
            for each in called_first(thing, self._known, self.called):
                self._known[each] = 1 + self.node(parts_of(each))
                if each in self.deciding:
                    self._asking[each] = 1 + self.until_decided(parts_of(each))
        return self.known(thing)

    def weigh(self, *nodes: Any) -> int:
        """The work of something that is done at one go."""
        for thing in called_in(nodes):
            self.of(thing)
        return self.node(nodes)

    def weigh_asking(self, rule: Rule) -> int:
        """The work of asking whether a rule can be done."""
        self.of(rule)
        return self._asking.get(rule, 1) if rule in self.deciding else self.known(rule)

    def asking(self, rule: Rule) -> int:
        """What asking adds to the work of whoever asks; rules that come back to themselves count their own."""
        return self._asking.get(rule, 1) if rule in self.deciding and rule not in self.circular else self.known(rule)

    def until_decided(self, node: Any) -> int:
        """The work up to the options of the next decision."""
        match node:
            case list() | tuple():
                last = next((number for number, item in enumerate(node, 1) if is_decision(item)), len(node))
                return sum(self.until_decided(item) for item in node[:last])
            case s.Choose(binders, ways) if not node.chance:
                return self.options(binders) + self.until_decided(ways)
            case s.CallRule(rule, arguments):
                return self.asking(rule) + self.node(arguments)
            case s.If(condition, then, otherwise):
                return self.node(condition) + self.until_decided([then, otherwise])
            case s.Way(body=body, guard=guard):
                inner = self.until_decided(body)
                return self.node(guard) + (
                    self.loop(node.binders, [], inner + WORK_OF_OPTION) if node.binders else inner
                )
        return self.node(node)

    def options(self, binders: tuple[s.Binder, ...]) -> int:
        """The work of finding the options of a choice."""
        return self.loop(binders, [], WORK_OF_OPTION)

    def known(self, thing: Rule | Value) -> int:
        """The steps of something that is called; where calls go in a circle, one."""
        return 1 if thing in self.deciding or thing in self.circular else self._known.get(thing, 1)

    def decides(self, node: Any) -> bool:
        """May there be a decision in a statement?"""
        if isinstance(node, s.CallRule):
            return node.rule in self.deciding
        return any(is_decision(n) or (isinstance(n, s.CallRule) and n.rule in self.deciding) for n in walk(node))

    def steps(self, node: Any) -> Iterator[tuple[int, Span]]:
        """The work of each statement without decisions, and of the options of each decision."""
        if isinstance(node, s.Binder):
            return
        if is_node(node) and hasattr(node, "span") and not self.decides(node):
            yield self.node(node), node.span
            return
        if isinstance(node, s.Choose) and node.binders:
            yield self.options(node.binders), node.span
        for inside in children(node):
            yield from self.steps(inside)

    def node(self, node: Any) -> int:
        match node:
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
            case m.Can(rule, arguments):
                return self.asking(rule) + self.node(arguments)
            case s.CallRule(rule, arguments):
                return self.known(rule) + self.node(arguments)
            case m.Contains(items, item):
                return 1 + self.size(items) // AT_ONCE + self.node([items, item])
            case m.Function(name, arguments) if name in THROUGH:
                return 1 + sum(self.size(a) // AT_ONCE + self.node(a) for a in arguments)
        return int(is_node(node) and not isinstance(node, m.Local)) + sum(map(self.node, children(node)))

    def loop(self, binders: tuple[s.Binder, ...], inner: list[Any], each: int = 1) -> int:
        work = each + self.node(inner)
        for binder in reversed(binders):
            work = self.node(binder.source) + self.size(binder.source) * (1 + self.node(binder.where) + work)
        return work

    def longest(self, column: Column) -> int:
        """How long the lists of a column are at most."""
        if column not in self._longest:
            lists = [len(v) for v in column.values if isinstance(v, list | tuple | range)]
            self._longest[column] = max(lists, default=1)
        return self._longest[column]

    def is_known(self, source: m.Expression) -> bool:
        """Is it known beforehand how many there are at most?"""
        match source:
            case m.All() | m.Owned() | m.Items() | m.Const() | m.ReadColumn() | m.Range(m.Const(), m.Const()):
                return True
            case m.ReadZone():
                return self.full_zones
            case m.Function("ways" | "ways_into" | "clockwise" | "counterclockwise"):
                return True
            case m.Function(_, arguments):
                return all(map(self.is_known, arguments))
            case m.Fold(_, _, inner):
                return self.is_known(inner)
            case m.Choice():
                return self.is_known(source.value) and self.is_known(source.other)
        return False

    def size(self, source: m.Expression) -> int:
        """How many there are to go through."""
        match source:
            case m.All(kind):
                return len(kind.ids)
            case m.Owned(kind):
                return -(-len(kind.ids) // self.world.players)
            case m.ReadZone(zone):
                return -(-len(zone.card.root.members) // (1 if self.full_zones else zone.count))
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
            case m.ReadColumn(column):
                return self.longest(column)
            case m.Function("ways" | "ways_into", graph=Graph(way=way)):
                return max(Counter(way.columns["from"].values).values(), default=1)
            case m.Function(_, arguments):
                return max([SHORT, *map(self.size, arguments)])
            case m.Choice():
                return max(self.size(source.value), self.size(source.other))
        return SHORT


Calls = Callable[[Rule | Value], Iterable[Rule | Value]]


def calls() -> Calls:
    """What each value and rule calls, gone through once."""
    return ByNode(lambda thing: list(called_by(thing)))


def effort_of(world: World) -> Effort:
    """Reckoned so that zones need not be counted when they are gone through, if all is little enough even then."""
    full = Effort(world, full_zones=True)
    return full if all(work <= MOST_WORK for work, _ in full.everything()) else Effort(world)


def parts_of(thing: Rule | Value) -> list[Any]:
    """What is worked out where a value or rule is asked for, its amendments included."""
    if isinstance(thing, Rule):
        return [thing.body, *((a.guard, a.body) for a in thing.amendments)]
    return [thing.body, *((c.guard, c.amount) for c in thing.changes)]


def called_by(thing: Rule | Value) -> Iterator[Rule | Value]:
    yield from called_in(parts_of(thing))


def called_in(nodes: Any) -> Iterator[Rule | Value]:
    for node in walk(nodes):
        match node:
            case m.CallValue(value):
                yield value
            case m.Can(rule) | s.CallRule(rule):
                yield rule


def called_first(
    thing: Rule | Value, known: Container[Rule | Value], called: Calls = called_by
) -> Iterator[Rule | Value]:
    """A value or rule and what it calls, those that are called before those that call them; without what is known."""
    begun = {thing}
    path: list[tuple[Rule | Value, Iterator[Rule | Value]]] = [(thing, iter(called(thing)))]
    while path:
        caller, rest = path[-1]
        found = next((c for c in rest if c not in begun and c not in known), None)
        if found is None:
            path.pop()
            yield caller
        else:
            begun.add(found)
            path.append((found, iter(called(found))))


def limit_chains(world: World, called: Calls) -> bool:
    """Report the first value or rule that is the head of too long a chain of its like; was there one?"""
    lengths: dict[Rule | Value, int] = {}
    things: list[Rule | Value] = [*world.values.values(), *world.rules.values()]
    for thing in things:
        for each in called_first(thing, lengths, called) if thing not in lengths else ():
            alike = [lengths.get(other, 0) for other in called(each) if type(other) is type(each)]
            lengths[each] = 1 + max(alike, default=0)
            most = LONGEST_CHAIN if isinstance(each, Value) else LONGEST_CHAIN_OF_RULES
            if lengths[each] > most:
                world.report(say.chain_too_long(each.span, each.name, most))
                return True
    return False


Links = dict[Rule | Value, set[Rule | Value]]


def in_circles(world: World, called: Calls = called_by) -> set[Rule | Value]:
    """Values and rules that may come back to themselves, and those on the way from one such to another."""
    things: list[Rule | Value] = [*world.values.values(), *world.rules.values()]
    links = {thing: set(called(thing)) for thing in things}
    callers: Links = {name: set() for name in links}
    for name, others in links.items():
        for other in others & links.keys():
            callers[other].add(name)
    return stripped(stripped(set(links), links, callers), callers, links)


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

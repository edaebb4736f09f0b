"""Which rules and values a sheet tells, and where.

A rule that only one part of the game uses is told with that part; one that several use stands in a
section of its own. Short rules, and rules that are done in one place only, are told where they are done.
What nobody reaches under the options in force is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule, Value
from rulelang.model.walk import child_names, is_node, walk
from rulelang.model.world import World
from rulelang.sheet.settle import settle

LARGEST_INLINE = 16
SMALL = 2
SIMPLE = s.Assign | s.Increase | s.Move | s.Draw | s.Pay | s.Shuffle | s.Reveal | s.Need | s.Perform


@define(eq=False)
class Uses:
    """What a body uses: rules it does, rules it asks about, and values it reads."""

    calls: list[Rule] = field(factory=list)
    mentions: list[Rule] = field(factory=list)
    values: list[Value] = field(factory=list)
    fields: set[str] = field(factory=set)
    numbers: set[str] = field(factory=set)

    @property
    def rules(self) -> list[Rule]:
        return [*self.calls, *self.mentions]


def uses_of(thing: Any) -> Uses:
    """Everything that a tree uses; branches that the options rule out are not looked at."""
    uses = Uses()
    gather(thing, uses)
    return uses


def gather(thing: Any, uses: Uses) -> None:
    if isinstance(thing, list | tuple):
        for item in thing:
            gather(item, uses)
    elif isinstance(thing, s.If):
        condition = settle(thing.condition)
        if isinstance(condition, m.Const):
            gather(thing.then if condition.value else thing.otherwise, uses)
        else:
            gather([condition, *thing.then, *thing.otherwise], uses)
    elif isinstance(thing, s.Way):
        gather([thing.guard, *thing.needs, *thing.body], uses)
    elif is_node(thing):
        gather_node(thing, uses)


def gather_node(node: Any, uses: Uses) -> None:
    if type(node).__module__ == m.__name__:
        gather_expression(settle(node), uses)
        return
    if isinstance(node, s.CallRule):
        uses.calls.append(node.rule)
    if isinstance(node, s.Assign | s.Increase) and isinstance(node.target, m.ReadField):
        gather_change(node, node.target, uses)
        return
    for name in child_names(type(node)):
        if name != "text":
            gather(getattr(node, name), uses)


def gather_change(node: s.Assign | s.Increase, target: m.ReadField, uses: Uses) -> None:
    """A field that is changed is not read by that, not even if its new value depends on its old one."""
    is_read = field_key(target.field) in uses.fields
    gather([target.of, *target.keys, node.value if isinstance(node, s.Assign) else node.amount], uses)
    if not is_read:
        uses.fields.discard(field_key(target.field))


def gather_expression(e: Any, uses: Uses) -> None:
    for node in walk(e):
        match node:
            case m.ReadField(read):
                uses.fields.add(field_key(read))
            case m.Const() if "." in node.span.text:
                uses.numbers.add(node.span.text)
        match node:
            case m.Can(rule):
                uses.mentions.append(rule)
            case m.CallValue(value):
                uses.values.append(value)
            case m.Const(Rule() as rule):
                uses.mentions.append(rule)
            case m.ReadColumn(column):
                uses.mentions += [v for v in column.values if isinstance(v, Rule)]


def field_key(each: Field) -> str:
    """A field by its owner and name."""
    return f"{each.owner.name if each.owner is not None else ''}.{each.name}"


def is_short(e: Any) -> bool:
    """Is an argument a word or two?"""
    match e:
        case m.Const() | m.ReadLocal() | m.ReadField(of=None):
            return True
        case m.Function("owner_of", (m.ReadLocal(),)):
            return True
    return False


@define(eq=False)
class Plan:
    """The rules told under each root, those told in a section of their own, and the values."""

    under: dict[str, list[Rule]] = field(factory=dict)
    shared: list[Rule] = field(factory=list)
    inline: set[str] = field(factory=set)
    values: list[Value] = field(factory=list)
    fields: set[str] = field(factory=set)
    numbers: set[str] = field(factory=set)

    @property
    def rules(self) -> Iterator[Rule]:
        for found in self.under.values():
            yield from found
        yield from self.shared


def make_plan(world: World, roots: Iterable[Rule], hidden: set[str], more: list[Any]) -> Plan:
    """Lay out the rules that roots reach; `hidden` are the blocks that tell their own rules."""
    return Planner(world, list(roots), hidden).plan(more)


def called_in(rule: Rule) -> list[Rule]:
    """The rules that a rule does, in the order in which they are written."""
    return [node.rule for node in walk(rule.body) if isinstance(node, s.CallRule)]


def turn_of(rule: Rule) -> Rule | None:
    """The turn of a phase, if it is a phase and has one."""
    return next((r for r in called_in(rule) if r.role == "turn"), None) if rule.role == "phase" else None


class Planner:
    def __init__(self, world: World, roots: list[Rule], hidden: set[str]) -> None:
        self.world = world
        self.roots = roots
        self.names = {rule.name for rule in roots}
        self.hidden = hidden
        self._uses: dict[str, Uses] = {}
        self.told_values: list[Value] = []

    def uses(self, rule: Rule) -> Uses:
        if rule.name not in self._uses:
            bodies = [[a.guard, *a.body] for a in rule.amendments]
            self._uses[rule.name] = uses_of([*rule.body, *bodies])
        return self._uses[rule.name]

    def is_hidden(self, rule: Rule) -> bool:
        return rule.name.split(".")[0] in self.hidden

    def plan(self, more: list[Any]) -> Plan:
        plan = Plan({root.name: [] for root in self.roots})
        reached: dict[str, list[str]] = {}
        order: list[Rule] = []
        for root in self.roots:
            for rule in self.reach(root):
                reached.setdefault(rule.name, []).append(root.name)
                if rule not in order:
                    order.append(rule)
        told = [*self.roots, *order]
        plan.inline = self.inline(told) | self.turns()
        for rule in order:
            if rule.name in plan.inline or self.is_hidden(rule):
                continue
            owners = reached[rule.name]
            (plan.under[owners[0]] if len(owners) == 1 else plan.shared).append(rule)
        plan.values = self.values(told, more)
        bodies = [uses_of([v.body, *(x for c in v.changes for x in (c.guard, c.amount))]) for v in self.told_values]
        for uses in (*(self.uses(rule) for rule in told), uses_of(more), *bodies):
            plan.fields |= uses.fields
            plan.numbers |= uses.numbers
        return plan

    def turns(self) -> set[str]:
        """Turns of phases, which are told with their phase."""
        return {turn.name for turn in map(turn_of, self.roots) if turn is not None and not turn.amendments}

    def reach(self, root: Rule) -> list[Rule]:
        """The rules that a root does or asks about, other roots left out, in the order of use."""
        found: list[Rule] = []

        def visit(rule: Rule) -> None:
            for used in self.following(rule):
                if used.name not in self.names and used not in found:
                    found.append(used)
                    visit(used)

        visit(root)
        return found

    def following(self, rule: Rule) -> list[Rule]:
        uses = self.uses(rule)
        found = list(uses.rules)
        for value in self.all_values(uses.values):
            found += uses_of(value.body).rules
        return list(dict.fromkeys(found))

    def all_values(self, first: Iterable[Value]) -> list[Value]:
        """Values and those that they use, with what changes them."""
        found: list[Value] = []
        waiting = list(first)
        while waiting:
            value = waiting.pop(0)
            if value in found:
                continue
            found.append(value)
            changes = [x for c in value.changes for x in (c.guard, c.amount) if x is not None]
            waiting += uses_of([value.body, *changes]).values
        return found

    def values(self, rules: Iterable[Rule], more: list[Any]) -> list[Value]:
        first = [value for rule in rules for value in self.uses(rule).values]
        first += uses_of(more).values
        self.told_values = self.all_values(first)
        told = set(self.told_values)
        return [v for v in self.world.values.values() if v in told and v.name.split(".")[0] not in self.hidden]

    # ---- what is told where it is done --------------------------------------------------------------------

    def inline(self, rules: list[Rule]) -> set[str]:
        calls: dict[str, int] = {}
        mentioned: set[str] = set()
        for rule in dict.fromkeys(rules):
            for called in self.uses(rule).calls:
                calls[called.name] = calls.get(called.name, 0) + 1
            mentioned |= {r.name for r in self.uses(rule).mentions}
            for value in self.all_values(self.uses(rule).values):
                mentioned |= {r.name for r in uses_of(value.body).mentions}
        plain = {r.name for r in rules if r.name not in mentioned and self.fits(r, calls.get(r.name, 0))}
        return plain - {r.name for r in self.clumsy(rules)}

    def clumsy(self, rules: Iterable[Rule]) -> Iterator[Rule]:
        """Rules that would repeat a long argument if they were told where they are done."""
        for rule in dict.fromkeys(rules):
            bodies = [*rule.body, *(x for a in rule.amendments for x in a.body)]
            for call in (n for n in walk(bodies) if isinstance(n, s.CallRule)):
                for parameter, argument in zip(call.rule.parameters, call.arguments, strict=False):
                    uses = sum(isinstance(n, m.ReadLocal) and n.local is parameter for n in walk(call.rule.body))
                    if uses > 1 and not is_short(settle(argument)):
                        yield call.rule

    def fits(self, rule: Rule, calls: int) -> bool:
        is_part_of_round = rule.name in self.names
        if is_part_of_round or rule.is_action or rule.amendments or self.is_hidden(rule) or not calls:
            return False
        nodes = [n for n in walk(rule.body) if isinstance(n, s.Statement | s.Way)]
        if any(isinstance(n, s.Stop) and n.what == "rule" for n in nodes) or self.is_circular(rule):
            return False
        if calls == 1:
            return len(nodes) <= LARGEST_INLINE
        return len(nodes) <= SMALL and all(isinstance(n, SIMPLE) for n in nodes)

    def is_circular(self, rule: Rule) -> bool:
        seen: set[str] = set()
        waiting = list(self.uses(rule).calls)
        while waiting:
            called = waiting.pop()
            if called is rule:
                return True
            if called.name not in seen:
                seen.add(called.name)
                waiting += self.uses(called).calls
        return False

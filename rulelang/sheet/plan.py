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
from rulelang.model.simplify import is_yes, settle
from rulelang.model.visit import child_names, is_node, walk
from rulelang.model.world import World

LARGEST_INLINE = 16
SMALL = 2
ASKING = s.If | s.Need | s.Let
SIMPLE = s.Change | s.Reveal | s.Need | s.Perform


@define(eq=False)
class Uses:
    """What a body uses: rules it does, rules it asks about, and values it reads."""

    calls: list[Rule] = field(factory=list)
    mentions: list[Rule] = field(factory=list)
    rules: list[Rule] = field(factory=list)  # both, in the order of use
    values: list[Value] = field(factory=list)
    fields: set[str] = field(factory=set)
    numbers: set[str] = field(factory=set)

    def call(self, rule: Rule) -> None:
        self.calls.append(rule)
        self.rules.append(rule)

    def mention(self, rule: Rule) -> None:
        self.mentions.append(rule)
        self.rules.append(rule)


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
        gather([thing.guard, *thing.binders, *thing.needs, *thing.body], uses)
    elif is_node(thing):
        gather_node(thing, uses)


def gather_node(node: Any, uses: Uses) -> None:
    if type(node).__module__ == m.__name__:
        gather_expression(settle(node), uses)
        return
    if isinstance(node, s.CallRule):
        uses.call(node.rule)
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
                uses.mention(rule)
            case m.CallValue(value):
                uses.values.append(value)
            case m.Const(Rule() as rule):
                uses.mention(rule)
            case m.ReadColumn(column):
                for rule in filter(is_rule, column.values):
                    uses.mention(rule)
            case m.ReadGrid(grid):
                for rule in filter(is_rule, grid.cells.values()):
                    uses.mention(rule)


def is_rule(value: Any) -> bool:
    return isinstance(value, Rule)


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
    values_under: dict[str, list[Value]] = field(factory=dict)
    nested: dict[str, list[Rule]] = field(factory=dict)  # rules with sentences, by the root or rule they stand under
    fields: set[str] = field(factory=set)
    numbers: set[str] = field(factory=set)
    blocks: list[str] = field(factory=list)  # those that tell their own rules, in the order of use

    @property
    def rules(self) -> Iterator[Rule]:
        for found in self.under.values():
            yield from found
        yield from self.shared


def make_plan(
    world: World, roots: Iterable[Rule], hidden: set[str], more: list[Any], said: list[Any], covered: set[str]
) -> Plan:
    """Lay out the rules that roots reach, and what else is told: `more` as it is, `said` by a sentence.

    `hidden` are the blocks that tell their own rules; rules that are `covered` are told by somebody's sentence.
    """
    planner = Planner(world, list(roots), hidden, covered)
    return planner.plan([uses_of(more), planner.beyond_sentence(uses_of(said))])


def has_sentence(thing: Rule | Value) -> bool:
    """Has its author a sentence for it, about something that happens under the options in force?"""
    said = thing.says is not None and thing.says.text is not None
    return said and not (isinstance(thing, Rule) and is_void(thing))


def is_for_people(value: Value) -> bool:
    """Has its author a name for it, and no sentence? Then whoever reads of it wants to know what it is."""
    return bool(value.labels) and value.says is None


def ends_game(rule: Rule) -> bool:
    """Is a rule there to end the game, so that it is told where the end is?"""
    done = [node for node in walk(rule.body) if isinstance(node, s.Statement) and not isinstance(node, ASKING)]
    return bool(done) and all(isinstance(node, s.Stop) and node.what == "game" for node in done)


def is_void(rule: Rule) -> bool:
    """Do the options in force leave nothing of a rule?"""
    return bool(rule.body) and not rule.amendments and does_nothing(rule.body, frozenset([rule.name]))


def does_nothing(body: s.Body, seen: frozenset[str]) -> bool:
    return all(is_nothing(x, seen) for x in body)


def is_nothing(x: s.Statement, seen: frozenset[str]) -> bool:
    match x:
        case s.If(condition, then, otherwise):
            settled = settle(condition)
            if isinstance(settled, m.Const):
                return does_nothing(then if settled.value else otherwise, seen)
            return does_nothing([*then, *otherwise], seen)
        case s.Each() | s.Repeat() | s.Turn() | s.Level() | s.Part():
            return does_nothing(x.body, seen)
        case s.CallRule(rule) if rule.body and not rule.amendments and rule.name not in seen:
            return does_nothing(rule.body, seen | {rule.name})
        case s.Need(condition):
            return is_yes(settle(condition))
        case s.Let():
            return True
    return False


def called_in(rule: Rule) -> list[Rule]:
    """The rules that a rule does, in the order in which they are written."""
    return [node.rule for node in walk(rule.body) if isinstance(node, s.CallRule)]


def turn_of(rule: Rule) -> Rule | None:
    """The turn of a phase, if it is a phase and has one."""
    return next((r for r in called_in(rule) if r.role == "turn"), None) if rule.role == "phase" else None


def parts_of(value: Value) -> list[Any]:
    """The body of a value, and what changes it."""
    return [value.body, *(x for c in value.changes for x in (c.guard, c.amount) if x is not None)]


class Planner:
    def __init__(self, world: World, roots: list[Rule], hidden: set[str], covered: set[str]) -> None:
        self.world = world
        self.covered = covered
        self.roots = roots
        self.names = {rule.name for rule in roots}
        self.hidden = hidden
        self._uses: dict[str, Uses] = {}
        self._following: dict[str, list[Rule]] = {}
        self.told_values: list[Value] = []

    def uses(self, rule: Rule) -> Uses:
        if rule.name not in self._uses:
            bodies = [[a.guard, *a.body] for a in rule.amendments]
            found = uses_of([*rule.body, *bodies])
            self._uses[rule.name] = self.beyond_sentence(found) if self.is_said(rule) else found
        return self._uses[rule.name]

    def is_said(self, rule: Rule) -> bool:
        """Is a rule told by a sentence, its own or that of something larger?"""
        return rule.says is not None or rule.name in self.covered

    def beyond_sentence(self, uses: Uses) -> Uses:
        """What is still to be told where a sentence stands for a body: what has a sentence of its own."""
        found = Uses(fields=uses.fields, numbers=uses.numbers)
        seen: set[str] = set()

        def look(uses: Uses) -> None:
            for rule in uses.rules:
                if has_sentence(rule) or rule.name in self.names:
                    found.call(rule)
                elif rule.name not in seen:
                    seen.add(rule.name)
                    inner = uses_of([*rule.body, *([a.guard, *a.body] for a in rule.amendments)])
                    found.fields |= inner.fields
                    found.numbers |= inner.numbers
                    look(inner)
            for value in uses.values:
                if has_sentence(value) or is_for_people(value):
                    found.values.append(value)
                elif f"value {value.name}" not in seen:
                    seen.add(f"value {value.name}")
                    look(uses_of(parts_of(value)))

        look(uses)
        return found

    def value_uses(self, value: Value) -> Uses:
        """What a value uses; if it has a sentence, only what has one too."""
        uses = uses_of(parts_of(value))
        return uses if value.says is None else self.beyond_sentence(uses)

    def is_hidden(self, rule: Rule) -> bool:
        return rule.name.split(".")[0] in self.hidden

    def plan(self, more: list[Uses]) -> Plan:
        plan = Plan({root.name: [] for root in self.roots})
        reached: dict[str, list[str]] = {}
        order: list[Rule] = []
        for root in self.roots:
            for rule in self.reach(root):
                reached.setdefault(rule.name, []).append(root.name)
                if rule not in order:
                    order.append(rule)
        used = [called.name.split(".")[0] for root in self.roots for called in self.following(root)]
        plan.blocks = list(dict.fromkeys(name for name in used if name in self.hidden))
        told = [*self.roots, *order]
        plan.inline = self.inline(told) | self.turns()
        for rule in order:
            if rule.name in plan.inline or self.is_hidden(rule) or (rule.says is not None and not has_sentence(rule)):
                continue
            owners = reached[rule.name]
            (plan.under[owners[0]] if len(owners) == 1 else plan.shared).append(rule)
        for root in self.roots:
            self.nest(root, plan)
        plan.values = self.values(told, more)
        self.place_values(plan)
        bodies = [self.value_uses(value) for value in self.told_values]
        for uses in (*(self.uses(rule) for rule in told), *more, *bodies):
            plan.fields |= uses.fields
            plan.numbers |= uses.numbers
        return plan

    def nest(self, root: Rule, plan: Plan) -> None:
        """Sentences in the order of use; what is done only within a rule that has one stands below that."""
        said = [rule for rule in plan.under[root.name] if has_sentence(rule)]
        order = self.breadth_first(root)
        everything = set(order)
        within = {rule.name: everything - set(self.breadth_first(root, rule)) - {rule.name} for rule in said}
        for rule in sorted(said, key=lambda rule: order.index(rule.name)):
            around = [name for name, inner in within.items() if rule.name in inner]
            outermost = max(around, key=lambda name: len(within[name]), default="")
            plan.nested.setdefault(outermost or root.name, []).append(rule)

    def breadth_first(self, root: Rule, without: Rule | None = None) -> list[str]:
        """The names of the rules that a root reaches, nearest first; perhaps without going through one of them."""
        found, waiting = [root.name], [root]
        while waiting:
            for used in self.following(waiting.pop(0)):
                if used is not without and used.name not in self.names and used.name not in found:
                    found.append(used.name)
                    waiting.append(used)
        return found

    def place_values(self, plan: Plan) -> None:
        """Values with a sentence that only one root uses are told there."""
        users: dict[str, list[str]] = {}
        for root in self.roots:
            values = [v for rule in (root, *self.reach(root)) for v in self.uses(rule).values]
            for value in self.all_values(values):
                users.setdefault(value.name, []).append(root.name)
        for value in [v for v in plan.values if has_sentence(v)]:
            if len(users.get(value.name, ())) == 1:
                plan.values.remove(value)
                plan.values_under.setdefault(users[value.name][0], []).append(value)

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
        if rule.name not in self._following:
            uses = self.uses(rule)
            found = list(uses.rules)
            for value in self.all_values(uses.values):
                found += self.value_uses(value).rules
            self._following[rule.name] = list(dict.fromkeys(found))
        return self._following[rule.name]

    def all_values(self, first: Iterable[Value]) -> list[Value]:
        """Values and those that they use, with what changes them."""
        found: list[Value] = []
        waiting = list(first)
        while waiting:
            value = waiting.pop(0)
            if value in found:
                continue
            found.append(value)
            waiting += self.value_uses(value).values
        return found

    def values(self, rules: Iterable[Rule], more: list[Uses]) -> list[Value]:
        first = [value for uses in (*map(self.uses, rules), *more) for value in uses.values]
        self.told_values = self.all_values(first)
        told = set(self.told_values)
        listed = (v for v in self.world.values.values() if v in told and v.name.split(".")[0] not in self.hidden)
        return [value for value in listed if value.says is None or value.says.text is not None]

    # ---- what is told where it is done --------------------------------------------------------------------

    def inline(self, rules: list[Rule]) -> set[str]:
        calls: dict[str, int] = {}
        mentioned: set[str] = set()
        for rule in dict.fromkeys(rules):
            for called in () if self.is_said(rule) else self.uses(rule).calls:
                calls[called.name] = calls.get(called.name, 0) + 1
            mentioned |= {r.name for r in (self.uses(rule).rules if self.is_said(rule) else self.uses(rule).mentions)}
            for value in self.all_values(self.uses(rule).values):
                mentioned |= {r.name for r in self.value_uses(value).mentions}
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
        if rule.says is not None:
            return calls == 1 or rule.says.text is None
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

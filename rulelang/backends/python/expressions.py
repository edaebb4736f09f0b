"""Typed expressions to Python text.

Only names made by `Layout` and numbers appear in the text; an author's strings become constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rulelang.core.asking import plain_needs
from rulelang.core.bodies import DEEPEST_INLINING, run_of, small_body
from rulelang.core.tables import Layout, plain, safe
from rulelang.model import expressions as m
from rulelang.model.declarations import Change, Grid, Kind, Rule, Source, Value
from rulelang.model.expressions import Local
from rulelang.model.proofs.cost import THROUGH
from rulelang.model.types import Action, Entity, Many, strip
from rulelang.model.visit import read_locals, walk

# Python keeps one object for each number from here down to nought.
SMALL_NUMBERS = 256
# How much of needs that are written out where it is asked whether they hold.
MOST_INLINE = 40


def is_atom(text: str) -> bool:
    """Cheap enough to be written several times."""
    return text.isidentifier() or is_number(text)


def is_number(text: str) -> bool:
    """Is it a number that is written out? Python warns of whoever asks whether there is one."""
    return text.lstrip("-").isdigit()


class ExpressionWriter:
    """Writes expressions; knows which Python name stands for each local."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.env: dict[Local, str] = {}
        self.asked_can: dict[Rule, None] = {}
        self.asked_could: dict[Rule, None] = {}
        self.called_values: dict[Value, None] = {}
        self.can_perform = False
        self.fast = False
        self.shortcut: Callable[[m.Expression], str | None] | None = None
        self.in_source = False
        self.inlinings = 0
        self.counters = layout.counters
        self._count = 0

    # ---- locals -----------------------------------------------------------------------------------

    def fresh(self, name: str) -> str:
        self._count += 1
        return f"{safe(name)}_{self._count}"

    def local(self, local: Local) -> str:
        return self.env[local]

    @contextmanager
    def bound(self, local: Local, text: str | None = None) -> Iterator[str]:
        """Within the block, a local has this Python name."""
        name = text if text is not None else self.fresh(local.name)
        before = self.env.get(local)
        self.env[local] = name
        try:
            yield name
        finally:
            if before is None:
                del self.env[local]
            else:
                self.env[local] = before

    # ---- the switch -----------------------------------------------------------------------------------

    def write(self, e: m.Expression) -> str:
        text = self.written(e)
        return text if self.counters is None else self.counters.around(e, text)

    def row(self, table: Kind | Grid, text: str) -> str:
        """What says which row of a table is meant."""
        return text if self.counters is None else self.counters.row(table, text)

    def written(self, e: m.Expression) -> str:
        if self.shortcut is not None and (shortened := self.shortcut(e)) is not None:
            return shortened
        match e:
            case m.Const():
                return self.constant(e)
            case m.ReadLocal(local):
                return self.local(local)
            case m.ReadField():
                return self.read_field(e)
            case m.ReadColumn(column, of):
                return f"{self.layout.column(column)}[{self.write(of)}]"
            case m.ReadZone():
                return f"S.zones[{self.zone_number(e)}]"
            case m.ReadGrid(grid, row, column):
                return f"{self.layout.grid(grid)}.get(({self.row(grid, self.write(row))}, {self.write(column)}))"
            case m.FindRow(kind, keys):
                return self.row(kind, f"{self.layout.lookup(kind)}.get({self.key(keys)})")
            case m.CallValue():
                return self.call_value(e)
            case m.Function("could", (m.Can(rule, arguments),)):
                self.asked_could[rule] = None
                return f"could_{rule.index}({', '.join(['S', *map(self.write, arguments)])})"
            case m.Function():
                return self.function(e)
            case m.Fold():
                return self.fold(e)
            case m.Arithmetic():
                return self.arithmetic(e)
            case m.Divide(left, right, direction):
                return self.divide(left, right, direction)
            case m.Compare():
                return self.compare(e)
            case m.IsNone(inner, negated):
                return self.is_none(inner, negated)
            case m.IsKind():
                return self.is_kind(e)
            case m.Contains(items, item, negated):
                return f"({self.write(item)} {'not in' if negated else 'in'} {self.looked_through(items)})"
            case m.HasTitle(items, kind, title):
                name = self.fresh("c")
                return f"any([{self.layout.titles(kind)}[{name}] == {title} for {name} in {self.source(items)}])"
            case m.Junction(operator, left, right):
                return self.junction(operator, self.write(left), self.write(right))
            case m.Negation(inner):
                return self.negation(self.write(inner))
            case m.Choice():
                return self.choice(e)
            case m.OrElse(value, other):
                return self.or_else(value, other)
            case m.Range(low, high):
                known = isinstance(low, m.Const) and isinstance(high, m.Const)
                return f"{'range' if known else 'bounded'}({self.write(low)}, {self.plus_one(high)})"
            case m.Items(items):
                inside = ", ".join(self.write(i) for i in items)
                return f"({inside},)" if items else "()"
            case m.All():
                return self.members(e)
            case m.Owned(kind, of):
                return f"{self.layout.owned(kind)}[{self.write(of)}]"
            case m.Can(rule, arguments):
                inlined = self.inline_can(rule, arguments) if self.fast else None
                if inlined is not None:
                    return inlined
                self.asked_can[rule] = None
                return f"can_{rule.index}({', '.join(['S', *map(self.write, arguments)])})"
            case m.CanPerform(action, arguments):
                self.can_perform = True
                given = [self.write(a) for a in arguments]
                if isinstance(action, m.EffectOf):
                    given = [self.write(action.of), *given]
                return f"can_perform(S, {self.write(action)}, ({''.join(g + ', ' for g in given)}))"
            case m.EffectOf(kind, effect, of):
                return self.effect(kind, effect, of)

    # ---- data -----------------------------------------------------------------------------------------

    def constant(self, e: m.Const) -> str:
        value = plain(e.value)
        if isinstance(value, str):
            return self.text_constant(value)
        return repr(value)

    def text_constant(self, value: str) -> str:
        """Texts are never written into the source: they are looked up."""
        texts = self.layout.constants.setdefault("TEXTS", [])
        if value not in texts:
            texts.append(value)
        return f"TEXTS[{texts.index(value)}]"

    def key(self, keys: tuple[m.Expression, ...]) -> str:
        said = [self.write(k) for k in keys]
        return said[0] if len(said) == 1 else f"({', '.join(said)})"

    def read_field(self, e: m.ReadField) -> str:
        slot = self.layout.slot(e.field)
        index = self.field_index(e)
        return f"S.{slot}" if index is None else f"S.{slot}[{index}]"

    def field_index(self, e: m.ReadField) -> str | None:
        """Where in its list a field's value stands."""
        if e.field.is_scalar:
            return None
        parts = []
        width = 1
        for kind, key in zip(reversed(e.field.per), reversed(e.keys), strict=True):
            text = self.write(key)
            parts.append(text if width == 1 else f"{text} * {width}")
            width *= len(kind.root.members)
        if e.of is not None:
            text = self.write(e.of)
            parts.append(text if width == 1 else f"{text} * {width}")
        return " + ".join(reversed(parts))

    def zone_number(self, e: m.ReadZone) -> str:
        if e.of is None:
            return str(e.zone.base)
        of = self.write(e.of)
        return str(e.zone.base + int(of)) if of.isdigit() else f"{e.zone.base} + {of}"

    def members(self, e: m.All) -> str:
        run = run_of(e)
        if run is not None:
            return f"range({run.start}, {run.stop})" if run.start else f"range({run.stop})"
        name = f"ALL_{safe(e.kind.name)}"
        self.layout.constants[name] = e.kind.ids
        return name

    def source(self, e: m.Expression) -> str:
        """What a comprehension goes through: nothing in it may be given a name with `:=`."""
        before, self.in_source = self.in_source, True
        try:
            return self.write(e)
        finally:
            self.in_source = before

    def gone_through(self, e: m.Expression, *inner: Any) -> str:
        """What a loop goes through; if nobody knows how much that is, it is counted, with the work for each."""
        text = self.source(e)
        return text if self.layout.effort.is_known(e) else self.counted_work(text, 1 + self.layout.effort.weigh(*inner))

    def counted_work(self, items: str, weight: int) -> str:
        return f"worked(S, {items}, {weight})"

    def looked_through(self, e: m.Expression) -> str:
        """A list in which Python looks for something."""
        text = self.write(e)
        is_quick = self.layout.effort.is_known(e) or isinstance(e, m.ReadZone | m.Range)
        return text if is_quick else self.counted_work(text, 1)

    def plus_one(self, e: m.Expression) -> str:
        text = self.write(e)
        return str(int(text) + 1) if is_number(text) else f"{text} + 1"

    # ---- operators --------------------------------------------------------------------------------------

    def arithmetic(self, e: m.Arithmetic) -> str:
        left, right = self.write(e.left), self.write(e.right)
        if is_number(left) and is_number(right):
            a, b = int(left), int(right)
            return str(a + b if e.operator == "+" else a - b if e.operator == "-" else a * b)
        if left == "0" and e.operator == "-":
            return f"(-{right})"
        if e.operator == "*" and not isinstance(e.left, m.Const) and not isinstance(e.right, m.Const):
            return f"product({left}, {right})"
        return f"({left} {e.operator} {right})"

    def divide(self, left: m.Expression, right: m.Expression, direction: str) -> str:
        a, b = self.write(left), self.write(right)
        return f"(-(-{a} // {b}))" if direction == "up" else f"({a} // {b})"

    def compare(self, e: m.Compare) -> str:
        operator = {"=": "==", "!=": "!="}.get(e.operator, e.operator)
        left, right = self.write(e.left), self.write(e.right)
        if isinstance(strip(e.left.type), Many) or isinstance(strip(e.right.type), Many):
            if "()" in (left, right):
                other = right if left == "()" else left
                return f"(not {other})" if e.operator == "=" else f"bool({other})"
            return f"(tuple({left}) {operator} tuple({right}))"
        if isinstance(e.left, m.Const) and isinstance(e.right, m.Const):
            return str(fold_compare(operator, plain(e.left.value), plain(e.right.value)))
        if "None" in (left, right):
            other = right if left == "None" else left
            return self.none_test(other, negated=e.operator != "=")
        if self.are_small(e) and not left.isdigit() and not right.isdigit() and e.operator in ("=", "!="):
            return f"({left} {'is' if e.operator == '=' else 'is not'} {right})"
        return f"({left} {operator} {right})"

    def are_small(self, e: m.Compare) -> bool:
        """Members of kinds are small numbers, of which there is one each: asking whether it is the same is quickest."""
        kinds = [strip(side.type) for side in (e.left, e.right)]
        return all(isinstance(kind, Entity) and len(kind.kind.root.members) <= SMALL_NUMBERS for kind in kinds)

    def is_none(self, inner: m.Expression, negated: bool) -> str:
        if isinstance(inner, m.Const):
            return str((inner.value is None) != negated)
        return self.none_test(self.write(inner), negated)

    def none_test(self, text: str, negated: bool) -> str:
        return str(negated) if is_number(text) else f"({text} {'is not' if negated else 'is'} None)"

    def is_kind(self, e: m.IsKind) -> str:
        inner = self.write(e.inner)
        if e.title is not None:
            test = f"{self.layout.titles(e.kind)}[{inner}] == {e.title}"
        elif e.kind.parent is None:
            test = "True"
        else:
            test = f"{self.layout.is_of(e.kind)}[{inner}]"
        if isinstance(e.inner.type, Entity):
            return self.negation(f"({test})") if e.negated else f"({test})"
        guarded = self.junction("and", self.none_test(inner, True), test)
        return self.negation(guarded) if e.negated else guarded

    def junction(self, operator: str, left: str, right: str) -> str:
        deciding = "False" if operator == "and" else "True"
        neutral = "True" if operator == "and" else "False"
        if deciding in (left, right):
            return deciding
        if left == neutral:
            return right
        if right == neutral:
            return left
        return f"({left} {operator} {right})"

    def negation(self, inner: str) -> str:
        return {"True": "False", "False": "True"}.get(inner, f"(not {inner})")

    def choice(self, e: m.Choice) -> str:
        condition = self.write(e.condition)
        if condition == "True":
            return self.write(e.value)
        if condition == "False":
            return self.write(e.other)
        return f"({self.write(e.value)} if {condition} else {self.write(e.other)})"

    def or_else(self, value: m.Expression, other: m.Expression) -> str:
        if isinstance(value, m.Const):
            return self.write(other if value.value is None else value)
        text = self.write(value)
        if is_number(text):
            return text
        if is_atom(text):
            return f"({text} if {text} is not None else {self.write(other)})"
        name = self.fresh("x")
        if self.in_source:
            return f"[{name} if {name} is not None else {self.write(other)} for {name} in ({text},)][0]"
        return f"({name} if ({name} := {text}) is not None else {self.write(other)})"

    # ---- collections --------------------------------------------------------------------------------------

    def fold(self, e: m.Fold) -> str:
        short = self.counted(e)
        if short is not None:
            return short
        if self.fast and e.how in ("any", "all"):
            from rulelang.backends.python.folds import fold_call

            return fold_call(self, e)
        source = self.gone_through(e.source, e.where, e.body)
        with self.bound(e.local) as x:
            where = self.write(e.where) if e.where is not None else "True"
            test = "" if where == "True" else f" if {where}"
            body = self.write(e.body) if e.body is not None else None
            return self.fold_text(e, x, source, test, where, body)

    def fold_text(self, e: m.Fold, x: str, source: str, test: str, where: str, body: str | None) -> str:
        match e.how:
            case "sum":
                return f"sum([{body} for {x} in {source}{test}])"
            case "count":
                counted = f" if {self.junction('and', where, body)}" if body is not None else test
                return f"len([{x} for {x} in {source}{counted}])"
            case "any":
                both = self.junction("and", where, body or "True")
                return f"any([{both} for {x} in {source}])"
            case "all":
                return f"all([{body} for {x} in {source}{test}])"
            case "min" | "max":
                return f"{e.how}([{body} for {x} in {source}{test}], default=None)"
            case "first":
                return f"next(({body or x} for {x} in {source}{test}), None)"
            case "last":
                return f"next(({body or x} for {x} in reversed({source}){test}), None)"
            case _:
                return f"tuple([{body or x} for {x} in {source}{test}])"

    def counted(self, e: m.Fold) -> str | None:
        """`count(s in boat where s.at = h)` is a list's own count; `any` and `all` likewise."""
        found = self.whole_field(e)
        if found is None:
            return None
        values, wanted, is_equal, size = found
        if e.how == "any" and is_equal:
            return f"({wanted} in {values})"
        if e.how == "all" and not is_equal:
            return f"({wanted} not in {values})"
        count = f"{values}.count({wanted})"
        if e.how == "count":
            return count if is_equal else f"({size} - {count})"
        return f"({count} {'==' if e.how == 'all' else '!='} {size})"

    def whole_field(self, e: m.Fold) -> tuple[str, str, bool, int] | None:
        """A fold over a field of all members: the field, what it is compared with, is it equal, how many there are."""
        if e.how not in ("count", "any", "all") or (e.body is None) == (e.where is None):
            return None
        if e.how == "all" and e.body is None:
            return None
        test = e.where if e.where is not None else e.body
        if not isinstance(e.source, m.All) or e.source.kind.parent is not None:
            return None
        if isinstance(test, m.IsNone):
            read, wanted, is_equal = test.inner, "None", not test.negated
        elif isinstance(test, m.Compare) and test.operator in ("=", "!=") and e.local not in read_locals(test.right):
            read, wanted, is_equal = test.left, self.write(test.right), test.operator == "="
        else:
            return None
        if not isinstance(read, m.ReadField) or read.field.owner is not e.source.kind or read.keys:
            return None
        if not isinstance(read.of, m.ReadLocal) or read.of.local is not e.local or isinstance(strip(read.type), Many):
            return None
        return f"S.{self.layout.slot(read.field)}", wanted, is_equal, len(e.source.kind.members)

    # ---- needs --------------------------------------------------------------------------------------------

    def inline_can(self, rule: Rule, arguments: tuple[m.Expression, ...]) -> str | None:
        """A rule that has only plain needs in front of what it does: the needs themselves."""
        needs = plain_needs(rule, self.counters is not None) if self.inlinings < DEEPEST_INLINING else None
        if needs is None or sum(1 for _ in walk([n.condition for n in needs])) > MOST_INLINE:
            return None
        given = [self.write(a) for a in arguments]
        if not all(map(is_atom, given)):
            return None
        saved = dict(self.env)
        for parameter, text in zip(rule.parameters, given, strict=True):
            self.env[parameter] = text
        text = "True"
        self.inlinings += 1
        for need in needs:
            text = self.junction("and", text, self.write(need.condition))
        self.inlinings -= 1
        self.env = saved
        return text

    # ---- values -------------------------------------------------------------------------------------------

    def call_value(self, e: m.CallValue) -> str:
        value = e.value
        arguments = [self.write(a) for a in e.arguments]
        body = small_body(value, self.inlinings)
        if body is not None and all(map(is_atom, arguments)):
            saved = dict(self.env)
            for parameter, text in zip(value.parameters, arguments, strict=True):
                self.env[parameter] = text
            self.inlinings += 1
            text = self.write(body)
            self.inlinings -= 1
            self.env = saved
            return text
        self.called_values[value] = None
        return f"value_{value.index}({', '.join(['S', *arguments])})"

    def value_body(self, value: Value) -> str:
        """The value with everything that changes it: `to` first, then what is added."""
        text = self.write(value.body) if value.body is not None else "None"
        for change in value.changes:
            if change.how == "to":
                text = self.replaced(change, text)
        added = [self.added(change) for change in value.changes if change.how == "by"]
        return " + ".join([f"({text})", *added]) if added else text

    def replaced(self, change: Change, text: str) -> str:
        if change.source.card is None:
            amount = self.write(change.amount)
            guard = self.write(change.guard) if change.guard is not None else "True"
            return amount if guard == "True" else f"({amount} if {guard} else {text})"
        holder, loop = self.holder_loop(change.source)
        with self.bound(change.source.holder, holder[0]), self.bound(change.source.self_, holder[1]):  # type: ignore[arg-type]
            guard = self.write(change.guard) if change.guard is not None else "True"
            amount = self.write(change.amount)
        name = self.fresh("x")
        test = "" if guard == "True" else f" if {guard}"
        return f"({name}[-1] if ({name} := [{amount} {loop}{test}]) else {text})"

    def added(self, change: Change) -> str:
        if change.source.card is None:
            amount = self.write(change.amount)
            guard = self.write(change.guard) if change.guard is not None else "True"
            return amount if guard == "True" else f"({amount} if {guard} else 0)"
        holder, loop = self.holder_loop(change.source)
        with self.bound(change.source.holder, holder[0]), self.bound(change.source.self_, holder[1]):  # type: ignore[arg-type]
            guard = self.write(change.guard) if change.guard is not None else "True"
            amount = self.write(change.amount)
        test = "" if guard == "True" else f" if {guard}"
        return f"sum([{amount} {loop}{test}])"

    def holder_loop(self, source: Source) -> tuple[tuple[str, str], str]:
        holder, self_ = self.fresh("holder"), self.fresh("card")
        return (holder, self_), f"for {holder}, {self_} in {self.holders(source.card, source.title, source.stacks)}"  # type: ignore[arg-type]

    def holders(self, kind: Kind, title: int, stacks: bool) -> str:
        """Who holds a card, with each copy (or, if copies count once, with the first)."""
        inner = f"S.held_{safe(kind.root.name)}[{title}]"
        return inner if stacks else f"first_each({inner})"

    def effect(self, kind: Kind, effect: str, of: m.Expression) -> str:
        name = f"EFFECT_{safe(kind.name)}_{safe(effect)}"
        rules = kind.effects.get(effect, {})
        self.layout.constants[name] = tuple(
            rules[member.title].index if member.title in rules else None for member in kind.members
        )
        return f"{name}[{self.write(of)}]"

    # ---- functions ----------------------------------------------------------------------------------------

    def function(self, e: m.Function) -> str:
        is_list = [e.name in THROUGH and isinstance(strip(a.type), Many) for a in e.arguments]
        given = [self.looked_through(a) if x else self.write(a) for a, x in zip(e.arguments, is_list, strict=True)]
        n = self.layout.world.players
        match e.name:
            case "same":
                return given[0]
            case "count":
                return f"len({given[0]})"
            case "some":
                return f"bool({given[0]})"
            case "sum":
                return f"sum({given[0]})"
            case "min" | "max":
                return f"{e.name}({given[0]}, default=None)" if len(given) == 1 else f"{e.name}({', '.join(given)})"
            case "first":
                return f"first({given[0]})"
            case "last":
                return f"last({given[0]})"
            case "list":
                return f"tuple({given[0]})"
            case "nth":
                return f"{given[0]}[{self.item_at(given[1])}]"
            case "clockwise" | "counterclockwise":
                return f"{self.seats(e.name)}[{given[0]}]" if run_of(e) is None else f"range({n})"
            case "left":
                return f"(({given[0]} + 1) % {n})"
            case "right":
                return f"(({given[0]} - 1) % {n})"
            case "seat":
                return f"({given[0]} + 1)"
            case "remainder":
                return f"({given[0]} % {given[1]})"
            case "abs":
                return f"abs({given[0]})"
            case "different":
                return f"tuple(dict.fromkeys({given[0]}))"
            case "reverse":
                return f"tuple(reversed({given[0]}))"
            case "joined":
                return f"(*{given[0]}, *{given[1]})"
            case "together":
                return f"together({given[0]})"
            case "less":
                return f"less({given[0]}, {given[1]})"
            case "take":
                return f"tuple({given[0]})[:max(0, {given[1]})]"
            case "unseen":
                return self.unseen(e.arguments[0], given[0])
            case "position":
                return f"position({given[0]}, {given[1]})"
            case "owner_of":
                return f"{self.layout.owner(strip(e.arguments[0].type).kind)}[{given[0]}]"  # type: ignore[union-attr]
            case "other":
                return self.other(e, given[0])
            case "title":
                return f"{self.layout.titles(strip(e.arguments[0].type).kind)}[{given[0]}]"  # type: ignore[union-attr]
            case "acting":
                return f"({given[1]} in S.acting)"
            case "ways" | "ways_into":
                return self.ways(e, given)
            case "distance":
                return self.distance(e, given)
            case "reaches":
                return f"({self.distance(e, given)} is not None)"
            case _:
                return self.other_function(e, given)

    def other_function(self, e: m.Function, given: list[str]) -> str:
        """Contracts and what scenarios ask: not on the hot path, so plain calls."""
        if e.name in ("leads_onward", "connected"):
            return (
                f"{e.name}({self.layout.ways(e.graph, False, False)}, {self.layout.column(e.graph.way.columns['to'])})"  # type: ignore[union-attr,arg-type]
            )
        if e.name == "key_of":
            return f"scenario.key_of({self.kind_number(e.arguments[0])}, {given[0]})"
        if e.name == "hidden":
            return f"scenario.hidden({self.kind_number(e.arguments[0])}, {', '.join(given)})"
        if e.name == "hidden_field" and isinstance(e.arguments[0], m.ReadField):
            read = e.arguments[0]
            place = "".join(f"{self.write(a)}, " for a in (*([read.of] if read.of else []), *read.keys))
            return f"scenario.hidden_field({self.text_constant(self.layout.slot(read.field))}, ({place}), {given[1]})"
        if e.name == "why_not_rule":
            can = e.arguments[0]
            if not isinstance(can, m.Can):
                return "''"
            inner = ", ".join(self.write(a) for a in can.arguments)
            return f"scenario.why_not_rule({can.rule.index}, ({inner}{',' if inner else ''}))"
        if e.name in ("offered", "over", "winner", "asked", "score_of", "why_not_option", "joint_key", "way_key"):
            return f"scenario.{e.name}({', '.join(given)})"
        return f"{e.name}({', '.join(given)})"

    def unseen(self, e: m.Expression, zone: str) -> str:
        """The cards that a closed zone could hold: any that does not lie where everybody sees it, if it holds some."""
        assert isinstance(e, m.ReadZone)
        card = e.zone.card
        members, location = self.members(m.All(card, e.type)), self.layout.location(card)
        return f"(unseen({members}, S.{location}, {self.layout.open_zones()}) if {zone} else ())"

    def kind_number(self, e: m.Expression) -> str:
        """A handle by which a scenario finds the kind of a value."""
        plain_type = strip(e.type)
        if isinstance(plain_type, Entity):
            return self.text_constant(plain_type.kind.root.name)
        return self.text_constant("action" if isinstance(plain_type, Action) else "number")

    def item_at(self, text: str) -> str:
        """Where the item of a number stands; a number below 1 has no place, and may not count from the end."""
        return str(int(text) - 1) if text.isdigit() and text != "0" else f"nth_place({text})"

    def seats(self, direction: str) -> str:
        n = self.layout.world.players
        name = direction.upper()
        sign = 1 if direction == "clockwise" else -1
        self.layout.constants[name] = tuple(tuple((p + sign * i) % n for i in range(n)) for p in range(n))
        return name

    def other(self, e: m.Function, given: str) -> str:
        kind = strip(e.arguments[0].type).kind  # type: ignore[union-attr]
        if kind is self.layout.world.player:
            return (
                f"(1 - {given})" if self.layout.world.players == 2 else f"(({given} + 1) % {self.layout.world.players})"
            )
        name = f"OTHER_{safe(kind.root.name)}"
        members = kind.root.members
        table: list[Any] = []
        for number, member in enumerate(members):
            rest = [i for i, x in enumerate(members) if x.owner == member.owner and i != number]
            table.append(rest[0] if rest else number)
        self.layout.constants[name] = tuple(table)
        return f"{name}[{given}]"

    def distance(self, e: m.Function, given: list[str]) -> str:
        table = self.layout.distances(e.graph, len(given) == 3)  # type: ignore[arg-type]
        by = f"[{given[2]}]" if len(given) == 3 else ""
        return f"{table}{by}[{given[0]}][{given[1]}]"

    def ways(self, e: m.Function, given: list[str]) -> str:
        table = self.layout.ways(e.graph, e.name == "ways_into", len(given) == 2)  # type: ignore[arg-type]
        second = f"[{given[1]}]" if len(given) == 2 else ""
        looked_up = f"{table}[{given[0]}]{second}"
        if isinstance(e.arguments[0].type, Entity):
            return looked_up
        return f"({looked_up} if {given[0]} is not None else ())"


def fold_compare(operator: str, left: Any, right: Any) -> bool:
    match operator:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case _:
            return bool(left >= right)

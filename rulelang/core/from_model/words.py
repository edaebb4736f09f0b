"""Expressions of the model as terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from rulelang.core import terms as t
from rulelang.core.asking import plain_needs
from rulelang.core.bodies import DEEPEST_INLINING, run_of, small_body
from rulelang.core.counting import Counters
from rulelang.core.nodes import Binary, Const, Select, Unary
from rulelang.core.purposes import deck_purposes
from rulelang.core.tables import Layout, plain
from rulelang.core.terms import arithmetic, compared, is_none, junction, negation
from rulelang.core.waiting import actions_of
from rulelang.model import expressions as m
from rulelang.model.declarations import Change, Grid, Kind, Rule, Value, Zone
from rulelang.model.expressions import Local
from rulelang.model.proofs.cost import THROUGH
from rulelang.model.types import Action, Entity, Many, Type, strip
from rulelang.model.visit import walk

# Kinds that have so few members that there is one object for the number of each.
FEW = 256
# How much of needs that are written out where it is asked whether they hold.
MOST_INLINE = 40
ASKED = (
    *("leads_onward", "connected", "key_of", "hidden", "hidden_field", "why_not_rule", "why_not_option"),
    *("offered", "over", "winner", "asked", "score_of", "joint_key", "way_key"),
)


def is_list(type_: Type) -> bool:
    return isinstance(strip(type_), Many)


@define(eq=False)
class Words:
    """Makes terms; knows what the names of values and rules that are written out stand for."""

    layout: Layout
    counters: Counters | None = None
    _given: dict[Local, t.Term] = field(factory=dict)
    _depth: int = 0

    def term(self, e: m.Expression) -> t.Term:
        found = self.made(e)
        return found if self.counters is None else self.counters.noted(e, found)

    def terms(self, given: Sequence[m.Expression]) -> tuple[t.Term, ...]:
        return tuple(map(self.term, given))

    def row(self, table: Kind | Grid, found: t.Term) -> t.Term:
        """What says which row of a table is meant."""
        return found if self.counters is None else self.counters.row(table, found)

    def made(self, e: m.Expression) -> t.Term:
        match e:
            case m.Const():
                value = plain(e.value)
                return t.Listed(tuple(map(Const, value))) if isinstance(value, tuple) else Const(value)
            case m.ReadLocal(local):
                return self._given.get(local) or t.Name(local)
            case m.ReadField(declared, of, keys):
                return t.Place(declared, self.terms(keys if of is None else (of, *keys)))
            case m.ReadColumn(column, of):
                return t.Lookup(self.layout.column(column), (self.term(of),))
            case m.ReadZone():
                return self.zone(e)
            case m.ReadGrid(grid, row, column):
                return t.Search(self.layout.grid(grid), (self.row(grid, self.term(row)), self.term(column)))
            case m.FindRow(kind, keys):
                return self.row(kind, t.Search(self.layout.lookup(kind), self.terms(keys)))
            case m.CallValue():
                return self.call_value(e)
            case m.Function("could", (m.Can(rule, arguments),)):
                return t.Call("could", rule, self.terms(arguments))
            case m.Function():
                return self.function(e)
            case m.Fold():
                return self.fold(e)
            case m.Arithmetic(operator, left, right):
                return arithmetic(operator, self.term(left), self.term(right))  # type: ignore[no-any-return]
            case m.Divide(left, right, direction):
                return divide(self.term(left), self.term(right), direction)
            case m.Compare():
                return self.compare(e)
            case m.IsNone(inner, negated):
                return is_none(self.term(inner), negated)  # type: ignore[no-any-return]
            case m.IsKind():
                return self.is_kind(e)
            case m.Contains(items, item, negated):
                found = t.Function("in", (self.looked_through(items), self.term(item)))
                return negation(found) if negated else found
            case m.HasTitle(items, kind, title):
                card = Local("card", Entity(kind))
                where = compared("=", t.Lookup(self.layout.titles(kind), (t.Name(card),)), Const(title))
                return t.Fold("any", card, self.gone_through(items), where, t.YES)
            case m.Junction(operator, left, right):
                return junction(operator, self.term(left), self.term(right))  # type: ignore[no-any-return]
            case m.Negation(inner):
                return negation(self.term(inner))  # type: ignore[no-any-return]
            case m.Choice(condition, value, other):
                return t.chosen(*self.terms((condition, value, other)))
            case m.OrElse(value, other):
                first = self.term(value)
                if isinstance(first, Const):
                    return self.term(other) if first.value is None else first
                return t.OrElse(first, self.term(other))
            case m.Range(low, high):
                return t.Range(self.term(low), self.term(high))
            case m.Items(items):
                return t.Listed(self.terms(items))
            case m.All(kind):
                run = run_of(e)
                return t.Lookup(self.layout.members(kind), ()) if run is None else between(run)
            case m.Owned(kind, of):
                return t.Lookup(self.layout.owned(kind), (self.term(of),))
            case m.Can(rule, arguments):
                return self.can(rule, self.terms(arguments))
            case m.CanPerform(action, arguments):
                return self.performed(action, arguments)
            case m.EffectOf(kind, effect, of):
                return t.Lookup(self.layout.effects(kind, effect), (self.term(of),))

    def zone(self, e: m.ReadZone) -> t.Zone:
        return t.Zone(e.zone, self.term(e.of) if e.of is not None else None)

    # ---- what is written out ------------------------------------------------------------------------------

    def inlined(self, parameters: Sequence[Local], given: tuple[t.Term, ...], parts: Sequence[m.Expression]) -> t.Term:
        """Conditions, or an expression alone, with their names known."""
        around, self._given = self._given, {**self._given, **dict(zip(parameters, given, strict=True))}
        self._depth += 1
        found = self.term(parts[0]) if parts else t.YES
        for part in parts[1:]:
            found = junction("and", found, self.term(part))
        self._depth -= 1
        self._given = around
        return found

    def call_value(self, e: m.CallValue) -> t.Term:
        given, body = self.terms(e.arguments), small_body(e.value, self._depth)
        if body is not None and all(isinstance(x, Const | t.Name) for x in given):
            return self.inlined(e.value.parameters, given, [body])
        return t.Call("value", e.value, given)

    def can(self, rule: Rule, given: tuple[t.Term, ...]) -> t.Term:
        """A rule that has only plain needs in front of what it does: the needs themselves."""
        if self._depth < DEEPEST_INLINING and all(isinstance(x, Const | t.Name) for x in given):
            needs = plain_needs(rule, self.counters is not None)
            if needs is not None and sum(1 for _ in walk([need.condition for need in needs])) <= MOST_INLINE:
                return self.inlined(rule.parameters, given, [need.condition for need in needs])
        return t.Call("can", rule, given)

    def performed(self, action: m.Expression, arguments: tuple[m.Expression, ...]) -> t.CanPerform:
        """A rule that is known by a word, and what it is given: an effect has the card besides."""
        rules = actions_of(self.layout.world, action)
        given = self.terms([action.of, *arguments] if isinstance(action, m.EffectOf) else arguments)
        return t.CanPerform(self.term(action), given, tuple(r for r in rules if len(r.parameters) == len(given)))

    # ---- values -------------------------------------------------------------------------------------------

    def value(self, value: Value) -> t.Term:
        """The value with everything that changes it: what it is set to first, then what is added."""
        found = self.term(value.body) if value.body is not None else t.NOTHING
        for change in sorted(value.changes, key=lambda change: change.how == "by"):
            found = self.changed(change, found)
        return found

    def changed(self, change: Change, found: t.Term) -> t.Term:
        where = self.term(change.guard) if change.guard is not None else t.YES
        amount = self.term(change.amount)
        if change.source.card is not None:
            return t.Changed(change.how, change.source, where, amount, found)
        if change.how == "to":
            return t.chosen(where, amount, found)
        return arithmetic("+", found, t.chosen(where, amount, Const(0)))  # type: ignore[no-any-return]

    # ---- conditions ---------------------------------------------------------------------------------------

    def compare(self, e: m.Compare) -> t.Term:
        left, right = self.term(e.left), self.term(e.right)
        if is_list(e.left.type) or is_list(e.right.type):
            if t.EMPTY in (left, right):
                return compared(e.operator, t.Function("count", (left if right == t.EMPTY else right,)), Const(0))  # type: ignore[no-any-return]
            alike = t.Function("alike", (left, right))
            return alike if e.operator == "=" else negation(alike)
        if e.operator in ("=", "!=") and not isinstance(left, Const) and not isinstance(right, Const):
            kinds = [strip(side.type) for side in (e.left, e.right)]
            if all(isinstance(kind, Entity) and len(kind.kind.root.members) <= FEW for kind in kinds):
                same = Binary("is", left, right)
                return same if e.operator == "=" else negation(same)
        return compared(e.operator, left, right)  # type: ignore[no-any-return]

    def is_kind(self, e: m.IsKind) -> t.Term:
        inner = self.term(e.inner)
        if not t.is_plain(inner):
            local = Local("member", e.inner.type)
            return t.Let(
                local, inner, self.is_kind(m.IsKind(m.ReadLocal(local, e.inner.type), e.kind, e.title, e.negated))
            )
        test: t.Term = t.YES
        if e.title is not None:
            test = compared("=", t.Lookup(self.layout.titles(e.kind), (inner,)), Const(e.title))
        elif e.kind.parent is not None:
            test = t.Lookup(self.layout.is_of(e.kind), (inner,))
        if not isinstance(e.inner.type, Entity):
            test = junction("and", is_none(inner, negated=True), test)
        return negation(test) if e.negated else test

    # ---- lists --------------------------------------------------------------------------------------------

    def fold(self, e: m.Fold) -> t.Term:
        items = self.gone_through(e.source, e.where, e.body)
        where = self.term(e.where) if e.where is not None else t.YES
        body = self.term(e.body) if e.body is not None else t.YES if e.how == "any" else t.Name(e.local)
        if e.how == "count" and e.body is not None:
            where, body = junction("and", where, body), t.Name(e.local)
        return t.Fold(e.how, e.local, items, where, body)

    def gone_through(self, e: m.Expression, *inner: Any) -> t.Term:
        """What a loop goes through; if nobody knows how much that is, it is counted, with the work for each."""
        effort = self.layout.effort
        return self.term(e) if effort.is_known(e) else t.Worked(self.term(e), 1 + effort.weigh(*inner))

    def looked_through(self, e: m.Expression) -> t.Term:
        """A list in which something is looked for."""
        is_quick = self.layout.effort.is_known(e) or isinstance(e, m.ReadZone | m.Range)
        return self.term(e) if is_quick else t.Worked(self.term(e), 1)

    def unseen(self, zone: m.ReadZone) -> t.Term:
        """The cards that a closed zone could hold: any that does not lie where everybody sees it, if it holds some."""
        kind = zone.zone.card
        card = Local("card", Entity(kind))
        every, one = self.term(m.All(kind, zone.type)), t.Name(card)
        hidden = t.Fold("list", card, every, negation(t.Open(kind, one)), one)
        return Select(some(self.zone(zone)), hidden, t.EMPTY)

    def deck_stream(self, deck: Zone, of: m.ReadZone) -> t.Term:
        """Where the keys begin that a shuffle draws with; zones of a kind have a stream each."""
        start = Const(self.layout.streams[deck_purposes(deck)[0]])
        if deck.count == 1 or of.of is None:
            return start
        width = Const(self.layout.world.players + 1)
        return arithmetic("+", start, arithmetic("*", self.term(of.of), width))  # type: ignore[no-any-return]

    # ---- functions of the language ------------------------------------------------------------------------

    def function(self, e: m.Function) -> t.Term:
        given = tuple(
            self.looked_through(a) if e.name in THROUGH and is_list(a.type) else self.term(a) for a in e.arguments
        )
        n = self.layout.world.players
        match e.name:
            case "same":
                return given[0]
            case "some":
                return some(given[0])
            case "min" | "max" if len(given) == 1:
                return t.Function(f"{e.name}_of", given)
            case "clockwise" | "counterclockwise":
                run = run_of(e)
                return t.Lookup(self.layout.seats(e.name), given) if run is None else between(run)
            case "left" | "right":
                step = Const(1 if e.name == "left" else n - 1)
                return Binary("%", arithmetic("+", given[0], step), Const(n))
            case "seat":
                return arithmetic("+", given[0], Const(1))  # type: ignore[no-any-return]
            case "remainder":
                return Binary("%", given[0], given[1])
            case "abs":
                return Unary("absolute", given[0])
            case "unseen":
                return self.unseen(e.arguments[0])  # type: ignore[arg-type]
            case "owner_of":
                return t.Lookup(self.layout.owner(kind_of(e.arguments[0])), given)
            case "title":
                return t.Lookup(self.layout.titles(kind_of(e.arguments[0])), given)
            case "other" if kind_of(e.arguments[0]) is not self.layout.world.player:
                return t.Lookup(self.layout.others(kind_of(e.arguments[0])), given)
            case "other" if n == 2:
                return arithmetic("-", Const(1), given[0])  # type: ignore[no-any-return]
            case "other":
                return Binary("%", arithmetic("+", given[0], Const(1)), Const(n))
            case "ways" | "ways_into":
                table = self.layout.ways(e.graph, e.name == "ways_into", len(given) == 2)  # type: ignore[arg-type]
                return t.Lookup(table, given, not isinstance(e.arguments[0].type, Entity))
            case "distance" | "reaches":
                table = self.layout.distances(e.graph, len(given) == 3)  # type: ignore[arg-type]
                found = t.Lookup(table, (*given[2:], *given[:2]))
                return found if e.name == "distance" else is_none(found, negated=True)
            case _ if e.name in ASKED:
                return self.asked(e, given)
        return t.Function(e.name, given)

    def asked(self, e: m.Function, given: tuple[t.Term, ...]) -> t.Term:
        """What contracts and scenarios ask."""
        match e.name, e.arguments:
            case (("leads_onward" | "connected"), _):
                ways, ends = self.layout.ways(e.graph, False, False), e.graph.way.columns["to"]  # type: ignore[union-attr,arg-type]
                return t.Function(e.name, (t.Lookup(ways, ()), t.Lookup(self.layout.column(ends), ())))
            case (("key_of" | "hidden"), (first, *_)):
                given = (Const(handle(first)), *given)
            case "hidden_field", (m.ReadField() as read, _):
                keys = self.terms([*([read.of] if read.of else []), *read.keys])
                given = (Const(self.layout.slot(read.field)), t.Listed(keys), given[1])
            case "why_not_rule", (m.Can(rule, arguments), *_):
                given = (Const(rule.index), t.Listed(self.terms(arguments)))
            case "why_not_rule", _:
                return Const("")
        return t.Function(f"scenario.{e.name}", given)


def some(items: t.Term) -> t.Term:
    return Binary(">", t.Function("count", (items,)), Const(0))


def between(run: range) -> t.Range:
    return t.Range(Const(run[0]), Const(run[-1]))


def divide(left: Any, right: Any, direction: str) -> t.Term:
    if direction == "up":
        return Unary("negative", Binary("//", Unary("negative", left), right))
    return Binary("//", left, right)


def kind_of(e: m.Expression) -> Any:
    found = strip(e.type)
    assert isinstance(found, Entity)
    return found.kind


def handle(e: m.Expression) -> str:
    """What a scenario finds the kind of a value by."""
    plain_type = strip(e.type)
    if isinstance(plain_type, Entity):
        return plain_type.kind.root.name
    return "action" if isinstance(plain_type, Action) else "number"

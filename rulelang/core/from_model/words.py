"""Expressions of the model as words and lists of the core.

A word is a tree without loops. What needs one (a sum, a list that is picked from) becomes a function of its own,
so that it is worked out when and only when the tree gets there. Lists are made where a statement stands, in front
of it, since there they are wanted in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulelang.core import nodes as c
from rulelang.core.bodies import run_of, small_body
from rulelang.core.data import NotYet
from rulelang.core.tables import plain, safe
from rulelang.model import expressions as m
from rulelang.model.declarations import Change, Value
from rulelang.model.expressions import Local
from rulelang.model.types import Entity, Many, Type, strip
from rulelang.model.visit import free_locals

if TYPE_CHECKING:
    from rulelang.core.from_model.maker import Maker

# Lists of numbers that nobody knows the length of.
USUAL_BOUND = 256

COMPARING: dict[str, Any] = {"=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def is_list(type_: Type) -> bool:
    return isinstance(strip(type_), Many)


@define(eq=False)
class Words:
    """One function under way: what its locals stand for, and the statements made so far."""

    maker: Maker
    function: c.Function
    env: dict[Local, c.Slot] = field(factory=dict)
    out: list[c.Statement] = field(factory=list)
    depth: int = 0

    # ---- slots and statements -----------------------------------------------------------------------------

    def emit(self, *statements: c.Statement) -> None:
        self.out.extend(statements)

    @contextmanager
    def body(self) -> Iterator[list[c.Statement]]:
        """Statements made within are collected apart."""
        around, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = around

    def slot(self, name: str, place: c.Place = "temp", bound: int = 0, holds: Type | None = None) -> c.Slot:
        """A new local, for things of a type."""
        made = c.Slot(f"{safe(name)}_{len(self.function.slots)}", place, bound, self.maker.data.deck_of(holds))
        self.function.slots.append(made)
        return made

    def parameter(self, local: Local) -> c.Slot:
        bound = self.maker.bound_of_type(local.type) if is_list(local.type) else 0
        made = self.slot(local.name, "frame" if self.function.sort == "wait" else "given", bound, local.type)
        self.function.parameters += (made,)
        self.own(local, made)
        return made

    def own(self, local: Local, given: c.Slot) -> None:
        """A parameter; of a list that is changed a copy, since it belongs to whoever hands it over."""
        self.env[local] = given
        if given.bound and local.changes and given.place == "given":
            self.env[local] = self.slot(local.name, bound=given.bound, holds=local.type)
            self.emit(c.Fill(self.env[local], c.Kept(given)))

    def bind(self, local: Local, place: c.Place = "temp") -> c.Slot:
        """A slot for a local that holds one word."""
        self.env[local] = made = self.slot(local.name, place, holds=local.type)
        return made

    # ---- words --------------------------------------------------------------------------------------------

    def word(self, e: m.Expression) -> c.Word:
        """An expression as a tree of words; makes no statement."""
        data = self.maker.data
        match e:
            case m.Const(value):
                return c.Const(data.word(value))
            case m.ReadLocal(local):
                return c.Read(self.env[local])
            case m.ReadField(field_):
                return c.Load(data.stores[field_], self.place(e))
            case m.ReadColumn(column, of):
                return c.Cell(data.column(column), self.index(of, len(column.kind.root.members)))
            case m.ReadGrid(grid, row, column):
                return self.find(data.grid(grid), (row, column))
            case m.FindRow(kind, keys):
                return self.find(data.lookup(kind), keys)
            case m.CallValue():
                return self.call_value(e)
            case m.Function("could", (m.Can(rule, arguments),)):
                return c.Call(self.maker.could(rule), self.arguments(arguments))
            case m.Function():
                return self.function_word(e)
            case m.Fold():
                return self.lifted(e)
            case m.Arithmetic():
                return arithmetic(e.operator, self.word(e.left), self.word(e.right))
            case m.Divide(left, right, direction):
                return divide(self.word(left), self.word(right), direction)
            case m.Compare():
                return self.compare(e)
            case m.IsNone(inner, negated):
                return binary("!=" if negated else "=", self.word(inner), c.Const(c.NONE))
            case m.IsKind():
                return self.is_kind(e)
            case m.Contains(items, item, negated):
                if not self.is_direct(items) or not is_cheap(self.word(item)):
                    return self.lifted(e)
                found = self.contains(self.items(items), self.word(item))
                return negation(found) if negated else found
            case m.HasTitle():
                return self.lifted(e)
            case m.Junction(operator, left, right):
                return junction(operator, self.word(left), self.word(right))
            case m.Negation(inner):
                return negation(self.word(inner))
            case m.Choice(condition, value, other):
                test = self.word(condition)
                if isinstance(test, c.Const):
                    return self.word(value if test.value else other)
                return c.Select(test, self.word(value), self.word(other))
            case m.OrElse(value, other):
                return self.or_else(e, value, other)
            case m.Can(rule, arguments):
                return c.Call(self.maker.can(rule), self.arguments(arguments))
            case m.CanPerform(action, arguments):
                return self.maker.can_perform(self, action, arguments)
            case m.EffectOf(kind, effect, of):
                rules = kind.effects.get(effect, {})
                done = [rules.get(member.title) for member in kind.members]  # type: ignore[arg-type]
                table = data.table((kind, effect), f"{kind.name}_{effect}", done)
                return c.Cell(table, self.index(of, len(done)))
        raise NotYet(type(e).__name__)

    def arguments(self, given: Sequence[m.Expression]) -> tuple[c.Argument, ...]:
        """Arguments of a function; lists that have to be made are made in front."""
        return tuple(self.direct(e) if is_list(e.type) else self.word(e) for e in given)

    def index(self, e: m.Expression, size: int) -> c.Index:
        return index(self.word(e), size)

    def place(self, e: m.ReadField) -> c.Index:
        """Where among the places of its store a field's word stands."""
        declared = e.field
        kinds = [*([declared.owner] if declared.owner is not None else []), *declared.per]
        keys = [*([e.of] if e.of is not None else []), *e.keys]
        found: c.Word = c.Const(0)
        is_proved, total = True, 1
        for kind, key in zip(kinds, keys, strict=True):
            size = len(kind.root.members)
            part = self.index(key, size)
            found = arithmetic("+", arithmetic("*", found, c.Const(size)), checked(part))
            total *= size
        return c.Index(found, total, is_proved)

    def find(self, table: tuple[c.Table, tuple[tuple[int, int], ...]], keys: Sequence[m.Expression]) -> c.Word:
        given = tuple((self.word(key), first, count) for key, (first, count) in zip(keys, table[1], strict=True))
        return c.Find(table[0], given)

    def compare(self, e: m.Compare) -> c.Word:
        operator = COMPARING[e.operator]
        if not is_list(e.left.type) and not is_list(e.right.type):
            return binary(operator, self.word(e.left), self.word(e.right))
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if is_empty(one):
                if not self.is_direct(other):
                    return self.lifted(e)
                return binary(operator, size_of(self.items(other)), c.Const(0))
        return self.lifted(e)

    def is_kind(self, e: m.IsKind) -> c.Word:
        word = self.word(e.inner)
        if not is_cheap(word):
            return self.lifted(e)
        layout, data = self.maker.layout, self.maker.data
        if e.title is not None:
            table = data.table(
                (e.kind.root, "titles"), f"title_{e.kind.root.name}", [x.title for x in e.kind.root.members]
            )
            test = binary("=", c.Cell(table, index(word, len(table.words))), c.Const(e.title))
        elif e.kind.parent is None:
            test = c.Const(1)
        else:
            values = layout.constants[layout.is_of(e.kind)]
            test = c.Cell(data.table((e.kind, "is"), f"is_{e.kind.name}", values), index(word, len(values)))
        if not isinstance(e.inner.type, Entity):
            test = junction("and", binary("!=", word, c.Const(c.NONE)), test)
        return negation(test) if e.negated else test

    def or_else(self, e: m.OrElse, value: m.Expression, other: m.Expression) -> c.Word:
        word = self.word(value)
        if isinstance(word, c.Const):
            return self.word(other) if word.value == c.NONE else word
        if not is_cheap(word):
            return self.lifted(e)
        return c.Select(binary("!=", word, c.Const(c.NONE)), word, self.word(other))

    def contains(self, items: c.Items, item: c.Word) -> c.Word:
        if isinstance(items, c.Numbers):
            return junction("and", binary("<=", items.low, item), binary("<=", item, items.high))
        return c.In(items, item)

    def call_value(self, e: m.CallValue) -> c.Word:
        value = e.value
        body = small_body(value, self.depth) if not is_list(value.type) else None
        if body is not None:
            words = [self.word(a) for a in e.arguments if not is_list(a.type)]
            if len(words) == len(e.arguments) and all(isinstance(w, c.Read) for w in words):
                inside = Words(self.maker, self.function, dict(self.env), self.out, self.depth + 1)
                inside.env |= {p: w.slot for p, w in zip(value.parameters, words, strict=True) if isinstance(w, c.Read)}
                return inside.word(body)
        if not all(self.is_direct(a) for a in e.arguments if is_list(a.type)):
            return self.lifted(e)
        return c.Call(self.maker.value(value), self.arguments(e.arguments))

    # ---- what needs a function of its own -----------------------------------------------------------------

    def lifted(self, e: m.Expression) -> c.Word:
        """A word that takes a loop, as a call of a function made for it."""
        captured = free_locals(e)
        inner = self.maker.begin("value", type(e).__name__.lower())
        for local in captured:
            inner.parameter_like(local, self.env[local])
        inner.depth = self.depth
        inner.loop_word(e)
        made = self.maker.end(inner)
        given = [self.env[local] for local in captured]
        return c.Call(made, tuple(c.Kept(slot) if slot.bound else c.Read(slot) for slot in given))

    def parameter_like(self, local: Local, outer: c.Slot) -> None:
        made = self.slot(local.name, "given", outer.bound, local.type)
        self.function.parameters += (made,)
        self.own(local, made)

    def loop_word(self, e: m.Expression) -> None:
        """The body of a function that gives such a word."""
        match e:
            case m.Fold():
                self.fold(e)
            case m.Contains(items, item, negated):
                wanted = self.held(self.word(item), "wanted")
                found = self.contains(self.items(items), wanted)
                self.emit(c.Return(negation(found) if negated else found))
            case m.HasTitle(items, kind, title):
                titles = [member.title for member in kind.root.members]
                table = self.maker.data.table((kind.root, "titles"), f"title_{kind.root.name}", titles)
                card = self.slot("card")
                test = binary("=", c.Cell(table, index(c.Read(card), len(titles))), c.Const(title))
                self.emit(c.For(card, self.items(items), (c.If(test, (c.Return(c.Const(1)),)),)), c.Return(c.Const(0)))
            case m.Compare():
                found = self.same_lists(self.items(e.left), self.items(e.right))
                self.emit(c.Return(found if e.operator == "=" else negation(found)))
            case m.OrElse(value, other):
                word = self.held(self.word(value), "value")
                self.emit(c.Return(c.Select(binary("!=", word, c.Const(c.NONE)), word, self.word(other))))
            case m.IsKind():
                local = Local("member", e.inner.type)
                self.env[local] = self.held(self.word(e.inner), "member").slot
                self.emit(c.Return(self.word(m.IsKind(m.ReadLocal(local, e.inner.type), e.kind, e.title, e.negated))))
            case m.CallValue(value, arguments):
                self.emit(c.Return(c.Call(self.maker.value(value), self.made_arguments(arguments))))
            case m.Function():
                self.function_body(e)
            case _:
                raise NotYet(type(e).__name__)

    def made_arguments(self, given: Sequence[m.Expression]) -> tuple[c.Argument, ...]:
        return tuple(self.passable(e) if is_list(e.type) else self.word(e) for e in given)

    def passable(self, e: m.Expression) -> c.Items:
        """A list that can be handed to a function."""
        found = self.items(e)
        return self.kept(found) if isinstance(found, c.Numbers) else found

    def held(self, word: c.Word, name: str) -> c.Read:
        """A word that is worked out once."""
        if isinstance(word, c.Read):
            return word
        slot = self.slot(name)
        self.emit(c.Set(slot, word))
        return c.Read(slot)

    def same_lists(self, left: c.Items, right: c.Items) -> c.Word:
        left, right = (self.kept(x) if isinstance(x, c.Numbers) else x for x in (left, right))
        return c.Same(left, right)

    def fold(self, e: m.Fold) -> None:
        """A loop that ends as soon as the answer is known."""
        items = self.items(e.source)
        item = self.bind(e.local)
        found = self.slot("found")
        read = c.Read(found)
        with self.body() as inner:
            test = self.word(e.where) if e.where is not None else c.Const(1)
            body = self.word(e.body) if e.body is not None else None
            match e.how:
                case "any":
                    end = c.If(junction("and", test, body if body is not None else c.Const(1)), (c.Return(c.Const(1)),))
                    last: c.Word = c.Const(0)
                case "all":
                    assert body is not None
                    end = c.If(junction("and", test, negation(body)), (c.Return(c.Const(0)),))
                    last = c.Const(1)
                case "first":
                    end = c.If(test, (c.Return(body if body is not None else c.Read(item)),))
                    last = c.Const(c.NONE)
                case _:
                    step = self.fold_step(e.how, found, body if body is not None else c.Read(item), body is None)
                    end = c.If(test, tuple(step))
                    last = read
            self.emit(end)
        if e.how not in ("any", "all", "first"):
            self.emit(c.Set(found, c.Const(0 if e.how in ("sum", "count") else c.NONE)))
        self.emit(c.For(item, items, tuple(inner)), c.Return(last))

    def fold_step(self, how: str, found: c.Slot, value: c.Word, is_item: bool) -> list[c.Statement]:
        read = c.Read(found)
        match how:
            case "sum":
                return [c.Set(found, arithmetic("+", read, value))]
            case "count":
                one: c.Statement = c.Set(found, arithmetic("+", read, c.Const(1)))
                return [one] if is_item else [c.If(value, (one,))]
            case "min" | "max":
                new = self.slot("new")
                better = binary("<" if how == "min" else ">", c.Read(new), read)
                test = junction("or", binary("=", read, c.Const(c.NONE)), better)
                return [c.Set(new, value), c.If(test, (c.Set(found, c.Read(new)),))]
            case "last":
                return [c.Set(found, value)]
        raise NotYet(how)

    # ---- lists --------------------------------------------------------------------------------------------

    def is_direct(self, e: m.Expression) -> bool:
        """Is a list there without making it?"""
        match e:
            case m.ReadLocal() | m.ReadField() | m.ReadZone() | m.ReadColumn() | m.Const() | m.All() | m.Owned():
                return True
            case m.Range():
                return True
            case m.Items(items):
                return all(isinstance(item, m.Const) for item in items)
            case m.Function("same" | "list", (inner,)):
                return self.is_direct(inner)
            case m.Function("clockwise" | "counterclockwise"):
                return True
            case m.Function("ways" | "ways_into", arguments):
                return isinstance(arguments[0].type, Entity)
        return False

    def direct(self, e: m.Expression) -> c.Items:
        if not self.is_direct(e):
            raise NotYet("a list that is made within a condition")
        found = self.items(e)
        if isinstance(found, c.Numbers):
            raise NotYet("a range of numbers as an argument")
        return found

    def items(self, e: m.Expression) -> c.Items:
        """A list, made in front of the statement that is being written if it is not there."""
        data = self.maker.data
        match e:
            case m.ReadLocal(local):
                return c.Kept(self.env[local])
            case m.ReadField(field_):
                return c.LoadList(data.stores[field_], self.place(e))
            case m.ReadZone():
                return c.Cards(data.decks[e.zone.card.root], self.zone(e))
            case m.ReadColumn(column, of):
                return c.Row(data.column_rows(column), self.index(of, len(column.kind.root.members)))
            case m.Const(value):
                return self.row_of(plain(value) or ())
            case m.Items(items) if all(isinstance(item, m.Const) for item in items):
                return self.row_of([item.value for item in items])  # type: ignore[union-attr]
            case m.Items(items):
                made = self.slot("items", bound=max(1, len(items)))
                self.emit(c.Fill(made, self.row_of(())), *(c.Append(made, self.word(item)) for item in items))
                return c.Kept(made)
            case m.All(kind):
                run = run_of(e)
                return self.row_of(kind.ids) if run is None else c.Numbers(c.Const(run[0]), c.Const(run[-1]))
            case m.Owned(kind, of):
                layout = self.maker.layout
                rows = data.rows((kind, "owned"), f"{kind.name}_of", layout.constants[layout.owned(kind)])
                return c.Row(rows, self.index(of, len(rows.rows)))
            case m.Range(low, high):
                return c.Numbers(self.word(low), self.word(high))
            case m.Choice(condition, value, other):
                return self.chosen_list(e, condition, value, other)
            case m.CallValue(value, arguments):
                made = self.slot(value.name, bound=self.maker.bound_of_type(value.type))
                self.emit(c.FillBy(made, self.maker.value(value), self.made_arguments(arguments)))
                return c.Kept(made)
            case m.Fold():
                return self.picked(e)
            case m.Function():
                return self.function_items(e)
        raise NotYet(f"a list: {type(e).__name__}")

    def row_of(self, values: Sequence[Any]) -> c.Items:
        row = tuple(plain(v) for v in values)
        return c.Row(self.maker.data.rows(("row", row), "row", [row]), c.HERE)

    def zone(self, e: m.ReadZone) -> c.Word:
        first = self.maker.data.first_zone(e.zone)
        if e.of is None:
            return c.Const(first)
        return arithmetic("+", c.Const(first), checked(self.index(e.of, e.zone.count)))

    def chosen_list(self, e: m.Choice, condition: m.Expression, value: m.Expression, other: m.Expression) -> c.Items:
        test = self.word(condition)
        if isinstance(test, c.Const):
            return self.items(value if test.value else other)
        made = self.slot("chosen", bound=self.maker.bound_of_type(e.type))
        with self.body() as then:
            self.emit(c.Fill(made, self.items(value)))
        with self.body() as otherwise:
            self.emit(c.Fill(made, self.items(other)))
        self.emit(c.If(test, tuple(then), tuple(otherwise)))
        return c.Kept(made)

    def picked(self, e: m.Fold) -> c.Items:
        """Items of a list, or what is made of them, for which a condition holds."""
        source = self.items(e.source)
        is_itself = e.body is None or (isinstance(e.body, m.ReadLocal) and e.body.local is e.local)
        if e.where is None and is_itself and isinstance(source, c.Numbers | c.Row):
            return source  # known beforehand, and taken as it is
        made = self.slot("picked", bound=self.maker.bound_of(source))
        item = self.bind(e.local)
        with self.body() as inner:
            test = self.word(e.where) if e.where is not None else c.Const(1)
            value = self.word(e.body) if e.body is not None else c.Read(item)
            self.emit(c.If(test, (c.Append(made, value),)))
        self.emit(c.Fill(made, self.row_of(())), c.For(item, source, tuple(inner)))
        return c.Kept(made)

    def kept(self, items: c.Items, place: c.Place = "temp", holds: Type | None = None) -> c.Kept:
        """A list in a slot, so that later changes do not touch it."""
        made = self.slot("kept", place, self.maker.bound_of(items), holds)
        self.emit(c.Fill(made, items))
        return c.Kept(made)

    # ---- functions of the language ------------------------------------------------------------------------

    def function_word(self, e: m.Function) -> c.Word:
        given, n = e.arguments, self.maker.players
        word = self.word
        lists = [a for a in given if is_list(a.type)]
        if e.name in ("distance", "reaches"):
            return self.distance(e)
        if lists and not (e.name in ("count", "some") and self.is_direct(given[0])):
            return self.lifted(e)
        match e.name:
            case "same":
                return word(given[0])
            case "count":
                return size_of(self.items(given[0]))
            case "some":
                return binary(">", size_of(self.items(given[0])), c.Const(0))
            case "min" | "max":
                found = word(given[0])
                for other in given[1:]:
                    found = binary(e.name, found, word(other))
                return found
            case "left":
                return binary("%", arithmetic("+", word(given[0]), c.Const(1)), c.Const(n))
            case "right":
                return binary("%", arithmetic("+", word(given[0]), c.Const(n - 1)), c.Const(n))
            case "seat":
                return arithmetic("+", word(given[0]), c.Const(1))
            case "remainder":
                return binary("%", word(given[0]), word(given[1]))
            case "abs":
                return c.Unary("absolute", word(given[0]))
            case "owner_of":
                return self.of_kind(given[0], "owner", lambda member: member.owner)
            case "title":
                return self.of_kind(given[0], "titles", lambda member: member.title)
            case "other":
                return self.other(given[0])
            case "acting":
                assert isinstance(given[1], m.Const)
                under_way = c.Binary("&", c.Machine("acting"), self.maker.acting_bit(given[1].value))
                return binary("!=", under_way, c.Const(0))
        raise NotYet(f"the function `{e.name}`")

    def of_kind(self, of: m.Expression, what: str, value: Any) -> c.Word:
        kind = entity(of.type).kind.root
        values = [value(member) for member in kind.members]
        name = f"{'title' if what == 'titles' else what}_{kind.name}"
        return c.Cell(self.maker.data.table((kind, what), name, values), self.index(of, len(values)))

    def other(self, of: m.Expression) -> c.Word:
        kind, n = entity(of.type).kind, self.maker.players
        if kind is self.maker.world.player:
            return binary("%", arithmetic("+", self.word(of), c.Const(1)), c.Const(n))
        members = kind.root.members
        table = []
        for number, member in enumerate(members):
            rest = [i for i, x in enumerate(members) if x.owner == member.owner and i != number]
            table.append(rest[0] if rest else number)
        made = self.maker.data.table((kind.root, "other"), f"other_{kind.root.name}", table)
        return c.Cell(made, self.index(of, len(table)))

    def distance(self, e: m.Function) -> c.Word:
        assert e.graph is not None
        layout = self.maker.layout
        is_marked = len(e.arguments) == 3
        name = layout.distances(e.graph, is_marked)
        tables = layout.constants[name] if is_marked else (layout.constants[name],)
        places = len(e.graph.node.root.members)
        flat = [cell for table in tables for row in table for cell in row]
        made = self.maker.data.table((e.graph, name), name, flat)
        first, second = (checked(self.index(a, places)) for a in e.arguments[:2])
        at = arithmetic("+", arithmetic("*", first, c.Const(places)), second)
        if is_marked:
            mark = checked(self.index(e.arguments[2], len(tables)))
            at = arithmetic("+", arithmetic("*", mark, c.Const(places * places)), at)
        found = c.Cell(made, c.Index(at, len(flat), is_proved=True))
        return found if e.name == "distance" else binary("!=", found, c.Const(c.NONE))

    def function_body(self, e: m.Function) -> None:
        """A function that gives a word and goes through a list."""
        given = e.arguments
        if e.name in ("min", "max", "sum", "count", "some", "first", "last") and len(given) == 1:
            local = Local("item", strip(given[0].type).inner)  # type: ignore[union-attr]
            how = {"some": "any"}.get(e.name, e.name)
            body = m.ReadLocal(local, local.type) if how in ("min", "max", "sum") else None
            self.fold(m.Fold(how, local, given[0], None, body, e.type))
            return
        if e.name == "nth":
            items = self.passable(given[0])
            at = self.held(self.word(given[1]), "number")
            fits = junction("and", binary(">=", at, c.Const(1)), binary("<=", at, c.Size(items)))
            place = c.Select(fits, arithmetic("-", at, c.Const(1)), c.Const(-c.MOST))
            self.emit(c.Return(c.Item(items, place)))
            return
        if e.name == "position":
            wanted = self.held(self.word(given[0]), "wanted")
            number, item = self.slot("number"), self.slot("item")
            step = c.Set(number, arithmetic("+", c.Read(number), c.Const(1)))
            found = c.If(binary("=", c.Read(item), wanted), (c.Return(c.Read(number)),))
            items = self.items(given[1])
            self.emit(c.Set(number, c.Const(0)), c.For(item, items, (step, found)), c.Return(c.Const(0)))
            return
        raise NotYet(f"the function `{e.name}`")

    def function_items(self, e: m.Function) -> c.Items:
        given, data, layout = e.arguments, self.maker.data, self.maker.layout
        match e.name:
            case "same" | "list":
                return self.items(given[0])
            case "clockwise" | "counterclockwise":
                n = self.maker.players
                sign = 1 if e.name == "clockwise" else -1
                rows = [[(p + sign * i) % n for i in range(n)] for p in range(n)]
                return c.Row(data.rows(e.name, e.name, rows), self.index(given[0], n))
            case "ways" | "ways_into":
                return self.ways(e)
            case "unseen":
                return self.unseen(given[0])
            case "take" | "different" | "reverse" | "joined" | "less":
                return self.made_list(e)
        raise NotYet(f"the function `{e.name}` (a list; {layout.world.name})")

    def unseen(self, zone: m.Expression) -> c.Items:
        """The cards that a closed zone could hold: any that does not lie where everybody sees it, if it holds some."""
        assert isinstance(zone, m.ReadZone)
        data, layout, root = self.maker.data, self.maker.layout, zone.zone.card.root
        opened = layout.constants[layout.open_zones()]
        values = [number in opened for number in data.zone_numbers(root)]
        deck = data.decks[root]
        table = data.table((root, "open"), f"open_{deck.name}", values)
        made, card = self.slot("unseen", bound=deck.cards), self.slot("card")
        lies_open = c.Cell(table, index(c.Location(deck, index(c.Read(card), deck.cards)), len(values)))
        one = c.If(negation(lies_open), (c.Append(made, c.Read(card)),))
        every = c.For(card, self.items(m.All(zone.zone.card, zone.type)), (one,))
        self.emit(c.Fill(made, self.row_of(())))
        self.emit(c.If(binary(">", c.Size(self.items(zone)), c.Const(0)), (every,)))
        return c.Kept(made)

    def ways(self, e: m.Function) -> c.Items:
        assert e.graph is not None
        layout = self.maker.layout
        is_marked = len(e.arguments) == 2
        name = layout.ways(e.graph, e.name == "ways_into", is_marked)
        table = layout.constants[name]
        flat = [row for rows in table for row in rows] if is_marked else list(table)
        rows = self.maker.data.rows((e.graph, name), name, [*flat, ()])
        start = self.word(e.arguments[0])
        at: c.Word = checked(index(start, len(table)))
        if is_marked:
            width = len(table[0])
            at = arithmetic("+", arithmetic("*", at, c.Const(width)), checked(self.index(e.arguments[1], width)))
        if not isinstance(e.arguments[0].type, Entity):  # from nowhere there are no ways
            at = c.Select(binary("=", start, c.Const(c.NONE)), c.Const(len(flat)), at)
        return c.Row(rows, c.Index(at, len(flat) + 1, is_proved=True))

    def made_list(self, e: m.Function) -> c.Items:
        """A list made of others, in a slot."""
        sources = [self.passable(a) for a in e.arguments if is_list(a.type)]
        bound = sum(self.maker.bound_of(items) for items in sources)
        made = self.slot(e.name, bound=max(1, bound))
        item = self.slot("item")
        read = c.Read(item)
        match e.name:
            case "joined":
                parts = [c.For(item, items, (c.Append(made, read),)) for items in sources]
                self.emit(c.Fill(made, self.row_of(())), *parts)
            case "different":
                new = negation(c.In(c.Kept(made), read))
                self.emit(c.Fill(made, self.row_of(())))
                self.emit(c.For(item, sources[0], (c.If(new, (c.Append(made, read),)),)))
            case "reverse":
                at = self.slot("at")
                back = c.Numbers(c.Const(0), arithmetic("-", c.Size(sources[0]), c.Const(1)))
                from_end = c.Item(
                    sources[0], arithmetic("-", arithmetic("-", c.Size(sources[0]), c.Const(1)), c.Read(at))
                )
                self.emit(c.Fill(made, self.row_of(())), c.For(at, back, (c.Append(made, from_end),)))
            case "take":
                amount = self.held(self.word(e.arguments[1]), "amount")
                test = binary("<", size_of(c.Kept(made)), amount)
                self.emit(c.Fill(made, self.row_of(())))
                self.emit(c.For(item, sources[0], (c.If(test, (c.Append(made, read),)),)))
            case "less":
                self.emit(c.Fill(made, sources[0]))
                with self.body() as inner:
                    self.take_out(made, read)
                self.emit(c.For(item, sources[1], tuple(inner)))
            case _:
                raise NotYet(f"the function `{e.name}`")
        return c.Kept(made)

    def take_out(self, rest: c.Slot, word: c.Word) -> None:
        """A list less one of its items."""
        left, item, is_gone = self.slot("left", bound=rest.bound), self.slot("item"), self.slot("is_gone")
        here = junction("and", negation(c.Read(is_gone)), binary("=", c.Read(item), word))
        self.emit(
            c.Set(is_gone, c.Const(0)),
            c.Fill(left, self.row_of(())),
            c.For(
                item,
                c.Kept(rest),
                (c.If(here, (c.Set(is_gone, c.Const(1)),), (c.Append(left, c.Read(item)),)),),
            ),
            c.Fill(rest, c.Kept(left)),
        )

    # ---- values that are changed --------------------------------------------------------------------------

    def value_body(self, value: Value) -> None:
        """The value with everything that changes it: `to` first, then what is added."""
        if is_list(value.type):
            if value.changes or value.body is None:
                raise NotYet(f"the list `{value.name}`, which is changed")
            assert self.function.result is not None
            self.emit(c.Fill(self.function.result, self.items(value.body)), c.Return())
            return
        found = self.slot("found")
        self.emit(c.Set(found, self.word(value.body) if value.body is not None else c.Const(c.NONE)))
        for how in ("to", "by"):
            for change in value.changes:
                if change.how == how:
                    self.changed(change, found)
        self.emit(c.Return(c.Read(found)))

    def changed(self, change: Change, found: c.Slot) -> None:
        if change.source.card is not None:
            self.maker.changed_by_card(self, change, found)
            return
        amount = self.word(change.amount)
        new = amount if change.how == "to" else arithmetic("+", c.Read(found), amount)
        guard = self.word(change.guard) if change.guard is not None else c.Const(1)
        self.emit(c.If(guard, (c.Set(found, new),)))


# ---- words that are simpler than they look ----------------------------------------------------------------


def entity(type_: Type) -> Entity:
    found = strip(type_)
    assert isinstance(found, Entity)
    return found


def index(word: c.Word, size: int) -> c.Index:
    return c.Index(word, size, isinstance(word, c.Const) and 0 <= word.value < size)


def checked(found: c.Index) -> c.Word:
    """A number that is part of an index: by itself it is looked at only where it stands in it."""
    if found.is_proved:
        return found.word
    return c.Fitting(found.word, found.size)


def is_cheap(word: c.Word) -> bool:
    """Can a word be written twice?"""
    match word:
        case c.Const() | c.Read():
            return True
        case c.Load(_, place) | c.Cell(_, place):
            return is_cheap(place.word)
        case c.Fitting(inner):
            return is_cheap(inner)
        case c.Binary("+" | "*" | "-", left, right):
            return isinstance(right, c.Const) and is_cheap(left)
    return False


def is_empty(e: m.Expression) -> bool:
    return (isinstance(e, m.Items) and not e.items) or (isinstance(e, m.Const) and e.value in ((), []))


def size_of(items: c.Items) -> c.Word:
    if isinstance(items, c.Numbers):
        return binary("max", c.Const(0), arithmetic("+", arithmetic("-", items.high, items.low), c.Const(1)))
    return c.Size(items)


def arithmetic(operator: Any, left: c.Word, right: c.Word) -> c.Word:
    if isinstance(left, c.Const) and isinstance(right, c.Const):
        a, b = left.value, right.value
        found = a + b if operator == "+" else a - b if operator == "-" else a * b
        if c.LEAST <= found <= c.MOST and c.NONE not in (a, b):
            return c.Const(found)
    if operator in ("+", "-") and right == c.Const(0):
        return left
    if operator == "+" and left == c.Const(0):
        return right
    if operator == "*" and c.Const(1) in (left, right):
        return right if left == c.Const(1) else left
    if operator == "*" and left == c.Const(0):
        return left
    return c.Binary(operator, left, right)


def divide(left: c.Word, right: c.Word, direction: str) -> c.Word:
    if direction == "up":
        return c.Unary("negative", c.Binary("//", c.Unary("negative", left), right))
    return c.Binary("//", left, right)


SETTLED: dict[str, Any] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def binary(operator: Any, left: c.Word, right: c.Word) -> c.Word:
    if operator in SETTLED and isinstance(left, c.Const) and isinstance(right, c.Const):
        return c.truth(SETTLED[operator](left.value, right.value))
    return c.Binary(operator, left, right)


def junction(operator: str, left: c.Word, right: c.Word) -> c.Word:
    deciding = c.truth(operator == "or")
    neutral = c.truth(operator == "and")
    if deciding in (left, right):
        return deciding
    if left == neutral:
        return right
    if right == neutral:
        return left
    return c.Binary("and" if operator == "and" else "or", left, right)


def negation(inner: c.Word) -> c.Word:
    if isinstance(inner, c.Const):
        return c.truth(not inner.value)
    return c.Unary("not", inner)

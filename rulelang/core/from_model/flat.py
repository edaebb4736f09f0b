"""Terms as words and lists of the core.

A word is a tree without loops. What needs one (a sum, a list that is picked from) becomes a function of its own,
so that it is worked out when and only when the tree gets there. Lists are made where a statement stands, in front
of it, since there they are wanted in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulelang.core import nodes as c
from rulelang.core import terms as t
from rulelang.core.data import NotYet
from rulelang.core.from_model.words import is_list
from rulelang.core.tables import safe
from rulelang.core.terms import arithmetic, compared, free_names, is_none, junction, negation
from rulelang.model import expressions as m
from rulelang.model.declarations import Field, Value
from rulelang.model.expressions import Local
from rulelang.model.types import NUMBER, Type

if TYPE_CHECKING:
    from rulelang.core.from_model.maker import Maker


@define(eq=False)
class Flat:
    """One function under way: what its locals stand for, and the statements made so far."""

    maker: Maker
    function: c.Function
    env: dict[Local, c.Slot] = field(factory=dict)
    out: list[c.Statement] = field(factory=list)

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

    def term(self, e: m.Expression) -> t.Term:
        return self.maker.words.term(e)

    def word(self, e: m.Expression) -> c.Word:
        """An expression as a tree of words; makes no statement."""
        return self.flat(self.term(e))

    def flat(self, x: t.Term) -> c.Word:
        match x:
            case c.Const(value):
                return x if value is None else c.Const(self.maker.data.word(value))
            case t.Name(local):
                return c.Read(self.env[local])
            case t.Place(declared, keys):
                return c.Load(self.maker.data.stores[declared], self.place_of(declared, keys))
            case t.Lookup():
                return self.lookup(x)
            case t.Search(name, keys):
                table, spans = self.maker.data.search(name)
                return c.Find(table, tuple((self.flat(key), *span) for key, span in zip(keys, spans, strict=True)))
            case t.Call(how, what, arguments):
                lists = [is_list(parameter.type) for parameter in what.parameters]
                if not all(is_there(a) for a, is_many in zip(arguments, lists, strict=True) if is_many):
                    return self.lifted(x)
                return c.Call(self.maker.asked(how, what), self.arguments(arguments, lists))
            case c.Unary("not", inner):
                return negation(self.flat(inner))  # type: ignore[no-any-return]
            case c.Unary(how, inner):
                return c.Unary(how, self.flat(inner))
            case c.Binary(">", t.Function("count", (items,)), c.Const(0)) if not is_direct(items):
                return self.lifted(t.Fold("any", Local("item", NUMBER), items, t.YES, t.YES))
            case c.Binary(how, left, right):
                return operation("=" if how == "is" else how, self.flat(left), self.flat(right))
            case c.Select(condition, then, otherwise):
                return c.Select(self.flat(condition), self.flat(then), self.flat(otherwise))
            case t.CanPerform(action, arguments, rules):
                function = self.maker.can_one_of(rules, len(arguments))
                return c.Call(function, (self.flat(action), *map(self.flat, arguments)))
            case t.Function("acting", (_, c.Const(number))):
                return compared("!=", c.Binary("&", c.Machine("acting"), self.maker.acting_bit(number)), c.Const(0))  # type: ignore[no-any-return]
            case t.Function("min" | "max" as how, (first, *others)):
                return reduce(partial(c.Binary, how), map(self.flat, others), self.flat(first))
            case t.Function("count", (items,)) if is_direct(items):
                return size_of(self.listed(items))
            case t.Function("in", (items, item)) if is_direct(items) and t.is_plain(item):
                return contains(self.listed(items), self.flat(item))
            case t.Open(kind, card):
                table, deck = self.maker.data.open_zones(kind), self.maker.data.decks[kind.root]
                zone = c.Location(deck, index(self.flat(card), deck.cards))
                return c.Cell(table, index(zone, len(table.words)))
            case t.OrElse(value, other) if t.is_plain(value):
                return c.Select(is_none(self.flat(value), negated=True), self.flat(value), self.flat(other))
        return self.lifted(x)

    def lookup(self, x: t.Lookup) -> c.Word:
        """A word of a table; one by several keys lies there row after row."""
        table, sizes = self.maker.data.known(x.table, len(x.keys))
        if len(sizes) == 1:
            return c.Cell(table, index(self.flat(x.keys[0]), sizes[0]))
        return c.Cell(table, c.Index(self.row_after_row(x.keys, sizes), len(table.words), is_proved=True))

    def row_after_row(self, keys: Sequence[t.Term], sizes: Sequence[int]) -> c.Word:
        found: c.Word = c.Const(0)
        for key, size in zip(keys, sizes, strict=True):
            found = arithmetic("+", arithmetic("*", found, c.Const(size)), checked(index(self.flat(key), size)))
        return found

    def arguments(self, given: Sequence[t.Term], lists: Sequence[bool]) -> tuple[c.Argument, ...]:
        """Arguments of a function; lists that have to be made are made in front."""
        return tuple(self.passable(x) if is_many else self.flat(x) for x, is_many in zip(given, lists, strict=True))

    def made_arguments(self, given: Sequence[m.Expression]) -> tuple[c.Argument, ...]:
        return self.arguments([self.term(e) for e in given], [is_list(e.type) for e in given])

    def place(self, e: m.ReadField) -> c.Index:
        """Where among the places of its store a field's word stands."""
        return self.place_of(e.field, self.maker.words.terms([*([e.of] if e.of is not None else []), *e.keys]))

    def place_of(self, declared: Field, keys: Sequence[t.Term]) -> c.Index:
        kinds = [*([declared.owner] if declared.owner is not None else []), *declared.per]
        sizes = [len(kind.root.members) for kind in kinds]
        total = 1
        for size in sizes:
            total *= size
        return c.Index(self.row_after_row(keys, sizes), total, is_proved=True)

    # ---- what needs a function of its own -----------------------------------------------------------------

    def lifted(self, x: t.Term) -> c.Word:
        """A word that takes a loop, as a call of a function made for it."""
        captured = free_names(x)
        inner = self.maker.begin("value", x.name if isinstance(x, t.Function) else type(x).__name__.lower())
        for local in captured:
            inner.parameter_like(local, self.env[local])
        inner.loop_word(x)
        made = self.maker.end(inner)
        given = [self.env[local] for local in captured]
        return c.Call(made, tuple(c.Kept(slot) if slot.bound else c.Read(slot) for slot in given))

    def parameter_like(self, local: Local, outer: c.Slot) -> None:
        made = self.slot(local.name, "given", outer.bound, local.type)
        self.function.parameters += (made,)
        self.own(local, made)

    def loop_word(self, x: t.Term) -> None:
        """The body of a function that gives such a word."""
        match x:
            case t.Fold():
                self.fold(x)
            case t.Function("count" | "sum" | "min_of" | "max_of" | "first" | "last" as how, (items,)):
                item = Local("item", NUMBER)
                self.fold(t.Fold(how.removesuffix("_of"), item, items, t.YES, t.Name(item)))
            case t.Function("in", (items, item)):
                wanted = self.held(self.flat(item), "wanted")
                self.emit(c.Return(contains(self.listed(items), wanted)))
            case t.Function("alike", (left, right)):
                self.emit(c.Return(c.Same(self.passable(left), self.passable(right))))
            case t.Function("nth", (items, number)):
                self.nth(self.passable(items), self.held(self.flat(number), "number"))
            case t.Function("position", (wanted, items)):
                self.position(self.held(self.flat(wanted), "wanted"), self.listed(items))
            case t.Function(name):
                raise NotYet(f"the function `{name}`")
            case t.OrElse(value, other):
                word = self.held(self.flat(value), "value")
                self.emit(c.Return(c.Select(is_none(word, negated=True), word, self.flat(other))))
            case t.Changed():
                self.maker.changed_by_card(self, x)
            case t.Let(local, value, inner):
                self.env[local] = self.held(self.flat(value), local.name).slot
                self.emit(c.Return(self.flat(inner)))
            case t.Call(how, what, arguments):
                given = self.arguments(arguments, [is_list(parameter.type) for parameter in what.parameters])
                self.emit(c.Return(c.Call(self.maker.asked(how, what), given)))
            case _:
                raise NotYet(type(x).__name__)

    def nth(self, items: c.Items, at: c.Word) -> None:
        fits = junction("and", compared(">=", at, c.Const(1)), compared("<=", at, c.Size(items)))
        place = c.Select(fits, arithmetic("-", at, c.Const(1)), c.Const(-c.MOST))
        self.emit(c.Return(c.Item(items, place)))

    def position(self, wanted: c.Word, items: c.Items) -> None:
        number, item = self.slot("number"), self.slot("item")
        step = c.Set(number, arithmetic("+", c.Read(number), c.Const(1)))
        found = c.If(compared("=", c.Read(item), wanted), (c.Return(c.Read(number)),))
        self.emit(c.Set(number, c.Const(0)), c.For(item, items, (step, found)), c.Return(c.Const(0)))

    def passable(self, x: t.Term) -> c.Items:
        """A list that can be handed to a function."""
        found = self.listed(x)
        return self.kept(found) if isinstance(found, c.Numbers) else found

    def held(self, word: c.Word, name: str) -> c.Read:
        """A word that is worked out once."""
        if isinstance(word, c.Read):
            return word
        slot = self.slot(name)
        self.emit(c.Set(slot, word))
        return c.Read(slot)

    def fold(self, x: t.Fold) -> None:
        """A loop that ends as soon as the answer is known."""
        items = self.listed(x.items)
        item = self.bind(x.local)
        found = self.slot("found")
        with self.body() as inner:
            test, body = self.flat(x.where), self.flat(x.body)
            last: c.Word
            match x.how:
                case "any":
                    end, last = c.If(junction("and", test, body), (c.Return(c.Const(1)),)), c.Const(0)
                case "all":
                    end, last = c.If(junction("and", test, negation(body)), (c.Return(c.Const(0)),)), c.Const(1)
                case "first":
                    end, last = c.If(test, (c.Return(body),)), t.NOTHING
                case _:
                    end, last = c.If(test, self.fold_step(x.how, found, body)), c.Read(found)
            self.emit(end)
        if x.how not in ("any", "all", "first"):
            self.emit(c.Set(found, c.Const(0) if x.how in ("sum", "count") else t.NOTHING))
        self.emit(c.For(item, items, tuple(inner)), c.Return(last))

    def fold_step(self, how: str, found: c.Slot, value: c.Word) -> c.Body:
        read = c.Read(found)
        if how == "last":
            return (c.Set(found, value),)
        if how in ("sum", "count"):
            return (c.Set(found, arithmetic("+", read, value if how == "sum" else c.Const(1))),)
        new = self.slot("new")
        better = compared("<" if how == "min" else ">", c.Read(new), read)
        return (c.Set(new, value), c.If(junction("or", is_none(read), better), (c.Set(found, c.Read(new)),)))

    # ---- lists --------------------------------------------------------------------------------------------

    def items(self, e: m.Expression) -> c.Items:
        """A list, made in front of the statement that is being written if it is not there."""
        return self.listed(self.term(e))

    def listed(self, x: t.Term) -> c.Items:
        match x:
            case t.Worked(inner) | t.Function("list", (inner,)):
                return self.listed(inner)
            case t.Name(local):
                return c.Kept(self.env[local])
            case t.Place(declared, keys):
                return c.LoadList(self.maker.data.stores[declared], self.place_of(declared, keys))
            case t.Zone(zone):
                return c.Cards(self.maker.data.decks[zone.card.root], self.zone_of(x))
            case t.Lookup():
                return self.row(x)
            case t.Range(low, high):
                return c.Numbers(self.flat(low), self.flat(high))
            case t.Listed(items) if is_direct(x):
                return self.row_of([item.value for item in items if isinstance(item, c.Const)])
            case t.Listed(items):
                made = self.slot("items", bound=max(1, len(items)))
                self.emit(c.Fill(made, self.row_of(())), *(c.Append(made, self.flat(item)) for item in items))
                return c.Kept(made)
            case c.Const(None):
                return self.row_of(())
            case c.Select():
                return self.chosen_list(x)
            case t.Call("value", Value() as value, arguments):
                made = self.slot(value.name, bound=self.maker.bound_of_type(value.type))
                given = self.arguments(arguments, [is_list(parameter.type) for parameter in value.parameters])
                self.emit(c.FillBy(made, self.maker.value(value), given))
                return c.Kept(made)
            case t.Fold("list"):
                return self.picked(x)
            case t.Function():
                return self.made_list(x)
        raise NotYet(f"a list: {type(x).__name__}")

    def row_of(self, values: Sequence[Any]) -> c.Items:
        row = tuple(values)
        return c.Row(self.maker.data.rows(("row", row), "row", [row]), c.HERE)

    def row(self, x: t.Lookup) -> c.Items:
        """A row of a table; from nowhere there is none."""
        if not x.keys:
            return self.row_of(self.maker.layout.constants[x.table])
        rows, sizes = self.maker.data.known_rows(x.table, len(x.keys), x.or_empty)
        if len(sizes) == 1 and not x.or_empty:
            return c.Row(rows, index(self.flat(x.keys[0]), sizes[0]))
        at, empty = self.row_after_row(x.keys, sizes), len(rows.rows) - 1
        if x.or_empty:
            at = c.Select(is_none(self.flat(x.keys[0])), c.Const(empty), at)
        return c.Row(rows, c.Index(at, len(rows.rows), is_proved=True))

    def zone(self, e: m.ReadZone) -> c.Word:
        return self.zone_of(self.maker.words.zone(e))

    def zone_of(self, x: t.Zone) -> c.Word:
        first = self.maker.data.first_zone(x.zone)
        if x.of is None:
            return c.Const(first)
        return arithmetic("+", c.Const(first), checked(index(self.flat(x.of), x.zone.count)))  # type: ignore[no-any-return]

    def chosen_list(self, x: c.Select) -> c.Items:
        test = self.flat(x.condition)
        with self.body() as then:
            yes = self.listed(x.then)
        with self.body() as otherwise:
            no = self.listed(x.otherwise)
        made = self.slot("chosen", bound=max(map(self.maker.bound_of, (yes, no))))
        self.emit(c.If(test, (*then, c.Fill(made, yes)), (*otherwise, c.Fill(made, no))))
        return c.Kept(made)

    def picked(self, x: t.Fold) -> c.Items:
        """Items of a list, or what is made of them, for which a condition holds."""
        source = self.listed(x.items)
        is_itself = x.body == t.Name(x.local)
        if x.where == t.YES and is_itself and isinstance(source, c.Numbers | c.Row):
            return source  # known beforehand, and taken as it is
        made = self.slot("picked", bound=self.maker.bound_of(source))
        item = self.bind(x.local)
        with self.body() as inner:
            value = self.flat(x.body)
            self.emit(c.If(self.flat(x.where), (c.Append(made, value),)))
        self.emit(c.Fill(made, self.row_of(())), c.For(item, source, tuple(inner)))
        return c.Kept(made)

    def kept(self, items: c.Items, place: c.Place = "temp", holds: Type | None = None) -> c.Kept:
        """A list in a slot, so that later changes do not touch it."""
        made = self.slot("kept", place, self.maker.bound_of(items), holds)
        self.emit(c.Fill(made, items))
        return c.Kept(made)

    def made_list(self, x: t.Function) -> c.Items:
        """A list made of others, in a slot."""
        sources = [self.passable(given) for given in (x.given[:1] if x.name == "take" else x.given)]
        bound = sum(self.maker.bound_of(items) for items in sources)
        made = self.slot(x.name, bound=max(1, bound))
        item = self.slot("item")
        read = c.Read(item)
        self.emit(c.Fill(made, sources[0] if x.name == "less" else self.row_of(())))
        match x.name:
            case "joined":
                self.emit(*(c.For(item, items, (c.Append(made, read),)) for items in sources))
            case "different":
                new = negation(c.In(c.Kept(made), read))
                self.emit(c.For(item, sources[0], (c.If(new, (c.Append(made, read),)),)))
            case "reverse":
                at, last = self.slot("at"), arithmetic("-", c.Size(sources[0]), c.Const(1))
                from_end = c.Item(sources[0], arithmetic("-", last, c.Read(at)))
                self.emit(c.For(at, c.Numbers(c.Const(0), last), (c.Append(made, from_end),)))
            case "take":
                amount = self.held(self.flat(x.given[1]), "amount")
                test = compared("<", c.Size(c.Kept(made)), amount)
                self.emit(c.For(item, sources[0], (c.If(test, (c.Append(made, read),)),)))
            case "less":
                with self.body() as inner:
                    self.take_out(made, read)
                self.emit(c.For(item, sources[1], tuple(inner)))
            case _:
                raise NotYet(f"the function `{x.name}`")
        return c.Kept(made)

    def take_out(self, rest: c.Slot, word: c.Word) -> None:
        """A list less one of its items."""
        left, item, is_gone = self.slot("left", bound=rest.bound), self.slot("item"), self.slot("is_gone")
        here = junction("and", negation(c.Read(is_gone)), compared("=", c.Read(item), word))
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

    def value_body(self, value: Value) -> None:
        found = self.maker.words.value(value)
        if self.function.result is None:
            self.emit(c.Return(self.flat(found)))
        else:
            self.emit(c.Fill(self.function.result, self.listed(found)), c.Return())


# ---- words that are simpler than they look ----------------------------------------------------------------


def operation(how: Any, left: c.Word, right: c.Word) -> c.Word:
    if how in ("and", "or"):
        return junction(how, left, right)  # type: ignore[no-any-return]
    make = arithmetic if how in ("+", "-", "*") else compared if how in t.SETTLED else c.Binary
    return make(how, left, right)


def is_direct(x: t.Term) -> bool:
    """Is a list there without making it?"""
    match x:
        case t.Worked(inner) | t.Function("list", (inner,)):
            return is_direct(inner)
        case t.Listed(items):
            return all(isinstance(item, c.Const) for item in items)
        case t.Lookup():
            return not x.or_empty
    return isinstance(x, t.Name | t.Place | t.Zone | t.Range | c.Const)


def is_there(x: t.Term) -> bool:
    """Can a list be handed on as it is?"""
    return is_direct(x) and not isinstance(x, t.Range)


def index(word: c.Word, size: int) -> c.Index:
    return c.Index(word, size, isinstance(word, c.Const) and 0 <= word.word < size)


def checked(found: c.Index) -> c.Word:
    """A number that is part of an index: by itself it is looked at only where it stands in it."""
    if found.is_proved:
        return found.word
    return c.Fitting(found.word, found.size)


def size_of(items: c.Items) -> c.Word:
    if isinstance(items, c.Numbers):
        return c.Binary("max", c.Const(0), arithmetic("+", arithmetic("-", items.high, items.low), c.Const(1)))
    return c.Size(items)


def contains(items: c.Items, item: c.Word) -> c.Word:
    if isinstance(items, c.Numbers):
        return junction("and", compared("<=", items.low, item), compared("<=", item, items.high))  # type: ignore[no-any-return]
    return c.In(items, item)

"""What loops read from tables, worked out before the game starts.

`choose c in cell where …, d in actor.steps, w in ways(c, d) where …`: which steps there are from a cell depends on
nothing but the cell and whose turn it is. Loops over rows of tables, one in another, become one loop over a table of
its own, and so does whatever their conditions read from tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import attrs
from attrs import define, evolve, field

from rulelang.core import nodes as c
from rulelang.core.from_model.maker import Core
from rulelang.core.passes.ranges import is_node, rewritten
from rulelang.core.terms import SETTLED

MOST_KEYS = 5_000
MOST_ENTRIES = 50_000
ASKING = (c.If, c.Offer, c.Leave, c.Return)

# What words hang on: slots, and the field that says whose turn it is.
Known = Mapping[c.Slot | c.Store, int]
Keys = Mapping[c.Slot | c.Store, range]


class Unknown(Exception):
    """A word that is not known before the game starts."""


def tabled(core: Core) -> Core:
    """The same program, with such loops as tables."""
    tables = Tables(core)
    for function in core.functions:
        function.body = tables.body(function, function.body, {})
    return core


@define(eq=False)
class Tables:
    """The tables that are made, and the values that are written out where they are asked."""

    core: Core
    actor: c.Store = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.actor = self.core.data.store("actor")

    def body(self, function: c.Function, body: c.Body, around: Keys) -> c.Body:
        """A body, with the slots of the loops around it and what they hold."""
        return tuple(self.statement(function, x, around) for x in body)

    def statement(self, function: c.Function, x: c.Statement, around: Keys) -> c.Statement:
        match x:
            case c.For(slot, c.Row(), _, None):
                made = self.nest(function, x, around)
                return made if made is not None else evolve(x, body=self.body(function, x.body, around))
            case c.For(slot, c.Numbers(c.Const(low), c.Const(high)), inner):
                return evolve(x, body=self.body(function, inner, {**around, slot: range(low, high + 1)}))
            case c.For() | c.Loop() | c.Block():
                return evolve(x, body=self.body(function, x.body, around))
            case c.If(_, then, otherwise) | c.IfPassed(then, otherwise):
                yes, no = (self.body(function, part, around) for part in (then, otherwise))
                return evolve(x, then=yes, otherwise=no)
        return x

    # ---- loops in one another -----------------------------------------------------------------------------

    def nest(self, function: c.Function, x: c.For, around: Keys) -> c.For | None:
        """Loops in one another as one; nothing if they are not known, or only one."""
        loops, inner = [x], x.body
        while len(inner) == 1 and isinstance(inner[0], c.For) and isinstance(inner[0].items, c.Row) and not inner[0].at:
            loops.append(inner[0])
            inner = inner[0].body
        if len(loops) < 2 or not all(isinstance(y, ASKING) for y in statements_of(inner)):
            return None
        keys = self.keys(loops, around)
        if keys is None:
            return None
        try:
            entries = [list(self.entries(loops, known)) for known in each_of(keys)]
        except Unknown:
            return None
        flat = [known for row in entries for known in row]
        return self.as_table(function, loops, inner, keys, entries) if 0 < len(flat) <= MOST_ENTRIES else None

    def keys(self, loops: list[c.For], around: Keys) -> Keys | None:
        """What the rows hang on that is not chosen in the loops themselves, and what that may be."""
        own = {loop.slot for loop in loops}
        found: dict[c.Slot | c.Store, range] = {}
        size = 1
        for atom in dict.fromkeys(atom for loop in loops for atom in self.atoms(loop.items) if atom not in own):
            values = range(self.core.players) if atom is self.actor else around.get(atom)
            if values is None:
                return None
            found[atom] = values
            size *= len(values)
        return found if size <= MOST_KEYS else None

    def atoms(self, x: Any) -> Iterator[c.Slot | c.Store]:
        """The slots and fields that a word or a list reads."""
        found: list[c.Slot | c.Store] = []

        def note(node: Any) -> Any:
            if isinstance(node, c.Read):
                found.append(node.slot)
            elif isinstance(node, c.Load | c.LoadList):
                found.append(node.store)
            return node

        rewritten(x, note)
        yield from found

    def entries(self, loops: list[c.For], known: dict[c.Slot | c.Store, int]) -> Iterator[dict[c.Slot | c.Store, int]]:
        """Everything that the loops go through."""
        if not loops:
            yield known
            return
        items = loops[0].items
        assert isinstance(items, c.Row)
        for item in items.rows.rows[self.within(items.index, known)]:
            yield from self.entries(loops[1:], known | {loops[0].slot: item})

    def as_table(
        self,
        function: c.Function,
        loops: list[c.For],
        inner: c.Body,
        keys: Keys,
        entries: list[list[dict[c.Slot | c.Store, int]]],
    ) -> c.For:
        number = c.Slot(f"choice_{len(function.slots)}", "temp")
        function.slots.append(number)
        flat = [known for row in entries for known in row]
        starts = [0]
        for row in entries:
            starts.append(starts[-1] + len(row))

        def column(name: str, values: list[int]) -> c.Word:
            table = self.core.data.table(("tabled", name, tuple(values)), name, values)
            return c.Cell(table, c.proved(c.Read(number), len(values)))

        at: c.Word = c.Const(0)
        for key, values in keys.items():
            word: c.Word = c.Read(key) if isinstance(key, c.Slot) else c.Load(key, c.HERE)
            part = word if values.start == 0 else c.Binary("-", word, c.Const(values.start))
            wide = c.Binary("*", at, c.Const(len(values)))
            at = c.Binary("+", wide, c.Fitting(part, len(values))) if at != c.Const(0) else c.Fitting(part, len(values))
        ends = self.core.data.table(("tabled", "start", tuple(starts)), "choices_from", starts)
        first = c.Cell(ends, c.proved(at, len(starts)))
        last = c.Binary("-", c.Cell(ends, c.proved(c.Binary("+", at, c.Const(1)), len(starts))), c.Const(1))
        own = {loop.slot for loop in loops}

        def known_before(word: Any) -> Any:
            if not isinstance(word, c.Cell | c.Binary | c.Unary | c.Find) or not own & set(self.atoms(word)):
                return word
            try:
                return column("known", [self.value(word, known) for known in flat])
            except Unknown:
                return word

        taken = tuple(c.Set(loop.slot, column("chosen", [known[loop.slot] for known in flat])) for loop in loops)
        most = max(map(len, entries))
        return c.For(number, c.Numbers(first, last), (*taken, *topmost(inner, known_before)), most=most)

    # ---- words ----------------------------------------------------------------------------------------------

    def within(self, index: c.Index | c.Fitting, known: Known) -> int:
        found = self.value(index.word, known)
        if not 0 <= found < index.size:
            raise Unknown
        return found

    def value(self, x: c.Word, known: Known) -> int:
        """What a word is, from what is known."""
        match x:
            case c.Const():
                return x.word
            case c.Read(slot) if slot in known:
                return known[slot]
            case c.Load(store) if store in known:
                return known[store]
            case c.Fitting():
                return self.within(x, known)
            case c.Cell(table, index):
                return table.words[self.within(index, known)]
            case c.Unary("not", inner):
                return int(not self.value(inner, known))
            case c.Binary("and", left, right):
                return int(self.value(left, known) and self.value(right, known) and True)
            case c.Binary("or", left, right):
                return int(bool(self.value(left, known) or self.value(right, known)))
            case c.Binary(how, left, right):
                return self.binary(how, self.value(left, known), self.value(right, known))
        raise Unknown

    def binary(self, how: str, left: int, right: int) -> int:
        if how in SETTLED:
            return int(SETTLED[how](left, right))
        found = {"+": left + right, "-": left - right, "*": left * right}.get(how)
        if found is None or c.NONE in (left, right) or not c.LEAST <= found <= c.MOST:
            raise Unknown
        return found


def each_of(keys: Mapping[c.Slot | c.Store, range]) -> Iterator[dict[c.Slot | c.Store, int]]:
    for values in product(*keys.values()):
        yield dict(zip(keys, values, strict=True))


def statements_of(body: c.Body) -> Iterator[c.Statement]:
    for x in body:
        yield x
        if isinstance(x, c.If):
            yield from statements_of((*x.then, *x.otherwise))


def topmost(x: Any, change: Callable[[Any], Any]) -> Any:
    """A tree with nodes changed, the outermost first; what is within a changed one is gone."""
    if isinstance(x, tuple):
        return tuple(topmost(part, change) for part in x)
    new = change(x)
    if new is not x or not is_node(x):
        return new
    parts = {attribute.name: getattr(x, attribute.name) for attribute in attrs.fields(type(x))}
    changed = {name: made for name, part in parts.items() if (made := topmost(part, change)) is not part}
    return evolve(x, **changed) if changed else x

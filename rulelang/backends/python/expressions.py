"""Terms to Python text.

Only names made by `Layout` and numbers appear in the text; an author's strings become constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rulelang.backends.python import folds
from rulelang.core import terms as t
from rulelang.core.counting import Counters
from rulelang.core.from_model.words import Words
from rulelang.core.nodes import Binary, Const, Select, Unary
from rulelang.core.tables import Layout, safe
from rulelang.model import expressions as m
from rulelang.model.declarations import Field, Kind, Rule, Value
from rulelang.model.expressions import Local
from rulelang.model.types import Entity

FUNCTIONS = {
    "in": "({1} in {0})",
    "acting": "({1} in S.acting)",
    "alike": "(tuple({}) == tuple({}))",
    "count": "len({})",
    "min_of": "min({}, default=None)",
    "max_of": "max({}, default=None)",
    "list": "tuple({})",
    "different": "tuple(dict.fromkeys({}))",
    "reverse": "tuple(reversed({}))",
    "joined": "(*{}, *{})",
    "take": "tuple({})[:max(0, {})]",
}
# Over each `x` of a source that passes a test.
FOLDS = {
    "sum": "sum([{body} for {x} in {source}{test}])",
    "count": "len([{x} for {x} in {source}{test}])",
    "all": "all([{body} for {x} in {source}{test}])",
    "min": "min([{body} for {x} in {source}{test}], default=None)",
    "max": "max([{body} for {x} in {source}{test}], default=None)",
    "first": "next(({body} for {x} in {source}{test}), None)",
    "last": "next(({body} for {x} in reversed({source}){test}), None)",
    "list": "tuple([{body} for {x} in {source}{test}])",
}


def is_atom(text: str) -> bool:
    """Cheap enough to be written several times."""
    return text.isidentifier() or is_number(text)


def is_number(text: str) -> bool:
    """Is it a number that is written out? Python warns of whoever asks whether there is one."""
    return text.lstrip("-").isdigit()


class ExpressionWriter:
    """Writes expressions; knows which Python name stands for each local.

    Where it is `fast`, what stops as soon as the answer is known becomes a function of its own.
    """

    def __init__(self, layout: Layout, fast: bool = False) -> None:
        self.layout = layout
        self.fast = fast
        self.words = Words(layout, layout.counters)
        self.env: dict[Local, str] = {}
        self.asked_can: dict[Rule, None] = {}
        self.asked_could: dict[Rule, None] = {}
        self.called_values: dict[Value, None] = {}
        self.can_perform = False
        self.shortcut: Callable[[t.Term], str | None] | None = None
        self.in_source = False
        self._count = 0

    @property
    def counters(self) -> Counters | None:
        return self.words.counters

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
        return self.text(self.words.term(e))

    def text(self, x: t.Term) -> str:
        if self.shortcut is not None and (shortened := self.shortcut(x)) is not None:
            return shortened
        match x:
            case Const(value):
                return self.text_constant(value) if isinstance(value, str) else repr(value)
            case t.Name(local):
                return self.local(local)
            case t.Place(declared, keys):
                return self.field_text(declared, keys)
            case t.Lookup(table, keys, or_empty):
                found = table + "".join(f"[{self.text(key)}]" for key in keys)
                return f"({found} if {self.text(keys[0])} is not None else ())" if or_empty else found
            case t.Search(table, keys):
                inside = ", ".join(map(self.text, keys))
                return f"{table}.get({inside if len(keys) == 1 else f'({inside})'})"
            case t.Call():
                return self.call(x)
            case t.CanPerform(action, arguments):
                self.can_perform = True
                return f"can_perform(S, {self.text(action)}, {self.tuple_text(arguments)})"
            case t.Open(kind, card):
                return f"(S.{self.layout.location(kind)}[{self.text(card)}] in {self.layout.open_zones()})"
            case t.Counted(how, number, inner):
                return f"{how}(S, {number}, {self.text(inner)})"
            case Unary(how, inner):
                return {"not": "(not {})", "negative": "(-{})", "absolute": "abs({})"}[how].format(self.text(inner))
            case Binary():
                return self.binary(x)
            case Select(condition, then, otherwise):
                return f"({self.text(then)} if {self.text(condition)} else {self.text(otherwise)})"
            case t.OrElse(value, other):
                return self.or_else(self.text(value), other)
            case t.Changed():
                return self.changed(x)
            case t.Let(local, value, inner):
                with self.bound(local, self.text(value)):
                    return self.text(inner)
        return self.of_list(x)

    def of_list(self, x: t.Term) -> str:
        """A list, or what is asked of one."""
        match x:
            case t.Zone():
                return f"S.zones[{self.zone_text(x)}]"
            case t.Range(low, high):
                return self.range_text(low, high)
            case t.Listed(items):
                return self.tuple_text(items)
            case t.Worked(items, weight):
                return f"worked(S, {self.text(items)}, {weight})"
            case t.Fold():
                return self.fold(x)
            case t.Function("nth", (items, at)):
                return f"{self.text(items)}[{self.item_at(at)}]"
            case t.Function(name, given):
                texts = list(map(self.text, given))
                return FUNCTIONS[name].format(*texts) if name in FUNCTIONS else f"{name}({', '.join(texts)})"
        raise AssertionError(type(x).__name__)

    # ---- data -----------------------------------------------------------------------------------------

    def text_constant(self, value: str) -> str:
        """Texts are never written into the source: they are looked up."""
        texts = self.layout.constants.setdefault("TEXTS", [])
        if value not in texts:
            texts.append(value)
        return f"TEXTS[{texts.index(value)}]"

    def tuple_text(self, items: Sequence[t.Term]) -> str:
        return f"({''.join(f'{self.text(item)}, ' for item in items)})"

    def read_field(self, e: m.ReadField) -> str:
        """The place of a field, to be read or written."""
        return self.text(self.words.made(e))

    def field_text(self, declared: Field, keys: tuple[t.Term, ...]) -> str:
        slot = f"S.{self.layout.slot(declared)}"
        return slot if declared.is_scalar else f"{slot}[{self.index_text(declared, keys)}]"

    def index_text(self, declared: Field, keys: tuple[t.Term, ...]) -> str:
        """Where in its list a field's value stands."""
        parts: list[str] = []
        width = 1
        kinds = [*([declared.owner] if declared.owner is not None else []), *declared.per]
        for kind, key in zip(reversed(kinds), reversed(keys), strict=True):
            parts.append(self.text(key) if width == 1 else f"{self.text(key)} * {width}")
            width *= len(kind.root.members)
        return " + ".join(reversed(parts)) or "0"

    def field_index(self, e: m.ReadField) -> str:
        keys = e.keys if e.of is None else (e.of, *e.keys)
        return self.index_text(e.field, self.words.terms(keys))

    def zone_number(self, e: m.ReadZone) -> str:
        return self.zone_text(self.words.zone(e))

    def zone_text(self, x: t.Zone) -> str:
        match x.of:
            case None:
                return str(x.zone.base)
            case Const(int(number)):
                return str(x.zone.base + number)
        return f"{x.zone.base} + {self.text(x.of)}"

    def range_text(self, low: t.Term, high: t.Term) -> str:
        known = isinstance(low, Const) and isinstance(high, Const)
        first = "" if known and low == Const(0) else f"{self.text(low)}, "
        end = self.text(t.arithmetic("+", high, Const(1)))
        return f"{'range' if known else 'bounded'}({first}{end})"

    # ---- what comprehensions go through ---------------------------------------------------------------

    def source(self, e: m.Expression) -> str:
        return self.source_text(self.words.term(e))

    def source_text(self, x: t.Term) -> str:
        """What a comprehension goes through: nothing in it may be given a name with `:=`."""
        before, self.in_source = self.in_source, True
        try:
            return self.text(x)
        finally:
            self.in_source = before

    def gone_through(self, e: m.Expression, *inner: Any) -> str:
        """What a loop goes through; if nobody knows how much that is, it is counted, with the work for each."""
        return self.source_text(self.words.gone_through(e, *inner))

    def counted_work(self, items: str, weight: int) -> str:
        return f"worked(S, {items}, {weight})"

    # ---- operators --------------------------------------------------------------------------------------

    def binary(self, x: Binary) -> str:
        match x:
            case Binary("=" | "!=" as how, other, Const(None)) | Binary("=" | "!=" as how, Const(None), other):
                return f"({self.text(other)} {'is' if how == '=' else 'is not'} None)"
            case Binary("=", t.Function("count", (items,)), Const(0)):
                return f"(not {self.text(items)})"
            case Binary("!=" | ">", t.Function("count", (items,)), Const(0)):
                return f"bool({self.text(items)})"
            case Binary("-", Const(0), right):
                return f"(-{self.text(right)})"
            case Binary("*", left, right) if not isinstance(left, Const) and not isinstance(right, Const):
                return f"product({self.text(left)}, {self.text(right)})"
        return f"({self.text(x.left)} {'==' if x.how == '=' else x.how} {self.text(x.right)})"

    def junction(self, operator: str, left: str, right: str) -> str:
        deciding = "False" if operator == "and" else "True"
        neutral = "True" if operator == "and" else "False"
        if deciding in (left, right):
            return deciding
        if neutral in (left, right):
            return right if left == neutral else left
        return f"({left} {operator} {right})"

    def or_else(self, text: str, other: t.Term) -> str:
        if is_atom(text):
            return f"({text} if {text} is not None else {self.text(other)})"
        name = self.fresh("x")
        if self.in_source:
            return f"[{name} if {name} is not None else {self.text(other)} for {name} in ({text},)][0]"
        return f"({name} if ({name} := {text}) is not None else {self.text(other)})"

    # ---- collections --------------------------------------------------------------------------------------

    def fold(self, x: t.Fold) -> str:
        short = self.counted(x)
        if short is not None:
            return short
        if self.fast and x.how in ("any", "all"):
            return folds.fold_call(self, x)
        source = self.source_text(x.items)
        with self.bound(x.local) as name:
            where, body = self.text(x.where), self.text(x.body)
        if x.how == "any":
            return f"any([{self.junction('and', where, body)} for {name} in {source}])"
        return FOLDS[x.how].format(x=name, source=source, body=body, test="" if where == "True" else f" if {where}")

    def counted(self, x: t.Fold) -> str | None:
        """`count(s in boat where s.at = h)` is a list's own count; `any` and `all` likewise."""
        found = self.whole_field(x)
        if found is None:
            return None
        values, wanted, is_equal, size = found
        if x.how == "any" and is_equal:
            return f"({wanted} in {values})"
        if x.how == "all" and not is_equal:
            return f"({wanted} not in {values})"
        count = f"{values}.count({wanted})"
        if x.how == "count":
            return count if is_equal else f"({size} - {count})"
        return f"({count} {'==' if x.how == 'all' else '!='} {size})"

    def whole_field(self, x: t.Fold) -> tuple[str, str, bool, int] | None:
        """A fold over a field of all members: the field, what it is compared with, is it equal, how many there are."""
        test = x.where if x.body in (t.YES, t.Name(x.local)) else x.body
        if x.how not in ("count", "any", "all") or (test is x.body and x.where != t.YES):
            return None
        is_equal = not isinstance(test, Unary)
        match test.inner if isinstance(test, Unary) else test:
            case Binary("=" | "!=" as how, t.Place(declared, (t.Name(local),)), wanted) if is_equal:
                is_equal = how == "="
            case Binary("is", t.Place(declared, (t.Name(local),)), wanted):
                pass
            case _:
                return None
        owner = declared.owner
        if local is not x.local or owner is None or owner.parent is not None or x.local in t.free_names(wanted):
            return None
        if x.items != t.Range(Const(0), Const(len(owner.members) - 1)) or x.local.type != Entity(owner):
            return None
        return f"S.{self.layout.slot(declared)}", self.text(wanted), is_equal, len(owner.members)

    # ---- calls --------------------------------------------------------------------------------------------

    def call(self, x: t.Call) -> str:
        if isinstance(x.what, Value):
            self.called_values[x.what] = None
        else:
            (self.asked_can if x.how == "can" else self.asked_could)[x.what] = None
        return f"{x.how}_{x.what.index}({', '.join(['S', *map(self.text, x.arguments)])})"

    def changed(self, x: t.Changed) -> str:
        holder, card, source = self.fresh("holder"), self.fresh("card"), x.source
        before, held = self.text(x.before), self.holders(source.card, source.title, source.stacks)  # type: ignore[arg-type]
        with self.bound(source.holder, holder), self.bound(source.self_, card):  # type: ignore[arg-type]
            where, amount = self.text(x.where), self.text(x.amount)
        test = "" if where == "True" else f" if {where}"
        listed = f"[{amount} for {holder}, {card} in {held}{test}]"
        if x.how == "by":
            return f"({before} + sum({listed}))"
        name = self.fresh("x")
        return f"({name}[-1] if ({name} := {listed}) else {before})"

    def holders(self, kind: Kind, title: int, stacks: bool) -> str:
        """Who holds a card, with each copy (or, if copies count once, with the first)."""
        inner = f"S.held_{safe(kind.root.name)}[{title}]"
        return inner if stacks else f"first_each({inner})"

    def item_at(self, at: t.Term) -> str:
        """Where the item of a number stands; a number below 1 has no place, and may not count from the end."""
        match at:
            case Const(int(number)) if number > 0:
                return str(number - 1)
        return f"nth_place({self.text(at)})"

"""Numbers that can not be right where they stand, and conditions that hold always or never."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import numbers as say
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.intervals import Interval, ends, one
from rulelang.model.known import Known, is_number, of_type
from rulelang.model.types import Entity
from rulelang.model.walk import child_names, is_node
from rulelang.source import LoweredSpan

BODIES = frozenset({"body", "then", "otherwise", "ways"})


def within(x: Any, known: Known) -> Iterator[tuple[m.Expression, Known]]:
    """The expressions of a statement, or in an expression, each with what is known where it stands."""
    match x:
        case list() | tuple():
            for item in x:
                yield from within(item, known)
            return
        case s.Choose() | s.Each():
            for binder in x.binders:
                yield from within(binder.source, known)
                known = known.bound_to(binder.local, binder.source)
                yield from within(binder.where, known)
                known = known.given(binder.where)
            return
        case m.Junction(operator, left, right):
            yield from within(left, known)
            yield from within(right, known.given(left, operator == "and"))
        case m.Choice(condition, value, other):
            yield from within(condition, known)
            yield from within(value, known.given(condition))
            yield from within(other, known.given(condition, False))
        case m.Fold(_, local, source, where, body):
            yield from within(source, known)
            inner = known.bound_to(local, source)
            yield from within(where, inner)
            yield from within(body, inner.given(where))
        case _ if is_node(x) and not isinstance(x, m.Local | s.Text):
            for name in child_names(type(x)):
                if name not in BODIES:
                    yield from within(getattr(x, name), known)
    if hasattr(x, "type") and not isinstance(x, m.Local):
        yield x, known


def wrong_numbers(x: s.Statement, known: Known) -> Iterator[Diagnostic]:
    """What a statement surely gets wrong."""
    for e, there in within(x, known):
        match e:
            case m.Divide(_, right) | m.Function("remainder", (_, right)) if there.interval(right) == one(0):
                yield say.divided_by_nothing(e.span)
            case m.Function("nth", (items, number)):
                size = there.size(items)
                if misses(number, Interval(1, size.high), there):
                    yield say.no_such_item(e.span, ends(there.interval(number)), ends(size))
            case m.Function("same", (index,), Entity(kind)) if is_number(index.type):
                if misses(index, Interval(0, len(kind.ids) - 1), there):
                    yield say.no_such_seat(e.span, ends(there.interval(index) + one(1)), len(kind.ids))
    match x:
        case s.Assign(m.ReadField() as target, value) if is_number(target.type) and is_number(value.type):
            yield from outside(target, known.interval(value), x)
        case s.Increase(m.ReadField() as target, amount) if is_number(target.type):
            yield from outside(target, known.interval(target) + known.interval(amount), x)
        case s.Pay(amount, m.ReadField() as payer):
            yield from overpaid(known.interval(payer), known.interval(amount), x)


def misses(number: m.Expression, allowed: Interval, known: Known) -> bool:
    """Is a number surely none of those allowed, or sooner or later?"""
    found = known.interval(number)
    if found.is_empty:
        return False
    return (found & allowed).is_empty or (takes_all(number) and found | allowed != allowed)


def takes_all(e: m.Expression) -> bool:
    """Does a number come to every value of its range? A remainder goes round."""
    match e:
        case m.Const() | m.Function("remainder", (_, m.Const())):
            return True
        case m.Arithmetic("+" | "-", left, m.Const()):
            return takes_all(left)
    return False


def overpaid(there: Interval, amount: Interval, x: s.Pay) -> Iterator[Diagnostic]:
    """More than there can be; or a fixed sum, though what was asked before is that there is some other, smaller one."""
    if there.less(amount):
        yield say.overspent(x.span)
    elif amount.low == amount.high and 0 < there.low < amount.low:
        yield say.asked_for_less(x.span, str(there.low), ends(amount))


def outside(target: m.ReadField, value: Interval, x: s.Statement) -> Iterator[Diagnostic]:
    allowed = of_type(target.field.type)
    if not value.is_empty and (allowed & value).is_empty:
        yield say.out_of_range(x.span, ends(value), target.field.name, ends(allowed), target.field.span)


def settled(x: s.Statement, known: Known) -> Iterator[tuple[m.Expression, bool | None]]:
    """The comparisons of numbers in a statement, and what is known of them beforehand."""
    for e, there in within(x, known):
        if isinstance(e, m.Compare) and not isinstance(e.span, LoweredSpan) and is_number(e.left.type):
            yield e, there.truth(e)

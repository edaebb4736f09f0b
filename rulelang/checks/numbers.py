"""Numbers that can not be right where they stand, and conditions that hold always or never."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import inf
from typing import Any

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import numbers as say
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Zone
from rulelang.model.proofs.intervals import NATURAL, Interval, ends, one
from rulelang.model.proofs.known import Known, is_literal, is_number, of_type
from rulelang.model.proofs.touched import NOTHING, Places, Sorts, sort_of
from rulelang.model.types import NUMBER, Entity, Many, Maybe, NoneType, Unknown, strip
from rulelang.model.visit import child_names
from rulelang.source import LoweredSpan, Span

BODIES = frozenset({"body", "then", "otherwise", "ways"})
COMPARED: Sorts = frozenset({m.Compare, m.IsNone})
# What may take something for granted, and what may get it wrong.
CLAIMING: Sorts = frozenset({m.Divide, m.FindRow, m.ReadGrid, "remainder", "nth", "same"})
FAILING: Sorts = frozenset({m.Divide, "remainder", "nth", "same"})


def within(x: Any, known: Known, sought: Sorts) -> Iterator[tuple[m.Expression, Known]]:
    """The expressions of some sorts in a statement, or in an expression, each with what is known where it stands.

    What is known there is worked out only where one of them is.
    """
    is_in = partial(holds_one, known, sought)
    if not is_in(x):
        return
    match x:
        case list() | tuple():
            for item in x:
                yield from within(item, known, sought)
        case s.Choose() | s.Each():
            yield from within_binders(x.binders, known, sought)
            for way in x.ways if isinstance(x, s.Choose) else ():
                if is_in(way.binders):
                    yield from within_binders(way.binders, known.given(way.guard), sought)
        case m.Junction(operator, left, right):
            yield from within(left, known, sought)
            if is_in(right):
                yield from within(right, known.given(left, operator == "and"), sought)
        case m.Choice(condition, value, other):
            yield from within(condition, known, sought)
            for part, holds in ((value, True), (other, False)):
                if is_in(part):
                    yield from within(part, known.given(condition, holds), sought)
        case m.Fold(_, local, source, where, body):
            yield from within(source, known, sought)
            if is_in(where, body):
                inner = known.bound_to(local, source)
                yield from within(where, inner, sought)
                if is_in(body):
                    yield from within(body, inner.given(where), sought)
        case _ if not isinstance(x, s.Text):
            for name in child_names(type(x)):
                if name not in BODIES:
                    yield from within(getattr(x, name), known, sought)
    if sort_of(x) in sought:
        yield x, known


def holds_one(known: Known, sought: Sorts, *parts: Any) -> bool:
    """Is there an expression of some sorts in one of these?"""
    return any(sought & known.touched.sorts(part) for part in parts)


def within_binders(binders: Sequence[s.Binder], known: Known, sought: Sorts) -> Iterator[tuple[m.Expression, Known]]:
    for number, binder in enumerate(binders):
        yield from within(binder.source, known, sought)
        if holds_one(known, sought, binder.where, *binders[number + 1 :]):
            known = known.bound_to(binder.local, binder.source)
            yield from within(binder.where, known, sought)
            known = known.given(binder.where)


@frozen(eq=False)
class Claim:
    """What must hold for a number to fit where it stands, and how to say that nobody asks."""

    condition: m.Expression
    word: Callable[..., Diagnostic]
    span: Span
    rule: str = ""  # in which it stands


def claims(x: Any, known: Known) -> Iterator[Claim]:
    """What a statement takes for granted and nobody knows."""
    for e, there in within(x, known, CLAIMING):
        for claim in claimed(e):
            if is_doubtful(claim.condition, there):
                yield claim
    for claim in claimed_by(x):
        if is_doubtful(claim.condition, known):
            yield claim


def is_doubtful(e: m.Expression, known: Known) -> bool:
    """May a condition fail? Where a number has no value at all, nobody comes."""
    match e:
        case m.Compare(_, left, right) if known.interval(left).is_empty or known.interval(right).is_empty:
            return False
        case m.Contains(_, item) if known.interval(item).is_empty:
            return False
    return known.truth(e) is not True


def claimed(e: m.Expression) -> Iterator[Claim]:
    """What an expression takes for granted."""
    match e:
        case m.Divide(_, right) | m.Function("remainder", (_, right)):
            yield Claim(m.Compare("!=", right, number(0)), say.may_divide_by_nothing, e.span)
        case m.Function("nth", (items, index)):
            yield Claim(m.Compare(">=", index, number(1)), say.may_miss_item, e.span)
            yield Claim(m.Compare("<=", index, m.Function("count", (items,), NUMBER)), say.may_miss_item, e.span)
        case m.Function("same", (index,), Entity(kind)) if is_number(index.type):
            yield Claim(m.Compare(">=", index, number(0)), say.may_miss_seat, e.span)
            yield Claim(m.Compare("<=", index, number(len(kind.ids) - 1)), say.may_miss_seat, e.span)
        case m.FindRow(kind, keys) if kind.complete:
            for key, name in zip(keys, kind.key_columns, strict=True):
                if is_number(key.type):
                    yield Claim(among(kind.columns[name].values, key), say.may_miss_row, e.span)
        case m.ReadGrid(grid, row, column) if grid.complete:
            for key, values in ((row, grid.rows), (column, grid.columns)):
                if is_number(key.type):
                    yield Claim(among(values, key), say.may_miss_row, e.span)


def claimed_by(x: Any) -> Iterator[Claim]:
    """What a statement itself takes for granted."""
    match x:
        case s.Assign(m.ReadField() as target, value) if is_number(target.type) and is_number(value.type):
            yield from stays_within(target, value, x.span)
        case s.Increase(m.ReadField() as target, amount) if is_number(target.type):
            yield from stays_within(target, m.Arithmetic("+", target, amount), x.span)
        # Of single cards, too, only a plain number can be proved; where a limit is reckoned, a need has to say it.
        case s.Move(what, many, to=m.ReadZone(Zone(limit=limit)) as to) if limit and (many or is_literal(limit)):
            more = m.Function("count", (what,), NUMBER) if many else number(1)
            held = m.Arithmetic("+", m.Function("count", (to,), NUMBER), more)
            yield Claim(m.Compare("<=", held, limit), say.may_overfill, x.span)
        case s.Pay(amount, payer):
            yield Claim(m.Compare(">=", amount, number(0)), say.may_pay_less_than_nothing, x.span)
            if isinstance(payer, m.ReadField):
                tokens = str(strip(payer.type))
                yield Claim(m.Compare(">=", payer, amount), partial(say.may_overspend, what=tokens), x.span)


def stays_within(target: m.ReadField, value: m.Expression, span: Span) -> Iterator[Claim]:
    allowed = of_type(target.field.type)
    word = partial(say.may_leave_range, field=target.field.name, allowed=ends(allowed), where=target.field.span)
    if allowed.low != -inf:
        yield Claim(m.Compare(">=", value, number(int(allowed.low))), word, span)
    if allowed.high != inf:
        yield Claim(m.Compare("<=", value, number(int(allowed.high))), word, span)


def numbers_after(x: s.Assign | s.Increase | s.Pay, known: Known) -> Iterator[tuple[m.ReadField, Interval]]:
    """The fields of numbers that a statement writes, and what they hold then."""
    match x:
        case s.Assign(m.ReadField() as target, value) if is_number(target.type) and is_number(value.type):
            yield target, known.interval(value)
        case s.Increase(m.ReadField() as target, amount) if is_number(target.type):
            yield target, known.interval(target) + known.interval(amount)
        case s.Pay(amount, payer, payee):
            paid = known.interval(amount)
            after = ((payer, Interval.__sub__), (payee, Interval.__add__))
            alike = isinstance(payer, m.ReadField) and isinstance(payee, m.ReadField) and payer.field is payee.field
            for purse, how in after:
                if isinstance(purse, m.ReadField):
                    now = how(known.interval(purse), paid) & NATURAL
                    # It may be one and the same purse.
                    yield purse, now | known.interval(purse) if alike else now


def only_grown(x: s.Assign | s.Increase | s.Pay, known: Known) -> Places:
    """The fields of which nothing becomes less: a payment takes only from where it comes."""
    if not isinstance(x, s.Pay) or known.interval(x.amount).low < 0:
        return NOTHING
    payers, payees = ({end.field} if isinstance(end, m.ReadField) else set() for end in (x.payer, x.payee))
    return frozenset(payees - payers)


def number(value: int) -> m.Const:
    return m.Const(value, NUMBER)


def among(values: Iterable[Any], key: m.Expression) -> m.Contains:
    return m.Contains(m.Const(tuple(values), Many(NUMBER)), key, False)


def wrong_numbers(x: s.Statement, known: Known) -> Iterator[Diagnostic]:
    """What a statement surely gets wrong."""
    for e, there in within(x, known, FAILING):
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
    """The comparisons of numbers in a statement, and with nothing, and what is known of them beforehand."""
    for e, there in within(x, known, COMPARED):
        if isinstance(e.span, LoweredSpan):
            continue
        match e:
            case m.IsNone(one, negated):
                yield e, None if may_be_nothing(one) else negated
            case m.Compare("=" | "!=" as how, m.Const(None), one) | m.Compare("=" | "!=" as how, one, m.Const(None)):
                yield e, None if may_be_nothing(one) else how == "!="
            case m.Compare(_, left) if is_number(left.type):
                yield e, there.truth(e)


def may_be_nothing(e: m.Expression) -> bool:
    return isinstance(e.type, Maybe | NoneType | Unknown)

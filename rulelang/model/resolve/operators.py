"""Operators: sums and comparisons, `is` and `has`, rounding, `if … otherwise`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say_structure
from rulelang.diagnostics.wording import syntax as say_syntax
from rulelang.diagnostics.wording import types as say
from rulelang.model import expressions as m
from rulelang.model.declarations import Kind
from rulelang.model.resolve.narrowing import facts_of, kind_facts
from rulelang.model.types import (
    NUMBER,
    UNKNOWN,
    Entity,
    Many,
    Maybe,
    NoneType,
    Number,
    Type,
    Unknown,
    comparable,
    join,
    strip,
)
from rulelang.model.world import MOST_NUMBERS, Scope
from rulelang.source import Span
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.model.resolve.expressions import Elaborator


def list_of(el: Elaborator, e: nodes.ListOf, scope: Scope, want: Type | None) -> m.Expression:
    inner_want = want.inner if isinstance(want, Many) and not isinstance(want.inner, Unknown) else None
    items = tuple(el.raw(x, scope, inner_want) for x in e.items)
    inner: Type = inner_want or UNKNOWN
    if inner_want is None:
        for item in items:
            inner = item.type if isinstance(inner, Unknown) else join(inner, item.type)
    if all(isinstance(i, m.Const) for i in items):
        return m.Const(tuple(i.value for i in items), Many(inner), span=e.span)  # type: ignore[union-attr]
    return m.Items(items, Many(inner), span=e.span)


def negative(el: Elaborator, e: nodes.Negative, scope: Scope) -> m.Expression:
    inner = el.number(e.inner, scope)
    if isinstance(inner, m.Const) and isinstance(inner.value, int):
        return m.Const(-inner.value, NUMBER, span=e.span)
    return m.Arithmetic("-", m.Const(0, NUMBER), inner, span=e.span)


def instead_of_has(el: Elaborator, e: nodes.Binary) -> str:
    """What is written for `x has y`: a table has rows, all else things."""
    left, right = e.left.span.text, e.right.span.text
    kind = el.world.kinds.get(e.left.name) if isinstance(e.left, nodes.Name) else None
    is_table = kind is not None and kind.sort in ("table", "unordered")
    return f"{left}[{right}] is not none" if is_table else f"{right} is in {left}"


def binary(el: Elaborator, e: nodes.Binary, scope: Scope) -> m.Expression:
    match e.operator:
        case "and":
            left = el.condition(e.left, scope)
            return m.Junction("and", left, el.condition(e.right, kind_facts(el.world, e.left, scope)), span=e.span)
        case "or":
            left = el.condition(e.left, scope)
            known = scope.with_facts(facts_of(el.world, e.left, False))
            return m.Junction("or", left, el.condition(e.right, known), span=e.span)
        case "has":
            el.world.report(say_syntax.first_edition(e.span, f"write `{instead_of_has(el, e)}` for `{e.span.text}`"))
            return el.unknown(e.span)
        case "..":
            return number_range(el, e, scope)
        case "/" if scope.fractions:
            return m.Divide(el.number(e.left, scope), el.number(e.right, scope), m.EXACT, span=e.span)
        case "/":
            el.world.report(say.unrounded_division(e.span))
            return el.unknown(e.span)
        case "+" | "-" | "*":
            return arithmetic(el, e, scope)
        case _:
            return compare(el, e, scope)


def arithmetic(el: Elaborator, e: nodes.Binary, scope: Scope) -> m.Expression:
    for side in (e.left, e.right):
        if isinstance(side, nodes.Percent) and not scope.fractions:
            el.world.report(say.unrounded_division(e.span))
            return el.unknown(e.span)
    first = el.raw(e.left, scope, None)
    if isinstance(first.type, Many) and e.operator != "*":
        return of_lists(el, e, first, first.type, scope)
    left, right = el.fitting(first, e.left, NUMBER), el.number(e.right, scope)
    money = any(isinstance(x.type, Number) and x.type.money for x in (left, right))
    low, high = bounds(e.operator, left.type, right.type)
    return m.Arithmetic(e.operator, left, right, Number(money, low, high), span=e.span)


def of_lists(el: Elaborator, e: nodes.Binary, left: m.Expression, many: Many, scope: Scope) -> m.Expression:
    """`p.hand + p.laid`, `waiting - s`: lists put together, or without some; one thing is as a list of it."""
    right = el.raw(e.right, scope, many)
    inner = right.type.inner if isinstance(right.type, Many) else right.type
    if isinstance(inner, Maybe | NoneType):
        el.may_be_none(e.right.span, e.right.span.quoted)
        return el.unknown(e.span)
    if not comparable(inner, many.inner):
        el.world.report(say.wrong_type(e.right.span, str(right.type), str(many)))
        return el.unknown(e.span)
    if not isinstance(right.type, Many):
        right = m.Items((right,), Many(right.type), span=right.span)
    if e.operator == "+":
        return m.Function("joined", (left, right), Many(join(many.inner, inner)), span=e.span)
    return m.Function("less", (left, right), many, span=e.span)


def number_range(el: Elaborator, e: nodes.Binary, scope: Scope) -> m.Expression:
    low, high = el.number(e.left, scope), el.number(e.right, scope)
    ends = [x.value for x in (low, high) if isinstance(x, m.Const) and isinstance(x.value, int)]
    if len(ends) == 2 and ends[0] > ends[1]:
        el.world.report(say_structure.unordered_bounds(e.span))
    if len(ends) == 2:
        el.world.at_most(ends[1] - ends[0] + 1, "numbers", e.span, MOST_NUMBERS)
    bottom = low.type.low if isinstance(low.type, Number) else None
    top = high.type.high if isinstance(high.type, Number) else None
    return m.Range(low, high, Many(Number(False, bottom, top)), span=e.span)


def compare(el: Elaborator, e: nodes.Binary, scope: Scope) -> m.Expression:
    left, right = operands(el, e.left, e.right, scope)
    if e.operator in ("=", "!="):
        if not comparable(left.type, right.type):
            el.world.report(say.never_equal(e.span, str(left.type), str(right.type)))
        return m.Compare(e.operator, left, right, span=e.span)
    for side, syntax in ((left, e.left), (right, e.right)):
        if isinstance(side.type, Maybe):
            el.may_be_none(syntax.span, syntax.span.quoted)
        elif not isinstance(side.type, Number | Entity | Unknown):
            el.world.report(say.not_a_number(syntax.span, str(side.type)))
    if not comparable(left.type, right.type):
        el.world.report(say.never_equal(e.span, str(left.type), str(right.type)))
    return m.Compare(e.operator, left, right, span=e.span)


def operands(
    el: Elaborator, left: nodes.Expression, right: nodes.Expression, scope: Scope
) -> tuple[m.Expression, m.Expression]:
    """Two sides of a comparison: the one that is not a bare word tells what the other is."""
    bare = isinstance(left, nodes.Name) and left.name not in scope.locals and left.name in el.world.members
    if bare and left.name not in el.world.fields and left.name not in el.world.values:  # type: ignore[union-attr]
        second = el.raw(right, scope, None)
        return el.raw(left, scope, second.type), second
    first = el.raw(left, scope, None)
    return first, el.raw(right, scope, first.type)


def test_is(el: Elaborator, e: nodes.Is, scope: Scope) -> m.Expression:
    if e.membership:
        return membership(el, e.right, e.left, e.negated, e.span, scope)
    if isinstance(e.right, nodes.Nothing):
        left = (
            el.raw(e.left, evolve(scope, facts=frozenset()), None)
            if is_path(el, e.left)
            else el.raw(e.left, scope, None)
        )
        return m.IsNone(left, e.negated, span=e.span)
    if isinstance(e.right, nodes.Name) and e.right.name not in scope.locals:
        kind = el.world.kinds.get(e.right.name)
        if kind is not None:
            return is_kind(el, e, kind, scope)
        left = el.raw(e.left, scope, None)
        inner = strip(left.type)
        if isinstance(inner, Entity) and e.right.name in inner.kind.root.titles and inner.kind.root.sort == "card":
            title = inner.kind.root.titles.index(e.right.name)
            return m.IsKind(left, inner.kind.root, title, e.negated, span=e.span)
    return compare(el, nodes.Binary("!=" if e.negated else "=", e.left, e.right, span=e.span), scope)


def is_path(el: Elaborator, e: nodes.Expression) -> bool:
    """A plain path may be tested for none even where it is known not to be."""
    return isinstance(e, nodes.Name)


def is_kind(el: Elaborator, e: nodes.Is, kind: Kind, scope: Scope) -> m.Expression:
    left = el.raw(e.left, scope, None)
    inner = strip(left.type)
    if isinstance(inner, Entity) and inner.kind.root is not kind.root:
        el.world.report(say.never_equal(e.span, str(inner), kind.name))
    return m.IsKind(left, kind, None, e.negated, span=e.span)


def membership(
    el: Elaborator, items: nodes.Expression, item: nodes.Expression, negated: bool, span: Span, scope: Scope
) -> m.Expression:
    many = el.raw(items, scope, None)
    if isinstance(many.type, Unknown):
        return el.unknown(span)
    if not isinstance(many.type, Many):
        el.world.report(say.not_a_list(items.span, str(many.type)))
        return el.unknown(span)
    inner = many.type.inner
    if isinstance(item, nodes.Name) and isinstance(inner, Entity) and item.name not in scope.locals:
        root = inner.kind.root
        if root.sort == "card" and item.name in root.titles:
            found = m.HasTitle(many, root, root.titles.index(item.name), span=span)
            return m.Negation(found, span=span) if negated else found
    one = el.raw(item, scope, inner)
    if isinstance(one.type, Maybe) and isinstance(inner, Maybe):
        el.may_be_none(item.span, item.span.quoted)
    if not comparable(one.type, inner):
        el.world.report(say.never_equal(span, str(one.type), str(inner)))
    return m.Contains(many, one, negated, span=span)


def rounded(el: Elaborator, e: nodes.Rounded, scope: Scope) -> m.Expression:
    if e.direction not in ("down", "up"):
        el.world.report(say_names.unknown_name(e.span, e.direction, ("down", "up")))
    inner = e.inner.inner if isinstance(e.inner, nodes.Group) else e.inner
    if isinstance(inner, nodes.Binary) and inner.operator == "*":
        for number, percent in ((inner.left, inner.right), (inner.right, inner.left)):
            if isinstance(percent, nodes.Percent):
                share = m.Arithmetic("*", el.number(number, scope), m.Const(percent.value, NUMBER), span=e.span)
                return m.Divide(share, m.Const(100, NUMBER), e.direction, span=e.span)
    if isinstance(inner, nodes.Binary) and inner.operator == "/":
        left, right = el.number(inner.left, scope), el.number(inner.right, scope)
        return m.Divide(left, right, e.direction, span=e.span)
    if isinstance(inner, nodes.Binary) and inner.operator in ("+", "-"):
        return rounded_sum(el, e, inner, scope)
    return el.number(inner, scope)


def rounded_sum(el: Elaborator, e: nodes.Rounded, inner: nodes.Binary, scope: Scope) -> m.Expression:
    """Of a sum, the part that leaves a fraction is rounded; what is taken away, the other way."""
    flipped = {"down": "up", "up": "down"}.get(e.direction, e.direction)
    sides = []
    for side, direction in (
        (inner.left, e.direction),
        (inner.right, flipped if inner.operator == "-" else e.direction),
    ):
        whole = side.inner if isinstance(side, nodes.Group) else side
        fraction = isinstance(whole, nodes.Binary) and (
            whole.operator == "/" or any(isinstance(x, nodes.Percent) for x in (whole.left, whole.right))
        )
        sides.append(nodes.Rounded(whole, direction, span=side.span) if fraction else side)
    return arithmetic(el, nodes.Binary(inner.operator, sides[0], sides[1], span=e.span), scope)


def if_else(el: Elaborator, e: nodes.IfElse, scope: Scope, want: Type | None) -> m.Expression:
    condition = el.condition(e.condition, scope)
    value = el.raw(e.value, kind_facts(el.world, e.condition, scope), want)
    other = el.raw(e.other, scope.with_facts(facts_of(el.world, e.condition, False)), want or value.type)
    if not comparable(value.type, other.type):
        el.world.report(say.wrong_type(e.other.span, str(other.type), str(value.type)))
    if isinstance(condition, m.Const) and isinstance(condition.value, bool):
        return value if condition.value else other
    return m.Choice(condition, value, other, join(value.type, other.type), span=e.span)


def default_of(el: Elaborator, e: nodes.Default, scope: Scope, want: Type | None) -> m.Expression:
    value = el.raw(e.value, scope, want)
    other = el.raw(e.other, scope, want or strip(value.type))
    if not comparable(value.type, other.type):
        el.world.report(say.wrong_type(e.other.span, str(other.type), str(strip(value.type))))
    result = other.type if isinstance(other.type, Maybe) else join(strip(value.type), other.type)
    return m.OrElse(value, other, result, span=e.span)


def bounds(operator: str, left: Type, right: Type) -> tuple[int | None, int | None]:
    """The least and greatest a sum or difference can be, where both sides are bounded."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        return None, None
    if operator == "+":
        return _both(left.low, right.low, 1), _both(left.high, right.high, 1)
    if operator == "-":
        return _both(left.low, right.high, -1), _both(left.high, right.low, -1)
    return None, None


def _both(a: int | None, b: int | None, sign: int) -> int | None:
    return None if a is None or b is None else a + sign * b

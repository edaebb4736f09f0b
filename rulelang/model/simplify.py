"""Expressions as they stand under the options in force: what is known before the game is worked out.

`a if big_board otherwise b` becomes `a` or `b`, a condition that always holds falls away, and a value
that is the same for the whole game becomes a number. What has to be looked up in play stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from rulelang.model import expressions as m
from rulelang.model.declarations import Kind, Value
from rulelang.model.expressions import Expression, Local
from rulelang.model.types import FLAG, Entity, Flag, NoneType, Type, strip
from rulelang.model.visit import child_names, is_node

YES = m.Const(True, FLAG)
NO = m.Const(False, FLAG)
DEEPEST = 12
MOST_MEMBERS = 60
FLIPPED = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ORDER = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def is_yes(e: Expression) -> bool:
    return isinstance(e, m.Const) and e.value is True


def is_no(e: Expression) -> bool:
    return isinstance(e, m.Const) and e.value is False


def settle(e: Expression, depth: int = 0) -> Expression:
    """The expression without what is known already."""
    if depth > DEEPEST:
        return e
    match e:
        case m.Const() | m.ReadLocal() | m.All():
            return e
        case m.Junction():
            return junction(e, depth)
        case m.Negation(inner):
            return negated(settle(inner, depth + 1))
        case m.Choice(condition, value, other):
            asked = settle(condition, depth + 1)
            if isinstance(asked, m.Const):
                return settle(value if asked.value else other, depth + 1)
            return evolve(e, condition=asked, value=settle(value, depth + 1), other=settle(other, depth + 1))
        case m.OrElse(value, other):
            first = settle(value, depth + 1)
            if isinstance(first, m.Const):
                return settle(other, depth + 1) if first.value is None else first
            if isinstance(first.type, NoneType):
                return settle(other, depth + 1)
            return evolve(e, value=first, other=settle(other, depth + 1))
        case m.IsNone(inner, is_negated):
            found = settle(inner, depth + 1)
            if isinstance(found, m.Const):
                return YES if (found.value is None) != is_negated else NO
            return evolve(e, inner=found)
        case m.CallValue(value, arguments):
            return called(e, value, tuple(settle(a, depth + 1) for a in arguments), depth)
    return worked_out(settled_parts(e, depth))


def called(e: m.CallValue, value: Value, arguments: tuple[Expression, ...], depth: int) -> Expression:
    """A named value; if it is the same for the whole game, what it is."""
    kept = evolve(e, arguments=arguments)
    if not all(isinstance(a, m.Const) for a in arguments):
        return kept
    body = in_force(value, depth, dict(zip(value.parameters, arguments, strict=False)))
    return body if isinstance(body, m.Const) else kept


def assume(e: Expression, known: Mapping[Local, Expression]) -> Expression:
    """The expression with some of its names known, settled."""
    return settle(replaced(e, known)) if known else settle(e)


def replaced(e: Any, known: Mapping[Local, Expression]) -> Any:
    """The same tree with other expressions in place of some names."""
    if isinstance(e, m.ReadLocal):
        return known.get(e.local, e)
    if isinstance(e, tuple):
        return tuple(replaced(x, known) for x in e)
    if not is_node(e):
        return e
    names = child_names(type(e))
    return evolve(e, **{name: replaced(getattr(e, name), known) for name in names}) if names else e


def junction(e: m.Junction, depth: int) -> Expression:
    left, right = settle(e.left, depth + 1), settle(e.right, depth + 1)
    decides = is_no if e.operator == "and" else is_yes
    changes_nothing = is_yes if e.operator == "and" else is_no
    if decides(left) or decides(right):
        return NO if e.operator == "and" else YES
    if changes_nothing(left):
        return right
    return left if changes_nothing(right) else evolve(e, left=left, right=right)


def negated(e: Expression) -> Expression:
    """The opposite of a condition, said without `not` where that is possible."""
    match e:
        case m.Const(value):
            return NO if value else YES
        case m.Negation(inner):
            return inner
        case m.Compare(operator):
            return evolve(e, operator=FLIPPED[operator])
        case m.IsNone() | m.IsKind() | m.Contains():
            return evolve(e, negated=not e.negated)
        case m.Junction(operator, left, right):
            return m.Junction("or" if operator == "and" else "and", negated(left), negated(right), span=e.span)
    return m.Negation(e, span=e.span)


def in_force(value: Value, depth: int = 0, known: Mapping[Local, Expression] | None = None) -> Expression | None:
    """What a value gives with the changes that hold for the whole game; nothing if others may come."""
    if value.body is None or value.recursive or depth > DEEPEST:
        return None
    found = value.body
    added: list[Expression] = []
    for change in value.changes:
        guard = YES if change.guard is None else settle(change.guard, depth + 1)
        if is_no(guard):
            continue
        if not is_yes(guard) or change.source.card is not None:
            return None
        if change.how == "to":
            found = change.amount
        else:
            added.append(change.amount)
    for amount in added:
        found = m.Arithmetic("+", found, amount)
    return settle(replaced(found, known or {}), depth + 1)


def settled_parts(e: Expression, depth: int) -> Expression:
    """The same expression over settled parts."""
    new: dict[str, Any] = {}
    for name in child_names(type(e)):
        part = getattr(e, name)
        if isinstance(part, tuple) and any(is_node(x) for x in part):
            new[name] = tuple(settle(x, depth + 1) if is_node(x) else x for x in part)
        elif is_node(part):
            new[name] = settle(part, depth + 1)
    return evolve(e, **new) if new else e


def worked_out(e: Expression) -> Expression:
    """The value of an expression over known parts."""
    match e:
        case m.Compare(operator, m.Const(left), m.Const(right)) if comparable(operator, left, right):
            return YES if ORDER[operator](left, right) else NO
        case m.Arithmetic(operator, m.Const(int(left)), m.Const(int(right))):
            result = {"+": left + right, "-": left - right, "*": left * right}[operator]
            return m.Const(result, e.type, span=e.span)
        case m.Arithmetic("+", left, m.Const(0)) | m.Arithmetic("+", m.Const(0), left):
            return left
        case m.ReadColumn(column, m.Const(int(number), Entity())) if number < len(column.values):
            known = column.values[number]
            return m.Const(known, e.type, span=e.span)
        case m.IsKind(inner, kind, None, is_negated) if is_always(inner.type, kind):
            return NO if is_negated else YES
        case m.FindRow(kind, keys) if all(isinstance(k, m.Const) for k in keys):
            return found_row(e, kind, [k.value for k in keys])  # type: ignore[union-attr]
        case m.ReadGrid(grid, m.Const(row), m.Const(column)) if (row, column) in grid.cells:
            return m.Const(grid.cells[row, column], e.type, span=e.span)
        case m.Fold("any" | "all" as how, body=m.Const(value), type=Flag()) if value is (how == "all"):
            return YES if how == "all" else NO
        case m.Function("count", (m.All(kind),)):
            return m.Const(len(kind.ids), e.type, span=e.span)
        case m.Fold("sum" | "count" | "min" | "max" as how, source=m.All(kind)):
            return folded(e, how, kind)
        case m.Function("min" | "max" as end, arguments) if len(arguments) > 1:
            known = numbers(arguments)
            return e if known is None else m.Const(min(known) if end == "min" else max(known), e.type, span=e.span)
    return e


def folded(e: m.Fold, how: str, kind: Kind) -> Expression:
    """A sum and the like over a small kind, if it is the same for the whole game."""
    if len(kind.ids) > MOST_MEMBERS or (e.body is None and how != "count"):
        return e
    values: list[int] = []
    for number in kind.ids:
        known = {e.local: m.Const(number, Entity(kind))}
        where = assume(e.where, known) if e.where is not None else YES
        value = assume(e.body, known) if e.body is not None else m.Const(1, e.type)
        match where, value:
            case m.Const(bool(holds)), m.Const(int(found)):
                values += [found] * holds
            case _:
                return e
    if not values and how in ("min", "max"):
        return e
    result = {"sum": sum, "count": len, "min": min, "max": max}[how](values)  # type: ignore[operator]
    return m.Const(result, strip(e.type), span=e.span)


def found_row(e: m.FindRow, kind: Kind, keys: list[Any]) -> Expression:
    """The row of a table that has the keys, if there is one."""
    columns = [kind.columns[name].values for name in kind.key_columns]
    for number, row in enumerate(zip(*columns, strict=False)):
        if list(row) == keys or (kind.sort == "unordered" and list(reversed(row)) == keys):
            return m.Const(number, Entity(kind), span=e.span)
    return e


def is_always(type_: Type, kind: Kind) -> bool:
    """Is everything of a type of a kind?"""
    return isinstance(type_, Entity) and type_.kind.is_a(kind)


def comparable(operator: str, left: Any, right: Any) -> bool:
    return operator in ("=", "!=") or (isinstance(left, int) and isinstance(right, int))


def numbers(arguments: tuple[Expression, ...]) -> list[int] | None:
    """The numbers that expressions are, if all of them are known."""
    found = [a.value for a in arguments if isinstance(a, m.Const) and isinstance(a.value, int)]
    return found if len(found) == len(arguments) else None

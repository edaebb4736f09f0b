"""When two typed expressions say the same: each has a key, and equal keys mean equal values at one moment.

Conditions are brought into one form first: `a > b` is `b < a`, `a >= b` is not `a < b`, `count(e) > 0`,
`e != []` and `first(e) is not none` are all "there is one". What is joined by `and` has no order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulelang.model import expressions as m
from rulelang.model.expressions import Local
from rulelang.model.visit import is_node

Key = tuple[Any, ...]
Names = Mapping[Local, Key]
NO_NAMES: Names = {}
# Folds and functions that give none of an empty collection.
OF_SOME = ("first", "last", "min", "max")


def key_of(e: Any, names: Names = NO_NAMES) -> Key:
    """What an expression says; locals are known by themselves, or by the keys given for them."""
    match e:
        case m.ReadLocal(local):
            return names.get(local, ("local", id(local)))
        case m.Fold(how, local, source, where, body):
            if how == "any":
                return there_is(source, local, where, body, names)
            inner = bind(names, local)
            return (how, key_of(source, names), conjuncts(where, inner), key_of(body, inner))
        case m.Arithmetic("+" | "*" as operator, left, right):
            return (operator, *sorted((key_of(left, names), key_of(right, names)), key=repr))
        case m.Const(value):
            return ("const", value if not isinstance(value, bool) else str(value))
        case list() | tuple():
            return tuple(key_of(item, names) for item in e)
    if is_flag(e):
        core, holds = condition_key(e, names)
        return core if holds else ("not", core)
    return plain_key(e, names)


def bind(names: Names, local: Local) -> Names:
    """A name that an expression binds itself is known by how deep it stands."""
    return {**names, local: ("bound", sum(key[0] == "bound" for key in names.values()))}


def plain_key(e: Any, names: Names) -> Key:
    if not is_node(e):
        return (e if isinstance(e, str | int | bool | None) else id(e),)
    return (type(e).__name__, *[key_of(getattr(e, name), names) for name in said_by(type(e))])


SAID_BY: dict[type[Any], tuple[str, ...]] = {}


def said_by(kind: type[Any]) -> tuple[str, ...]:
    """The attributes of a node that say what it means. Asked once a class."""
    if kind not in SAID_BY:
        SAID_BY[kind] = tuple(spec.name for spec in attrs.fields(kind) if spec.name not in ("type", "span"))
    return SAID_BY[kind]


FLAGS = frozenset({m.Compare, m.Negation, m.IsNone, m.IsKind, m.Contains, m.Junction})


def is_flag(e: Any) -> bool:
    return type(e) in FLAGS or (isinstance(e, m.Function) and e.name == "some")


def condition_key(e: m.Expression, names: Names = NO_NAMES) -> tuple[Key, bool]:
    """The core of a condition, and whether it must hold or must not."""
    match e:
        case m.Negation(inner):
            core, holds = condition_key(inner, names)
            return core, not holds
        case m.Compare(operator, left, right):
            return compare_key(operator, left, right, names)
        case m.IsNone(inner, negated):
            if isinstance(inner, m.Fold) and inner.how in OF_SOME:
                return there_is(inner.source, inner.local, inner.where, None, names), negated
            if isinstance(inner, m.Function) and inner.name in OF_SOME and len(inner.arguments) == 1:
                return there_is(inner.arguments[0], None, None, None, names), negated
            return ("none", key_of(inner, names)), not negated
        case m.IsKind(inner, kind, title, negated):
            return ("is", key_of(inner, names), id(kind), title), not negated
        case m.Contains(items, item, negated):
            return ("in", key_of(items, names), key_of(item, names)), not negated
        case m.Junction("and"):
            return ("and", conjuncts(e, names)), True
        case m.Junction(_, left, right):
            return ("or", frozenset((condition_key(left, names), condition_key(right, names)))), True
        case m.Function("some", (items,)):
            return there_is(items, None, None, None, names), True
    return key_of(e, names) if not is_flag(e) else plain_key(e, names), True


def compare_key(operator: str, left: m.Expression, right: m.Expression, names: Names) -> tuple[Key, bool]:
    match operator:
        case "=" | "!=":
            for one, other in ((left, right), (right, left)):
                if isinstance(other, m.Const) and other.value == ():
                    return there_is(one, None, None, None, names), operator == "!="
                if is_zero(other) and (found := counted(one, names)) is not None:
                    return found, operator == "!="
            return ("=", frozenset((key_of(left, names), key_of(right, names)))), operator == "="
        case ">":
            return compare_key("<", right, left, names)
        case ">=":
            core, holds = compare_key("<", left, right, names)
            return core, not holds
        case "<=":
            core, holds = compare_key("<", right, left, names)
            return core, not holds
    if is_zero(left) and (found := counted(right, names)) is not None:
        return found, True
    if isinstance(right, m.Const) and right.value == 1 and (found := counted(left, names)) is not None:
        return found, False
    return ("<", key_of(left, names), key_of(right, names)), True


def is_zero(e: m.Expression) -> bool:
    return isinstance(e, m.Const) and e.value == 0 and not isinstance(e.value, bool)


def counted(e: m.Expression, names: Names) -> Key | None:
    """That there is one of what an expression counts."""
    match e:
        case m.Fold("count", local, source, where):
            return there_is(source, local, where, None, names)
        case m.Function("count", (items,)):
            return there_is(items, None, None, None, names)
    return None


def there_is(source: Any, local: Local | None, where: Any, body: Any, names: Names) -> Key:
    """There is one in a collection for which conditions hold."""
    if isinstance(source, m.Fold) and source.how == "list" and where is None and body is None:
        return there_is(source.source, source.local, source.where, None, names)
    inner = names if local is None else bind(names, local)
    return ("there is", key_of(source, names), conjuncts(where, inner) | conjuncts(body, inner))


def conjuncts(e: Any, names: Names) -> frozenset[tuple[Key, bool]]:
    """What an `and` joins, in no order."""
    return frozenset(condition_key(part, names) for part in parts_of(e))


def parts_of(e: Any) -> Iterator[m.Expression]:
    if isinstance(e, m.Junction) and e.operator == "and":
        yield from parts_of(e.left)
        yield from parts_of(e.right)
    elif e is not None:
        yield e


def substituted(e: Any, values: Mapping[Local, m.Expression]) -> Any:
    """An expression with other expressions in the place of locals."""
    if isinstance(e, m.ReadLocal):
        return values.get(e.local, e)
    if isinstance(e, tuple):
        return tuple(substituted(item, values) for item in e)
    if not is_node(e) or isinstance(e, Local):
        return e
    changes = {}
    for spec in attrs.fields(type(e)):
        old = getattr(e, spec.name)
        if isinstance(old, tuple) or (is_node(old) and not isinstance(old, Local)):
            new = substituted(old, values)
            if new is not old:
                changes[spec.name] = new
    return attrs.evolve(e, **changes) if changes else e

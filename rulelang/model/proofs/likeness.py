"""When two typed expressions say the same: each has a key, and equal keys mean equal values at one moment.

Conditions are brought into one form first: `a > b` is `b < a`, `a >= b` is not `a < b`, `count(e) > 0`,
`e != []` and `first(e) is not none` are all "there is one". What is joined by `and` has no order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

import attrs

from rulelang.model import expressions as m
from rulelang.model.expressions import Local
from rulelang.model.visit import ByNode, child_names, is_node

Key = tuple[Any, ...]
Names = Mapping[Local, Key]
NO_NAMES: Names = {}
LARGEST = 300  # parts of what a name stands for: names for sums of names double with each of them
# Folds and functions that give none of an empty collection.
OF_SOME = ("first", "last", "min", "max")


class Keys:
    """The keys of the nodes of a world. Each is worked out once for what the locals in it stand for.

    Nodes are known by identity, and kept so that no other comes to have it. Equal keys are one key.
    """

    def __init__(self) -> None:
        self.locals_in = ByNode(self._locals_in)
        self._found: dict[tuple[int, ...], tuple[Any, Key]] = {}
        self._cores: dict[tuple[int, ...], tuple[Any, tuple[Key, bool]]] = {}
        self._same: dict[Key, Key] = {}

    def of(self, e: Any, names: Names = NO_NAMES, depth: int = 0) -> Key:
        """What an expression says; locals are known by themselves, or by the keys given for them.

        A name that an expression binds itself is known by how deep it stands.
        """
        if isinstance(e, m.ReadLocal):
            return names.get(e.local) or self._one(("local", id(e.local)))
        if isinstance(e, list | tuple):
            return tuple(self.of(item, names, depth) for item in e)
        if not is_node(e):
            return (e if isinstance(e, str | int | bool | None) else id(e),)
        place = self._place(e, names, depth)
        if place not in self._found:
            self._found[place] = e, self._one(self._key(e, names, depth))
        return self._found[place][1]

    def condition(self, e: m.Expression, names: Names = NO_NAMES, depth: int = 0) -> tuple[Key, bool]:
        """The core of a condition, and whether it must hold or must not."""
        place = self._place(e, names, depth)
        if place not in self._cores:
            core, holds = self._condition(e, names, depth)
            self._cores[place] = e, (self._one(core), holds)
        return self._cores[place][1]

    # ---- once ---------------------------------------------------------------------------------------------

    def _one(self, key: Key) -> Key:
        return self._same.setdefault(key, key)

    def _place(self, e: Any, names: Names, depth: int) -> tuple[int, ...]:
        if not names:
            return id(e), depth
        return (id(e), depth, *[id(names.get(local)) for local in self.locals_in(e)])

    def _locals_in(self, e: Any) -> tuple[Local, ...]:
        if isinstance(e, m.ReadLocal):
            return (e.local,)
        parts = list(chain.from_iterable(map(listed, (getattr(e, name) for name in child_names(type(e))))))
        inside = [self.locals_in(part) for part in parts if is_node(part) and not isinstance(part, Local)]
        return tuple(dict.fromkeys(chain.from_iterable(inside)))

    # ---- keys ---------------------------------------------------------------------------------------------

    def _key(self, e: Any, names: Names, depth: int) -> Key:
        match e:
            case m.Fold(how, local, source, where, body):
                if how == "any":
                    return self.there_is(source, local, where, body, names, depth)
                inner = bind(names, local, depth)
                kept = self.conjuncts(where, inner, depth + 1)
                return (how, self.of(source, names, depth), kept, self.of(body, inner, depth + 1))
            case m.Arithmetic("+" | "*" as operator, left, right):
                return (operator, *sorted((self.of(left, names, depth), self.of(right, names, depth)), key=repr))
            case m.Const(value):
                return ("const", value if not isinstance(value, bool) else str(value))
        if is_flag(e):
            core, holds = self.condition(e, names, depth)
            return core if holds else ("not", core)
        return self._plain(e, names, depth)

    def _plain(self, e: Any, names: Names, depth: int) -> Key:
        return (type(e).__name__, *[self.of(getattr(e, name), names, depth) for name in said_by(type(e))])

    def _condition(self, e: m.Expression, names: Names, depth: int) -> tuple[Key, bool]:
        match e:
            case m.Negation(inner):
                core, holds = self.condition(inner, names, depth)
                return core, not holds
            case m.Compare(operator, left, right):
                return self._compared(operator, left, right, names, depth)
            case m.IsNone(inner, negated):
                if isinstance(inner, m.Fold) and inner.how in OF_SOME:
                    return self.there_is(inner.source, inner.local, inner.where, None, names, depth), negated
                if isinstance(inner, m.Function) and inner.name in OF_SOME and len(inner.arguments) == 1:
                    return self.there_is(inner.arguments[0], None, None, None, names, depth), negated
                return ("none", self.of(inner, names, depth)), not negated
            case m.IsKind(inner, kind, title, negated):
                return ("is", self.of(inner, names, depth), id(kind), title), not negated
            case m.Contains(items, item, negated):
                return ("in", self.of(items, names, depth), self.of(item, names, depth)), not negated
            case m.Junction("and"):
                return ("and", self.conjuncts(e, names, depth)), True
            case m.Junction(_, left, right):
                either = frozenset((self.condition(left, names, depth), self.condition(right, names, depth)))
                return ("or", either), True
            case m.Function("some", (items,)):
                return self.there_is(items, None, None, None, names, depth), True
        return self.of(e, names, depth) if not is_flag(e) else self._plain(e, names, depth), True

    def _compared(
        self, operator: str, left: m.Expression, right: m.Expression, names: Names, depth: int
    ) -> tuple[Key, bool]:
        match operator:
            case "=" | "!=":
                for one, other in ((left, right), (right, left)):
                    if isinstance(other, m.Const) and other.value == ():
                        return self.there_is(one, None, None, None, names, depth), operator == "!="
                    if is_zero(other) and (found := self._counted(one, names, depth)) is not None:
                        return found, operator == "!="
                sides = frozenset((self.of(left, names, depth), self.of(right, names, depth)))
                return ("=", sides), operator == "="
            case ">":
                return self._compared("<", right, left, names, depth)
            case ">=":
                core, holds = self._compared("<", left, right, names, depth)
                return core, not holds
            case "<=":
                core, holds = self._compared("<", right, left, names, depth)
                return core, not holds
        if is_zero(left) and (found := self._counted(right, names, depth)) is not None:
            return found, True
        is_one = isinstance(right, m.Const) and right.value == 1
        if is_one and (found := self._counted(left, names, depth)) is not None:
            return found, False
        return ("<", self.of(left, names, depth), self.of(right, names, depth)), True

    def _counted(self, e: m.Expression, names: Names, depth: int) -> Key | None:
        """That there is one of what an expression counts."""
        match e:
            case m.Fold("count", local, source, where):
                return self.there_is(source, local, where, None, names, depth)
            case m.Function("count", (items,)):
                return self.there_is(items, None, None, None, names, depth)
        return None

    def there_is(self, source: Any, local: Local | None, where: Any, body: Any, names: Names, depth: int = 0) -> Key:
        """There is one in a collection for which conditions hold."""
        if isinstance(source, m.Fold) and source.how == "list" and where is None and body is None:
            return self.there_is(source.source, source.local, source.where, None, names, depth)
        inner = names if local is None else bind(names, local, depth)
        below = depth if local is None else depth + 1
        kept = self.conjuncts(where, inner, below) | self.conjuncts(body, inner, below)
        return ("there is", self.of(source, names, depth), kept)

    def conjuncts(self, e: Any, names: Names, depth: int = 0) -> frozenset[tuple[Key, bool]]:
        """What an `and` joins, in no order."""
        return frozenset(self.condition(part, names, depth) for part in parts_of(e))


def size(key: Key | frozenset[Any]) -> int:
    """Of how many parts a key is made."""
    parts: Iterable[Any] = key
    return 1 + sum(size(part) for part in parts if isinstance(part, tuple | frozenset))


@cache
def bound_key(depth: int) -> Key:
    return ("bound", depth)


def bind(names: Names, local: Local, depth: int) -> Names:
    return {**names, local: bound_key(depth)}


SAID_BY: dict[type[Any], tuple[str, ...]] = {}


def said_by(kind: type[Any]) -> tuple[str, ...]:
    """The attributes of a node that say what it means. Asked once a class."""
    if kind not in SAID_BY:
        SAID_BY[kind] = tuple(spec.name for spec in attrs.fields(kind) if spec.name not in ("type", "span"))
    return SAID_BY[kind]


FLAGS = frozenset({m.Compare, m.Negation, m.IsNone, m.IsKind, m.Contains, m.Junction})


def is_flag(e: Any) -> bool:
    return type(e) in FLAGS or (isinstance(e, m.Function) and e.name == "some")


def listed(thing: Any) -> Sequence[Any]:
    return thing if isinstance(thing, list | tuple) else (thing,)


def is_zero(e: m.Expression) -> bool:
    return isinstance(e, m.Const) and e.value == 0 and not isinstance(e.value, bool)


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

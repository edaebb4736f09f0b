"""Going through typed trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Generic, TypeVar

import attrs

from rulelang.model import expressions, statements
from rulelang.model.expressions import Local, ReadLocal

T = TypeVar("T")

_MODULES = (expressions.__name__, statements.__name__)
# Links from a statement back to its rule are not part of the tree.
_LINKS = frozenset(
    {"rule", "choice", "span", "type", "local", "kind", "field", "zone", "grid", "column", "value_", "graph"}
)


_CHILDREN: dict[type[Any], tuple[str, ...] | None] = {list: None, tuple: None}


def children_of(kind: type[Any]) -> tuple[str, ...] | None:
    """Attributes of a node that may hold other nodes; none if it is no node. Asked once a class."""
    if kind not in _CHILDREN:
        node = kind.__module__ in _MODULES and attrs.has(kind)
        _CHILDREN[kind] = tuple(a.name for a in attrs.fields(kind) if is_inside(a)) if node else None
    return _CHILDREN[kind]


def is_inside(attribute: attrs.Attribute[Any]) -> bool:
    """May an attribute hold other nodes? The column of a grid does: it is an expression."""
    return attribute.name not in _LINKS or str(attribute.type) == "Expression"


def child_names(kind: type[Any]) -> tuple[str, ...]:
    """Attributes of a node that may hold other nodes."""
    return children_of(kind) or ()


def is_node(thing: Any) -> bool:
    return children_of(type(thing)) is not None


def children(thing: Any) -> Iterator[Any]:
    """What stands right inside a node or a list: nodes, and lists of them. An analysis that looks for a few nodes
    matches these, and goes on with the children of all others.
    """
    parts = thing if isinstance(thing, list | tuple) else (getattr(thing, name) for name in child_names(type(thing)))
    return (part for part in parts if isinstance(part, list | tuple) or (is_node(part) and type(part) is not Local))


def walk(thing: Any) -> Iterator[Any]:
    """A node and everything in it, parents first. Every analysis rests on this, so it looks at each class once."""
    waiting = [thing]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is tuple or kind is list:
            waiting.extend(node[::-1])
            continue
        try:
            inside = _INSIDE[kind]
        except KeyError:
            inside = _INSIDE[kind] = inside_of(kind)
        if inside is not None:
            yield node
            waiting.extend(inside(node))


_INSIDE: dict[type[Any], Callable[[Any], tuple[Any, ...]] | None] = {}


def inside_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]] | None:
    """What finds all that is in a node of a class, the last first; none for what is no node."""
    names = children_of(kind)
    if names is None or kind is Local:
        return None
    if len(names) > 1:
        return attrgetter(*reversed(names))
    return lambda node: tuple(getattr(node, name) for name in names)


class ByNode(Generic[T]):
    """Answers about nodes, each found once. Nodes are known by identity, and kept so that no other comes to have it."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self._found: dict[int, tuple[Any, T]] = {}

    def __call__(self, node: Any) -> T:
        known = self._found.get(id(node))
        if known is None:
            known = self._found[id(node)] = node, self._find(node)
        return known[1]


class ByNodes(Generic[T]):
    """The same for several nodes together."""

    def __init__(self, find: Callable[..., T]) -> None:
        self._find = find
        self._found: dict[tuple[int, ...], tuple[Any, T]] = {}

    def __call__(self, *nodes: Any) -> T:
        key = tuple(map(id, nodes))
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = nodes, self._find(*nodes)
        return known[1]


def state_read_by(thing: Any) -> Any:
    """The first node in a tree that reads what changes during the game, itself or by a value; none if none does."""
    seen: set[Any] = set()

    def find(part: Any) -> Any:
        for node in walk(part):
            match node:
                case expressions.ReadField() | expressions.ReadZone() | expressions.Can() | expressions.CanPerform():
                    return node
                case expressions.Function("acting"):
                    return node
                case expressions.CallValue(value) if value not in seen:
                    seen.add(value)
                    inside = [value.body, *((change.guard, change.amount) for change in value.changes)]
                    if any(change.source.card for change in value.changes) or find(inside) is not None:
                        return node
        return None

    return find(thing)


def read_locals(thing: Any) -> list[Local]:
    """The locals a tree reads, each once, in order."""
    return list(dict.fromkeys(n.local for n in walk(thing) if isinstance(n, ReadLocal)))


def bound_locals(thing: Any) -> set[Local]:
    """The locals that a tree itself binds."""
    found: set[Local] = set()
    for node in walk(thing):
        match node:
            case statements.Let(local) | statements.Binder(local) | expressions.Fold(_, local):
                found.add(local)
            case statements.ForHolders() | statements.HeldChoice():
                found |= {node.holder, node.self_}
    return found


def free_locals(thing: Any) -> list[Local]:
    """The locals a tree reads but does not bind."""
    bound = bound_locals(thing)
    return [local for local in read_locals(thing) if local not in bound]

"""Names that change: what `let` named, and `set` or `add` put something else into.

Such a name has the type of all that is ever put into it. So the body that it lives in is read until no pass finds
anything new, without a word; then it is read once more, and what is said then counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, field

from rulelang.language.blocks import STATEMENTS
from rulelang.model.types import Type, comparable, join
from rulelang.model.world import World
from rulelang.syntax import nodes

# A row of names each of which is put into the one before is read once for each of them.
MOST_PASSES = 20
TARGETS = {statement.verb: statement.target for statement in STATEMENTS}


@define(eq=False)
class ChangingNames:
    """What is put into the names of one body, as far as it has been read."""

    changed: frozenset[str] = frozenset()
    types: dict[int, Type] = field(factory=dict)  # by the `let` that makes a name
    lets: dict[int, nodes.Let] = field(factory=dict)  # by the name that it makes
    settled: bool = False

    def type_of(self, let: nodes.Let, first: Type) -> Type:
        """The type of a name: that of what it begins with, and of all that was put into it so far."""
        known = self.types.get(id(let))
        self.types[id(let)] = first if known is None else wider(known, first)
        return self.types[id(let)]

    def put_in(self, let: nodes.Let, type_: Type) -> None:
        self.types[id(let)] = wider(self.types[id(let)], type_)

    def passes(self, world: World) -> Iterator[None]:
        """One turn for each reading that is needed before the last one; what they say and number is forgotten."""
        before: dict[int, Type] = {}
        for _ in range(MOST_PASSES):
            with nothing_noted(world):
                yield
            if self.types == before:
                break
            before = dict(self.types)
        self.settled = True


def wider(known: Type, more: Type) -> Type:
    """The type of both, if there is one: what does not fit is reported where it stands."""
    return join(known, more) if comparable(known, more) else known


@contextmanager
def nothing_noted(world: World) -> Iterator[None]:
    """Within, problems are not reported, and decisions and needs not kept."""
    chooses, needs = len(world.chooses), len(world.needs)
    world.silent += 1
    try:
        yield
    finally:
        world.silent -= 1
        del world.chooses[chooses:], world.needs[needs:]


def changed_names(items: Any) -> frozenset[str]:
    """The names that `let` makes somewhere in a body and `set` or `add` changes."""
    made: set[str] = set()
    put: set[str] = set()
    for item in statements_of(items):
        match item:
            case nodes.Let(name):
                made.add(name)
            case nodes.Act():
                target = target_of(item)
                put |= {target.name} if isinstance(target, nodes.Name) else set()
    return frozenset(made & put)


def target_of(act: nodes.Act) -> nodes.Expression | None:
    """The field or name that a statement puts something into."""
    if TARGETS[act.verb] == "it":
        return act.subject
    clause = act.clause(TARGETS[act.verb])
    return clause.values[0] if clause is not None and clause.values else None


def statements_of(items: Any) -> Iterator[Any]:
    """The statements of a body and those in them."""
    for item in items:
        yield item
        match item:
            case nodes.If(branches, otherwise):
                for _, body in branches:
                    yield from statements_of(body)
                yield from statements_of(otherwise or ())
            case nodes.Choose(_, _, body, otherwise):
                yield from statements_of((*(body or ()), *(otherwise or ())))
            case nodes.Each() | nodes.Repeat() | nodes.Block():
                yield from statements_of(item.body)

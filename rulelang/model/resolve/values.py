"""The bodies of values, each read when it is first asked for; those of a circle are read together.

The types in a circle hang on one another. What is asked for while it is still being read has no type yet;
when the whole circle has been read, its bodies are read again until no type changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from rulelang.model.declarations import Value
from rulelang.model.proofs.cost import LONGEST_CHAIN
from rulelang.model.types import Number, Type
from rulelang.model.world import Scope

if TYPE_CHECKING:
    from rulelang.model.resolve.expressions import Elaborator


@define(eq=False)
class ValueBodies:
    """Reads values; finds circles as Tarjan does."""

    elaborator: Elaborator
    begun: list[Value] = field(factory=list)  # those whose circle, if there is one, is not complete
    reach: list[int] = field(factory=list)  # of each value being read: how far back among them it leads

    def resolve(self, value: Value) -> None:
        """See to it that a value is read, or that it is noted as part of a circle."""
        if value.state == "new":
            self.begin(value)
        elif value.state == "open":
            value.recursive = True
            self.reach[-1] = min(self.reach[-1], next(i for i, v in enumerate(self.begun) if v is value))

    def begin(self, value: Value) -> None:
        value.state = "open"
        at = len(self.begun)
        self.begun.append(value)
        self.reach.append(at)
        before = len(self.elaborator.world.problems)
        if len(self.reach) <= LONGEST_CHAIN:  # where a chain is longer, its head will be reported
            self.read(value)
        reach = self.reach.pop()
        if reach < at:
            self.reach[-1] = min(self.reach[-1], reach)
            return
        ring = self.begun[at:]
        del self.begun[at:]
        for each in ring:
            each.state = "done"
        if value.recursive and len(self.elaborator.world.problems) == before:
            self.read_again(ring)

    def read(self, value: Value) -> None:
        if value.syntax is not None:
            scope = Scope({p.name: p for p in value.parameters})
            value.body = self.elaborator.raw(value.syntax, scope, None)
            value.type = widened(value.body.type)

    def read_again(self, ring: list[Value]) -> None:
        """Until a pass changes no type; only what is said in the last one counts."""
        problems = self.elaborator.world.problems
        before = len(problems)
        types: list[Type] = []
        for _ in range(len(ring) + 2):
            del problems[before:]
            for value in ring:
                value.recursive = True
                self.read(value)
            if types == (types := [value.type for value in ring]):
                return


def widened(type_: Type) -> Type:
    """A value may be changed later: forget exact bounds."""
    return Number(type_.money) if isinstance(type_, Number) else type_

"""Figures: numbers of declarations that are known before the game, though they are not written out.

How many pieces there are, how large a zone is, how high a field may go: a number, an option, `players`, a cell
of a set-up table, a named value, and what is reckoned from these. They are worked out from the syntax, for
members and zones must be there before values are read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field

from rulelang.diagnostics.wording import structure as say
from rulelang.model.declarations import Value
from rulelang.model.visit import state_read_by
from rulelang.model.world import World
from rulelang.project.options import Conditions, names_in, settings
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

ROUNDED = {"down": lambda one, two: one // two, "up": lambda one, two: -(-one // two)}
CHOSEN = {"min": min, "max": max}


@define
class Figures:
    """Works out figures; `cell` looks a cell of a set-up table up for this number of players."""

    world: World
    blocks: list[nodes.Block]
    given: Mapping[str, Any]
    cell: Callable[[str, str], int | None]
    used: dict[str, Span] = field(factory=dict)  # named values, and where one of them is a figure
    open: list[str] = field(factory=list)
    _known: dict[str, Any] | None = None

    @property
    def known(self) -> dict[str, Any]:
        """What options are set to, and `players`."""
        if self._known is None:
            self._known = settings(self.blocks, self.given, self.world.players)
        return self._known

    def required(self, e: nodes.Expression) -> int | None:
        """A figure that must be known."""
        found = self.number(e)
        if found is None:
            self.world.report(say.unsettled_figure(e.span, e.span.quoted))
        return found

    def number(self, e: nodes.Expression) -> int | None:
        """What an expression comes to, if that is known before the game."""
        match e:
            case nodes.Number(value):
                return value
            case nodes.Group(inner):
                return self.number(inner)
            case nodes.Negative(inner):
                return None if (size := self.number(inner)) is None else -size
            case nodes.Name() | nodes.Part():
                return self.named(spell(e), e.span)
            case nodes.Binary(("+" | "-" | "*") as operator, left, right):
                return self.reckoned({"+": int.__add__, "-": int.__sub__, "*": int.__mul__}[operator], left, right)
            case nodes.Rounded(inner, direction) if direction in ROUNDED:
                return self.divided(inner.inner if isinstance(inner, nodes.Group) else inner, ROUNDED[direction])
            case nodes.IfElse(value, condition, other):
                # The side that is not in force is gone through too: what it names is used.
                sides = self.number(value), self.number(other)
                return sides[0 if self.holds(condition) else 1]
            case nodes.Apply(nodes.Name(("min" | "max") as name), arguments) if len(arguments) > 1:
                among = [self.number(a) for a in arguments if not isinstance(a, nodes.Over | nodes.Named)]
                there = [number for number in among if number is not None]
                return CHOSEN[name](there) if len(there) == len(arguments) else None
        return None

    def reckoned(self, how: Callable[[int, int], int], left: nodes.Expression, right: nodes.Expression) -> int | None:
        one, two = self.number(left), self.number(right)
        return None if one is None or two is None else how(one, two)

    def divided(self, e: nodes.Expression, how: Callable[[int, int], int]) -> int | None:
        if not isinstance(e, nodes.Binary) or e.operator != "/" or not self.number(e.right):
            return None
        return self.reckoned(how, e.left, e.right)

    def holds(self, e: nodes.Expression) -> bool:
        conditions = Conditions(self.known)
        found = conditions.holds(e)
        for problem in conditions.problems:
            self.world.report(problem)
        for name in names_in(e):
            if name in self.world.options:
                self.world.options[name].read = True
        return found

    def named(self, name: str, span: Span) -> int | None:
        """An option, the number of players, a named value, or a cell of a set-up table."""
        found = self.known.get(name)
        if isinstance(found, int) and not isinstance(found, bool):
            if name in self.world.options:
                self.world.options[name].read = True
            return found
        for block in self.blocks:
            if block.keyword == "value" and str(block.path) == name and not block.parameters:
                return self.value(block, span)
        table, _, column = name.partition(".")
        return self.cell(table, column)

    def value(self, block: nodes.Block, span: Span) -> int | None:
        """What a named value comes to, with what variants change in it."""
        name, gives = str(block.path), block.clause("gives")
        if name in self.open or gives is None or not gives.values:
            return None
        self.used.setdefault(name, span)
        self.open.append(name)
        changes = [b for b in self.blocks if b.keyword == "change" and str(b.path) == name and self.in_force(b)]
        to = [c.values[0] for b in changes if (c := b.clause("to")) is not None and c.values]
        parts = [to[0] if to else gives.values[0]]
        parts += [c.values[0] for b in changes if (c := b.clause("by")) is not None and c.values]
        found = [self.number(part) for part in parts]
        self.open.pop()
        known = [number for number in found if number is not None]
        return sum(known) if len(known) == len(parts) else None

    def in_force(self, change: nodes.Block) -> bool:
        when = change.clause("when")
        return when is None or not when.values or Conditions(self.known).holds(when.values[0])

    def check(self) -> None:
        """Say of changes made during the game that a declaration has read the value long before."""
        for name, span in self.used.items():
            value = self.world.values.get(name)
            if value is not None:
                value.read = True
                self.check_value(value, span)

    def check_value(self, value: Value, span: Span) -> None:
        for change in value.changes:
            if change.source.card is not None or state_read_by((change.guard, change.amount)) is not None:
                self.world.report(say.settled_value(change.span, value.name, span))

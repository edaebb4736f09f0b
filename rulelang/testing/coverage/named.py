"""Cards and other rows of tables: which of them events name.

A card is reached when it is chosen, drawn, moved so that somebody sees it, or shown. Another row is reached when an
option that was taken names it, when something happens to what it stands for, or when rules look it up; and what stands
in its cells with it: the face of a die that was rolled has its meaning. What a card speaks of has still to happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, field

from rulelang.backends.python.program import Program
from rulelang.core.counting import NAMED, Counted, counted
from rulelang.events.event import Changed, Chose, Event, Moved, Revealed, Rolled
from rulelang.model.declarations import Kind
from rulelang.model.types import Entity, Many, Type, strip
from rulelang.play.keys import Keys
from rulelang.play.values import Value


@define(eq=False)
class Rows:
    """The rows that a program knows: by the ids of what stands in them, and what their cells name."""

    by_id: dict[str, Counted] = field(factory=dict)
    cells: dict[Counted, set[Counted]] = field(factory=dict)

    @classmethod
    def of(cls, program: Program) -> Rows:
        made, keys = cls(), program.once(Keys)
        roots = {kind.root for kind in program.world.kinds.values()}
        for kind in roots:
            for number, member in enumerate(kind.members):
                made.by_id[keys.id_of(kind, number)] = counted(member.span, NAMED)
        for kind in roots:
            if kind.sort != "card":
                made.read_cells(kind)
        return made

    def read_cells(self, kind: Kind) -> None:
        """What stands in the rows of a kind: members of other kinds, one or several in a cell."""
        for column in kind.columns.values():
            of = entity_of(column.type)
            for member, cell in zip(kind.members, column.values if of is not None else (), strict=False):
                items = cell if isinstance(cell, tuple | list) else [cell]
                named = {counted(of.root.members[each].span, NAMED) for each in items if of and each is not None}
                self.cells.setdefault(counted(member.span, NAMED), set()).update(named)

    def named(self, events: Iterable[Event], counts: dict[Counted, int]) -> dict[Counted, int]:
        """What was counted, with the rows that events name, and what stands in the cells of all these."""
        found = Counter(counts)
        found.update(self.by_id[key] for event in events for key in named_by(event) if key in self.by_id)
        waiting = [key for key in found if key in self.cells]
        while waiting:
            new = [key for key in self.cells.get(waiting.pop(), ()) if key not in found]
            found.update(new)
            waiting += new
        return found


def named_by(event: Event) -> Iterator[str]:
    """The ids of what an event names or happens to; of cards that nobody saw it names none."""
    yield from event.touched
    match event:
        case Chose(parts=parts):
            yield from (key for part in parts for key in ids(part))
        case Rolled(result=value) | Changed(value=value) | Revealed(what=value):
            yield from ids(value)
        case Moved(card=card, known_to=known) if known is None or known:
            yield from ids(card)


def ids(value: Value) -> Iterator[str]:
    """The ids of the members that a value holds."""
    for each in value.items or (value,):
        yield f"{each.sort}:{each.key}"


def entity_of(type_: Type) -> Kind | None:
    """The kind of what cells of a type name, if they name anything."""
    plain = strip(type_)
    plain = strip(plain.inner) if isinstance(plain, Many) else plain
    return plain.kind if isinstance(plain, Entity) else None

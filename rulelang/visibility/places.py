"""Where on the table a thing is to be found, as ids: where to click, what to light up.

A card is called by its place, `zone:row#2` for the third, if the reader sees the order of the zone, else by its zone
alone: which of nine alike it is would let him follow it through a hidden pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulelang.backends.python.program import Program
from rulelang.model.declarations import Kind
from rulelang.model.types import Entity, Many, Type, strip
from rulelang.play.keys import Keys, Part, is_card
from rulelang.visibility.permissions import Sight


class Places:
    """Ids of what options and events are about, in one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.keys = program.once(Keys)
        self.sight = program.once(Sight)
        # Where a way of a map leads to.
        self.ends = {graph.way: graph.way.columns["to"] for graph in program.world.graphs.values()}

    def at(self, parts: Iterable[Part], state: Any, reader: int | None) -> tuple[str, ...]:
        """The things on the table that an option of a reader's refers to, each once."""
        return tuple(dict.fromkeys(id_ for type_, value in parts for id_ in self.of_value(type_, value, state, reader)))

    def of_value(self, type_: Type, value: Any, state: Any, reader: int | None) -> Iterator[str]:
        plain = strip(type_)
        if value is None:
            return
        if isinstance(plain, Many):
            for item in value:
                yield from self.of_value(plain.inner, item, state, reader)
        elif isinstance(plain, Entity) and is_card(plain.kind):
            yield self.of_card(plain.kind, value, state, reader)
        elif isinstance(plain, Entity):
            yield self.keys.id_of(plain.kind, value)
            end = self.ends.get(plain.kind.root)
            if end is not None:
                yield from self.of_value(end.type, end.values[value], state, reader)

    def of_card(self, kind: Kind, card: int, state: Any, reader: int | None) -> str:
        """`zone:hand.red#0`: a card by its place."""
        number = getattr(state, self.program.answers.layout.location(kind))[card]
        zone = self.keys.id_of_zone(number)
        if number not in self.keys.zones:
            return zone
        masks = self.sight.masks_now(state)
        place = state.zones[number].index(card)
        is_ordered = self.sight.sees_zone(number, reader, masks)
        is_top = place == 0 and self.sight.sees_top(number, reader, masks)
        return f"{zone}#{place}" if is_ordered or is_top else zone

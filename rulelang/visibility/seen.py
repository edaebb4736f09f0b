"""What a player sees of a position, as one number: the same for all positions that he can not tell apart.

It is made from the same permissions as views and beliefs. A search finds by it what it knows of a position, so
nothing that is hidden from the player can play a part there.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulelang.core.information import Masks
from rulelang.model.declarations import Field
from rulelang.visibility.determinise import Believer
from rulelang.visibility.permissions import shown


@frozen
class Eyes:
    """What one player sees: whole slots of the state, places of others, zones; of closed ones the top or the size."""

    slots: tuple[str, ...]
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    zones: tuple[int, ...]
    tops: tuple[int, ...]
    sizes: tuple[int, ...]


class Seer:
    """Makes numbers of what is seen, for positions of one program."""

    def __init__(self, believer: Believer) -> None:
        self.believer = believer
        self.sight = believer.sight
        self.layout = believer.layout
        self._eyes: dict[tuple[int, int], Eyes] = {}

    def seen(self, state: Any, player: int) -> int:
        """The position with the eyes of a player, and the question with its options if it is put to him."""
        eyes = self.eyes(player, self.sight.masks_now(state))
        found: list[Any] = [state.point, state.decider, state.over]
        if state.decider == player:
            found.append(tuple(state.options))
        for slot in eyes.slots:
            value = getattr(state, slot)
            found.append(tuple(value) if isinstance(value, list) else value)
        for slot, places in eyes.parts:
            values = getattr(state, slot)
            found.append(tuple([values[place] for place in places]))
        zones = state.zones
        found += [tuple(zones[number]) for number in eyes.zones]
        found += [zones[number][0] if zones[number] else None for number in eyes.tops]
        found += [len(zones[number]) for number in eyes.sizes]
        told = shown(state)
        if told:
            found.append(frozenset([entry for entry in told if entry[2] == player]))
        return hash(tuple(found))

    def eyes(self, player: int, masks: Masks) -> Eyes:
        """What a player sees; it only depends on whose choices are waited for."""
        key = (player, id(masks) if masks else 0)
        if key not in self._eyes:
            self._eyes[key] = self.open_eyes(player, masks)
        return self._eyes[key]

    def open_eyes(self, player: int, masks: Masks) -> Eyes:
        blind = self.believer.blind(player, masks)
        hidden = {unseen.slot: unseen for unseen in blind.fields}
        slots = [slot for field in self.fields() if (slot := self.layout.slot(field)) not in hidden]
        parts = [(slot, unseen.seen) for slot, unseen in hidden.items() if unseen.seen]
        closed = {number: top for cards in blind.cards for number, top in cards.zones}
        places = self.sight.places
        return Eyes(
            slots=tuple(slots),
            parts=tuple(parts),
            zones=tuple(number for number in places if number not in closed),
            tops=tuple(number for number, is_open in closed.items() if is_open),
            sizes=tuple(number for number in closed if self.sight.sees_count(number, player, masks)),
        )

    def fields(self) -> list[Field]:
        return list(self.believer.program.answers.all_fields())

"""Which cards were to be seen: where each that moved lay at one decision, and where it lies at the next.

A card that passes through the open on its way between two decisions is seen by nobody for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang.backends.python.sites import Sites
from rulelang.model import statements as s
from rulelang.model.declarations import Kind
from rulelang.model.types import Type, cards_of
from rulelang.visibility.audience import Audience, Audiences, Face
from rulelang.visibility.permissions import Tops

CardId = tuple[Kind, int]


class Faces:
    """The cards of one part of a match."""

    def __init__(
        self,
        notes: Iterable[Any],
        sites: Sites,
        audiences: Audiences,
        before: Tops = frozenset(),
        after: Tops = frozenset(),
    ) -> None:
        self.audiences = audiences
        self.before, self.after = before, after
        self.first: dict[CardId, Face] = {}
        self.last: dict[CardId, Face] = {}
        self.shown: set[CardId] = set()  # to all, wherever they lie
        for note in notes:
            statement = sites.statements[note[0]] if isinstance(note, tuple) else None
            if isinstance(statement, s.Move | s.Draw):
                self.follow(card_kind(statement), *note[1:])
            elif isinstance(statement, s.Reveal) and note[2] is None:
                self.shown.update(cards_of(statement.what.type, note[1]))

    def follow(self, kind: Kind, *moved: int) -> None:
        """A card went from a zone to another; or with two numbers the first zone was made the second anew."""
        if len(moved) == 2:
            self.turn_over(*moved)
            return
        card, source, target = moved
        self.first.setdefault((kind, card), (source, (source, card) in self.before))
        self.last[kind, card] = (target, (target, card) in self.after)

    def turn_over(self, discards: int, deck: int) -> None:
        """Cards that were discarded go into the deck again."""
        for card, (zone, _) in self.last.items():
            if zone == discards:
                self.last[card] = (deck, (deck, card[1]) in self.after)

    def moved(self, kind: Kind, card: int) -> Audience:
        """Who saw a card that moved."""
        return self.audiences.face((self.first[kind, card], self.last[kind, card]))

    def spoken_of(self, kind: Kind, card: int, zone: int) -> Audience:
        """Who sees a card where it lay in a zone when it was spoken of, or before that part of a match, or after it."""
        if (kind, card) in self.shown:
            return self.audiences.everybody
        lying = (zone, card)
        stayed = (zone, lying in self.before or lying in self.after)
        faces = (self.first.get((kind, card), stayed), self.last.get((kind, card), stayed))
        return self.audiences.face(faces) | self.audiences.zone(zone)

    def resting(self, type_: Type, value: Any, zones: Iterable[int]) -> Audience:
        """Who sees all cards that a field speaks of, where they come to lie."""
        found = self.audiences.everybody
        for card, zone in zip(cards_of(type_, value), zones, strict=True):
            found &= self.audiences.zone(self.last[card][0] if card in self.last else zone)
        return found


def card_kind(statement: s.Move | s.Draw) -> Kind:
    """The kind of the cards that are moved."""
    return (statement.card if isinstance(statement, s.Move) else statement.zone.card).root

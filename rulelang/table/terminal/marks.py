"""Short signs: shapes of players, letters of goods, and the numbers of options where they lie."""

from __future__ import annotations

from attrs import frozen

from rulelang.table import picture as p
from rulelang.table.terminal.canvas import Run

SHAPES = {"disc": "●", "square": "■", "triangle": "▲", "diamond": "◆", "hexagon": "⬢"}
PLAIN = {"disc": "o", "square": "#", "triangle": "^", "diamond": "*", "hexagon": "@"}


@frozen
class Marks:
    """What is put on a board beside its names."""

    picture: p.Picture
    numbers: dict[str, int]  # the option that lies on a thing, if it is one only
    tokens: dict[str, list[p.Thing]]
    is_plain: bool = False

    def shape(self, seat: int | None) -> Run:
        """The sign of a player in his colour."""
        if seat is None:
            return Run("+" if self.is_plain else "◦")
        person = self.picture.players[seat]
        return Run((PLAIN if self.is_plain else SHAPES)[person.shape], person.colour)

    def key(self, id_: str) -> Run | None:
        """`(3)`: the option to press for a thing."""
        number = self.numbers.get(id_)
        return Run(f"({number})", "act") if number is not None else None

    def token(self, thing: p.Thing) -> list[Run]:
        """`●2cr`: a piece, by its number and the first letters of what it carries; `▸●2cr` if it is asked about."""
        shape = self.shape(thing.owner)
        load = "".join(item.label[:2].lower() for item in thing.carries[:1])
        number = "".join(letter for letter in thing.name if letter.isdigit())
        asked = self.picture.question
        pointer = [Run(">" if self.is_plain else "▸", "bold")] if asked is not None and thing.id in asked.about else []
        return [*pointer, shape, Run(number + load, shape.tone)]


def marks_of(picture: p.Picture, is_plain: bool = False) -> Marks:
    tokens: dict[str, list[p.Thing]] = {}
    for thing in picture.things:
        if thing.on:
            tokens.setdefault(thing.on, []).append(thing)
    return Marks(picture, numbers(picture), tokens, is_plain)


def numbers(picture: p.Picture) -> dict[str, int]:
    """Which number is to be pressed for what lies on the table; a thing with several options has none."""
    found: dict[str, list[int]] = {}
    for number, option in enumerate(picture.question.options if picture.question is not None else (), 1):
        for id_ in option.at:
            found.setdefault(id_, []).append(number)
    return {id_: many[0] for id_, many in found.items() if len(many) == 1}

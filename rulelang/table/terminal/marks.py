"""Short signs: shapes of players, letters of goods, and what is typed for an option, where that lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product

from attrs import frozen

from rulelang.table import picture as p
from rulelang.table.terminal.canvas import Run
from rulelang.text.phrasebook import whole_number

SHAPES = {"disc": "●", "square": "■", "triangle": "▲", "diamond": "◆", "hexagon": "⬢"}
PLAIN = {"disc": "o", "square": "#", "triangle": "^", "diamond": "*", "hexagon": "@"}
LETTERS = "abcdefgijkoprtxyz"  # those that are no command


@frozen
class Marks:
    """What is put on a board beside its names."""

    picture: p.Picture
    signs: dict[str, str]  # what is typed for the option that lies on a thing, if it is one only
    tokens: dict[str, list[p.Thing]]
    is_plain: bool = False

    def shape(self, seat: int | None) -> Run:
        """The sign of a player in his colour."""
        if seat is None:
            return Run("+" if self.is_plain else "◦")
        person = self.picture.players[seat]
        return Run((PLAIN if self.is_plain else SHAPES)[person.shape], person.colour)

    def key(self, id_: str) -> Run | None:
        """`(3)`: what is typed for a thing."""
        sign = self.signs.get(id_)
        return Run(f"({sign})", "act") if sign is not None else None

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
    return Marks(picture, signs_on_table(picture), tokens, is_plain)


def signs_on_table(picture: p.Picture) -> dict[str, str]:
    """What is typed for what lies on the table; a thing with several options has nothing."""
    found: dict[str, list[str]] = {}
    for option, sign in zip(picture.options, signs(picture), strict=True):
        for id_ in option.at:
            found.setdefault(id_, []).append(sign)
    return {id_: many[0] for id_, many in found.items() if len(many) == 1}


def signs(picture: p.Picture) -> list[str]:
    """What is typed for each option: its place in the list; but where there are options that are numbers those numbers,
    and letters for the others, so that a number never means two things.
    """
    options = picture.options
    numbers = [number_of(option, picture.language) for option in options]
    if not any(numbers):
        places = {n: str(place) for place, n in enumerate(in_order(options), 1)}
        return [places[n] for n in range(len(options))]
    often, letters = Counter(numbers), free_letters(options)
    return [number if often[number] == 1 and number else next(letters) for number in numbers]


def in_order(options: tuple[p.Choice, ...]) -> list[int]:
    """The options as they are listed: those that are open at any time come last."""
    return sorted(range(len(options)), key=lambda n: options[n].anytime)


def number_of(option: p.Choice, language: str) -> str:
    """The number that an option is: as people read it, else as programs do."""
    return next((number for text in (option.text, option.key) if (number := whole_number(text, language))), "")


def free_letters(options: tuple[p.Choice, ...]) -> Iterator[str]:
    """Letters that no option begins with, then pairs of letters."""
    taken = {text[:1].lower() for option in options for text in (option.key, option.text)}
    letters = [letter for letter in LETTERS if letter not in taken]
    return chain(letters, map("".join, product(letters, repeat=2)))

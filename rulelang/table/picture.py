"""The picture of a table, as data: what stands where, in nodes with ids, for whoever draws it.

A picture is for one viewer and holds nothing that he may not know. Ids are those of options and events, so what can
be clicked, and what a move has touched, is looked up and never guessed. Words are in the language of the picture.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from attrs import NOTHING, field, fields, frozen, has

VERSION = 1


def kept(default: Any = None) -> Any:
    """A part that is written even where it is empty: there nothing means something."""
    return field(default=default, metadata={"kept": True})


@frozen(kw_only=True)
class Node:
    """A part of the table with a name of its own; `on` is the thing that it lies beside."""

    node: ClassVar[str]
    id: str
    label: str = ""
    on: str = ""


@frozen(kw_only=True)
class Spot:
    """A place on a map; `step` is a place between others, `large` one of a special kind."""

    id: str
    label: str
    x: float
    y: float
    size: str = "spot"
    flags: tuple[str, ...] = ()


@frozen(kw_only=True)
class Way:
    """From one spot to another; `wrap` is the width of a map that comes round."""

    id: str
    start: str
    end: str
    mark: str = ""
    wrap: float = 0


@frozen(kw_only=True)
class Item:
    """A member by name, with a value, a number of them, or what it costs."""

    id: str
    label: str
    value: int | str | None = None


@frozen(kw_only=True)
class Map(Node):
    """Spots and the ways between them."""

    node = "map"
    directed: bool = False
    spots: tuple[Spot, ...] = ()
    ways: tuple[Way, ...] = ()
    legend: tuple[Item, ...] = ()
    beside: tuple[Node, ...] = ()


@frozen(kw_only=True)
class Cell:
    """A square of a grid."""

    id: str
    label: str
    column: int
    row: int
    owner: int | None = None
    text: str = ""


@frozen(kw_only=True)
class Grid(Node):
    """Squares in columns (from the left) and rows (from below)."""

    node = "grid"
    columns: int
    rows: int
    cells: tuple[Cell, ...]


@frozen(kw_only=True)
class Token:
    """A player's marker on a field."""

    owner: int
    on: str


@frozen(kw_only=True)
class Ring(Node):
    """Fields that follow one another, and after the last the first again."""

    node = "ring"
    fields: tuple[Item, ...]
    tokens: tuple[Token, ...] = ()


@frozen(kw_only=True)
class Space:
    """A space of a ladder of prices."""

    price: int
    filled: bool = False


@frozen(kw_only=True)
class Rung:
    """What is bought and sold on a ladder: its spaces from the cheapest."""

    id: str
    label: str
    spaces: tuple[Space, ...]


@frozen(kw_only=True)
class Ladder(Node):
    """A market where prices follow what is left; the first filled space is bought next."""

    node = "ladder"
    goods: tuple[Rung, ...]


@frozen(kw_only=True)
class Marker:
    """Where a price stands, between its floor and its ceiling."""

    id: str
    label: str
    value: int
    floor: int
    ceiling: int
    price: int


@frozen(kw_only=True)
class Track(Node):
    """A market with a marker for each good."""

    node = "track"
    goods: tuple[Marker, ...]


@frozen(kw_only=True)
class Berth:
    """A place for one worker."""

    id: str
    column: int
    value: int = 0
    owner: int | None = None
    off: bool = False


@frozen(kw_only=True)
class Row:
    """The places of one action."""

    id: str
    label: str
    berths: tuple[Berth, ...]


@frozen(kw_only=True)
class Places(Node):
    """Where workers are sent."""

    node = "places"
    rows: tuple[Row, ...]


@frozen(kw_only=True)
class Fact:
    """What is printed on a card, or lies on it now."""

    key: str
    label: str
    value: str
    money: bool = False
    laid: bool = False


@frozen(kw_only=True)
class Card:
    """The face of a card; of copies that are alike none has a name of its own."""

    key: str
    title: str
    facts: tuple[Fact, ...] = ()
    price: int | None = None


@frozen(kw_only=True)
class Cards(Node):
    """Cards that lie together; without `cards` they are hidden, but perhaps for the top and some that were shown."""

    count: int | None = kept()
    cards: tuple[Card, ...] | None = None
    top: Card | None = None
    shown: tuple[Card, ...] = ()
    limit: int | None = None


@frozen(kw_only=True)
class Open(Cards):
    """Cards that lie side by side for all."""

    node = "row"


@frozen(kw_only=True)
class Pile(Cards):
    """Cards on top of one another."""

    node = "pile"


@frozen(kw_only=True)
class Hand(Cards):
    """Cards of a player."""

    node = "hand"


@frozen(kw_only=True)
class Stock(Node):
    """An amount of each of several things."""

    node = "stock"
    items: tuple[Item, ...]
    money: bool = False


@frozen(kw_only=True)
class Badge(Node):
    """A single value."""

    node = "badge"
    value: int | str
    money: bool = False


@frozen(kw_only=True)
class Thing:
    """A piece: whose, where it stands, what it carries."""

    id: str
    kind: str
    name: str
    owner: int | None = None
    on: str = ""
    carries: tuple[Item, ...] = ()
    notes: tuple[str, ...] = ()


@frozen(kw_only=True)
class Person:
    """A seat: its colour and shape, whether it is asked or has the turn, and what it holds of the game's titles."""

    seat: int
    id: str
    name: str
    colour: str
    shape: str
    turn: bool = False
    asked: bool = False
    score: int | str | None = kept()
    holds: tuple[str, ...] = ()


@frozen(kw_only=True)
class Mat:
    """What lies before a player."""

    seat: int
    nodes: tuple[Node, ...]


@frozen(kw_only=True)
class Choice:
    """An option: its key for programs, the ids where it lies on the table, what it costs."""

    key: str
    text: str
    at: tuple[str, ...] = ()
    anytime: bool = False
    price: str = ""


@frozen(kw_only=True)
class Die:
    """A die that was rolled: the face that lies up, and its pips if it is a common one."""

    face: str
    pips: int = 0


@frozen(kw_only=True)
class Question:
    """What is asked, the pieces that it speaks of, and where those stand; only the one who is asked sees what he may
    answer.
    """

    player: int | None = kept()
    prompt: str = ""
    about: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    options: tuple[Choice, ...] = ()


@frozen(kw_only=True)
class Result:
    """How a player ended."""

    seat: int
    score: int | str
    parts: tuple[int | str, ...] = ()
    ties: tuple[int | str, ...] = ()
    won: bool = False


@frozen(kw_only=True)
class Ending:
    """How the game ended: the results in order, and what the parts of a score and the tie-breaks are called."""

    reason: str
    score: str
    parts: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()


@frozen(kw_only=True)
class Picture:
    """A whole table."""

    name: str
    title: str
    language: str
    viewer: int | None = kept()
    move: int = 0
    round: int | None = None
    round_text: str = ""
    phase: str = ""
    score: str = ""
    players: tuple[Person, ...] = ()
    table: tuple[Node, ...] = ()
    things: tuple[Thing, ...] = ()
    mats: tuple[Mat, ...] = ()
    rolled: tuple[Die, ...] = ()
    question: Question | None = None
    ending: Ending | None = None

    @property
    def options(self) -> tuple[Choice, ...]:
        """What the viewer may answer now."""
        return self.question.options if self.question is not None else ()


def as_data(thing: Any) -> Any:
    """A picture, or a part of one, as plain data for JSON; what is empty is left out."""
    if isinstance(thing, tuple):
        return [as_data(item) for item in thing]
    written = parts_of(thing.__class__)
    if written is None:
        return thing
    found = (
        {"picture": VERSION} if isinstance(thing, Picture) else {"node": thing.node} if isinstance(thing, Node) else {}
    )
    for name, default in written:
        value = getattr(thing, name)
        # What it would be if nobody said anything is left out; not so what every node of its sort has.
        if value != default or type(value) is not type(default):
            found[name] = as_data(value)
    return found


@cache
def parts_of(type_: type) -> tuple[tuple[str, Any], ...] | None:
    """The parts of something by name, each with what needs not be written; nothing of what has no parts."""
    if not has(type_):
        return None
    return tuple((a.name, NOTHING if a.metadata.get("kept") else a.default) for a in fields(type_))

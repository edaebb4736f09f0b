"""What a game declares, every name resolved: kinds, columns, fields, zones, values, rules.

These objects are filled by `from_syntax` and not changed after; they are mutable only while they are
being built, because declarations refer to one another in circles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulelang.model.types import Type
from rulelang.source import NOWHERE, Span
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.model.expressions import Expression, Local
    from rulelang.model.statements import Body, Text

Labels = dict[str, str]


@frozen
class Forms:
    """How a word is bent: several of the thing, and its article, which is its gender."""

    several: str | None
    article: str | None


@frozen
class MadeLabel:
    """A label made of the columns of a row: the text with its holes, and what stands in them."""

    text: str
    holes: tuple[tuple[str, Type, Any], ...]


@define(eq=False)
class Member:
    """One member of a kind, known by its number in the root kind; what is made of its row is in no label."""

    key: str
    labels: Labels
    kind: Kind
    owner: int | None = None
    title: int | None = None
    span: Span = NOWHERE
    made: MadeLabel | None = None

    def made_label(self, language: str) -> MadeLabel | None:
        """The label in a language, if it is made of columns."""
        return None if language != "en" and language in self.labels else self.made


@define(eq=False)
class Column:
    """A constant property: one value for each member of the root kind; `given` are those whose table has it."""

    name: str
    kind: Kind
    type: Type
    values: list[Any]
    span: Span = NOWHERE
    read: bool = False
    given: frozenset[int] = frozenset()


@frozen
class Seen:
    """Who may see something: "all", "owner" or "nobody"; the size and the top of a zone besides."""

    by: str = "all"
    count: str = "all"
    top: str | None = None


@define(eq=False)
class Field:
    """State: of the game, of each member of a kind, and perhaps once for each member of further kinds."""

    name: str
    owner: Kind | None
    type: Type
    per: tuple[Kind, ...]
    start: Expression | None
    seen: Seen
    lasts: str | None = None
    span: Span = NOWHERE
    slot: str = ""
    initial_column: dict[int, Any] | None = None
    read: bool = False
    start_syntax: nodes.Expression | None = None
    start_local: Local | None = None
    says: nodes.Says | None = None
    label: str | None = None
    is_shown: bool = True  # unless its author says that it is bookkeeping
    is_helper: bool = False  # of a variant, called by its whole name

    @property
    def is_inner(self) -> bool:
        """Does it belong to a mechanism or an action?"""
        return "." in self.name and not self.is_helper

    @property
    def called(self) -> str:
        """What it is called: as its author says, else by its name."""
        return self.label or self.name.rsplit(".", maxsplit=1)[-1].replace("_", " ").strip()

    @property
    def width(self) -> int:
        """How many values each owner has."""
        total = 1
        for kind in self.per:
            total *= len(kind.root.members)
        return total

    @property
    def size(self) -> int:
        return self.width * (len(self.owner.root.members) if self.owner else 1)

    @property
    def is_scalar(self) -> bool:
        return self.owner is None and not self.per


@define(eq=False)
class Zone:
    """A place for cards: one, or one for each member of a kind."""

    name: str
    card: Kind
    per: Kind | None
    limit: Expression | None
    seen: Seen
    span: Span = NOWHERE
    labels: Labels = field(factory=dict)
    refill: Zone | None = None
    base: int = 0
    read: bool = False
    is_shown: bool = True

    @property
    def count(self) -> int:
        return len(self.per.root.members) if self.per else 1


@define(eq=False)
class Kind:
    """A kind of thing: rows of a table, pieces, cards, players, faces of a die."""

    name: str
    sort: str
    labels: Labels
    span: Span
    parent: Kind | None = None
    per_player: bool = False
    members: list[Member] = field(factory=list)
    columns: dict[str, Column] = field(factory=dict)
    fields: dict[str, Field] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    groups: dict[str, Grid] = field(factory=dict)
    titles: list[str] = field(factory=list)
    title_labels: dict[int, Labels] = field(factory=dict)
    effects: dict[str, dict[int, Rule]] = field(factory=dict)
    key_columns: tuple[str, ...] = ()
    complete: bool = False
    box: int = -1

    @property
    def root(self) -> Kind:
        return self.parent.root if self.parent else self

    def is_a(self, other: Kind) -> bool:
        return any(kind is other for kind in self.line())

    def line(self) -> Iterator[Kind]:
        """The kind, the one it is a kind of, and so on up."""
        kind: Kind | None = self
        while kind is not None:
            yield kind
            kind = kind.parent

    def own_part(self, name: str) -> Column | Field | Zone | Grid | None:
        return self.columns.get(name) or self.fields.get(name) or self.zones.get(name) or self.groups.get(name)

    def find(self, name: str) -> Column | Field | Zone | Grid | None:
        """A column, field, zone or group of columns of this kind or a kind it belongs to.

        What a variant calls its own part is on other kinds what everybody calls so.
        """
        found = next((found for kind in self.line() if (found := kind.own_part(name)) is not None), None)
        return self.find(name.partition(".")[2]) if found is None and "." in name else found

    def own_names(self) -> list[str]:
        return [*self.columns, *self.fields, *self.zones, *self.groups]

    def part_names(self) -> list[str]:
        return [name for kind in self.line() for name in kind.own_names()]

    @property
    def ids(self) -> tuple[int, ...]:
        """Numbers of its members, and of those of its sub-kinds, in the root kind."""
        if self.parent is None:
            return tuple(range(len(self.members)))
        return tuple(i for i, member in enumerate(self.root.members) if member.kind.is_a(self))


@define(eq=False)
class Grid:
    """A table with two keys: rows and columns are both looked up; `key` heads the rows' own column.

    A group of columns of a kind is one too: its rows are the members, and `group` is what it is called there.
    """

    name: str
    key: str
    row_type: Type
    column_type: Type
    type: Type
    cells: dict[tuple[Any, Any], Any]
    rows: tuple[Any, ...]
    places: tuple[Span, ...]  # of the rows
    columns: tuple[Any, ...]
    span: Span
    complete: bool = False
    column_names: tuple[str, ...] = ()
    read: bool = False
    group: str = ""


@define(eq=False)
class Graph:
    """A map: its nodes are a kind, its ways a kind with `from`, `to` and attributes."""

    name: str
    node: Kind
    way: Kind
    directed: bool
    attribute: Kind | None
    between: Kind | None
    span: Span


@define(eq=False)
class Option:
    """A named value set before the game."""

    name: str
    labels: Labels
    type: Type
    values: tuple[Any, ...]
    default: Any
    value: Any
    words: tuple[str, ...]
    span: Span
    cites: tuple[str, ...] = ()
    read: bool = False

    def word(self, value: Any) -> str:
        """One of its values as it is written in rules and given from outside."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.words[value] if value < len(self.words) else str(value)


@define(eq=False)
class Change:
    """`change V by E` or `change V to E`, in force when its guard holds."""

    how: str
    parameters: tuple[Local, ...]
    guard: Expression | None
    amount: Expression
    source: Source
    span: Span
    only: tuple[Any, ...] = ()  # for each parameter the one member it is for, or none
    says: nodes.Says | None = None


@frozen(eq=False)
class Source:
    """Where an amendment comes from: the game, a variant, or a card while it is held."""

    variant: str | None = None
    card: Kind | None = None
    title: int | None = None
    stacks: bool = True
    holder: Local | None = None
    self_: Local | None = None


@define(eq=False)
class Value:
    """A named value: what cards and variants change."""

    name: str
    parameters: tuple[Local, ...]
    type: Type
    body: Expression | None
    span: Span
    cites: tuple[str, ...] = ()
    changes: list[Change] = field(factory=list)
    syntax: nodes.Expression | None = None
    state: str = "new"
    read: bool = False
    index: int = 0
    recursive: bool = False
    says: nodes.Says | None = None
    shown_as: str | None = None  # it belongs on the table, and is called so there
    labels: Labels = field(factory=dict)


@define(eq=False)
class Amendment:
    """`before`, `after`, `instead of`, `forbid`, `allow` a rule."""

    how: str
    guard: Expression | None
    body: Body
    source: Source
    span: Span
    reason: str = ""
    cites: tuple[str, ...] = ()
    lifts: str | None = None
    only: tuple[Any, ...] = ()  # as of changes
    said: Text | None = None  # the reason with its holes
    says: nodes.Says | None = None


@define(eq=False)
class Rule:
    """A named rule with everything that amends it.

    Its role is what it is there for: `setup`; an `action`; the `effect` of a card; the `use` of a window;
    `main`, which plays the rounds, and the parts of a round (`begin`, `phase`, `turn`, `finish`, `between`).
    A `rule` is done where an author calls it.
    """

    name: str
    parameters: tuple[Local, ...]
    span: Span
    labels: Labels = field(factory=dict)
    cites: tuple[str, ...] = ()
    body: Body = field(factory=list)
    amendments: list[Amendment] = field(factory=list)
    role: str = "rule"
    fields: list[Field] = field(factory=list)
    uninterrupted: bool = False
    called: bool = False
    index: int = 0
    syntax: nodes.Block | None = None

    @property
    def is_action(self) -> bool:
        return self.role == "action"

    @property
    def says(self) -> nodes.Says | None:
        """The sentence that its author has for it."""
        return self.syntax.says if self.syntax is not None else None

    @property
    def bodies(self) -> list[Body]:
        """Its own body, and those of everything that amends it."""
        return [self.body, *(a.body for a in self.amendments)]


@define(eq=False)
class Window:
    """Something a player may do at each of his own decisions."""

    name: str
    labels: Labels
    rule: Rule
    span: Span
    source: Source
    guard: Expression | None = None


REST = "the rest"  # no name, so nothing of the author's is called so


@frozen(eq=False)
class ScorePart:
    """A term of a score: the value or field that it is, if it has a name, and what it comes to in the score's unit."""

    thing: Value | Field | None
    value: Expression

    @property
    def name(self) -> str:
        return self.thing.name.rsplit(".", maxsplit=1)[-1] if self.thing is not None else REST


@frozen(eq=False)
class Measure:
    """What experiments read of a game: at its end, or after each turn or round.

    The value is so many times as large as `unit` says; `told` is what the author wrote.
    """

    name: str
    player: Local | None  # without one it is read of the game, else of each player
    value: Expression
    unit: int
    after: str | None  # turn or round; else it is read at the end of the game
    span: Span
    told: Expression


@define(eq=False)
class Score:
    """How the game is scored: a value for each player, and tie-breaks in order.

    Both are in whole numbers, so many times as large as `units` say; `told` is what the author wrote.
    """

    name: str
    player: Local
    value: Expression
    ties: list[Expression]
    span: Span
    units: tuple[int, ...]
    told: tuple[Expression, ...]
    parts: tuple[ScorePart, ...] = ()

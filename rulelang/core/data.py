"""What the core knows of a world's data: tables, fields, cards, each made once and known by its declaration.

Nothing here hangs on how a state is laid out in memory; that is `layout.py`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from attrs import define, evolve, field

from rulelang.core.answers import Answers, Playable
from rulelang.core.nodes import LEAST, MOST, NONE, Deck, Rows, Store, Table
from rulelang.core.shown import card_kind, seers
from rulelang.core.tables import plain, safe
from rulelang.model.declarations import Field, Kind, Zone
from rulelang.model.types import Action, Entity, Flag, Many, Maybe, Number, Text, Type, strip

# How many items a list of the state may have room for; a game that needs more is played in Python.
LIST_BOUND = 64
WIDEST_TABLE = 1 << 16


class NotYet(Exception):
    """The core can not say this: what, in words for people."""


@define(eq=False)
class Data:
    """Tables, stores and decks of one program, by what they are of."""

    program: Playable
    tables: list[Table | Rows] = field(factory=list)
    stores: dict[Field, Store] = field(factory=dict)
    decks: dict[Kind, Deck] = field(factory=dict)
    texts: list[str] = field(factory=list)
    kept: list[Store] = field(factory=list)  # what is kept of cards and shown fields besides
    shown_fields: dict[Field, Store] = field(factory=dict)
    _known: dict[Hashable, Any] = field(factory=dict)
    _zones: dict[Zone, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for root in self.answers.card_roots():
            self.decks[root] = self.made_deck(root)
        for declared in self.answers.all_fields():
            self.stores[declared] = self.made_store(declared)
        for declared in sorted(self.answers.showing.fields, key=lambda f: self.stores[f].name):
            store = self.stores[declared]
            made = Store(f"shown_{store.name}", store.places, 0, self.everybody)
            self.shown_fields[declared] = self.keep(made)

    @property
    def answers(self) -> Answers:
        return self.program.answers

    @property
    def everybody(self) -> int:
        """A bit for each player, and one for whoever looks on."""
        return (1 << (self.answers.world.players + 1)) - 1

    def keep(self, store: Store) -> Store:
        self.kept.append(store)
        return store

    def deck_of(self, type_: Type | None) -> Deck | None:
        """The deck that words of a type speak of, if they are cards."""
        kind = card_kind(type_) if type_ is not None else None
        return self.decks.get(kind) if kind is not None else None

    # ---- words ------------------------------------------------------------------------------------------

    def word(self, value: Any) -> int:
        """A value of the model as a word."""
        value = plain(value)
        if value is None:
            return NONE
        if isinstance(value, str):
            return self.text(value)
        if not LEAST <= int(value) <= MOST:
            raise NotYet(f"the number {value}")
        return int(value)

    def text(self, value: str) -> int:
        """The number of a text: they are only compared."""
        if value not in self.texts:
            self.texts.append(value)
        return self.texts.index(value)

    # ---- tables -----------------------------------------------------------------------------------------

    def table(self, key: Hashable, name: str, values: Iterable[Any]) -> Table:
        if key not in self._known:
            self._known[key] = Table(self.fresh(name), tuple(map(self.word, values)))
            self.tables.append(self._known[key])
        found: Table = self._known[key]
        return found

    def rows(self, key: Hashable, name: str, rows: Iterable[Sequence[Any] | None]) -> Rows:
        if key not in self._known:
            made = tuple(tuple(self.word(item) for item in row or ()) for row in rows)
            if any(abs(word) > 32_000 for row in made for word in row):
                raise NotYet("lists of large numbers or of none")
            self._known[key] = Rows(self.fresh(name), made)
            self.tables.append(self._known[key])
        found: Rows = self._known[key]
        return found

    def fresh(self, name: str) -> str:
        taken = {table.name for table in self.tables}
        base = safe(name)
        return next(n for n in (base, *(f"{base}_{i}" for i in range(2, len(taken) + 3))) if n not in taken)

    def known(self, name: str, keys: int = 1) -> tuple[Table, list[int]]:
        """A table of the layout by so many keys, row after row; how many there are of each."""
        values, sizes = self.spread(name, keys)
        return self.table((name, keys), name.lower(), values), sizes

    def known_rows(self, name: str, keys: int, or_empty: bool) -> tuple[Rows, list[int]]:
        """A table of lists, perhaps with an empty one behind all others."""
        rows, sizes = self.spread(name, keys)
        return self.rows((name, keys, or_empty), name.lower(), [*rows, *([()] if or_empty else [])]), sizes

    def open_zones(self, kind: Kind) -> Table:
        """Which zones of a kind of cards everybody looks into."""
        opened = self.answers.layout.constants[self.answers.layout.open_zones()]
        is_open = [number in opened for number in self.zone_numbers(kind.root)]
        return self.table((kind.root, "open"), f"open_{kind.root.name}", is_open)

    def spread(self, name: str, keys: int) -> tuple[list[Any], list[int]]:
        found, sizes = [self.answers.layout.constants[name]], []
        for _ in range(keys):
            sizes.append(len(found[0]))
            found = [each for row in found for each in row]
        return found, sizes

    def search(self, name: str) -> tuple[Table, tuple[tuple[int, int], ...]]:
        """A table of the layout that is searched by several keys, or by one."""
        found = self.answers.layout.constants[name]
        cells = {key if isinstance(key, tuple) else (key,): plain(value) for key, value in found.items()}
        return self.dense(name, name.lower(), cells)

    def dense(
        self, key: Hashable, name: str, cells: dict[tuple[Any, ...], Any]
    ) -> tuple[Table, tuple[tuple[int, int], ...]]:
        """A table by several keys as one in a row; for each key the first and how many."""
        words = {tuple(map(self.word, given)): value for given, value in cells.items()}
        columns = list(zip(*words, strict=True)) or [(0,)]
        spans = tuple((min(column), max(column) - min(column) + 1) for column in columns)
        total = 1
        for _, count in spans:
            total *= count
        if total > WIDEST_TABLE:
            raise NotYet(f"the table `{name}`, whose keys lie far apart")
        values: list[Any] = [None] * total
        for given, value in words.items():
            at = 0
            for word, (first, count) in zip(given, spans, strict=False):
                at = at * count + word - first
            values[at] = value
        return self.table(key, name, values), spans

    # ---- the state --------------------------------------------------------------------------------------

    def made_store(self, declared: Field) -> Store:
        name = self.answers.layout.slot(declared)
        deck = self.deck_of(declared.type)
        if isinstance(strip(declared.type), Many):
            if isinstance(declared.type, Maybe):
                raise NotYet("a list that may be none")
            return Store(name, declared.size, bound=LIST_BOUND, is_scalar=declared.is_scalar, deck=deck)
        low, high = self.bounds(declared.type)
        if isinstance(strip(declared.type), Number) and (low, high) == (LEAST, MOST):
            low, high = self.usual_range(declared)
        may_be_none, is_scalar = isinstance(declared.type, Maybe), declared.is_scalar
        return Store(name, declared.size, low, high, may_be_none, is_scalar=is_scalar, deck=deck)

    def usual_range(self, declared: Field) -> tuple[int, int]:
        """Numbers without a range have 16 bits, money and what starts large has 32; stores are checked."""
        start = getattr(self.program.start, self.answers.layout.slot(declared))
        values = [start] if declared.is_scalar else start
        kind = strip(declared.type)
        is_large = any(isinstance(value, int) and abs(value) > 8_000 for value in values)
        is_wide = is_large or (isinstance(kind, Number) and kind.money) or isinstance(declared.type, Maybe)
        return (LEAST, MOST) if is_wide else (-32_767, 32_767)

    def bounds(self, type_: Type) -> tuple[int, int]:
        """The least and the most that a word of a type is, when it is not none."""
        match strip(type_):
            case Flag():
                return 0, 1
            case Entity(kind):
                return 0, max(0, len(kind.root.members) - 1)
            case Number(low=low, high=high):
                return (LEAST if low is None else low), (MOST if high is None else high)
            case Text() | Action():
                return 0, 1 << 15
        return LEAST, MOST

    def made_deck(self, root: Kind) -> Deck:
        count = 1
        for zone in self.answers.world.zones.values():
            if zone.card.root is root:
                self._zones[zone] = count
                count += zone.count
        return self.with_accounts(root, Deck(safe(root.name), len(root.members), count))

    def with_accounts(self, root: Kind, deck: Deck) -> Deck:
        """A deck with what is kept of its cards besides where they lie."""
        name, world, numbers = root.name, self.answers.world, self.zone_numbers(root)
        if name in self.answers.held_kinds:
            titles = tuple(self.word(member.title) for member in root.members)
            owners = {
                zone.base + player: player
                for zone in world.zones.values()
                if zone.card.root is root and zone.per is world.player and zone.seen.by == "all"
                for player in range(world.players)
            }
            copies = max(map(titles.count, titles), default=1)
            held = self.keep(Store(f"held_{deck.name}", len(root.titles), bound=copies))
            deck = evolve(deck, titles=titles, holders=tuple(owners.get(n, NONE) for n in numbers), held=held)
        if name in self.answers.showing.kinds | self.answers.showing.boxed:
            found = seers(world, root)
            deck = evolve(deck, seers=tuple(self.seer_bits(found.get(n)) for n in numbers))
        if name in self.answers.showing.kinds:
            deck = evolve(deck, shown=self.keep(Store(f"shown_{deck.name}", deck.cards, 0, self.everybody)))
        if name in self.answers.showing.boxed:
            deck = evolve(deck, boxed=self.keep(Store(f"boxed_{deck.name}", deck.cards, 0, self.everybody)))
        return deck

    def seer_bits(self, seer: int | str | None) -> int:
        if seer is None:
            return 0
        return 1 << seer if isinstance(seer, int) else self.everybody

    def first_zone(self, zone: Zone) -> int:
        """The number of a zone, or of the first of several, among those of its cards."""
        return self._zones[zone]

    def zone_numbers(self, root: Kind) -> list[int]:
        """For each zone of a deck the number that it has in the plain engine."""
        numbers = [root.box]
        for zone in self._zones:
            if zone.card.root is root:
                numbers += range(zone.base, zone.base + zone.count)
        return numbers

    def store(self, name: str) -> Store:
        """The store of a field of the game."""
        return self.stores[self.answers.world.fields[name]]

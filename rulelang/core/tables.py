"""Where everything lives at run time: names of columns, slots of the state, tables as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from attrs import define, field

from rulelang.core.chance import keys_of
from rulelang.core.counting import Counters
from rulelang.core.purposes import streams_of
from rulelang.model.declarations import Column, Field, Graph, Grid, Kind, Rule
from rulelang.model.proofs.cost import Effort, effort_of
from rulelang.model.types import Flag
from rulelang.model.world import World


def safe(name: str) -> str:
    """A declared name as a Python name; the author's text never gets further than this."""
    return re.sub(r"[^a-z0-9_]", "_", name)


def plain(value: Any) -> Any:
    """A table value as run-time data: actions are the numbers of their rules."""
    if isinstance(value, Rule):
        return value.index
    if isinstance(value, tuple | list):
        return tuple(plain(v) for v in value)
    return value


@define(eq=False)
class Layout:
    """Names for the data of a world, and the data itself."""

    world: World
    constants: dict[str, Any] = field(factory=dict)
    helpers: list[str] = field(factory=list)
    counters: Counters | None = None  # of a program that counts what happens
    _effort: Effort | None = None
    _streams: dict[str, int] | None = None
    _names: dict[Any, str] = field(factory=dict)
    _taken: set[str] = field(factory=set)

    @property
    def effort(self) -> Effort:
        """What things take."""
        if self._effort is None:
            self._effort = effort_of(self.world)
        return self._effort

    @property
    def streams(self) -> dict[str, int]:
        """Where in the table `CHANCE` the keys of each purpose of chance begin."""
        if self._streams is None:
            self._streams = streams_of(self.world)
            self.constants["CHANCE"] = keys_of(list(self._streams), self.world.players)
        return self._streams

    def new_helpers(self) -> list[str]:
        """Functions that expressions were given, since this was last asked."""
        new, self.helpers = self.helpers, []
        return new

    def helpers_by_name(self) -> dict[str, str]:
        return {text[len("def ") : text.index("(")]: text for text in self.helpers}

    def fresh(self, base: str) -> str:
        name = base
        number = 2
        while name in self._taken:
            name = f"{base}_{number}"
            number += 1
        self._taken.add(name)
        return name

    def _named(self, thing: Any, base: str) -> tuple[str, bool]:
        known = self._names.get(thing)
        if known is not None:
            return known, False
        name = self.fresh(base)
        self._names[thing] = name
        return name, True

    def column(self, column: Column) -> str:
        """What a row does not have counts as `no` where a column holds flags."""
        missing = False if isinstance(column.type, Flag) else None
        values = [missing if value is None else plain(value) for value in column.values]
        values += [missing] * (len(column.kind.root.members) - len(values))
        return self.table(column, f"{safe(column.kind.name).upper()}_{safe(column.name)}", values)

    def rows_of_rows(self, outer: str, inner: str) -> int | None:
        """Make a table of a column of a column's members; how many each holds, if it is the same for all."""
        name = f"{outer}_{inner}"
        if name not in self.constants:
            cells = self.constants[inner]
            if any(row is None for row in (*self.constants[outer], *cells)):
                return None
            self.constants[name] = tuple(tuple(cells[i] for i in row) for row in self.constants[outer])
        widths = {len(row) for rows in self.constants[name] for row in rows}
        return widths.pop() if len(widths) == 1 else None

    def tabulated(self, text: str) -> str:
        """A table worked out before the game starts, from generated text over other tables."""
        name = self.fresh("CHOICES")
        tools = {"tuple": tuple, "range": range}
        self.constants[name] = eval(compile(text, "<table>", "eval"), {**self.constants, "__builtins__": tools})  # noqa: S307
        return name

    def slot(self, field_: Field) -> str:
        if not field_.slot:
            owner = f"{safe(field_.owner.name)}_" if field_.owner else "g_"
            field_.slot = self.fresh(owner + safe(field_.name))
        return field_.slot

    def location(self, kind: Kind) -> str:
        return f"loc_{safe(kind.root.name)}"

    def table(self, key: Any, base: str, values: Iterable[Any]) -> str:
        """A table of that name, made when it is first asked for."""
        name, new = self._named(key, base)
        if new:
            self.constants[name] = tuple(values)
        return name

    def members(self, kind: Kind) -> str:
        return self.table((kind, "all"), f"ALL_{safe(kind.name)}", kind.ids)

    def owned(self, kind: Kind) -> str:
        """The pieces of each player."""
        owners = [member.owner for member in kind.root.members]
        rows = (tuple(i for i, owner in enumerate(owners) if owner == p) for p in range(self.world.players))
        return self.table((kind, "owned"), f"{safe(kind.name).upper()}_of", rows)

    def owner(self, kind: Kind) -> str:
        owners = (member.owner for member in kind.root.members)
        return self.table((kind.root, "owner"), f"{safe(kind.root.name).upper()}_owner", owners)

    def others(self, kind: Kind) -> str:
        """For each piece the other one of its owner; itself if there is none."""
        owners = [member.owner for member in kind.root.members]
        rest = (
            next((i for i, owner in enumerate(owners) if owner == own and i != number), number)
            for number, own in enumerate(owners)
        )
        return self.table((kind.root, "other"), f"{safe(kind.root.name).upper()}_other", rest)

    def titles(self, kind: Kind) -> str:
        titles = (member.title for member in kind.root.members)
        return self.table((kind.root, "titles"), f"{safe(kind.root.name).upper()}_title", titles)

    def effects(self, kind: Kind, effect: str) -> str:
        """The rule that an effect of each card is, if it has it."""
        rules = kind.effects.get(effect, {})
        done = (plain(rules.get(member.title)) for member in kind.members)  # type: ignore[arg-type]
        return self.table((kind, effect), f"EFFECT_{safe(kind.name)}_{safe(effect)}", done)

    def seats(self, direction: str) -> str:
        """All players from each on."""
        n, sign = self.world.players, 1 if direction == "clockwise" else -1
        rows = (tuple((p + sign * i) % n for i in range(n)) for p in range(n))
        return self.table(direction, direction.upper(), rows)

    def open_zones(self) -> str:
        """The numbers of the zones that everybody looks into."""
        name, new = self._named("open zones", "OPEN_ZONES")
        if new:
            zones = [zone for zone in self.world.zones.values() if zone.seen.by == "all"]
            self.constants[name] = frozenset(zone.base + i for zone in zones for i in range(zone.count))
        return name

    def rows(self, kind: Kind) -> str:
        """For each card, the first card that is just like it."""
        root, first = kind.root, dict[Any, int]()
        columns = [self.constants[self.column(column)] for column in root.columns.values()]
        looks = ((member.title, *(column[n] for column in columns)) for n, member in enumerate(root.members))
        like = (first.setdefault(look, n) for n, look in enumerate(looks))
        return self.table((root, "rows"), f"{safe(root.name).upper()}_like", like)

    def has_copies(self, kind: Kind) -> bool:
        """Are there cards that nobody could tell apart?"""
        if kind.root.fields:
            return False
        like = self.constants[self.rows(kind)]
        return any(n != i for i, n in enumerate(like))

    def is_of(self, kind: Kind) -> str:
        """Which members of the root are of a narrower kind."""
        own = (member.kind.is_a(kind) for member in kind.root.members)
        return self.table((kind, "is_of"), f"IS_{safe(kind.name)}", own)

    def grid(self, grid: Grid) -> str:
        name, new = self._named(grid, f"GRID_{safe(grid.name)}")
        if new:
            self.constants[name] = {plain(k): plain(v) for k, v in grid.cells.items()}
        return name

    def lookup(self, kind: Kind) -> str:
        """Rows of a table by their keys."""
        name, new = self._named((kind, "lookup"), f"ROW_{safe(kind.name)}")
        if new:
            table: dict[Any, int] = {}
            columns = [kind.columns[c].values for c in kind.key_columns]
            for number in kind.ids:
                key = tuple(plain(c[number]) for c in columns)
                table.setdefault(key if len(key) > 1 else key[0], number)
                if kind.sort == "unordered":
                    table.setdefault(key[::-1], number)
            self.constants[name] = table
        return name

    def ways(self, graph: Graph, into: bool, marked: bool) -> str:
        """Ways out of (or into) each place, perhaps by their mark."""
        base = f"{'INTO' if into else 'WAYS'}_{safe(graph.name)}{'_by' if marked else ''}"
        if base not in self.constants:
            self._taken.add(base)
            ends = graph.way.columns["to" if into else "from"].values
            size = len(graph.node.root.members)
            if marked and graph.attribute is not None:
                marks = graph.way.columns[graph.attribute.name].values
                count = len(graph.attribute.root.members)
                table: Any = tuple(
                    tuple(
                        tuple(w for w, e in enumerate(ends) if e == place and marks[w] == mark) for mark in range(count)
                    )
                    for place in range(size)
                )
            else:
                table = tuple(tuple(w for w, e in enumerate(ends) if e == place) for place in range(size))
            self.constants[base] = table
        return base

    def distances(self, graph: Graph, marked: bool = False) -> str:
        """Fewest ways between any two places, or none; perhaps by ways of one mark."""
        name = f"STEPS_{safe(graph.name)}{'_by' if marked else ''}"
        if name not in self.constants:
            self._taken.add(name)
            if marked and graph.attribute is not None:
                self.constants[name] = tuple(shortest(graph, mark) for mark in range(len(graph.attribute.root.members)))
            else:
                self.constants[name] = shortest(graph)
        return name


def shortest(graph: Graph, mark: int | None = None) -> tuple[tuple[int | None, ...], ...]:
    """Breadth-first distances from every place, by all ways or those of one mark."""
    size = len(graph.node.root.members)
    out: list[list[int]] = [[] for _ in range(size)]
    starts, ends = graph.way.columns["from"].values, graph.way.columns["to"].values
    marks = graph.way.columns[graph.attribute.name].values if graph.attribute is not None and mark is not None else None
    for way, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if marks is None or marks[way] == mark:
            out[start].append(end)
    table = []
    for start in range(size):
        found: list[int | None] = [None] * size
        found[start] = 0
        edge = [start]
        steps = 0
        while edge:
            steps += 1
            new = []
            for place in edge:
                for end in out[place]:
                    if found[end] is None:
                        found[end] = steps
                        new.append(end)
            edge = new
        table.append(tuple(found))
    return tuple(table)

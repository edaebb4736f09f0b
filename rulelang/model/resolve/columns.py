"""Columns of kinds, and grids: what the tables of a game hold, once all members are known."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import types as say_types
from rulelang.model.declarations import Column, Grid, Kind
from rulelang.model.resolve.blocks import Table
from rulelang.model.resolve.cells import CellReader
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.groups import group_lines, read_groups
from rulelang.model.resolve.tables import Draft, TableReader
from rulelang.model.resolve.types import type_of
from rulelang.model.types import NUMBER, Entity, Flag, Many, Maybe, Type, Unknown, fits, strip
from rulelang.model.world import MOST_THINGS, World
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import is_label_column


@frozen
class Written:
    """A column as it stands in one table."""

    draft: Draft
    table: Table
    index: int

    @property
    def head(self) -> Span:
        return self.table.header.cells[self.index].span

    @property
    def cells(self) -> list[nodes.Cell]:
        return [row.cells[self.index] for row in self.table.rows]


class ColumnReader:
    """Reads the columns of all tables.

    What a kind and its sub-kinds call by one name is one column: it belongs to the highest of them, and its
    cells are those of all their tables.
    """

    def __init__(self, world: World, elaborator: Elaborator, tables: TableReader, cells: CellReader) -> None:
        self.world = world
        self.el = elaborator
        self.tables = tables
        self.cells = cells
        self.config = tables.config
        self.written: dict[str, dict[Kind, list[Written]]] = {}  # by the name of the column
        self.fields: dict[tuple[Kind, str], nodes.Field] = {}
        self.children: dict[Kind, list[Kind]] = {}

    def read(self) -> None:
        self.collect()
        done: set[tuple[Kind, str]] = set()
        for draft in self.tables.drafts:
            for name in self.data_columns(draft) if not self.is_grid(draft) else ():
                part = self.home(draft.kind, name), name
                if part not in done:
                    done.add(part)
                    self.read_part(*part)
        read_groups(self.world, self.tables.drafts)
        for table, column in self.tables.counted:
            counts = self.world.kinds.get(table)
            if counts is not None and column in counts.columns:
                counts.columns[column].read = True

    def collect(self) -> None:
        """What each kind has in its own tables and among its own fields."""
        for draft in self.tables.drafts:
            for name, index in self.data_columns(draft).items():
                assert draft.table is not None
                kinds = self.written.setdefault(name, {})
                kinds.setdefault(draft.kind, []).append(Written(draft, draft.table, index))
            for item in draft.block.body:
                if isinstance(item, nodes.Field) and str(item.path) not in self.config.get(draft.block.keyword, ()):
                    self.fields[draft.kind, str(item.path)] = item
        for kind in self.world.kinds.values():
            if kind.parent is not None:
                self.children.setdefault(kind.parent, []).append(kind)

    def data_columns(self, draft: Draft) -> dict[str, int]:
        """The columns that hold data: neither names nor labels nor numbers of copies."""
        names = draft.table.names if draft.table is not None else ()
        keyword = draft.block.keyword
        apart = set() if keyword == "table" else {draft.table.key} if draft.table else set()
        apart |= {"copies"} if keyword == "card" else set()
        return {name: at for at, name in enumerate(names) if name not in apart and not is_label_column(name)}

    def home(self, kind: Kind, name: str) -> Kind:
        """The kind that a column belongs to: the highest that declares it, or whose sub-kinds all have it."""
        return [k for k in kind.line() if self.declares(k, name) or self.is_shared(k, name)][-1]

    def declares(self, kind: Kind, name: str) -> bool:
        return kind in self.written.get(name, ()) or (kind, name) in self.fields

    def is_shared(self, kind: Kind, name: str) -> bool:
        """Has every member a column by way of its sub-kind, and never as a field?"""
        below = self.children.get(kind, ())
        return (
            bool(below)
            and all(member.kind is not kind for member in kind.root.members)
            and all(
                (k in self.written.get(name, ()) and (k, name) not in self.fields) or self.is_shared(k, name)
                for k in below
            )
        )

    def read_part(self, home: Kind, name: str) -> None:
        """A column with its cells from all tables."""
        written = [w for kind, many in self.written[name].items() if kind.is_a(home) for w in many]
        head = written[0].head
        wanted = self.declared_type(home, name, written)
        type_, values = self.cells.read_cells(home, name, [cell for w in written for cell in w.cells], wanted, head)
        if wanted is not None and not fits(strip(type_), strip(wanted)):
            self.world.report(say_types.wrong_type(head, str(type_), str(wanted), f"column `{name}`"))
        numbers = [numbers for w in written for numbers in self.row_ids(w.draft)]
        given = {one: value for many, value in zip(numbers, values, strict=True) for one in many}
        lacking = [i for i in home.ids if i not in given]
        empty = {Flag: False, Many: ()}.get(type(type_))
        if lacking and empty is None and not isinstance(type_, Maybe | Unknown):
            type_ = Maybe(type_)
        cells = [given.get(i, empty) for i in range(len(home.root.members))]
        home.columns[name] = Column(name, home, type_, cells, head, given=frozenset(given))

    def declared_type(self, home: Kind, name: str, written: list[Written]) -> Type | None:
        """The type a column was given: by a field of that name or a `column` line."""
        field = self.fields.get((home, name))
        if field is not None and field.values:
            return type_of(self.el, field.values[0])
        for item in (item for w in written for item in w.draft.block.body):
            if isinstance(item, nodes.Block) and item.keyword == "column" and str(item.path) == name:
                of = item.clause("of")
                if of is not None and of.values:
                    return type_of(self.el, of.values[0])
        return None

    def row_ids(self, draft: Draft) -> list[list[int]]:
        """The members each row stands for: its copies, or one piece for each player."""
        table = draft.table
        assert table is not None
        if draft.kind.per_player:
            size = len(table.rows)
            return [[p * size + n + draft.ids[0] for p in range(self.world.players)] for n in range(size)]
        if draft.kind.sort == "player":
            return [[draft.ids[n]] if n < len(draft.ids) else [] for n in range(len(table.rows))]
        ids = iter(draft.ids)
        groups = []
        for row in table.rows:
            copies = min(self.tables.copies(draft.block, table, row), MOST_THINGS)
            groups.append([next(ids) for _ in range(copies)])
        return groups

    # ---- grids ------------------------------------------------------------------------------------

    def is_grid(self, draft: Draft) -> bool:
        """A table whose column heads are numbers, or members of a kind, is looked up by row and column."""
        kind, table = draft.kind, draft.table
        if table is None or kind.sort != "table" or any(group_lines(draft.block)):
            return False
        heads = [cell.values[0] if cell.values else None for cell in table.header.cells[1:]]
        if not heads:
            return False
        if all(isinstance(h, nodes.Number) for h in heads):
            column_type: Type = NUMBER
            columns = [h.value for h in heads if isinstance(h, nodes.Number)]
        else:
            found = self.member_heads(heads)
            if found is None:
                return False
            column_type, columns = found
        self.world.kinds.pop(kind.name, None)
        first = [row.cells[0] for row in table.rows]
        row_type, rows = self.cells.read_cells(kind, table.names[0], first, None, table.header.span)
        written = [row.cells[1:] for row in table.rows]
        type_, values = self.cells.read_cells(
            kind, kind.name, [c for row in written for c in row], None, table.header.span
        )
        keys = [(row, column) for row in rows for column in columns]
        cells = {key: value for key, value in zip(keys, values, strict=True) if value is not None}
        full = len(cells) == len(rows) * len(columns)
        complete = full and covers(row_type, rows) and covers(column_type, columns)
        self.world.grids[kind.name] = Grid(
            kind.name, table.names[0], strip(row_type), column_type, type_ if complete else Maybe(strip(type_)),
            cells, tuple(rows), tuple(row.span for row in table.rows), tuple(columns), kind.span, complete,
            tuple(table.names[1:]),
        )  # fmt: skip
        return True

    def member_heads(self, heads: list[Any]) -> tuple[Type, list[int]] | None:
        common: list[Kind] | None = None
        for head in heads:
            if not isinstance(head, nodes.Name):
                return None
            owners = dict.fromkeys(kind for kind, _ in self.world.members.get(head.name, ()))
            common = [kind for kind in owners if common is None or kind in common]
        if not common:
            return None
        kind, *others = common
        if others:
            self.world.report(say_names.ambiguous_heads(heads[0].span, heads[0].name, [k.name for k in common]))
        numbers = {kind.members[n].key: n for n in range(len(kind.members))}
        return Entity(kind), [numbers[h.name] for h in heads]


def covers(type_: Type, values: list[Any]) -> bool:
    plain = strip(type_)
    return isinstance(plain, Entity) and set(plain.kind.ids) <= set(values)

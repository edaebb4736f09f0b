"""Columns of kinds, and grids: what the tables of a game hold, once all members are known."""

from __future__ import annotations

from typing import Any

from rulelang.model.blocks import NAME_COLUMNS, Table, cell_number, is_label_column
from rulelang.model.cells import CellReader
from rulelang.model.declarations import Column, Grid, Kind
from rulelang.model.elaborate import Elaborator
from rulelang.model.tables import Draft, TableReader
from rulelang.model.types import NUMBER, UNKNOWN, Entity, Maybe, Type, join, strip
from rulelang.model.world import MOST_THINGS, World
from rulelang.model.written_types import type_of
from rulelang.source import Span
from rulelang.syntax import nodes


class ColumnReader:
    """Reads the columns of all tables."""

    def __init__(self, world: World, elaborator: Elaborator, tables: TableReader, cells: CellReader) -> None:
        self.world = world
        self.el = elaborator
        self.tables = tables
        self.cells = cells
        self.config = tables.config

    def read(self) -> None:
        for draft in self.tables.drafts:
            if draft.table is not None:
                self.read_draft(draft)
        for kind in self.world.kinds.values():
            if kind.sort == "card" and kind.parent is None:
                self.settle_columns(kind)
        for table, column in self.tables.counted:
            counts = self.world.kinds.get(table)
            if counts is not None and column in counts.columns:
                counts.columns[column].read = True

    def settle_columns(self, kind: Kind) -> None:
        """Cards may get their columns from several blocks: a column that all cards have is never none."""
        for column in kind.columns.values():
            if isinstance(column.type, Maybe) and None not in column.values[: len(kind.members)]:
                column.type = column.type.inner

    def read_draft(self, draft: Draft) -> None:
        kind, table = draft.kind, draft.table
        assert table is not None
        if kind.sort == "table" and self.is_grid(kind, draft.block, table):
            return
        declared = {str(f.path): f for f in draft.block.body if isinstance(f, nodes.Field)}
        for index, name in enumerate(table.names):
            if name in NAME_COLUMNS or is_label_column(name) or (name == "copies"):
                if name in NAME_COLUMNS and kind.sort == "table":
                    pass
                else:
                    continue
            cells = [row.cells[index] for row in table.rows]
            wanted = self.declared_type(kind, declared, name, draft.block)
            type_, values = self.cells.read_cells(kind, name, cells, wanted, table.header.cells[index].span)
            self.store_column(draft, name, type_, values, table.header.cells[index].span)

    def declared_type(self, kind: Kind, declared: dict[str, nodes.Field], name: str, block: nodes.Block) -> Type | None:
        """The type a column was given: by a field of that name or a `column` line."""
        field = declared.get(name)
        if field is not None and field.values and name not in self.config.get(block.keyword, ()):
            return type_of(self.el, field.values[0])
        for item in block.body:
            if isinstance(item, nodes.Block) and item.keyword == "column" and str(item.path) == name:
                of = item.clause("of")
                if of is not None and of.values:
                    return type_of(self.el, of.values[0])
        known = kind.root.columns.get(name) or kind.columns.get(name)
        return strip(known.type) if known is not None else None

    def store_column(self, draft: Draft, name: str, type_: Type, values: list[Any], span: Span) -> None:
        kind = draft.kind
        root = kind.root
        owner = kind if kind.sort != "card" else root
        column = owner.columns.get(name)
        if column is None:
            column = Column(name, owner, type_, [None] * len(root.members), span)
            owner.columns[name] = column
        else:
            column.type = join(column.type, type_)
        column.values += [None] * (len(root.members) - len(column.values))
        for number, value in zip(self.row_ids(draft), values, strict=True):
            for one in number:
                column.values[one] = value
        filled = set(draft.ids)
        if kind.sort == "card" and any(i not in filled and column.values[i] is None for i in range(len(root.members))):
            column.type = column.type if isinstance(column.type, Maybe) else Maybe(column.type)

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
            written = cell_number(table, row, "copies")
            copies = self.tables.block_copies(draft.block) if written is None else min(written, MOST_THINGS)
            groups.append([next(ids) for _ in range(copies)])
        return groups

    # ---- grids ------------------------------------------------------------------------------------

    def is_grid(self, kind: Kind, block: nodes.Block, table: Table) -> bool:
        """A table whose column heads are numbers, or members of a kind, is looked up by row and column."""
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
        cells: dict[tuple[Any, Any], Any] = {}
        type_: Type = UNKNOWN
        for index, column in enumerate(columns, 1):
            cell_type, values = self.cells.read_cells(
                kind, table.names[index], [r.cells[index] for r in table.rows], None, table.header.span
            )
            type_ = join(type_, cell_type)
            for row, value in zip(rows, values, strict=True):
                if value is not None:
                    cells[row, column] = value
        full = len(cells) == len(rows) * len(columns)
        complete = full and covers(row_type, rows) and covers(column_type, columns)
        names = tuple(table.names[1:])
        self.world.grids[kind.name] = Grid(
            kind.name, strip(row_type), column_type, type_ if full and complete else Maybe(strip(type_)),
            cells, tuple(rows), tuple(columns), kind.span, complete, names,
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
        kind = common[0]
        numbers = {kind.members[n].key: n for n in range(len(kind.members))}
        return Entity(kind), [numbers[h.name] for h in heads]


def covers(type_: Type, values: list[Any]) -> bool:
    plain = strip(type_)
    return isinstance(plain, Entity) and set(plain.kind.ids) <= set(values)

"""The table of a block while it is amended: rows are found by their keys, cells written, rows added and dropped.

Everything here is as it is written; what the cells mean is asked when the amended block is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import Factory, define, evolve, field

from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import header_name
from rulelang.syntax.spell import spell
from rulelang.syntax.words import name_column

Key = tuple[str, ...]


@define(eq=False)
class Line:
    """A row: its cells by column, and the rows that were put right behind it."""

    cells: dict[str, nodes.Cell]
    span: Span
    written: nodes.Row | None = None  # as it stands in the file, if nothing was changed
    followers: list[Line] = field(factory=list)
    dropped: bool = False

    def write(self, column: str, cell: nodes.Cell) -> None:
        self.cells[column] = cell
        self.written = None


@define
class Rows:
    """The head of a table and its rows, in order."""

    block: nodes.Block
    heads: dict[str, nodes.Cell]
    lines: list[Line]
    head: nodes.Row | None
    key: tuple[str, ...] = Factory(lambda self: self.key_columns(), takes_self=True)

    @classmethod
    def of(cls, block: nodes.Block) -> Rows:
        rows = [item for item in block.body if isinstance(item, nodes.Row)]
        if not rows:
            return cls(block, {}, [], None)
        heads = {header_name(cell): cell for cell in rows[0].cells}
        lines = [Line(dict(zip(heads, row.cells, strict=False)), row.span, row) for row in rows[1:]]
        return cls(block, heads, lines, rows[0])

    def key_columns(self) -> tuple[str, ...]:
        """The columns whose cells tell a row from others; none if rows have no names."""
        block, names = self.block, tuple(self.heads)
        keys = block.field("keys") or block.field("unordered")
        named = name_column(block.keyword, names)
        if keys is not None and block.keyword == "table":
            return tuple(spell(value) for value in keys.values)
        if named is not None:
            return (named,)
        if block.keyword == "map":
            return ("from", "to") if "to" in names else ("from",)
        return () if block.keyword in ("kind", "card", "piece", "die", "player") else names[:1]

    @property
    def is_unordered(self) -> bool:
        return self.block.keyword == "table" and self.block.field("unordered") is not None

    def key_of(self, cells: Mapping[str, nodes.Cell]) -> Key:
        """What a row is found by; a way without a name of its own by its two ends."""
        key = tuple(text_of(cells.get(name)) for name in self.key)
        if self.block.keyword == "map":
            return ("_".join(key),)
        return tuple(sorted(key)) if self.is_unordered else key

    def wanted(self, keys: Sequence[nodes.Expression]) -> Key:
        found = tuple(spell(key) for key in keys)
        return tuple(sorted(found)) if self.is_unordered else found

    def find(self, keys: Sequence[nodes.Expression]) -> list[Line]:
        """The rows that keys mean: one, unless rows without a name begin alike."""
        wanted = self.wanted(keys)
        if self.key:
            return [line for line in self.all() if self.key_of(line.cells) == wanted]
        columns = list(self.heads)[: len(wanted)]
        return [line for line in self.all() if tuple(text_of(line.cells.get(c)) for c in columns) == wanted]

    def keys(self) -> list[str]:
        """The keys of all rows, as they are written; none if rows have no names."""
        return [", ".join(self.key_of(line.cells)) for line in self.all()] if self.key else []

    def all(self) -> Iterator[Line]:
        """All rows in their order, those that were added after one right behind it."""
        return in_order(self.lines)

    def columns(self, names: Iterable[str], row: nodes.Row) -> None:
        """Further columns, empty for the rows that are there."""
        for name, cell in zip(names, row.cells, strict=True):
            self.heads.setdefault(name, cell)

    @property
    def width(self) -> int:
        """How many columns the table has in its file."""
        return len(self.head.cells) if self.head is not None else 0

    @property
    def is_sound(self) -> bool:
        """May it be amended? Columns of one name are refused where the table is read."""
        return len(self.heads) >= self.width

    def items(self) -> tuple[nodes.Row, ...]:
        """The rows as they stand in a block."""
        if not self.heads:
            return ()
        span = self.block.header if self.head is None else self.head.span
        head = self.head if self.head is not None and self.width == len(self.heads) else None
        made = head or nodes.Row(tuple(self.heads.values()), span=span)
        return (made, *(self.row(line) for line in self.all() if not line.dropped))

    def row(self, line: Line) -> nodes.Row:
        """A row as a node: as it was written if it may stay so, or if it is too long or short to be amended."""
        if line.written is not None and (self.width == len(self.heads) or len(line.written.cells) != self.width):
            return line.written
        cells = (line.cells.get(name) or nodes.Cell((), span=line.span) for name in self.heads)
        return nodes.Row(tuple(cells), span=line.span)


def in_order(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from in_order(line.followers)


def text_of(cell: nodes.Cell | None) -> str:
    return ", ".join(spell(value) for value in cell.values) if cell is not None else ""


def with_rows(block: nodes.Block, rows: Rows) -> nodes.Block:
    """The block with its table as it has become, where it stood."""
    first = next((at for at, item in enumerate(block.body) if isinstance(item, nodes.Row)), len(block.body))
    before, after = block.body[:first], [item for item in block.body[first:] if not isinstance(item, nodes.Row)]
    return evolve(block, body=(*before, *rows.items(), *after))

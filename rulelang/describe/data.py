"""What of a game's data a house rule can amend: cells, rows and figures, each with lines to copy.

A cell that is a number goes up, a card is added that is like the last one, a figure that is written as a
number goes up. Contracts that this could break are set aside in the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from rulelang.project.amended.table import Line, Rows, text_of
from rulelang.project.amended.words import is_promise, name_of, needs_of, number_of
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import Declared, is_label_column
from rulelang.syntax.format.lines import format_clause, format_table
from rulelang.syntax.spell import clause_name
from rulelang.syntax.words import name_column

# Figures that say how something is drawn or read, and not how it is played.
NO_FIGURES = frozenset({"default", "values", "count"})
PLACES = frozenset({"x", "y", "wrap"})


@frozen
class Figure:
    """A figure of a declaration: its name, where it stands, and a line that changes it."""

    name: str
    label: str
    span: Span
    line: str


class Data:
    """The declarations in force, as they are written."""

    def __init__(self, declared: Iterable[Declared]) -> None:
        self.blocks = [each.block for each in declared]
        self.named = {name_of(block): block for block in self.blocks}

    def block(self, name: str) -> nodes.Block | None:
        """The block that a table is written in: its own, or the mechanism's that brings it."""
        return self.named.get(name) or self.named.get(name.rpartition(".")[0])

    def cell(self, name: str) -> str:
        """Lines that raise a number in a table; none if there is none to raise."""
        block = self.block(name)
        rows = Rows.of(block) if block is not None else None
        if block is None or rows is None or not rows.is_sound:
            return ""
        for column in rows.heads:
            if column in rows.key or column in PLACES or is_label_column(column):
                continue
            for line in rows.lines:
                cell = line.cells.get(column)
                old = number_of(cell.values[0]) if cell is not None and len(cell.values) == 1 else None
                keys = self.keys(rows, line)
                if old is not None and keys:
                    place = f"[{keys}, {column}]" if is_grid(block, rows) else f"[{keys}].{column}"
                    return f"{self.aside(block)}change {name}{place} by {raised(old)}{when(block)}"
        return ""

    def keys(self, rows: Rows, line: Line) -> str:
        """The keys by which a row is found, as few as it takes."""
        if rows.key:
            return ", ".join(rows.key_of(line.cells))
        written = [text_of(line.cells.get(column)) for column in rows.heads]
        for count in range(1, len(written)):
            alike = [
                one for one in rows.lines if [text_of(one.cells.get(c)) for c in rows.heads][:count] == written[:count]
            ]
            if len(alike) == 1 and all(written[:count]):
                return ", ".join(written[:count])
        return ""

    def aside(self, *blocks: nodes.Block) -> str:
        """Lines that set the contracts of blocks aside."""
        bound = [block for block in blocks if any(not is_promise(need) for need in needs_of(block))]
        return "".join(f"allow {name_of(block)}{when(block)}\n" for block in bound)

    def card(self, name: str) -> str:
        """Lines that add a card like the last one of a table."""
        block = self.named.get(name)
        rows = Rows.of(block) if block is not None and block.keyword == "card" else None
        if block is None or rows is None or not rows.lines or not rows.is_sound:
            return ""
        named = name_column(block.keyword, tuple(rows.heads))
        last = rows.lines[-1]
        shown = [column for column in rows.heads if not is_label_column(column)]
        cells = [last.cells[column] for column in shown]
        if named is not None:
            new = nodes.Cell((nodes.Name(f"another_{text_of(last.cells[named])}"),))
            cells = [new if column == named else cell for column, cell in zip(shown, cells, strict=True)]
        table = [nodes.Row(tuple(rows.heads[column] for column in shown)), nodes.Row(tuple(cells))]
        lines = "\n".join(f"  {line.parts[0]}" for line in format_table(table, 0))
        parent = self.named.get(clause_name(block, "of") or "")
        return f"{self.aside(block, *([parent] if parent is not None else []))}add to {name}{when(block)}\n{lines}"

    def figures(self) -> Iterator[Figure]:
        """The figures that are written as plain numbers."""
        for block in self.blocks:
            if block.path is None or block.keyword in ("value", "change", "variant", "scenario", "option", "game"):
                continue
            clauses = [(c.word, c.values, c.span) for c in block.clauses if isinstance(c, nodes.Clause)]
            fields = [(str(i.path), i.values, i.span) for i in block.body if isinstance(i, nodes.Field) and not i.body]
            for part, values, span in (*clauses, *fields):
                old = number_of(values[0]) if len(values) == 1 else None
                if old is not None and part not in NO_FIGURES:
                    name = f"{block.path}.{part}"
                    yield Figure(name, block.label or "", span, f"change {name} by {raised(old)}{when(block)}")


def is_grid(block: nodes.Block, rows: Rows) -> bool:
    """Is a table looked up by row and column?"""
    heads = [value for cell in list(rows.heads.values())[1:] for value in cell.values]
    return block.keyword == "table" and bool(heads) and all(isinstance(head, nodes.Number) for head in heads)


def when(block: nodes.Block) -> str:
    """The condition on options under which a block stands, for what amends it."""
    found = block.clause("when")
    return f" {format_clause(found)}" if found is not None and block.keyword != "window" else ""


def raised(number: int) -> str:
    """By how much a number goes up: one, or about a tenth of a large one."""
    return f"{10 ** max(0, len(str(abs(number))) - 2):_}"

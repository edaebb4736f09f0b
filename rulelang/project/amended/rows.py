"""Amendments to the rows and cells of one block, and to the titles of its cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulelang.diagnostics.wording import data as say
from rulelang.diagnostics.wording import names as say_names
from rulelang.project.amended.table import Key, Line, Rows, text_of, with_rows
from rulelang.project.amended.words import is_title, number, number_of
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import Declared, header_name
from rulelang.syntax.spell import spell

if TYPE_CHECKING:
    from rulelang.project.amended.tables import DataAmender


@define
class RowAmender:
    """Amends the table of a block, the later winning where `first` lets it."""

    all: DataAmender
    name: str
    block: nodes.Block
    amendments: list[Declared]
    there: frozenset[str] = frozenset()  # the columns that the table has by itself
    writes: dict[str, list[Declared]] = field(factory=lambda: defaultdict(list))

    def amend(self) -> nodes.Block:
        rows = Rows.of(self.block)
        if not rows.is_sound:
            return self.block
        self.there = frozenset(rows.heads)
        self.add_rows(rows)
        self.change_cells(rows)
        self.drop_rows(rows)
        return with_rows(self.block, rows)

    def those(self, keyword: str) -> list[Declared]:
        return [each for each in self.amendments if each.block.keyword == keyword]

    # ---- rows -----------------------------------------------------------------------------------------------

    def add_rows(self, rows: Rows) -> None:
        """Rows that are added: first who wins where two add the same, then where they stand."""
        added: dict[Key, tuple[Declared, Line]] = {}
        lines: list[tuple[Declared, Line]] = []
        for each in self.those("add"):
            for line in self.lines_of(each, rows):
                key = rows.key_of(line.cells)
                again = added.get(key) if rows.key else None
                if again is None or again[0] is each:
                    added[key] = each, line
                    lines.append((each, line))
                elif texts(again[1]) != texts(line) and not self.all.clash(again[0], each, f"{self.name}[{key[0]}]"):
                    lines[lines.index(again)] = added[key] = each, line
        self.put(rows, sorted(lines, key=lambda pair: pair[0].variant or ""))

    def lines_of(self, each: Declared, rows: Rows) -> list[Line]:
        """The new rows of one amendment; those of known rows fill new columns."""
        written = [item for item in each.block.body if isinstance(item, nodes.Row)]
        if not written:
            return []
        names = [header_name(cell) for cell in written[0].cells]
        new = set(names) - self.there
        rows.columns(names, written[0])
        if not rows.key:
            rows.key = rows.key_columns()
        lacking = [name for name in rows.key if name not in names]
        if lacking:
            self.all.report(say.rows_without_key(written[0].span, self.name, lacking[0]))
            return []
        found: list[Line] = []
        for row in written[1:]:
            if len(row.cells) != len(names):
                self.all.report(say.added_row_length(row.span, len(row.cells), len(names), written[0].span))
                continue
            cells = dict(zip(names, row.cells, strict=True))
            known = self.known(rows, cells)
            if known is None:
                found.append(Line(cells, row.span))
            elif new and not set(names) - new - set(rows.key):
                for name in new:
                    self.write(rows, known, name, cells[name], each)
            else:
                name = next((n for n in names if n not in rows.key), names[0])
                key = ", ".join(rows.key_of(known.cells))
                self.all.report(say.row_taken(row.span, self.name, key, name, known.span))
        return found

    def known(self, rows: Rows, cells: Mapping[str, nodes.Cell]) -> Line | None:
        """The row of the table itself that has the key of an added one."""
        key = rows.key_of(cells)
        return next((line for line in rows.lines if rows.key_of(line.cells) == key), None) if rows.key else None

    def put(self, rows: Rows, lines: list[tuple[Declared, Line]]) -> None:
        """Rows behind those they are to follow, in the order of the variants' names; the others at the end."""
        rows.lines += [line for each, line in lines if each.block.clause("after") is None]
        waiting = [(after, line) for each, line in lines if (after := each.block.clause("after")) is not None]
        while waiting:
            left = [(after, line) for after, line in waiting if not follow(rows, after, line)]
            if len(left) == len(waiting):
                for after in {after.span: after for after, _ in left}.values():
                    self.find(rows, after.values, after.span)
                return
            waiting = left

    def find(self, rows: Rows, keys: Sequence[nodes.Expression], span: Span) -> Line | None:
        """The one row that keys mean; that there is none, or several, is reported."""
        found = rows.find(keys)
        if len(found) == 1:
            return found[0]
        self.all.report(say.unknown_row(span, self.name, ", ".join(map(spell, keys)), rows.keys(), len(found)))
        return None

    def drop_rows(self, rows: Rows) -> None:
        for each in self.those("drop"):
            keys = self.dropped_keys(each.block)
            if self.is_card_title(keys):
                continue
            line = self.find(rows, keys, each.block.path.span if each.block.path is not None else each.block.header)
            if line is None:
                continue
            label = f"{self.name}[{', '.join(map(spell, keys))}]"
            changes = [change for name in self.there for change in self.writes.get(f"{label}.{name}", ())]
            if self.all.prevails(each, changes, label):
                line.dropped = True
                for name in {*rows.key_of(line.cells), *map(spell, keys)}:
                    self.all.note_dropped(name, each)

    def dropped_keys(self, block: nodes.Block) -> tuple[nodes.Expression, ...]:
        if block.place is not None:
            return block.place.keys
        return (nodes.Name(str(block.path), span=block.header),)

    # ---- titles of cards ------------------------------------------------------------------------------------

    def is_card_title(self, keys: Sequence[nodes.Expression]) -> bool:
        """Is it a `card X of` these, and no row?"""
        title = spell(keys[0])
        return any(is_title(d.block, self.name) and str(d.block.path) == title for d in self.all.made.declared)

    def titles(self, known: Mapping[str, Declared]) -> list[str]:
        """The titles that are dropped."""
        found = []
        for each in self.those("drop"):
            title = spell(self.dropped_keys(each.block)[0])
            if title in known and self.all.prevails(each, self.all.changes_of(title), title):
                found.append(title)
                self.all.note_dropped(title, each)
        return found

    # ---- cells ----------------------------------------------------------------------------------------------

    def change_cells(self, rows: Rows) -> None:
        """Replacements first, then what is added to them."""
        placed = [each for each in self.those("change") if each.block.place is not None]
        for each in sorted(placed, key=lambda each: each.block.clause("to") is None):
            self.change_cell(rows, each)

    def change_cell(self, rows: Rows, each: Declared) -> None:
        place, to, by = each.block.place, each.block.clause("to"), each.block.clause("by")
        assert place is not None
        keys, column = place.keys, place.column
        if column is None and len(keys) == len(rows.key) + 1:  # `toll[ash, oak]`: a cell of a grid
            keys, column = keys[:-1], spell(keys[-1])
        line = self.find(rows, keys, place.span)
        if line is None:
            return
        if column is None:
            what = f"change {self.name}[{', '.join(map(spell, keys))}]"
            self.all.report(say_names.missing_clause(each.block.header, what, ".column"))
        elif column not in rows.heads:
            at = rows.head.span if rows.head is not None else self.block.header
            self.all.report(say_names.unknown_part(place.span, column, self.name, tuple(rows.heads), at))
        elif to is not None and to.values:
            blank = to.values == (nodes.Nothing(),)
            self.write(rows, line, column, nodes.Cell(() if blank else to.values, span=to.span), each)
        elif by is not None and by.values:
            self.raise_cell(line, column, by)
            self.writes[f"{self.label(rows, line)}.{column}"].append(each)
        else:
            self.all.report(say_names.missing_clause(each.block.header, "change", "to"))

    def label(self, rows: Rows, line: Line) -> str:
        return f"{self.name}[{', '.join(rows.key_of(line.cells))}]"

    def write(self, rows: Rows, line: Line, column: str, cell: nodes.Cell, each: Declared) -> None:
        """Write a cell; another value of somebody else is a clash unless one gives way."""
        name = f"{self.label(rows, line)}.{column}"
        for other in self.writes[name]:
            if line.cells.get(column) != cell and self.all.clash(other, each, name):
                return
        self.writes[name].append(each)
        line.write(column, cell)

    def raise_cell(self, line: Line, column: str, by: nodes.Clause) -> None:
        cell = line.cells.get(column)
        old = number_of(cell.values[0]) if cell is not None and len(cell.values) == 1 else None
        more = number_of(by.values[0])
        if more is None:
            self.all.report(say.unsettled_data(by.span, column))
        elif old is None:
            self.all.report(say.nothing_to_add_to(by.span, column, text_of(cell)))
        else:
            line.write(column, nodes.Cell((number(old + more, by.values[0].span),), span=by.span))


def follow(rows: Rows, after: nodes.Clause, line: Line) -> bool:
    """Put a row behind the one that it follows, if that is there."""
    found = rows.find(after.values)
    if len(found) == 1:
        found[0].followers.append(line)
    return len(found) == 1


def texts(line: Line) -> dict[str, str]:
    return {name: text_of(cell) for name, cell in line.cells.items() if cell.values}

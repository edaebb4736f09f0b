"""What stands in a block, as it is written: its table, its labels, its fields and its clauses."""

from __future__ import annotations

import re

from attrs import frozen

from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import syntax as say_syntax
from rulelang.diagnostics.wording import types as say_types
from rulelang.model.declarations import Labels
from rulelang.model.world import World
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import header_name, is_label_column
from rulelang.syntax.spell import spell
from rulelang.syntax.words import name_column


@frozen
class Table:
    """The rows of a block: column names, the one that names the rows, and cells as written."""

    names: tuple[str, ...]
    key: str | None
    header: nodes.Row
    rows: tuple[nodes.Row, ...]


def table_of(world: World, block: nodes.Block) -> Table | None:
    """The table in a block; rows of the wrong length are reported and left out."""
    rows = [item for item in block.body if isinstance(item, nodes.Row)]
    if not rows:
        return None
    names = tuple(header_name(cell) for cell in rows[0].cells)
    for number, (name, cell) in enumerate(zip(names, rows[0].cells, strict=True)):
        if names.index(name) != number:
            world.report(say.duplicate_column(cell.span, name))
    key = name_column(block.keyword, names)
    good = []
    for row in rows[1:]:
        if len(row.cells) == len(names):
            good.append(row)
            check_names(world, names, key, row)
        else:
            world.report(say.row_length(row.span, len(row.cells), len(names), rows[0].span))
    return Table(names, key, rows[0], tuple(good))


def check_names(world: World, names: tuple[str, ...], key: str | None, row: nodes.Row) -> None:
    """Names stand in their columns without quotes, labels with."""
    for name, cell in zip(names, row.cells, strict=True):
        is_text = bool(cell.values) and isinstance(cell.values[0], nodes.Text)
        if name == key and is_text:
            world.report(say_types.wrong_type(cell.span, "text", "a name without quotes", f"column `{name}`"))
        elif name == key and cell.values and isinstance(cell.values[0], nodes.Flag | nodes.Nothing):
            world.report(say_syntax.reserved_word(cell.span, spell(cell.values[0])))
        elif is_label_column(name) and cell.values and not is_text:
            world.report(say_types.wrong_type(cell.span, cell.span.text, "text", f"column `{name}`"))


def text_behind(world: World, owner: nodes.HasClauses, word: str) -> str | None:
    """The text of a clause that says what something is called, as it is written: nothing fills holes in it."""
    clause = owner.clause(word)
    value = clause.values[0] if clause is not None and clause.values else None
    if not isinstance(value, nodes.Text):
        if value is not None:
            world.report(say_types.not_a_text(value.span, f'{word} "…"'))
        return None
    if "{" in value.value or "}" in value.value:
        world.report(say_types.stray_hole(value.span, "what something is called is shown as it is written"))
    return value.value


def row_labels(table: Table, row: nodes.Row) -> Labels:
    labels: Labels = {}
    for name, cell in zip(table.names, row.cells, strict=True):
        if is_label_column(name) and cell.values and isinstance(cell.values[0], nodes.Text):
            labels[name.partition(".")[2] or "en"] = cell.values[0].value
    return labels


def refuse_labels(world: World, table: Table, block: str, because: str) -> None:
    """Say of columns with labels that they have nothing to label."""
    for name, cell in zip(table.names, table.header.cells, strict=True):
        if is_label_column(name):
            world.report(say.idle_label(cell.span, name, block, because))


def row_key(table: Table, row: nodes.Row, number: int) -> tuple[str, Span]:
    """The name of a row: its name cell, or its number."""
    if table.key is None:
        return str(number), row.span
    cell = row.cells[table.names.index(table.key)]
    return ("".join(member_name(v) for v in cell.values) or str(number)), cell.span


def member_name(value: nodes.Expression) -> str:
    """The name in a cell; a text there is a mistake, and the name that was probably meant stands in for it."""
    word = spell(value)
    return re.sub(r"[^a-z0-9]+", "_", word.lower()) if isinstance(value, nodes.Text) else word


def cell_number(table: Table, row: nodes.Row, column: str) -> int | None:
    """The whole number in a cell, if there is one."""
    if column not in table.names:
        return None
    values = row.cells[table.names.index(column)].values
    return values[0].value if values and isinstance(values[0], nodes.Number) else None

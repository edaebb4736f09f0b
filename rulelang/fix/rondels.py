"""Rondels of the first edition: their fields had numbers, and `extra` named a rule."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.fix.edits import Edits
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell


def name_fields(edits: Edits, items: Iterable[nodes.Item]) -> None:
    """Field 0 becomes `field_0`: whoever owns the game will find better names."""
    for block in items:
        if isinstance(block, nodes.Block) and block.keyword == "rondel":
            name_rows(edits, [item for item in block.body if isinstance(item, nodes.Row)])
            extra = block.field("extra")
            if extra is not None and extra.values:
                value = extra.values[0]
                edits.changes.append((extra.path.span.start, value.span.end, f"extra\n    {value.span.text}(p)"))
            first = block.value("first")
            if isinstance(first, nodes.Number):
                edits.replace(first.span, f"field_{first.value}")


def name_rows(edits: Edits, rows: list[nodes.Row]) -> None:
    heads = [spell(cell.values[0]) if cell.values else "" for cell in rows[0].cells] if rows else []
    if "field" not in heads or "name" in heads:
        return
    at = heads.index("field")
    edits.replace(rows[0].cells[at].values[0].span, "name")
    for row in rows[1:]:
        if at < len(row.cells) and row.cells[at].values:
            value = row.cells[at].values[0]
            edits.replace(value.span, f"field_{value.span.text}")

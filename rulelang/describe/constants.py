"""What is known of expressions before anybody plays: cells of tables that are looked up with what is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.describe.places import trees
from rulelang.model import expressions as m
from rulelang.model.types import Entity, Flag, Type, strip
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.source import LoweredSpan, Span

LONGEST = 24


def constants(world: World) -> list[tuple[Span, str]]:
    """Lookups of a world, each with what it gives as rules write it."""
    return list(dict.fromkeys(known_values(world)))  # a need is read by whoever asks for it, too


def known_values(world: World) -> Iterator[tuple[Span, str]]:
    for node in walk(trees(world)):
        match node:
            case m.ReadColumn(column, m.Const(value=int(at))) if 0 <= at < len(column.values):
                text = written(column.values[at], column.type)
            case m.ReadGrid(grid, m.Const(value=row), m.Const(value=key)) if (row, key) in grid.cells:
                text = written(grid.cells[row, key], grid.type)
            case m.ReadColumn(column, m.FindRow(kind, keys)) if all(isinstance(key, m.Const) for key in keys):
                wanted = tuple(key.value for key in keys if isinstance(key, m.Const))
                rows = (n for n in kind.ids if tuple(kind.columns[c].values[n] for c in kind.key_columns) == wanted)
                at = next(rows, -1)
                text = written(column.values[at], column.type) if at >= 0 else ""
            case _:
                continue
        if text and len(text) <= LONGEST and not isinstance(node.span, LoweredSpan):
            yield node.span, text


def written(value: Any, type_: Type) -> str:
    """A value as rules write it."""
    plain = strip(type_)
    if value is None:
        return "none"
    if isinstance(plain, Flag):
        return "yes" if value else "no"
    if isinstance(plain, Entity) and isinstance(value, int):
        return plain.kind.root.members[value].key
    return str(value) if isinstance(value, int) else ""

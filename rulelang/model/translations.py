"""Texts in other languages: rows of a text and its translation."""

from __future__ import annotations

import re

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.model.world import World
from rulelang.source import Span
from rulelang.syntax import nodes

HOLE = re.compile(r"\{([^{}]*)\}")
CELLS = 2


def read_translation(world: World, block: nodes.Block) -> None:
    """Note the translations of a block; a row is two texts with the same holes."""
    table = world.translations.setdefault(str(block.path), {})
    first: dict[str, Span] = {}
    rows = [item for item in block.body if isinstance(item, nodes.Row)]
    for row in rows[1:] if rows and is_head(rows[0]) else rows:
        if len(row.cells) != CELLS:
            world.report(say.row_length(row.span, len(row.cells), CELLS, block.header))
            continue
        text, translated = (cell.values[0] if cell.values else None for cell in row.cells)
        for cell, value in zip(row.cells, (text, translated), strict=True):
            if not isinstance(value, nodes.Text):
                world.report(say_types.wrong_type(cell.span, cell.span.text or "nothing", "text"))
        if not isinstance(text, nodes.Text) or not isinstance(translated, nodes.Text):
            continue
        if text.value in first:
            world.report(say.duplicate_row(row.span, text.value, first[text.value]))
        first.setdefault(text.value, row.span)
        check_holes(world, text.value, translated)
        table[text.value] = translated.value


def is_head(row: nodes.Row) -> bool:
    """Does a first row name the columns?"""
    return all(len(cell.values) == 1 and isinstance(cell.values[0], nodes.Name) for cell in row.cells)


def check_holes(world: World, text: str, translated: nodes.Text) -> None:
    """A translation can fill only the holes that the text has."""
    holes = HOLE.findall(text)
    for found in HOLE.finditer(translated.value):
        if found[1] not in holes:
            start = translated.span.start + 1 + found.start()
            at = Span(translated.span.file, start, start + len(found[0]))
            world.report(say_types.text_hole(at, found[1], did_you_mean(found[1], holes)))

"""What is on the table: kinds of things, pieces, dice, tables, maps, and where cards lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulelang.model.declarations import Column, Grid, Kind, Zone
from rulelang.model.simplify import settle
from rulelang.model.types import Flag, Type, strip
from rulelang.sheet.context import Context, anchor
from rulelang.sheet.document import Content, Item, Paragraph, Section, Steps, Table, Text, capital, joined, plain, words
from rulelang.sheet.maps import map_section
from rulelang.sheet.sentences.expressions import NOBODY
from rulelang.syntax.blocks import labels_of

MOST_ROWS = 12
MOST_MEMBERS = 40
HIDDEN_COLUMNS = ("x", "y")
Row = tuple[Text, ...]


def material_section(context: Context) -> Section:
    """Everything that is laid out, each sort in a part of its own."""
    content: list[Content] = [Steps(tuple(Item(line) for line in inventory(context)))]
    content += things(context)
    content += tables(context)
    maps = [g for g in context.world.graphs.values() if is_own(context, g.name) and not context.is_untold(g.name)]
    content += [map_section(context, graph) for graph in maps]
    zones = zone_table(context)
    if zones is not None:
        content.append(Section("zones", context.say("Where cards lie"), (zones,)))
    return Section("table", context.say("On the table"), tuple(content))


def is_own(context: Context, name: str) -> bool:
    """Is something told here, and not by the block that it belongs to?"""
    blocks = {str(block.path) for block in context.mechanisms}
    owner = name.split(".", maxsplit=1)[0]
    return "." not in name and owner not in blocks and owner.rsplit("_", 1)[0] not in blocks


def inventory(context: Context) -> list[Text]:
    """A line for each sort of piece, card and die."""
    found: list[Text] = []
    for kind in context.world.kinds.values():
        noun = words(context.names.kinds(kind))
        if kind.sort == "piece":
            number = len(kind.members) // context.players if kind.per_player else len(kind.members)
            template = "{number} {pieces} for each player" if kind.per_player else "{number} {pieces}"
            found.append(context.say(template, number=number, pieces=noun))
        elif kind.sort == "card":
            found.append(context.say("{number} {pieces}", number=len(kind.members), pieces=noun))
        elif kind.sort == "die" and kind.name not in context.says:
            found.append(context.say("a die: {name}", name=words(context.names.kind(kind))))
    return found


# ---- things ---------------------------------------------------------------------------------------------


def things(context: Context) -> list[Content]:
    """Kinds: a line of names, or a table if there is more to say."""
    lines: list[Item] = []
    found: list[Content] = []
    for kind in context.world.kinds.values():
        if kind.sort not in ("kind", "die") or not is_own(context, kind.name) or not kind.ids:
            continue
        if kind.name in context.says:
            lines += [Item(said)] if (said := context.sentence(context.says[kind.name])) else []
            continue
        columns = shown_columns(kind)
        if columns and len(kind.ids) > MOST_ROWS and all(isinstance(strip(c.type), Flag) for c in columns):
            marks = tuple(Item(marked(context, kind, column)) for column in columns)
            found.append(Section(anchor("kind", kind.name), title(context, kind), (Steps(marks),)))
        elif columns:
            content = (kind_table(context, kind, columns),)
            found.append(Section(anchor("kind", kind.name), title(context, kind), content))
        elif len(kind.ids) > MOST_MEMBERS:
            lines.append(Item(context.say("{kind}: {number}", kind=title(context, kind), number=len(kind.ids))))
        else:
            names = words(", ".join(context.names.member(kind, i) for i in kind.ids))
            lines.append(Item(context.say("{kind}: {names}", kind=title(context, kind), names=names)))
    return [*([Steps(tuple(lines))] if lines else []), *found]


def told(context: Context, name: str, table: Content) -> list[Content]:
    """A table below the sentence that its author has for it; nothing at all for `says none`."""
    if context.is_untold(name):
        return []
    said = context.sentence(context.says.get(name))
    return [*([Paragraph(said)] if said else []), table]


def marked(context: Context, kind: Kind, column: Column) -> Text:
    """The members that bear a mark."""
    names = ", ".join(context.names.member(kind, i) for i in kind.ids if column.values[i])
    return context.say("{kind}: {names}", kind=column_head(context, column), names=words(names))


def title(context: Context, kind: Kind) -> Text:
    return words(context.names.title(kind.labels, kind.name))


def shown_columns(kind: Kind) -> list[Column]:
    """The columns that players read: coordinates are for drawing."""
    found: dict[str, Column] = {}
    owner: Kind | None = kind
    while owner is not None:
        found = {**owner.columns, **found}
        owner = owner.parent
    own = kind.ids
    return [
        column
        for name, column in found.items()
        if name not in HIDDEN_COLUMNS and any(i < len(column.values) and is_said(column.values[i]) for i in own)
    ]


def is_said(value: Any) -> bool:
    return value is not None and value is not False


def kind_table(context: Context, kind: Kind, columns: Sequence[Column]) -> Table:
    heads = (title(context, kind), *(column_head(context, column) for column in columns))
    rows = [
        (words(context.names.member(kind, i)), *(cell(context, c.type, c.values[i]) for c in columns)) for i in kind.ids
    ]
    return Table(heads, tuple(rows))


def column_head(context: Context, column: Column) -> Text:
    return capital(words(context.names.column_head(column)))


def cell(context: Context, type_: Type, value: Any) -> Text:
    """What stands in a table: a flag is a tick or nothing."""
    if value is None:
        return words("–")
    if isinstance(strip(type_), Flag) or isinstance(value, bool):
        return words("✓" if value else "")
    return words(context.names.constant(type_, value))


# ---- tables ---------------------------------------------------------------------------------------------


def tables(context: Context) -> list[Section]:
    """Tables that rules look things up in."""
    found = [
        table_section(context, kind.name, title(context, kind), row_table(context, kind))
        for kind in context.world.kinds.values()
        if kind.sort in ("table", "unordered") and is_own(context, kind.name) and not context.is_untold(kind.name)
    ]
    for grid in context.world.grids.values():
        if is_own(context, grid.name) and not context.is_untold(grid.name):
            heading = words(grid_title(context, grid))
            found.append(table_section(context, grid.name, heading, grid_table(context, grid)))
    return found


def table_section(context: Context, name: str, heading: Text, table: Table) -> Section:
    return Section(context.anchors[name], heading, tuple(told(context, name, table)))


def grid_title(context: Context, grid: Grid) -> str:
    for block in context.blocks:
        if block.keyword == "table" and str(block.path) == grid.name:
            return context.names.title(labels_of(block), grid.name)
    return context.names.title({}, grid.name)


def row_table(context: Context, kind: Kind) -> Table:
    columns = list(kind.columns.values())
    rows = [tuple(cell(context, c.type, c.values[i]) for c in columns) for i in range(len(kind.members))]
    return Table(tuple(column_head(context, c) for c in columns), tuple(rows))


def grid_table(context: Context, grid: Grid) -> Table:
    heads = ((), *(words(context.names.constant(grid.column_type, c)) for c in grid.columns))
    rows = []
    for row in grid.rows:
        cells = (cell(context, grid.type, grid.cells.get((row, column))) for column in grid.columns)
        rows.append((words(context.names.constant(grid.row_type, row)), *cells))
    return Table(heads, tuple(rows))


def collapsed(heads: tuple[Text, ...], rows: Sequence[Row], number: int | None = None) -> Table:
    """A long table with fewer rows: those that differ in one column only stand together.

    `number` is a column of counts; it is summed where rows are put together.
    """
    table = Table(heads, tuple(rows))
    if len(rows) <= MOST_ROWS:
        return table
    candidates = [i for i in range(len(heads)) if i != number]
    best = min((merged(rows, i, number) for i in candidates), key=len)
    return Table(heads, tuple(best)) if len(best) * 2 <= len(rows) else table


def merged(rows: Sequence[Row], column: int, number: int | None) -> list[Row]:
    groups: dict[tuple[Text, ...], list[Row]] = {}
    for row in rows:
        key = tuple(c for i, c in enumerate(row) if i not in (column, number))
        groups.setdefault(key, []).append(row)
    found = []
    for group in groups.values():
        cells = list(group[0])
        is_list = any("," in plain(row[column]) for row in group)
        cells[column] = joined(dict.fromkeys(row[column] for row in group), "; " if is_list else ", ")
        if number is not None:
            cells[number] = words(str(sum(int(plain(row[number])) for row in group)))
        found.append(tuple(cells))
    return found


# ---- zones ----------------------------------------------------------------------------------------------


def zone_table(context: Context) -> Table | None:
    """Where cards lie, and who sees them."""
    if not context.world.zones:
        return None
    heads = ("Place", "Cards", "Seen by", "Limit")
    zones = context.world.zones.values()
    shown = [
        zone for zone in zones if zone.is_shown and is_own(context, zone.name) and not context.is_untold(zone.name)
    ]
    rows = tuple(zone_row(context, zone) for zone in shown)
    if not any(row[3] for row in rows):
        return Table(tuple(context.say(h) for h in heads[:3]), tuple(row[:3] for row in rows))
    return Table(tuple(context.say(h) for h in heads), rows)


def zone_row(context: Context, zone: Zone) -> Row:
    name = words(context.names.title(zone.labels, zone.name))
    if zone.per is not None:
        name = context.say("{zone}, one for each {kind}", zone=name, kind=context.names.kind(zone.per))
    cards = words(context.names.kinds(zone.card))
    if zone.refill is not None:
        cards = context.say(
            "{cards}, made anew from {zone} when empty", cards=cards, zone=words(context.names.zone(zone.refill))
        )
    seen = context.say(SEEN[zone.seen.by])
    if zone.seen.top == "all" and zone.seen.by != "all":
        seen = context.say("{seen}; the top card by everybody", seen=seen)
    limit: Text = ()
    if zone.limit is not None:
        limit = context.expressions.words(settle(zone.limit), NOBODY)
    return name, cards, seen, limit


SEEN = {"all": "everybody", "owner": "its owner", "nobody": "nobody"}

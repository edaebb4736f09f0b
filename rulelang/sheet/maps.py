"""Maps: a picture where places have coordinates, and a table of where the ways lead."""

from __future__ import annotations

from typing import Any

from rulelang.model.declarations import Graph
from rulelang.model.geometry import is_step
from rulelang.sheet.context import Context, anchor
from rulelang.sheet.document import Content, Paragraph, Section, Table, Text, joined, words
from rulelang.sheet.drawing import draw_map, has_coordinates


def map_section(context: Context, graph: Graph) -> Section:
    """A map as a picture, if it has coordinates, and as a table of its ways."""
    content: list[Content] = []
    if has_coordinates(graph):
        content.append(draw_map(context, graph))
    direction = "The ways lead in one direction." if graph.directed else "The ways lead in both directions."
    content.append(Paragraph(context.say(direction)))
    content.append(ways_table(context, graph))
    heading = words(context.names.title(graph.way.labels, graph.name))
    return Section(anchor("map", graph.name), heading, tuple(content))


def ways_table(context: Context, graph: Graph) -> Table:
    """A row for each place: where ways lead from there, in a column for each sort of way."""
    start = graph.way.columns["from"]
    named = named_places(graph)
    column = graph.way.columns.get(graph.attribute.name) if graph.attribute is not None else None
    marks: list[Any] = [None] if column is None else sorted({v for v in column.values if v is not None})
    routes: dict[int, dict[Any, list[Text]]] = {}
    for number in range(len(graph.way.members)):
        mark = column.values[number] if column is not None else None
        if start.values[number] not in named:
            continue
        far, steps = follow(graph, number, named)
        if far is None:
            continue
        said = words(context.names.member(graph.node, far))
        if steps > 1:
            said = context.say("{place} ({steps} steps)", place=said, steps=steps)
        places = routes.setdefault(start.values[number], {}).setdefault(mark, [])
        if said not in places:
            places.append(said)
    heads = [context.say("From")]
    heads += [context.say("To") if column is None else words(context.names.constant(column.type, x)) for x in marks]
    rows = []
    for place, by_mark in routes.items():
        cells = [joined(by_mark.get(mark, ()), ", ") or words("–") for mark in marks]
        rows.append((words(context.names.member(graph.node, place)), *cells))
    return Table(tuple(heads), tuple(rows))


def named_places(graph: Graph) -> set[int]:
    """Places that are not only steps between others."""
    between = {i for i, member in enumerate(graph.node.root.members) if is_step(member.kind, graph)}
    return set(range(len(graph.node.root.members))) - between


def follow(graph: Graph, number: int, named: set[int]) -> tuple[int | None, int]:
    """Where a way leads over the steps between, and how many steps that is."""
    start, end = graph.way.columns["from"].values, graph.way.columns["to"].values
    before, place, steps = start[number], end[number], 1
    while place not in named and steps < len(start):
        onward = [end[i] for i in range(len(start)) if start[i] == place and end[i] != before]
        if len(onward) != 1:
            return None, steps
        before, place, steps = place, onward[0], steps + 1
    return place, steps

"""Maps as pictures: places at their coordinates, ways between them in the colours they are called by."""

from __future__ import annotations

from rulelang.model.declarations import Graph
from rulelang.model.geometry import coordinate, is_step, positions
from rulelang.sheet.context import Context
from rulelang.sheet.document import Drawing, Line, Spot

# Names of colours that a browser knows and that are seen on white and on black.
COLOURS = {
    "red": "#d33", "blue": "#27c", "green": "#2a2", "yellow": "#c9a400", "orange": "#e07b00", "violet": "#94c",
    "purple": "#94c", "brown": "#8a5a2b", "black": "#555", "white": "#aaa", "grey": "#888", "pink": "#e59",
}  # fmt: skip
PALETTE = ("#27c", "#e07b00", "#2a2", "#94c", "#d33", "#8a5a2b", "#0a9", "#e59")
MOST_SPOTS = 400
Point = tuple[float, float]


def has_coordinates(graph: Graph) -> bool:
    """Is there anything to draw?"""
    found = [i for i in range(len(graph.node.root.members)) if coordinate(graph.node, i, "x") is not None]
    return len(found) >= 2 and len(graph.node.root.members) <= MOST_SPOTS


def draw_map(context: Context, graph: Graph) -> Drawing:
    """The map with every place that has coordinates, and those between them on the way."""
    places = positions(graph)
    start, end = graph.way.columns["from"].values, graph.way.columns["to"].values
    mark = graph.way.columns.get(graph.attribute.name) if graph.attribute is not None else None
    colours = colours_of(graph)
    lines: list[Line] = []
    drawn: set[tuple[int, int, int | None]] = set()
    for number in range(len(graph.way.members)):
        one, two = start[number], end[number]
        sort = mark.values[number] if mark is not None else None
        if one not in places or two not in places or (not graph.directed and (two, one, sort) in drawn):
            continue
        drawn.add((one, two, sort))
        ends = strokes(graph, number, places[one], places[two])
        lines.extend(Line(*line, colours.get(sort, ""), graph.directed) for line in ends)
    spots = []
    for number, (x, y) in places.items():
        is_named = not is_step(graph.node.root.members[number].kind, graph)
        label = context.names.member(graph.node, number) if is_named else ""
        spots.append(Spot(x, y, label, 2 if is_named else 1))
    sorts = graph.attribute.root.members if graph.attribute is not None else []
    legend = [(context.names.label(sort.labels, sort.key), colours[n]) for n, sort in enumerate(sorts)]
    caption = context.names.title(graph.way.labels, graph.name)
    return Drawing(caption, tuple(spots), tuple(lines), tuple(legend))


def period(graph: Graph, way: int) -> float:
    """After how much x comes round, for a way over the edge of the map (its column `wrap`); else 0."""
    column = graph.way.columns.get("wrap")
    value = column.values[way] if column is not None else None
    return float(value or 0)


def edges(graph: Graph, width: float) -> tuple[float, float]:
    """Where a map that goes round is cut: as far left of its places as right of them."""
    found = [coordinate(graph.node, number, "x") for number in range(len(graph.node.root.members))]
    xs = [x for x in found if x is not None]
    middle = (min(xs) + max(xs)) / 2
    return middle - width / 2, middle + width / 2


def strokes(graph: Graph, way: int, one: Point, two: Point) -> list[tuple[float, float, float, float]]:
    """The line of a way; over the edge of the map it leaves on one side and comes in on the other."""
    width = period(graph, way)
    (x1, y1), (x2, y2) = one, two
    if width == 0 or abs(x2 - x1) <= width / 2:
        return [(x1, y1, x2, y2)]
    left, right = edges(graph, width)
    out, back = (right, left) if x1 > x2 else (left, right)
    beyond = x2 + (out - back)
    y = y1 + (y2 - y1) * (out - x1) / (beyond - x1)
    return [(x1, y1, out, y), (back, y, x2, y2)]


def colours_of(graph: Graph) -> dict[int | None, str]:
    """A colour for each sort of way: its own, if it is called by one."""
    if graph.attribute is None:
        return {}
    members = graph.attribute.root.members
    return {n: COLOURS.get(m.key, PALETTE[n % len(PALETTE)]) for n, m in enumerate(members)}

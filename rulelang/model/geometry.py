"""Where the places of a map lie: by their coordinates, or evenly between those that have some."""

from __future__ import annotations

from rulelang.model.declarations import Column, Graph, Kind


def coordinate(kind: Kind, member: int, name: str) -> float | None:
    """A coordinate of a place, from its own kind or one that it belongs to."""
    column = kind.root.members[member].kind.find(name)
    value = column.values[member] if isinstance(column, Column) else None
    return float(value) if value is not None else None


def is_step(kind: Kind, graph: Graph) -> bool:
    """Is a place of a kind only a step on the way between others?"""
    return kind is graph.between


def positions(graph: Graph) -> dict[int, tuple[float, float]]:
    """Coordinates; a place without any lies on the line between the nearest that have them."""
    found: dict[int, tuple[float, float]] = {}
    for number in range(len(graph.node.root.members)):
        x, y = coordinate(graph.node, number, "x"), coordinate(graph.node, number, "y")
        if x is not None and y is not None:
            found[number] = (x, y)
    fixed = dict(found)
    for chain in chains(graph, set(fixed)):
        (x1, y1), (x2, y2) = fixed[chain[0]], fixed[chain[-1]]
        for step, number in enumerate(chain[1:-1], 1):
            part = step / (len(chain) - 1)
            found.setdefault(number, (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part))
    return found


def chains(graph: Graph, fixed: set[int]) -> list[list[int]]:
    """Runs of places without coordinates, from one that has them to another."""
    start, end = graph.way.columns["from"].values, graph.way.columns["to"].values
    ways: dict[int, list[int]] = {}
    for one, two in zip(start, end, strict=True):
        ways.setdefault(one, []).append(two)
        if not graph.directed:
            ways.setdefault(two, []).append(one)
    found: list[list[int]] = []
    for first in sorted(fixed):
        for second in dict.fromkeys(ways.get(first, ())):
            chain = [first, second]
            while chain[-1] not in fixed and len(chain) <= len(ways):
                onward = [n for n in dict.fromkeys(ways.get(chain[-1], ())) if n != chain[-2]]
                if len(onward) != 1:
                    break
                chain.append(onward[0])
            if chain[-1] in fixed and len(chain) > 2:
                found.append(chain)
    return found

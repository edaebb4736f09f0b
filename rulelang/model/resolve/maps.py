"""Maps: places, ways, and the places that lie on a way."""

from __future__ import annotations

import itertools

from attrs import define, field

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import types as say_types
from rulelang.model.declarations import Column, Graph, Kind, Member
from rulelang.model.resolve.blocks import Table, cell_number, refuse_labels, row_labels, table_of
from rulelang.model.resolve.cells import CellReader, add_member
from rulelang.model.resolve.tables import kind_named
from rulelang.model.types import UNKNOWN, Entity, Maybe
from rulelang.model.world import World
from rulelang.syntax import nodes
from rulelang.syntax.blocks import is_label_column, labels_of
from rulelang.syntax.spell import spell

NO_PLACES = (
    "a way is called like the place it leads to; the column labels places on the way, which `spaces_are` puts there"
)


@define
class Draft:
    """A map whose places are known and whose ways are not yet."""

    graph: Graph
    block: nodes.Block
    table: Table
    between: dict[int, list[int]]
    ends: dict[int, tuple[int, int]] = field(factory=dict)  # of the ways, by row


class MapReader:
    """Reads `map` blocks."""

    def __init__(self, world: World, cells: CellReader) -> None:
        self.world = world
        self.cells = cells
        self.drafts: list[Draft] = []

    def add_nodes(self, blocks: list[nodes.Block]) -> None:
        for block in blocks:
            self.add_map(block)

    def add_map(self, block: nodes.Block) -> None:
        of = block.clause("of")
        table = table_of(self.world, block)
        if of is None or not of.values or table is None:
            missing = "of" if table is not None else "| from | to |"
            self.world.report(say_names.missing_clause(block.header, "map", missing))
            return
        if "from" not in table.names:
            self.world.report(
                say_names.unknown_part(table.header.span, "from", str(block.path), table.names, block.header)
            )
            return
        node = kind_named(self.world, spell(of.values[0]), of.values[0].span)
        name = str(block.path)
        if node is None or not self.world.declare(name, block.path.span if block.path else block.span):
            return
        way = Kind(name, "way", labels_of(block), block.header)
        self.world.kinds[name] = way
        both_ways = block.field("both_ways")
        is_directed = both_ways is None or both_ways.values != (nodes.Flag(True),)
        attribute, step = self.kind_in(block.field("marks")), self.kind_in(block.field("spaces_are"))
        if block.field("spaces_are") is not None and "to" not in table.names:
            self.world.report(say_names.unknown_part(table.header.span, "to", name, table.names, block.header))
        if block.field("spaces_are") is None:
            refuse_labels(self.world, table, "map", NO_PLACES)
        graph = Graph(name, node, way, is_directed, attribute, step, block.header)
        self.world.graphs[name] = graph
        self.drafts.append(Draft(graph, block, table, self.add_between(step, table) if step is not None else {}))

    def kind_in(self, field: nodes.Field | None) -> Kind | None:
        """The kind that a field names."""
        return kind_named(self.world, spell(field.values[0]), field.values[0].span) if field and field.values else None

    def add_between(self, kind: Kind, table: Table) -> dict[int, list[int]]:
        """Places that lie on a way: so many of a kind, named after the way."""
        made: dict[int, list[int]] = {}
        for number, row in enumerate(table.rows):
            name = self.way_name(table, row)
            count = self.world.at_most(cell_number(table, row, "spaces") or 0, "spaces", row.span)
            made[number] = []
            labels = row_labels(table, row) or {"en": name.replace("_", " ")}
            for step in range(count):
                key = f"{name}_{step + 1}"
                numbered = {language: f"{label} {step + 1}" for language, label in labels.items()}
                member = add_member(self.world, Member(key, numbered, kind, None, len(kind.root.titles), row.span))
                kind.root.titles.append(key)
                made[number].append(member)
        return made

    def way_name(self, table: Table, row: nodes.Row) -> str:
        if table.key is not None:
            return first_word(row.cells[table.names.index(table.key)])
        return "_".join(first_word(row.cells[table.names.index(c)]) for c in ("from", "to") if c in table.names)

    # ---- ways ---------------------------------------------------------------------------------------

    def read_ways(self) -> None:
        for draft in self.drafts:
            edges = self.listed_ways(draft) if "to" in draft.table.names else self.tabled_ways(draft)
            self.store(draft, edges)

    def member(self, column: str, cell: nodes.Cell, kind: Kind) -> int | None:
        """The member of a kind that stands in a cell; anything else is reported."""
        type_, value = self.cells.read_value(column, cell.values[0], Entity(kind)) if cell.values else (None, None)
        if isinstance(type_, Entity) and isinstance(value, int):
            return value
        if type_ != UNKNOWN:
            given = str(type_) if type_ is not None else "nothing"
            self.world.report(say_types.wrong_type(cell.span, given, kind.name, f"column `{column}`"))
        return None

    def tabled_ways(self, draft: Draft) -> list[tuple[int, int, int | None, int]]:
        """`| from | red | blue |`: a column for each mark, the ends in the cells."""
        edges = []
        table, attribute = draft.table, draft.graph.attribute
        first = table.names.index("from")
        for number, row in enumerate(table.rows):
            start = self.member("from", row.cells[first], draft.graph.node)
            for index, name in enumerate(table.names):
                if index == first:
                    continue
                mark = self.mark(attribute, table.header.cells[index], name)
                for value in row.cells[index].values:
                    end = self.member(name, nodes.Cell((value,), span=value.span), draft.graph.node)
                    if start is not None and end is not None:
                        edges.append((start, end, mark, number))
        return edges

    def mark(self, attribute: Kind | None, cell: nodes.Cell, name: str) -> int | None:
        if attribute is None:
            self.world.report(say_names.unknown_field(cell.span, name, "map", ("from", "to", "marks")))
            return None
        for kind, number in self.world.members.get(name, ()):
            if kind is attribute.root:
                return number
        self.world.report(say_names.unknown_name(cell.span, name, [m.key for m in attribute.root.members]))
        return None

    def listed_ways(self, draft: Draft) -> list[tuple[int, int, int | None, int]]:
        """`| from | to |`: a row for each way, perhaps with places between."""
        table = draft.table
        edges: list[tuple[int, int, int | None, int]] = []
        start_column, end_column = table.names.index("from"), table.names.index("to")
        attribute = draft.graph.attribute
        mark_column = table.names.index(attribute.name) if attribute and attribute.name in table.names else None
        for number, row in enumerate(table.rows):
            start = self.member("from", row.cells[start_column], draft.graph.node)
            end = self.member("to", row.cells[end_column], draft.graph.node)
            mark = None
            if attribute is not None and mark_column is not None and row.cells[mark_column].values:
                mark = self.member(attribute.name, row.cells[mark_column], attribute)
            if start is None or end is None:
                continue
            draft.ends[number] = (start, end)
            if not row_labels(table, row):
                self.name_between(draft, number)
            stops = [start, *draft.between.get(number, ()), end]
            for one, two in itertools.pairwise(stops):
                edges.append((one, two, mark, number))
        return edges

    def name_between(self, draft: Draft, number: int) -> None:
        """Places on a way without a name of its own are called after its ends: `North Cape – Far Rock 2`."""
        places = draft.graph.node.root.members
        start, end = (places[place].labels for place in draft.ends[number])
        for step, place in enumerate(draft.between.get(number, ()), 1):
            for language in start.keys() & end.keys():
                places[place].labels[language] = f"{start[language]} – {end[language]} {step}"

    def store(self, draft: Draft, edges: list[tuple[int, int, int | None, int]]) -> None:
        """Ways become members of a kind; an undirected way is two."""
        graph = draft.graph
        way = graph.way
        if not graph.directed:
            edges = [e for pair in ((x, (x[1], x[0], x[2], x[3])) for x in edges) for e in pair]
        keys = graph.node.root.members
        for start, end, mark, number in edges:
            word = f"_{graph.attribute.root.members[mark].key}" if graph.attribute and mark is not None else ""
            key = f"{keys[start].key}_{keys[end].key}{word}"
            labels = {"en": keys[end].labels.get("en", keys[end].key)}
            way.members.append(
                Member(key, {**keys[end].labels, **labels}, way, None, len(way.members), draft.table.rows[number].span)
            )
            way.titles.append(key)
        node = Entity(graph.node)
        way.columns["from"] = Column("from", way, node, [e[0] for e in edges], graph.span, True)
        way.columns["to"] = Column("to", way, node, [e[1] for e in edges], graph.span, True)
        if graph.attribute is not None:
            marks = [e[2] for e in edges]
            type_ = Entity(graph.attribute)
            way.columns[graph.attribute.name] = Column(
                graph.attribute.name, way, Maybe(type_) if None in marks else type_, marks, graph.span, True
            )
        self.store_extra(draft, edges)
        self.place_between(draft)

    def store_extra(self, draft: Draft, edges: list[tuple[int, int, int | None, int]]) -> None:
        """Further columns of the rows belong to each way of the row."""
        table, way = draft.table, draft.graph.way
        skip = {"from", "to", table.key} | ({draft.graph.attribute.name} if draft.graph.attribute else set())
        if "to" not in table.names:
            return
        for index, name in enumerate(table.names):
            if name in skip or is_label_column(name):
                continue
            cells = [row.cells[index] for row in table.rows]
            type_, values = self.cells.read_cells(way, name, cells, None, table.header.cells[index].span)
            way.columns[name] = Column(
                name, way, type_, [values[e[3]] for e in edges], table.header.cells[index].span, name == "spaces"
            )

    def place_between(self, draft: Draft) -> None:
        """Places on a way lie evenly between its ends, for drawing."""
        kinds = draft.graph.node.root
        for axis in ("x", "y"):
            every = [k.columns[axis] for k in self.world.kinds.values() if k.root is kinds and axis in k.columns]
            if not every:
                continue
            column = kinds.columns.get(axis, every[0])
            column.values += [None] * (len(kinds.members) - len(column.values))
            known = {i: v for c in every for i, v in enumerate(c.values) if isinstance(v, int)}
            for number, stops in draft.between.items():
                ends = [known[end] for end in draft.ends.get(number, ()) if end in known]
                if len(ends) != 2:
                    continue
                low, high = ends
                wrap = (cell_number(draft.table, draft.table.rows[number], "wrap") or 0) if axis == "x" else 0
                spread = evenly(low, high, len(stops), wrap, (min(known.values()) + max(known.values())) // 2)
                for stop, value in zip(stops, spread, strict=True):
                    column.values[stop] = value


def evenly(low: int, high: int, count: int, wrap: int, middle: int) -> list[int]:
    """Coordinates evenly between two; over the edge of a map that comes round after `wrap`, the short way."""
    if abs(high - low) * 2 > wrap > 0:
        high += wrap if low > high else -wrap
    found = [low + (high - low) * step // (count + 1) for step in range(1, count + 1)]
    if wrap == 0:
        return found
    return [middle + (value - middle + wrap // 2) % wrap - wrap // 2 for value in found]


def first_word(cell: nodes.Cell) -> str:
    """What stands in a cell, or nothing."""
    return spell(cell.values[0]) if cell.values else ""

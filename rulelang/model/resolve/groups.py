"""Columns that belong together: those headed by the members of a kind, read by a member (`c.cost[g]`).

`column cost per gem` gives them a name. What it stands for is a grid of the rows and the members.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.model.declarations import Column, Grid, Kind
from rulelang.model.resolve.tables import Draft, kind_named
from rulelang.model.types import Entity, Maybe, Type, comparable, join, strip
from rulelang.model.world import World
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name


def read_groups(world: World, drafts: Iterable[Draft]) -> None:
    """The groups of columns of all kinds, once their columns are known."""
    for draft in drafts:
        for block in group_lines(draft.block):
            per = block.clause("per")
            assert per is not None
            member = kind_named(world, clause_name(block, "per") or "", per.span)
            if member is not None:
                read_group(world, draft.kind, block, member)


def group_lines(block: nodes.Block) -> Iterator[nodes.Block]:
    for item in block.body:
        if isinstance(item, nodes.Block) and item.keyword == "column" and item.clause("per") is not None:
            yield item


def read_group(world: World, kind: Kind, block: nodes.Block, member: Kind) -> None:
    name = str(block.path)
    taken = kind.find(name)
    if taken is not None:
        world.report(say_names.name_taken(block.header, name, taken.span))
        return
    again = next((group for group in kind.groups.values() if group.column_type == Entity(member)), None)
    columns = {n: column for n in member.ids if isinstance(column := kind.find(member.root.members[n].key), Column)}
    if again is not None or not columns:
        also = None if again is None else (again.group, again.span)
        world.report(say.column_group(block.header, name, member.name, also))
        return
    for column in columns.values():
        column.read = True
    kind.groups[name] = group(world, kind, block, member, columns)


def group(world: World, kind: Kind, block: nodes.Block, member: Kind, columns: dict[int, Column]) -> Grid:
    cells = {
        (row, number): column.values[row]
        for number, column in columns.items()
        for row in kind.ids
        if column.values[row] is not None
    }
    complete = len(cells) == len(kind.ids) * len(member.ids)
    held = cell_type(world, list(columns.values()))
    places = tuple(kind.root.members[row].span for row in kind.ids)
    return Grid(
        f"{kind.name}.{block.path}", "", Entity(kind), Entity(member), held if complete else Maybe(held),
        cells, kind.ids, places, tuple(columns), block.header, complete, tuple(c.name for c in columns.values()),
        group=str(block.path),
    )  # fmt: skip


def cell_type(world: World, columns: list[Column]) -> Type:
    """The one type of the cells of several columns."""
    first, *more = columns
    for column in more:
        if not comparable(first.type, column.type):
            types = str(strip(column.type)), str(strip(first.type))
            world.report(say.mixed_column(column.span, column.name, *types, first.span))
            return strip(first.type)
    return strip(reduce(join, (column.type for column in columns)))

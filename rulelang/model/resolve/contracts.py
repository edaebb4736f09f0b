"""Contracts: the needs in kinds, tables and maps, which say what must hold of the data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from rulelang.model import statements as s
from rulelang.model.declarations import Grid, Kind
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.statements import BodyReader
from rulelang.model.world import Scope, World, expression_path
from rulelang.syntax import nodes
from rulelang.syntax.visit import rebuild

# In a contract of a grid these are asked of a whole column.
OF_COLUMNS = ("increasing", "decreasing", "total", "unique")


class ContractReader:
    """Reads needs that stand with data."""

    def __init__(self, world: World, elaborator: Elaborator) -> None:
        self.world = world
        self.el = elaborator

    def mark_complete(self, blocks: Iterable[nodes.Block]) -> None:
        """Tables that promise a row for every key: a look-up in them always finds one."""
        for block in blocks:
            table = self.world.kinds.get(str(block.path)) or self.world.grids.get(str(block.path))
            keys = table.key_columns if isinstance(table, Kind) else (table.key,) if table is not None else ()
            for item in block.body:
                promised = item.subject if isinstance(item, nodes.Act) and item.verb == "need" else None
                if not isinstance(promised, nodes.Apply) or expression_path(promised.function) != "complete":
                    continue
                columns = tuple(a.name for a in promised.arguments if isinstance(a, nodes.Name))
                if table is not None and set(keys) <= set(columns):
                    table.complete = True

    def read(self, blocks: Iterable[nodes.Block]) -> None:
        """The needs in kinds, tables and maps."""
        for block in blocks:
            table = self.world.kinds.get(str(block.path)) or self.world.grids.get(str(block.path))
            for item in block.body:
                if isinstance(item, nodes.Act) and item.verb == "need":
                    self.read_contract(item, table)

    def read_contract(self, item: nodes.Act, table: Any) -> None:
        reader = BodyReader(self.world, self.el, {})
        scope = Scope(contract=table, has_actor=False)
        if isinstance(table, Grid):
            for name, column in zip(table.column_names, table.columns, strict=True):
                values = tuple(table.cells.get((row, column)) for row in table.rows)
                item = self.with_column(item, name, values)
        made, _ = reader.need(item, scope)
        for need in made:
            if isinstance(need, s.Need):
                self.world.contracts.append((need, table))

    def with_column(self, item: nodes.Act, name: str, values: tuple[Any, ...]) -> nodes.Act:
        """In a contract of a grid, the head of a column means its cells."""
        cells = nodes.ListOf(tuple(nodes.Number(v) for v in values if isinstance(v, int)), span=item.span)

        def change(node: Any) -> Any:
            if isinstance(node, nodes.Apply) and expression_path(node.function) in OF_COLUMNS:
                fixed = tuple(cells if isinstance(a, nodes.Name) and a.name == name else a for a in node.arguments)
                return evolve(node, arguments=fixed)
            return node

        return rebuild(item, change)  # type: ignore[no-any-return]

"""Kinds and the tables that fill them: members, columns, fields, grids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, frozen

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.model.declarations import Column, Field, Grid, Kind, Labels, Member, Seen
from rulelang.model.elaborate import Elaborator
from rulelang.model.expressions import Compare, Const, Expression, Junction, Local, Negation
from rulelang.model.types import (
    FLAG,
    NUMBER,
    TEXT,
    UNKNOWN,
    Action,
    Entity,
    Many,
    Maybe,
    Number,
    Type,
    Unknown,
    comparable,
    join,
    strip,
)
from rulelang.model.world import MOST_NUMBERS, MOST_THINGS, Scope, World
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

NAME_COLUMNS = ("name", "id", "face")


@frozen
class Table:
    """The rows of a block: column names, and cells as written."""

    names: tuple[str, ...]
    header: nodes.Row
    rows: tuple[nodes.Row, ...]


@define
class Draft:
    """A kind whose table has been read but not yet understood."""

    kind: Kind
    block: nodes.Block
    table: Table | None
    ids: list[int]


def table_of(world: World, block: nodes.Block) -> Table | None:
    """The table in a block; rows of the wrong length are reported and left out."""
    rows = [item for item in block.body if isinstance(item, nodes.Row)]
    if not rows:
        return None
    names = tuple(header_name(cell) for cell in rows[0].cells)
    for number, (name, cell) in enumerate(zip(names, rows[0].cells, strict=True)):
        if names.index(name) != number:
            world.report(say.duplicate_column(cell.span, name))
    good = []
    for row in rows[1:]:
        if len(row.cells) == len(names):
            good.append(row)
        else:
            world.report(say.row_length(row.span, len(row.cells), len(names), rows[0].span))
    return Table(names, rows[0], tuple(good))


def header_name(cell: nodes.Cell) -> str:
    return ", ".join(spell(v) for v in cell.values)


def labels_of(block: nodes.Block) -> Labels:
    """The label of a block in each language it has one in."""
    labels: Labels = {"en": block.label} if block.label else {}
    for item in block.body:
        if isinstance(item, nodes.Field) and item.path.names[0] == "label" and item.values:
            value = item.values[0]
            if isinstance(value, nodes.Text):
                labels[item.path.names[1] if len(item.path.names) > 1 else "en"] = value.value
    return labels


def row_labels(table: Table, row: nodes.Row) -> Labels:
    labels: Labels = {}
    for name, cell in zip(table.names, row.cells, strict=True):
        first, _, language = name.partition(".")
        if first == "label" and cell.values and isinstance(cell.values[0], nodes.Text):
            labels[language or "en"] = cell.values[0].value
    return labels


def row_key(table: Table, row: nodes.Row, number: int) -> tuple[str, Span]:
    """The name of a row: its name cell, or its number."""
    for wanted in NAME_COLUMNS:
        if wanted in table.names:
            cell = row.cells[table.names.index(wanted)]
            return ("".join(spell(v) for v in cell.values) or str(number)), cell.span
    return str(number), row.span


def cell_number(table: Table, row: nodes.Row, column: str) -> int | None:
    """The whole number in a cell, if there is one."""
    if column not in table.names:
        return None
    values = row.cells[table.names.index(column)].values
    return values[0].value if values and isinstance(values[0], nodes.Number) else None


def field_value(block: nodes.Block, name: str) -> nodes.Field | None:
    for item in block.body:
        if isinstance(item, nodes.Field) and str(item.path) == name:
            return item
    return None


def clause(owner: nodes.Block | nodes.Field | Any, word: str) -> nodes.Clause | None:
    """The clause with a word, if there is one."""
    for found in owner.clauses:
        if isinstance(found, nodes.Clause) and found.word == word:
            return found
    return None


def clause_name(owner: Any, word: str) -> str | None:
    found = clause(owner, word)
    if found is None or not found.values:
        return None
    return spell(found.values[0])


class TableReader:
    """Fills kinds from their blocks, in passes: members first, then columns, then fields."""

    def __init__(self, world: World, elaborator: Elaborator, config: dict[str, frozenset[str]]) -> None:
        self.world = world
        self.el = elaborator
        self.config = config
        self.counted: set[tuple[str, str]] = set()
        self.drafts: list[Draft] = []

    # ---- members ----------------------------------------------------------------------------------

    def add_players(self, block: nodes.Block | None) -> None:
        world = self.world
        span = block.header if block else world.span
        kind = Kind("player", "player", {"en": "player"}, span)
        world.kinds["player"] = kind
        world.declared["player"] = span
        table = table_of(world, block) if block else None
        ids = []
        for number in range(world.players):
            key, at, labels = f"player_{number + 1}", span, {"en": f"Player {number + 1}"}
            if table and number < len(table.rows):
                key, at = row_key(table, table.rows[number], number)
                labels = {"en": key.replace("_", " ").capitalize(), **row_labels(table, table.rows[number])}
            ids.append(self.add_member(kind, key, labels, at))
        if block:
            self.drafts.append(Draft(kind, block, table, ids))

    def add_kinds(self, blocks: list[nodes.Block]) -> None:
        """Kinds without a parent first, so that members of kinds of a kind come after."""
        waiting = [b for b in blocks if b.path is not None]
        for block in waiting:
            if not (block.keyword == "card" and clause(block, "of")):
                self.add_kind_name(block)
        for block in waiting:
            parent = clause_name(block, "of")
            if parent is None:
                self.add_rows(block)
        for block in waiting:
            if clause(block, "of") is not None and block.keyword != "card":
                self.add_rows(block)
        for block in waiting:
            if clause(block, "of") is not None and block.keyword == "card":
                self.add_titled_card(block)

    def add_kind_name(self, block: nodes.Block) -> None:
        name = str(block.path)
        if not self.world.declare(name, block.path.span if block.path else block.span):
            return
        kind = Kind(name, block.keyword, labels_of(block), block.header)
        kind.per_player = clause_name(block, "per") == "player"
        self.world.kinds[name] = kind

    def kind_named(self, name: str, span: Span) -> Kind | None:
        kind = self.world.kinds.get(name)
        if kind is None:
            self.world.report(say_names.unknown_kind(span, name, self.world.kinds))
        return kind

    def add_rows(self, block: nodes.Block) -> None:
        kind = self.world.kinds.get(str(block.path))
        if kind is None or kind.span != block.header:
            return
        of = clause(block, "of")
        if of is not None and of.values:
            self.set_parent(kind, self.kind_named(spell(of.values[0]), of.values[0].span))
        table = table_of(self.world, block)
        if kind.per_player:
            ids = self.add_pieces(kind, block, table)
        else:
            ids = []
            for number, row in enumerate(table.rows if table else ()):
                ids.extend(self.add_copies(kind, table, row, number))  # type: ignore[arg-type]
            if table is None and kind.sort not in ("card", "kind"):
                self.world.report(say_names.missing_field(block.header, block.keyword, "| a table |"))
        kind.own = ids
        if kind.sort in ("table", "setup_table") and table:
            self.set_keys(kind, block, table)
        self.drafts.append(Draft(kind, block, table, ids))

    def set_parent(self, kind: Kind, parent: Kind | None) -> None:
        """A kind of a kind; no kind is, by way of others, of itself."""
        above = parent
        circle = [kind.name]
        while above is not None:
            circle.append(above.name)
            if above is kind:
                self.world.report(say.endless_recursion(kind.span, circle, ()))
                return
            above = above.parent
        kind.parent = parent

    def set_keys(self, kind: Kind, block: nodes.Block, table: Table) -> None:
        pair = field_value(block, "unordered")
        if pair is not None:
            kind.key_columns = tuple(spell(v) for v in pair.values)
            kind.sort = "unordered"
        else:
            keys = field_value(block, "keys")
            kind.key_columns = tuple(spell(v) for v in keys.values) if keys else (table.names[0],)
        for name in kind.key_columns:
            if name not in table.names:
                at = (pair or field_value(block, "keys") or block).span
                self.world.report(say_names.unknown_part(at, name, kind.name, table.names, table.header.span))
                kind.key_columns = (table.names[0],)

    def add_pieces(self, kind: Kind, block: nodes.Block, table: Table | None) -> list[int]:
        """So many pieces for each player: the rows of the table, or `count`."""
        rows: list[tuple[str, Labels]] = []
        if table:
            rows += [(row_key(table, row, n)[0], row_labels(table, row)) for n, row in enumerate(table.rows)]
        else:
            rows += [(str(number + 1), {}) for number in range(self.piece_count(block))]
        kind.titles = [key for key, _ in rows]
        ids = []
        for player in range(self.world.players):
            for number, (key, labels) in enumerate(rows):
                owner_key = self.world.player.members[player].key
                ids.append(
                    self.add_member(
                        kind, f"{owner_key}.{kind.name}.{key}", labels or {"en": key}, block.header, player, number
                    )
                )
        return ids

    def piece_count(self, block: nodes.Block) -> int:
        count = field_value(block, "count")
        if count is None or not count.values:
            return 1
        for side in sides(count.values[0]):
            table, _, column = spell(side).partition(".")
            self.counted.add((table, column))
        value = self.by_option(count.values[0])
        if isinstance(value, nodes.Number):
            return self.world.at_most(value.value, "pieces", value.span)
        path = spell(value)
        table, _, column = path.partition(".")
        found = self.setup_number(table, column)
        if found is None:
            self.world.report(say_names.unknown_name(value.span, path, self.world.kinds))
            return 1
        return found

    def setup_number(self, table: str, column: str) -> int | None:
        """A number out of a set-up table, read from its rows as written."""
        for draft in self.drafts:
            if draft.kind.name == table and draft.table is not None:
                for row in draft.table.rows:
                    if cell_number(draft.table, row, "players") == self.world.players:
                        return cell_number(draft.table, row, column)
        return None

    def add_copies(self, kind: Kind, table: Table, row: nodes.Row, number: int) -> list[int]:
        key, at = row_key(table, row, number)
        named = any(n in table.names for n in NAME_COLUMNS)
        root = kind.root
        if named and key in root.titles:
            first = next((m.span for m in root.members if m.key == key or m.key == key + "_1"), at)
            self.world.report(say.duplicate_row(at, key, first))
            return [next(i for i, m in enumerate(root.members) if m.title == root.titles.index(key))]
        title = len(root.titles)
        root.titles.append(key)
        return self.add_numbered(kind, key, row_labels(table, row), at, title, self.copies(table, row), named)

    def copies(self, table: Table, row: nodes.Row) -> int:
        """How many cards a row stands for."""
        written = cell_number(table, row, "copies")
        return 1 if written is None else self.world.at_most(written, "copies", row.span)

    def add_numbered(
        self, kind: Kind, key: str, labels: Labels, at: Span, title: int, copies: int, named: bool
    ) -> list[int]:
        ids = []
        for copy in range(copies):
            full = key if copies == 1 else f"{key}_{copy + 1}"
            ids.append(self.add_member(kind, full, labels, at, None, title, named))
        if copies > 1 and ids and named:
            self.world.members.setdefault(key, []).append((kind.root, ids[0]))
            self.world.titles.setdefault(key, []).append((kind.root, title))
        return ids

    def add_titled_card(self, block: nodes.Block) -> None:
        """`card X of K`: one title of a kind of cards, with copies or a table of its own."""
        of = clause(block, "of")
        kind = self.kind_named(spell(of.values[0]), of.values[0].span) if of and of.values else None
        if kind is None or block.path is None:
            return
        key = str(block.path)
        if not self.world.declare(key, block.path.span):
            return
        title = len(kind.root.titles)
        kind.root.titles.append(key)
        labels = {"en": key.replace("_", " ").capitalize(), **labels_of(block)}
        table = table_of(self.world, block)
        ids: list[int] = []
        per_row: list[list[int]] = []
        rows = table.rows if table else ()
        for row in rows:
            copies = self.copies(table, row)  # type: ignore[arg-type]
            new = [
                self.add_member(kind, f"{key}_{len(ids) + n + 1}", labels, block.header, None, title)
                for n in range(copies)
            ]
            per_row.append(new)
            ids += new
        if table is None:
            count = field_value(block, "copies")
            number = (
                count.values[0].value if count and count.values and isinstance(count.values[0], nodes.Number) else 1
            )
            number = self.world.at_most(number, "copies", block.header)
            ids = [
                self.add_member(kind, f"{key}_{n + 1}" if number > 1 else key, labels, block.header, None, title)
                for n in range(number)
            ]
        if ids and not (table is None and len(ids) == 1):
            self.world.members.setdefault(key, []).append((kind.root, ids[0]))
        self.world.titles.setdefault(key, []).append((kind.root, title))
        self.drafts.append(Draft(kind, block, table, [i for group in per_row for i in group] if table else ids))

    def add_member(
        self,
        kind: Kind,
        key: str,
        labels: Labels,
        span: Span,
        owner: int | None = None,
        title: int | None = None,
        named: bool = True,
    ) -> int:
        root = kind.root
        number = len(root.members)
        root.members.append(Member(key, labels or {"en": key.replace("_", " ")}, kind, owner, title, span))
        if named and owner is None:
            self.world.members.setdefault(key, []).append((root, number))
        return number

    # ---- columns ----------------------------------------------------------------------------------

    def read_columns(self) -> None:
        for draft in self.drafts:
            if draft.table is not None:
                self.read_draft(draft)
        for kind in self.world.kinds.values():
            if kind.sort == "card" and kind.parent is None:
                self.settle_columns(kind)
        for table, column in self.counted:
            counts = self.world.kinds.get(table)
            if counts is not None and column in counts.columns:
                counts.columns[column].read = True

    def settle_columns(self, kind: Kind) -> None:
        """Cards may get their columns from several blocks: a column that all cards have is never none."""
        for column in kind.columns.values():
            if isinstance(column.type, Maybe) and None not in column.values[: len(kind.members)]:
                column.type = column.type.inner

    def read_draft(self, draft: Draft) -> None:
        kind, table = draft.kind, draft.table
        assert table is not None
        if kind.sort == "table" and self.is_grid(kind, draft.block, table):
            return
        declared = {str(f.path): f for f in draft.block.body if isinstance(f, nodes.Field)}
        for index, name in enumerate(table.names):
            if name in NAME_COLUMNS or name.split(".")[0] == "label" or (name == "copies"):
                if name in NAME_COLUMNS and kind.sort == "table":
                    pass
                else:
                    continue
            cells = [row.cells[index] for row in table.rows]
            wanted = self.declared_type(kind, declared, name, draft.block)
            type_, values = self.read_cells(kind, name, cells, wanted, table.header.cells[index].span)
            self.store_column(draft, name, type_, values, table.header.cells[index].span)

    def declared_type(self, kind: Kind, declared: dict[str, nodes.Field], name: str, block: nodes.Block) -> Type | None:
        """The type a column was given: by a field of that name or a `column` line."""
        field = declared.get(name)
        if field is not None and field.values and name not in self.config.get(block.keyword, ()):
            return self.el.type_of(field.values[0])
        for item in block.body:
            if isinstance(item, nodes.Block) and item.keyword == "column" and str(item.path) == name:
                of = clause(item, "of")
                if of is not None and of.values:
                    return self.el.type_of(of.values[0])
        known = kind.root.columns.get(name) or kind.columns.get(name)
        return strip(known.type) if known is not None else None

    def store_column(self, draft: Draft, name: str, type_: Type, values: list[Any], span: Span) -> None:
        kind = draft.kind
        root = kind.root
        owner = kind if kind.sort != "card" else root
        column = owner.columns.get(name)
        if column is None:
            column = Column(name, owner, type_, [None] * len(root.members), span)
            owner.columns[name] = column
        else:
            column.type = join(column.type, type_)
        column.values += [None] * (len(root.members) - len(column.values))
        for number, value in zip(self.row_ids(draft), values, strict=True):
            for one in number:
                column.values[one] = value
        filled = set(draft.ids)
        if kind.sort == "card" and any(i not in filled and column.values[i] is None for i in range(len(root.members))):
            column.type = column.type if isinstance(column.type, Maybe) else Maybe(column.type)

    def row_ids(self, draft: Draft) -> list[list[int]]:
        """The members each row stands for: its copies, or one piece for each player."""
        table = draft.table
        assert table is not None
        if draft.kind.per_player:
            size = len(table.rows)
            return [[p * size + n + draft.ids[0] for p in range(self.world.players)] for n in range(size)]
        if draft.kind.sort == "player":
            return [[draft.ids[n]] if n < len(draft.ids) else [] for n in range(len(table.rows))]
        ids = iter(draft.ids)
        groups = []
        for row in table.rows:
            copies = cell_number(table, row, "copies")
            groups.append([next(ids) for _ in range(1 if copies is None else min(copies, MOST_THINGS))])
        return groups

    def read_cells(
        self, kind: Kind, name: str, cells: list[nodes.Cell], wanted: Type | None, head: Span
    ) -> tuple[Type, list[Any]]:
        chosen = wanted or self.common_kind(kind, name, cells)
        type_: Type = UNKNOWN
        first = head
        values: list[Any] = []
        blank = False
        listed = any(len(cell.values) > 1 for cell in cells)
        for cell in cells:
            if not cell.values:
                blank = True
                values.append(None)
                continue
            cell_type, value = self.read_cell(name, cell, chosen, listed)
            values.append(value)
            if isinstance(type_, Unknown):
                type_, first = cell_type, cell.span
            elif not comparable(type_, cell_type):
                self.world.report(say.mixed_column(cell.span, name, str(cell_type), str(type_), first))
            else:
                type_ = join(type_, cell_type)
        if isinstance(type_, Number):
            numbers = [v for v in values if isinstance(v, int)]
            type_ = Number(type_.money, min(numbers, default=None), max(numbers, default=None))
        if wanted is not None and isinstance(type_, Unknown):
            type_ = wanted
        if listed and blank:
            return type_, [() if v is None else v for v in values]
        return (Maybe(type_) if blank and not isinstance(type_, Maybe) else type_), values

    def read_cell(self, name: str, cell: nodes.Cell, chosen: Type | None, listed: bool) -> tuple[Type, Any]:
        found = [self.read_value(name, value, chosen) for value in cell.values]
        if listed or isinstance(chosen, Many):
            inner: Type = UNKNOWN
            for type_, _ in found:
                inner = join(inner, type_)
            return Many(inner), tuple(value for _, value in found)
        return found[0]

    def read_value(self, column: str, e: nodes.Expression, chosen: Type | None) -> tuple[Type, Any]:
        plain = strip(chosen) if chosen is not None else None
        if isinstance(plain, Many):
            plain = strip(plain.inner)
        match e:
            case nodes.Number(value):
                return NUMBER, value
            case nodes.Negative(nodes.Number(value)):
                return NUMBER, -value
            case nodes.Flag(value):
                return FLAG, value
            case nodes.Text(value):
                return TEXT, value
            case nodes.Binary("..", nodes.Number(low), nodes.Number(high)):
                count = self.world.at_most(high - low + 1, "numbers", e.span, MOST_NUMBERS)
                return Many(NUMBER), tuple(range(low, low + count))
            case nodes.Name(name):
                return self.read_name(name, e.span, plain)
        self.world.report(say.bad_cell(e.span, column))
        return UNKNOWN, None

    def read_name(self, name: str, span: Span, chosen: Type | None) -> tuple[Type, Any]:
        if isinstance(chosen, Entity):
            for kind, number in self.world.members.get(name, ()):
                if kind is chosen.kind.root:
                    return Entity(kind.members[number].kind), number
            near = [member.key for member in chosen.kind.root.members]
            self.world.report(say_names.unknown_name(span, name, near))
            return UNKNOWN, None
        if name in self.world.rules:
            rule = self.world.rules[name]
            rule.called = True
            return Action(tuple(p.type for p in rule.parameters)), rule
        self.world.report(say_names.unknown_name(span, name, self.world.all_names()))
        return UNKNOWN, None

    def common_kind(self, owner: Kind, column: str, cells: list[nodes.Cell]) -> Type | None:
        """The one kind whose members all the words of a column are."""
        words = [v for cell in cells for v in cell.values if isinstance(v, nodes.Name)]
        if not words:
            return None
        counts: dict[int, tuple[int, Kind]] = {}
        for word in words:
            for kind, _ in self.world.members.get(word.name, ()):
                if kind is not owner.root or owner.sort not in ("table", "setup_table"):
                    seen = counts.get(id(kind), (0, kind))
                    counts[id(kind)] = (seen[0] + 1, kind)
        if counts:
            best = max(counts.values(), key=lambda pair: pair[0])
            if best[0] * 2 > len(words):
                return Entity(best[1])
        if any(word.name in self.world.rules for word in words):
            return None
        if counts:
            return Entity(max(counts.values(), key=lambda pair: pair[0])[1])
        return Entity(self.words_kind(f"{owner.name}.{column}", words))

    def words_kind(self, name: str, words: Iterable[nodes.Name]) -> Kind:
        """Words used nowhere else make a kind of their own."""
        kind = self.world.kinds.get(name)
        if kind is None:
            kind = Kind(name, "words", {"en": name}, next(iter(words)).span)
            self.world.kinds[name] = kind
        for word in words:
            if all(member.key != word.name for member in kind.members):
                kind.titles.append(word.name)
                self.add_member(
                    kind, word.name, {"en": word.name.replace("_", " ")}, word.span, None, len(kind.members)
                )
        return kind

    # ---- grids ------------------------------------------------------------------------------------

    def is_grid(self, kind: Kind, block: nodes.Block, table: Table) -> bool:
        """A table whose column heads are numbers, or members of a kind, is looked up by row and column."""
        heads = [cell.values[0] if cell.values else None for cell in table.header.cells[1:]]
        if not heads:
            return False
        if all(isinstance(h, nodes.Number) for h in heads):
            column_type: Type = NUMBER
            columns = [h.value for h in heads if isinstance(h, nodes.Number)]
        else:
            found = self.member_heads(heads)
            if found is None:
                return False
            column_type, columns = found
        self.world.kinds.pop(kind.name, None)
        first = [row.cells[0] for row in table.rows]
        row_type, rows = self.read_cells(kind, table.names[0], first, None, table.header.span)
        cells: dict[tuple[Any, Any], Any] = {}
        type_: Type = UNKNOWN
        for index, column in enumerate(columns, 1):
            cell_type, values = self.read_cells(
                kind, table.names[index], [r.cells[index] for r in table.rows], None, table.header.span
            )
            type_ = join(type_, cell_type)
            for row, value in zip(rows, values, strict=True):
                if value is not None:
                    cells[row, column] = value
        full = len(cells) == len(rows) * len(columns)
        complete = full and self.covers(row_type, rows) and self.covers(column_type, columns)
        names = tuple(table.names[1:])
        self.world.grids[kind.name] = Grid(
            kind.name, strip(row_type), column_type, type_ if full and complete else Maybe(strip(type_)),
            cells, tuple(rows), tuple(columns), kind.span, complete, names,
        )  # fmt: skip
        return True

    def covers(self, type_: Type, values: list[Any]) -> bool:
        plain = strip(type_)
        return isinstance(plain, Entity) and set(plain.kind.ids) <= set(values)

    def member_heads(self, heads: list[Any]) -> tuple[Type, list[int]] | None:
        common: set[int] | None = None
        kinds: dict[int, Kind] = {}
        for head in heads:
            if not isinstance(head, nodes.Name):
                return None
            owners = {id(kind): kind for kind, _ in self.world.members.get(head.name, ())}
            kinds |= owners
            common = set(owners) if common is None else common & set(owners)
        if not common:
            return None
        kind = kinds[next(iter(common))]
        numbers = {kind.members[n].key: n for n in range(len(kind.members))}
        return Entity(kind), [numbers[h.name] for h in heads]

    # ---- fields -----------------------------------------------------------------------------------

    def read_fields(self, block: nodes.Block, owner: Kind | None, prefix: str = "") -> list[Field]:
        """The state a block declares."""
        reserved = self.config.get(block.keyword, frozenset())
        found = []
        for item in block.body:
            if isinstance(item, nodes.Field) and item.path.names[0] not in reserved and item.path.names[0] != "label":
                field = self.read_field(item, owner, prefix)
                if field is not None:
                    found.append(field)
        return found

    def read_field(self, item: nodes.Field, owner: Kind | None, prefix: str) -> Field | None:
        name = prefix + str(item.path)
        if not item.values:
            self.world.report(say_names.missing_clause(item.span, name + ":", "a type"))
            return None
        type_ = self.el.type_of(item.values[0])
        per = clause(item, "per")
        kinds = []
        for value in per.values if per else ():
            kind = self.kind_named(spell(value), value.span)
            if kind is not None:
                kinds.append(kind)
        field = Field(
            name, owner, type_, tuple(kinds), None, self.seen(item, owner), clause_name(item, "lasts"), item.path.span
        )
        starts = clause(item, "starts")
        field.start_syntax = starts.values[0] if starts and starts.values else None
        self.adopt_column(field, owner)
        home = owner.fields if owner else self.world.fields
        if name in home:
            self.world.report(say_names.name_taken(item.path.span, name, home[name].span))
            return None
        if owner is None and not prefix and "." not in name:
            self.world.declare(name, item.path.span)
        home[name] = field
        return field

    def adopt_column(self, field: Field, owner: Kind | None) -> None:
        """A column named like a field gives the field's starting values."""
        if owner is None:
            return
        column = owner.columns.pop(field.name, None) or owner.root.columns.pop(field.name, None)
        if column is not None:
            field.initial_column = column.values

    def seen(self, item: nodes.Field | nodes.Block, owner: Kind | None) -> Seen:
        word = self.seen_by(item) or "all"
        if word not in ("all", "owner", "nobody"):
            self.world.report(say_names.unknown_name(item.span, word, ("all", "owner", "nobody")))
            word = "all"
        count, top = "all", None
        for inner in item.body:
            if isinstance(inner, nodes.Field):
                by = self.seen_by(inner)
                if str(inner.path) == "count" and by:
                    count = by
                elif str(inner.path) == "top" and by:
                    top = by
        return Seen(word, count, top)

    def seen_by(self, item: nodes.Field | nodes.Block) -> str | None:
        """Who sees it; options may decide: `seen by all if open_hands otherwise owner`."""
        found = clause(item, "seen by")
        value = found.values[0] if found is not None and found.values else None
        return self.by_option(value).span.text if value is not None else None

    def by_option(self, value: nodes.Expression) -> nodes.Expression:
        """The side of `a if option = x otherwise b` that the options in force choose."""
        while isinstance(value, nodes.IfElse):
            value = value.value if decided(self.el.condition(value.condition, Scope())) else value.other
        return value

    def resolve_starts(self, fields: Iterable[Field]) -> None:
        """Starting values, once all names are known."""
        from rulelang.model.rewrite import start_expression

        for field in fields:
            if field.start_syntax is not None:
                start_expression(self.world, self.el, field)


def sides(value: nodes.Expression) -> list[nodes.Expression]:
    """Everything that `a if c otherwise b` may come to."""
    return [*sides(value.value), *sides(value.other)] if isinstance(value, nodes.IfElse) else [value]


def decided(condition: Expression) -> bool:
    """A condition on options, which are known before the game."""
    match condition:
        case Negation(inner):
            return not decided(inner)
        case Junction(operator, left, right):
            return (decided(left) and decided(right)) if operator == "and" else (decided(left) or decided(right))
        case Compare(operator, Const(left), Const(right)):
            return bool(left == right) == (operator == "=")
        case Const(value):
            return bool(value)
    return False


def new_local(name: str, kind: Kind) -> Local:
    return Local(name, Entity(kind), used=True)

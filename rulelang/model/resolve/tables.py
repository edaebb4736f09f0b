"""Kinds and their members: the rows of tables, copies of cards, pieces of players."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.model.declarations import Kind, Labels, Member
from rulelang.model.expressions import Compare, Const, Expression, Junction, Negation
from rulelang.model.resolve.blocks import Table, cell_number, refuse_labels, row_key, row_labels, table_of
from rulelang.model.resolve.cells import add_member
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.figures import Figures
from rulelang.model.world import Scope, World
from rulelang.project.options import compare
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.blocks import header_name, is_by_players, labels_of
from rulelang.syntax.spell import clause_name, spell

NEVER_SHOWN = "its rows are looked up and never shown: leave the column out"


@define
class Draft:
    """A kind whose table has been read but not yet understood."""

    kind: Kind
    block: nodes.Block
    table: Table | None
    ids: list[int]


class TableReader:
    """Fills kinds with members, and keeps their tables for who reads the columns."""

    def __init__(self, world: World, elaborator: Elaborator, config: dict[str, frozenset[str]]) -> None:
        self.world = world
        self.el = elaborator
        self.config = config
        self.counted: set[tuple[str, str]] = set()
        self.figures: Figures | None = None
        self.drafts: list[Draft] = []
        self._copies: dict[int, int] = {}

    def add_players(self, blocks: Sequence[nodes.Block]) -> None:
        """The first `player` block may name the players; further ones, say of variants, add fields."""
        world = self.world
        block = blocks[0] if blocks else None
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
            ids.append(add_member(self.world, Member(key, labels, kind, span=at)))
        if block:
            self.drafts.append(Draft(kind, block, table, ids))
        for more in blocks[1:]:
            if table_of(world, more) is not None:
                world.report(say_names.name_taken(more.header, "player", span))
            self.drafts.append(Draft(kind, more, None, []))

    def add_kinds(self, blocks: list[nodes.Block]) -> None:
        """Kinds without a parent first, so that members of kinds of a kind come after."""
        waiting = [b for b in blocks if b.path is not None]
        for block in waiting:
            if not (block.keyword == "card" and block.clause("of")):
                self.add_kind_name(block)
        below = [b for b in waiting if b.clause("of") is not None and b.keyword != "card"]
        for block in below:
            self.set_parent(block)
        for block in waiting:
            if block.clause("of") is None:
                self.add_rows(block)
        for block in below:
            self.add_rows(block)
        for block in waiting:
            if block.clause("of") is not None and block.keyword == "card":
                self.add_titled_card(block)

    def add_kind_name(self, block: nodes.Block) -> None:
        name = str(block.path)
        if not self.world.declare(name, block.path.span if block.path else block.span):
            return
        sort = "setup_table" if is_by_players(block) else block.keyword
        kind = Kind(name, sort, labels_of(block), block.header)
        kind.per_player = clause_name(block, "per") == "player"
        self.world.kinds[name] = kind

    def add_rows(self, block: nodes.Block) -> None:
        kind = self.world.kinds.get(str(block.path))
        if kind is None or kind.span != block.header:
            return
        table = table_of(self.world, block)
        if kind.per_player:
            ids = self.add_pieces(kind, block, table)
        else:
            ids = []
            for number, row in enumerate(table.rows if table else ()):
                ids.extend(self.add_copies(kind, block, table, row, number))  # type: ignore[arg-type]
            if table is None and kind.sort == "card" and block.field("copies"):
                ids = self.add_like_cards(kind, block)
            if table is None and kind.sort not in ("card", "kind"):
                self.world.report(say_names.missing_field(block.header, block.keyword, "| a table |"))
        if kind.sort in ("table", "setup_table") and table:
            self.set_keys(kind, block, table)
            if kind.sort == "setup_table":
                refuse_labels(self.world, table, "table", NEVER_SHOWN)
        self.drafts.append(Draft(kind, block, table, ids))

    def set_parent(self, block: nodes.Block) -> None:
        """A kind of a kind; no kind is, by way of others, of itself."""
        kind, of = self.world.kinds.get(str(block.path)), block.clause("of")
        if kind is None or kind.span != block.header or of is None or not of.values:
            return
        parent = above = kind_named(self.world, spell(of.values[0]), of.values[0].span)
        circle = [kind.name]
        while above is not None:
            circle.append(above.name)
            if above is kind:
                self.world.report(say.endless_recursion(kind.span, circle, ()))
                return
            above = above.parent
        kind.parent = parent

    def set_keys(self, kind: Kind, block: nodes.Block, table: Table) -> None:
        pair = block.field("unordered")
        if pair is not None:
            kind.key_columns = tuple(spell(v) for v in pair.values)
            kind.sort = "unordered"
        else:
            keys = block.field("keys")
            kind.key_columns = tuple(spell(v) for v in keys.values) if keys else (table.names[0],)
        for name in kind.key_columns:
            if name not in table.names:
                at = (pair or block.field("keys") or block).span
                self.world.report(say_names.unknown_part(at, name, kind.name, table.names, table.header.span))
                kind.key_columns = (table.names[0],)
                return
        columns = [table.names.index(name) for name in kind.key_columns]
        written = [[header_name(row.cells[at]) for at in columns] for row in table.rows]
        texts = [", ".join(sorted(key) if kind.sort == "unordered" else key) for key in written]
        self.refuse_twice([(text, row.span) for text, row in zip(texts, table.rows, strict=True)])

    def add_pieces(self, kind: Kind, block: nodes.Block, table: Table | None) -> list[int]:
        """So many pieces for each player: the rows of the table, or `count`."""
        rows: list[tuple[str, Labels]] = []
        if table:
            rows += [(row_key(table, row, n)[0], row_labels(table, row)) for n, row in enumerate(table.rows)]
            self.refuse_twice([row_key(table, row, n) for n, row in enumerate(table.rows)])
        else:
            # Counted pieces are called by what they are, so that nobody is asked where `2` goes.
            called = {"en": kind.name.replace("_", " "), **kind.labels}
            count = self.written_count(block, "count", "pieces")
            rows += [(str(n), {lang: f"{label} {n}" for lang, label in called.items()}) for n in range(1, count + 1)]
        kind.titles = [key for key, _ in rows]
        ids = []
        for player in range(self.world.players):
            owner = self.world.player.members[player].key
            for number, (key, labels) in enumerate(rows):
                name = f"{owner}.{kind.name}.{key}"
                piece = Member(name, labels or {"en": key}, kind, player, number, block.header)
                ids.append(add_member(self.world, piece))
        return ids

    def refuse_twice(self, keys: list[tuple[str, Span]]) -> None:
        """Two rows with one key: which of them would be meant?"""
        first: dict[str, Span] = {}
        for key, at in keys:
            if key in first:
                self.world.report(say.duplicate_row(at, key, first[key]))
            first.setdefault(key, at)

    def written_count(self, block: nodes.Block, name: str, what: str) -> int:
        """How many a field of a block says there are: a number, or a place in a set-up table; else one."""
        count = block.field(name)
        if count is None or not count.values:
            return 1
        found = self.figures.required(count.values[0]) if self.figures is not None else None
        return 1 if found is None else self.world.at_most(found, what, count.values[0].span)

    def set_up(self, table: str, column: str) -> int | None:
        """A number out of a set-up table, which is thereby used."""
        self.counted.add((table, column))
        return self.setup_number(table, column)

    def setup_number(self, table: str, column: str) -> int | None:
        """A number out of a set-up table, read from its rows as written."""
        for draft in self.drafts:
            if draft.kind.name == table and draft.table is not None:
                for row in draft.table.rows:
                    if cell_number(draft.table, row, "players") == self.world.players:
                        return cell_number(draft.table, row, column)
        return None

    def add_like_cards(self, kind: Kind, block: nodes.Block) -> list[int]:
        """Cards that are all alike: no rows, only how many there are."""
        kind.root.titles.append(kind.name)
        copies = self.block_copies(block)
        labels = {"en": kind.name.replace("_", " ").capitalize(), **kind.labels}
        return self.add_numbered(kind, kind.name, labels, block.header, len(kind.root.titles) - 1, copies, named=False)

    def add_copies(self, kind: Kind, block: nodes.Block, table: Table, row: nodes.Row, number: int) -> list[int]:
        key, at = row_key(table, row, number)
        named = table.key is not None
        root = kind.root
        if named and key in root.titles:
            first = next((m.span for m in root.members if m.key == key or m.key == key + "_1"), at)
            self.world.report(say.duplicate_row(at, key, first))
            title = root.titles.index(key)
            same = [i for i, member in enumerate(root.members) if member.title == title]
            if same:
                return same[:1] * self.copies(block, table, row)
        else:
            title = len(root.titles)
            root.titles.append(key)
        return self.add_numbered(kind, key, row_labels(table, row), at, title, self.copies(block, table, row), named)

    def copies(self, block: nodes.Block, table: Table, row: nodes.Row) -> int:
        """How many cards a row stands for: its cell says so, or the block for all its rows."""
        if block.keyword != "card":
            return 1
        written = cell_number(table, row, "copies")
        return self.block_copies(block) if written is None else self.world.at_most(written, "copies", row.span)

    def block_copies(self, block: nodes.Block) -> int:
        if id(block) not in self._copies:
            self._copies[id(block)] = self.written_count(block, "copies", "copies")
        return self._copies[id(block)]

    def add_numbered(
        self, kind: Kind, key: str, labels: Labels, at: Span, title: int, copies: int, named: bool
    ) -> list[int]:
        ids = []
        for copy in range(copies):
            full = key if copies == 1 else f"{key}_{copy + 1}"
            ids.append(add_member(self.world, Member(full, labels, kind, None, title, at), named))
        if copies > 1 and ids and named:
            self.world.members.setdefault(key, []).append((kind.root, ids[0]))
            self.world.titles.setdefault(key, []).append((kind.root, title))
        return ids

    def add_titled_card(self, block: nodes.Block) -> None:
        """`card X of K`: one title of a kind of cards, with copies or a table of its own."""
        of = block.clause("of")
        kind = kind_named(self.world, spell(of.values[0]), of.values[0].span) if of and of.values else None
        if kind is None or block.path is None:
            return
        key = str(block.path)
        if not self.world.declare(key, block.path.span):
            return
        title = len(kind.root.titles)
        kind.root.titles.append(key)
        labels = {"en": key.replace("_", " ").capitalize(), **labels_of(block)}
        kind.root.title_labels[title] = labels
        table = table_of(self.world, block)
        number = self.block_copies(block) if table is None else 0
        each = self.labels_of_rows(block, table, labels) if table else [labels] * number
        keys = [key] if number == 1 else [f"{key}_{n + 1}" for n in range(len(each))]
        cards = [Member(k, said, kind, None, title, block.header) for k, said in zip(keys, each, strict=True)]
        ids = [add_member(self.world, card) for card in cards]
        if ids and number != 1:
            self.world.members.setdefault(key, []).append((kind.root, ids[0]))
        self.world.titles.setdefault(key, []).append((kind.root, title))
        self.drafts.append(Draft(kind, block, table, ids))

    def labels_of_rows(self, block: nodes.Block, table: Table, labels: Labels) -> list[Labels]:
        """The labels of each card of a title with a table: those of its row, else of the title."""
        found: list[Labels] = []
        for row in table.rows:
            own = row_labels(table, row)
            found += [{"en": labels["en"], **own} if own else labels] * self.copies(block, table, row)
        return found


def kind_named(world: World, name: str, span: Span) -> Kind | None:
    kind = world.kinds.get(name)
    if kind is None:
        world.report(say_names.unknown_kind(span, name, world.kinds))
    return kind


def by_option(elaborator: Elaborator, value: nodes.Expression) -> nodes.Expression:
    """The side of `a if option = x otherwise b` that the options in force choose."""
    while isinstance(value, nodes.IfElse):
        value = value.value if decided(elaborator.condition(value.condition, Scope())) else value.other
    return value


def decided(condition: Expression) -> bool:
    """A condition on options, which are known before the game."""
    match condition:
        case Negation(inner):
            return not decided(inner)
        case Junction(operator, left, right):
            return (decided(left) and decided(right)) if operator == "and" else (decided(left) or decided(right))
        case Compare(operator, Const(left), Const(right)):
            return compare(operator, left, right)
        case Const(value):
            return bool(value)
    return False

"""Mistakes in tables: cells in the wrong column, rows lost, doubled or too short, numbers off the contract."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

from attrs import frozen

from benchmarks.mistakes.corpus import WORD, Game
from benchmarks.mistakes.lines import whole
from benchmarks.mistakes.plant import Edit, Mistake, kind, one
from rulelang.syntax import nodes
from rulelang.syntax.blocks import is_by_players

TABLES = ("kind", "card", "piece", "die", "table")
OPEN_ENDED = ("translate",)


@frozen
class Table:
    """A block with rows: its heads, rows and contracts."""

    path: Path
    block: nodes.Block
    heads: tuple[str, ...]
    rows: tuple[nodes.Row, ...]

    def column(self, name: str) -> int | None:
        return self.heads.index(name) if name in self.heads else None

    @property
    def contracts(self) -> list[tuple[str, str | None, nodes.Act]]:
        """The functions of its needs, with the column they are about."""
        found = []
        for item in self.block.body:
            if isinstance(item, nodes.Act) and item.verb == "need" and item.subject is not None:
                called = item.subject.left if isinstance(item.subject, nodes.Binary) else item.subject
                if isinstance(called, nodes.Apply):
                    first = called.arguments[0].span.text if called.arguments else None
                    found.append((called.function.span.text, first, item))
        return found


def tables(game: Game, *keywords: str) -> Iterator[Table]:
    for path, block in game.blocks():
        if keywords and block.keyword not in keywords:
            continue
        rows = tuple(item for item in block.body if isinstance(item, nodes.Row))
        if len(rows) > 1 and block.keyword not in OPEN_ENDED:
            heads = tuple(cell.span.text.strip() for cell in rows[0].cells)
            yield Table(path, block, heads, rows[1:])


def sort_of(game: Game, cell: nodes.Cell) -> str:
    """What a cell holds: a number, a text, a flag, or a member of some kind."""
    if len(cell.values) != 1:
        return "?"
    match cell.values[0]:
        case nodes.Number():
            return "number"
        case nodes.Text():
            return "text"
        case nodes.Flag():
            return "yes or no"
        case nodes.Name(word):
            kinds = {k.root.name for k, _ in game.world.members.get(word, ())}
            return kinds.pop() if len(kinds) == 1 else "?"
    return "?"


def sorts(game: Game, table: Table) -> list[str]:
    """What the cells of each column hold, if that is one and the same."""
    found = []
    for at in range(len(table.heads)):
        held = {sort_of(game, row.cells[at]) for row in table.rows if at < len(row.cells)}
        found.append(held.pop() if len(held) == 1 else "?")
    return found


@kind("swapped cells", "Two cells of a row stand in each other's column, and the columns hold different things.")
def swapped_cells(game: Game, rng: Random) -> Iterator[Mistake]:
    for table in tables(game, *TABLES):
        held = sorts(game, table)
        pairs = [
            (a, b) for a, b in combinations(range(len(held)), 2) if held[a] != held[b] and "?" not in (held[a], held[b])
        ]
        for row in table.rows if len(table.rows) > 1 else ():
            if pairs:
                a, b = (row.cells[i].values[0].span for i in rng.choice(pairs))
                edits = (Edit(a.start, a.end, b.text), Edit(b.start, b.end, a.text))
                yield Mistake(table.path, edits, ((table.path, a.start),))


@kind("missing cell", "A row has one cell too few.")
def missing_cell(game: Game, rng: Random) -> Iterator[Mistake]:
    for table in tables(game):
        for row in table.rows:
            if len(row.cells) > 1:
                bars = [i for i, c in enumerate(row.span.text) if c == "|" and row.span.text[:i].count('"') % 2 == 0]
                at = rng.randrange(len(bars) - 1)
                yield one(table.path, row.span.start + bars[at], row.span.start + bars[at + 1])


@kind("doubled row", "The row of a member, or of a key, stands twice.")
def doubled_row(game: Game, rng: Random) -> Iterator[Mistake]:
    for table in tables(game, "kind", "piece", "card", "table"):
        is_named = "name" in table.heads or "id" in table.heads
        if not is_named and table.block.keyword != "table":
            continue
        for row in table.rows:
            start, end = whole(game.own[table.path], row)
            copy = game.own[table.path].text[start:end]
            line = game.own[table.path].position(start)[0]
            yield Mistake(table.path, (Edit(end, end, copy),), ((table.path, start),), new_lines=(line + 1,))


@kind("removed row", "A row is missing from a table that is complete by its contract, or from a set-up table.")
def removed_row(game: Game, rng: Random) -> Iterator[Mistake]:
    for table in tables(game, *TABLES):
        promises = [need for name, _, need in table.contracts if name in ("complete", "rows", "total")]
        if not promises and not is_by_players(table.block):
            continue
        places = [(table.path, table.block.span.start), *((table.path, need.span.start) for need in promises)]
        for row in table.rows if len(table.rows) > 1 else ():
            if any(name == "total" for name, _, _ in table.contracts) and not promises:
                continue
            # Whoever uses what the row declared misses it too.
            name = row.cells[0].span.text.strip()
            uses = game.places_of(name) if WORD.fullmatch(name) and name in game.world.members else []
            start, end = whole(game.own[table.path], row)
            elsewhere = [place for place in uses if place[0] != table.path or not start <= place[1] < end]
            yield Mistake(table.path, (Edit(start, end),), (*places, *elsewhere))


@kind("number off the contract", "A number in a table breaks what the table promises: increasing, unique, a total.")
def off_contract(game: Game, rng: Random) -> Iterator[Mistake]:
    for table in tables(game, *TABLES):
        for name, column, need in table.contracts:
            at = table.column(column) if column else None
            cells = [row.cells[at].values for row in table.rows] if at is not None else []
            numbers = [v[0] for v in cells if len(v) == 1 and isinstance(v[0], nodes.Number)]
            if len(numbers) != len(table.rows):
                continue
            for i in range(1, len(numbers) - 1):
                wrong = broken_number(name, [n.value for n in numbers], i)
                if wrong is not None:
                    span = numbers[i].span
                    edit = Edit(span.start, span.end, str(wrong))
                    yield Mistake(table.path, (edit,), ((table.path, span.start), (table.path, need.span.start)))


def broken_number(contract: str, numbers: list[int], at: int) -> int | None:
    match contract:
        case "increasing":
            return numbers[at + 1] + 1
        case "decreasing":
            return numbers[at - 1] + 1
        case "unique":
            return numbers[at - 1]
        case "total":
            return numbers[at] + 1
    return None

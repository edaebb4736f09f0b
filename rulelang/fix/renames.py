"""Words of the language that the first edition had otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import define

from rulelang.diagnostics.first_edition import FIELDS, FUNCTIONS, KEYWORDS, PARTS, TYPES
from rulelang.fix.edits import Edits
from rulelang.source import Span
from rulelang.syntax import nodes

PLAYER_LISTS = frozenset({"player", "clockwise", "counterclockwise"})
PLAYER_PARTS = frozenset({"owner"})
PLAYER_WORDS = frozenset({"actor", "holder"})
PLAYER_FUNCTIONS = frozenset({"left", "right"})
COMPARED = frozenset({"ties"})  # where only the order of seats counts


@define
class Renamer:
    """Notes the changes of one file; tables and players are known by name."""

    edits: Edits
    tables: frozenset[str]
    players: frozenset[str]
    moves_seats: bool  # seats count from 1 now: to be done once, in a game that the first edition wrote
    adds_to_players: bool = True  # a variant says `add to player`; files of this edition may not know that yet

    def visit(self, node: Any) -> None:
        match node:
            case nodes.Block():
                self.block(node)
            case nodes.Field(path) if str(path) in COMPARED:
                return
            case nodes.Apply():
                self.apply(node)
                return
            case nodes.Binary("has"):
                self.edits.replace(node.span, self.membership(node))
                return
            case nodes.Part(_, name) if name in PARTS:
                self.edits.replace(node.name_span, PARTS[name])
        for child in children(node):
            self.visit(child)

    def block(self, block: nodes.Block) -> None:
        if block.keyword in KEYWORDS:
            self.edits.replace(block.keyword_span, KEYWORDS[block.keyword])
        if block.keyword == "variant" and self.adds_to_players:
            for item in block.body:
                if isinstance(item, nodes.Block) and item.keyword == "player":
                    self.edits.replace(item.keyword_span, "add to player")
        if block.keyword == "window":
            for clause in block.clauses:
                if isinstance(clause, nodes.Clause) and clause.word == "of":
                    self.edits.replace(Span(clause.span.file, clause.span.start - 1, clause.values[-1].span.end), "")
        for item in block.body:
            if isinstance(item, nodes.Field):
                self.field(block, item)
        for parameter in block.parameters or ():
            self.type(parameter.type)

    def field(self, block: nodes.Block, field: nodes.Field) -> None:
        name = FIELDS.get((block.keyword, str(field.path)))
        if name is not None:
            self.edits.replace(field.path.span, name)
        if name == "both_ways" and field.values:
            self.edits.replace(field.values[0].span, "no" if field.values[0] == nodes.Flag(True) else "yes")
        for value in field.values:
            self.type(value)

    def type(self, e: nodes.Expression | None) -> None:
        """A type may stand in another: `list(flag)`."""
        match e:
            case nodes.Name(name) if name in TYPES:
                self.edits.replace(e.span, TYPES[name])
            case nodes.Apply(nodes.Name("list"), (nodes.Name() as inner,)):
                self.type(inner)

    def apply(self, e: nodes.Apply) -> None:
        match e:
            case nodes.Apply(nodes.Name("seat"), (one,)):
                self.seat(e, one)
                return
            case nodes.Apply(nodes.Name("without"), (items, item)):
                self.edits.replace(e.span, f"{self.source(items)} - {self.source(item)}")
                return
            case nodes.Apply(nodes.Name(name)) if name in FUNCTIONS:
                self.edits.replace(e.function.span, FUNCTIONS[name])
            case _:
                self.visit(e.function)
        for argument in e.arguments:
            self.visit(argument)

    def seat(self, e: nodes.Apply, one: Any) -> None:
        if not self.moves_seats:
            if one == nodes.Number(0):
                self.edits.replace(one.span, "1")
        elif isinstance(one, nodes.Number):
            self.edits.replace(one.span, str(one.value + 1))
        elif self.is_player(one):
            self.edits.replace(e.span, f"({e.span.text} - 1)")
        else:
            self.edits.replace(one.span, f"{self.source(one)} + 1")

    def is_player(self, e: Any) -> bool:
        match e:
            case nodes.Name(name):
                return name in self.players or name in PLAYER_WORDS
            case nodes.Part(_, name):
                return name in PLAYER_PARTS
            case nodes.Apply(nodes.Name(name)):
                return name in PLAYER_FUNCTIONS
        return False

    def membership(self, e: nodes.Binary) -> str:
        if isinstance(e.left, nodes.Name) and e.left.name in self.tables:
            keys = self.source(e.right).removeprefix("[").removesuffix("]")
            return f"{e.left.name}[{keys}] is not none"
        return f"{self.source(e.right)} is in {self.source(e.left)}"

    def source(self, e: Any) -> str:
        """An expression as it is written, with what changes in it changed."""
        inner = Renamer(Edits(e.span.file.text), self.tables, self.players, self.moves_seats)
        inner.visit(e)
        return inner.edits.result(e.span)


def children(node: Any) -> Iterator[Any]:
    """The nodes below a node of the tree."""
    if isinstance(node, tuple):
        yield from node
    elif attrs.has(type(node)) and not isinstance(node, Span):
        for spec in attrs.fields(type(node)):
            if not spec.name.endswith("span") and spec.name != "header":
                yield getattr(node, spec.name)


def tables_in(items: tuple[nodes.Item, ...]) -> frozenset[str]:
    blocks = (item for item in items if isinstance(item, nodes.Block))
    return frozenset(str(block.path) for block in blocks if block.keyword in ("table", "setup_table"))


def seats_in(node: Any) -> Iterator[Any]:
    """What seats are called by, in `seat(…)`."""
    if isinstance(node, nodes.Apply) and node.function == nodes.Name("seat"):
        yield from node.arguments
    for child in children(node):
        yield from seats_in(child)


def players_in(node: Any) -> Iterator[str]:
    """Names that stand for players: parameters of that type, and what goes over lists of players."""
    match node:
        case nodes.Parameter(name, nodes.Name("player")):
            yield name
        case nodes.Block("score" | "estimate" | "measure", parameters=(nodes.Parameter(name),)):
            yield name
        case nodes.Binder(name, over):
            word = over.function if isinstance(over, nodes.Apply) else over
            if isinstance(word, nodes.Name) and word.name in PLAYER_LISTS:
                yield name
    for child in children(node):
        yield from players_in(child)

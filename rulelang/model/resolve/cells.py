"""Cells of tables: what is written in them, and the one type of a column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.model.declarations import Kind, Member
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
from rulelang.model.world import MOST_NUMBERS, World
from rulelang.source import Span
from rulelang.syntax import nodes


class CellReader:
    """Reads the cells of a column; words that nothing else declares make a kind of their own."""

    def __init__(self, world: World) -> None:
        self.world = world

    def read_cells(
        self, kind: Kind, name: str, cells: list[nodes.Cell], wanted: Type | None, head: Span
    ) -> tuple[Type, list[Any]]:
        chosen = wanted or self.common_kind(kind, name, cells)
        type_: Type = UNKNOWN
        first = head
        values: list[Any] = []
        blank = mixed = False
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
                mixed = True
            else:
                type_ = join(type_, cell_type)
        if mixed:  # a number is no member of a kind: what stands here is not to be relied on
            return UNKNOWN, values
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
            for (type_, _), written in zip(found, cell.values, strict=True):
                if not comparable(inner, type_):
                    self.world.report(say.mixed_column(written.span, name, str(type_), str(inner), cell.values[0].span))
                    return UNKNOWN, ()
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
        counts: Counter[Kind] = Counter()
        for word in words:
            for kind, _ in self.world.members.get(word.name, ()):
                if kind is not owner.root or owner.sort not in ("table", "setup_table"):
                    counts[kind] += 1
        if counts:
            [(kind, count)] = counts.most_common(1)
            if count * 2 > len(words):
                return Entity(kind)
        if any(word.name in self.world.rules for word in words):
            return None
        if counts:
            return Entity(counts.most_common(1)[0][0])
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
                labels = {"en": word.name.replace("_", " ")}
                add_member(self.world, Member(word.name, labels, kind, None, len(kind.members), word.span))
        return kind


def add_member(world: World, member: Member, named: bool = True) -> int:
    """A new member of a kind; its number among those of the kind's root."""
    root = member.kind.root
    number = len(root.members)
    if not member.labels:
        member.labels = {"en": member.key.replace("_", " ")}
    root.members.append(member)
    if named and member.owner is None:
        world.members.setdefault(member.key, []).append((root, number))
    return number

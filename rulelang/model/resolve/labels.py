"""Labels made of columns: `row_label: "{fruit} from {country}"` calls every row by what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording import structure as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.model import expressions as m
from rulelang.model.declarations import Column, Kind, MadeLabel
from rulelang.model.expressions import Expression, Local
from rulelang.model.resolve.blocks import row_labels
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.statements import hole_expression, hole_span
from rulelang.model.resolve.tables import Draft
from rulelang.model.types import Entity, Many, Type, Unknown, strip
from rulelang.model.world import Scope, World
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.holes import HOLE

FIELD = "row_label"
NO_HOLES = "a label has no holes; `row_label` makes the label of each row from its columns"
OF_ROWS = "it labels the rows of a table: add one, or label the whole with `label`"
OF_ITSELF = "what stands there has this label as a part of its own"

RowIds = Callable[[Draft], list[list[int]]]


@frozen
class Use:
    """A hole in which members of a kind are called by their own labels."""

    by: Kind
    of: Kind
    hole: str
    span: Span


class LabelReader:
    """Makes the labels of members from the columns of their rows, once all columns are known."""

    def __init__(self, world: World, elaborator: Elaborator, row_ids: RowIds) -> None:
        self.world = world
        self.el = elaborator
        self.row_ids = row_ids
        self.uses: list[Use] = []

    def read(self, drafts: list[Draft]) -> None:
        for draft in drafts:
            self.refuse_holes(draft)
            for item in draft.block.body:
                if isinstance(item, nodes.Field) and str(item.path) == FIELD:
                    self.read_field(draft, item)
        for use in self.uses:
            if use.by in self.parts(use.of):
                self.world.report(say_types.text_hole(use.span, use.hole, OF_ITSELF, "would never be filled"))
        for graph in self.world.graphs.values():  # a way is called like the place it leads to
            for member, end in zip(graph.way.members, graph.way.columns["to"].values, strict=True):
                member.made = graph.node.root.members[end].made

    def refuse_holes(self, draft: Draft) -> None:
        """Plain labels are shown as they are."""
        for text, at in plain_labels(draft):
            for hole in HOLE.findall(text):
                self.world.report(say_types.text_hole(hole_span(at, hole), hole, NO_HOLES, "is never filled"))

    def read_field(self, draft: Draft, field: nodes.Field) -> None:
        text = field.values[0] if field.values else None
        if not isinstance(text, nodes.Text):
            at = (text or field).span
            self.world.report(say_types.wrong_type(at, at.text, "text", f"`{field.path}`"))
            return
        if draft.table is None:
            self.world.report(say.idle_label(field.path.span, str(field.path), draft.block.keyword, OF_ROWS))
            return
        holes = list(self.holes(draft.kind, text))
        for row, numbers in zip(draft.table.rows, self.row_ids(draft), strict=True):
            own = row_labels(draft.table, row)
            for number in () if "en" in own else numbers:
                values = tuple((hole, e.type, value_of(e, number)) for hole, e in holes)
                member = draft.kind.root.members[number]
                member.labels = {"en": member.labels.get("en", member.key), **own}
                member.made = MadeLabel(text.value, values)

    def holes(self, kind: Kind, text: nodes.Text) -> Iterator[tuple[str, Expression]]:
        """What fills each hole: a column of the row, or a part of what stands in it."""
        it = Local("it", Entity(kind), text.span, used=True)
        columns = [name for name in kind.part_names() if isinstance(kind.find(name), Column)]
        for hole in HOLE.findall(text.value):
            at = hole_span(text.span, hole)
            path = hole_expression(f"it.{hole}", at) if hole.split(".")[0] in columns else None
            e = self.el.raw(path, Scope({"it": it}), None) if path is not None else None
            if e is None or not (isinstance(e.type, Unknown) or is_printed(e)):
                meant = did_you_mean(hole, columns) or f"columns are: {', '.join(columns)}"
                self.world.report(say_types.text_hole(at, hole, meant, "is no column of the row"))
            elif is_printed(e):
                self.note_use(kind, e.type, hole, at)
                yield hole, e

    def note_use(self, kind: Kind, type_: Type, hole: str, at: Span) -> None:
        held = strip(type_)
        held = strip(held.inner) if isinstance(held, Many) else held
        if isinstance(held, Entity):
            self.uses.append(Use(kind.root, held.kind.root, hole, at))

    def parts(self, kind: Kind) -> list[Kind]:
        """A kind, and those of which members are named in its labels, in theirs, and so on."""
        found = [kind]
        for one in found:
            found += [use.of for use in self.uses if use.by is one and use.of not in found]
        return found


def plain_labels(draft: Draft) -> Iterator[tuple[str, Span]]:
    """The labels that a block has itself, and those in its table."""
    yield draft.block.label or "", draft.block.header
    for item in draft.block.body:
        if isinstance(item, nodes.Field) and item.path.names[0] == "label":
            yield from ((value.value, value.span) for value in item.values if isinstance(value, nodes.Text))
    if draft.table is not None:
        for row in draft.table.rows:
            yield from ((text, row.span) for text in row_labels(draft.table, row).values())


def is_printed(e: Expression) -> bool:
    """Does it rest on columns alone, which never change?"""
    return isinstance(e, m.ReadLocal) or (isinstance(e, m.ReadColumn) and is_printed(e.of))


def value_of(e: Expression, member: int) -> Any:
    """What stands in a column of a row, or in a column of that."""
    if not isinstance(e, m.ReadColumn):
        return member
    of = value_of(e.of, member)
    return e.column.values[of] if of is not None else None

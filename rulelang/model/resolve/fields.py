"""Fields: the state that blocks declare, who sees it and what it starts with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.diagnostics.wording import names as say_names
from rulelang.model.declarations import Field, Kind, Seen
from rulelang.model.resolve.beginnings import start_expression
from rulelang.model.resolve.blocks import text_behind
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.tables import by_option, kind_named
from rulelang.model.resolve.types import type_of
from rulelang.model.types import Maybe
from rulelang.model.world import World
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name, spell


class FieldReader:
    """Reads fields; `config` has the words that are settings of a block and no state."""

    def __init__(self, world: World, elaborator: Elaborator, config: Mapping[str, frozenset[str]]) -> None:
        self.world = world
        self.el = elaborator
        self.config = config

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
        type_ = type_of(self.el, item.values[0])
        per = item.clause("per")
        kinds = []
        for value in per.values if per else ():
            kind = kind_named(self.world, spell(value), value.span)
            if kind is not None:
                kinds.append(kind)
        field = Field(
            name, owner, type_, tuple(kinds), None, self.seen(item, owner), clause_name(item, "lasts"), item.path.span
        )
        starts = item.clause("starts")
        field.start_syntax = starts.values[0] if starts and starts.values else None
        field.says = item.says
        field.is_helper = "." in item.path.names[-1]
        field.label = text_behind(self.world, item, "as")
        field.is_shown = item.clause("not shown") is None
        self.adopt_column(field, owner)
        home = owner.fields if owner else self.world.fields
        taken = home.get(name) or (owner.groups.get(name) if owner is not None else None)
        if taken is not None:
            self.world.report(say_names.name_taken(item.path.span, name, taken.span))
            return None
        if owner is None and not prefix and "." not in name:
            self.world.declare(name, item.path.span)
        home[name] = field
        return field

    def adopt_column(self, field: Field, owner: Kind | None) -> None:
        """A column named like a field gives the field's starting values."""
        if owner is None:
            return
        column = owner.columns.pop(field.name, None)
        if column is not None:
            # A blank cell is none where the field may be, else it leaves the member what all start with.
            given = {i: column.values[i] for i in sorted(column.given)}
            field.initial_column = {
                i: value for i, value in given.items() if value is not None or isinstance(field.type, Maybe)
            }

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
        found = item.clause("seen by")
        value = found.values[0] if found is not None and found.values else None
        return by_option(self.el, value).span.text if value is not None else None

    def resolve_starts(self, fields: Iterable[Field]) -> None:
        """Starting values, once all names are known."""
        for field in fields:
            if field.start_syntax is not None:
                start_expression(self.world, self.el, field)

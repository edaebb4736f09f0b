"""What fields start with: expressions over the columns of their owner."""

from __future__ import annotations

from rulelang.model.declarations import Field
from rulelang.model.expressions import Local
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.types import Entity
from rulelang.model.world import Scope, World
from rulelang.syntax import nodes
from rulelang.syntax.visit import substitute


def start_expression(world: World, el: Elaborator, field: Field) -> None:
    """Elaborate what a field starts with: it may read columns of its owner and of its `per` kinds."""
    names: dict[str, nodes.Expression] = {}
    scope = Scope()
    if field.owner is not None:
        it = Local("it", Entity(field.owner), used=True)
        scope = scope.with_local(it)
        field.start_local = it
        for column in field.owner.part_names():
            names[column] = nodes.Part(nodes.Name("it"), column, name_span=field.span, span=field.span)
    elif field.per:
        it = Local("it", Entity(field.per[0]), used=True)
        scope = scope.with_local(it)
        field.start_local = it
        names[field.per[0].name] = nodes.Name("it")
    assert field.start_syntax is not None
    syntax = substitute(field.start_syntax, names) if names else field.start_syntax
    field.start = el.expression(syntax, scope, field.type)

"""Types as authors write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.diagnostics.wording import names as say_names
from rulelang.model.types import (
    FLAG,
    NUMBER,
    TEXT,
    TOKENS,
    UNKNOWN,
    Action,
    Entity,
    Many,
    Maybe,
    Number,
    Type,
)
from rulelang.model.world import expression_path
from rulelang.syntax import nodes

if TYPE_CHECKING:
    from rulelang.model.resolve.expressions import Elaborator


def type_of(el: Elaborator, e: nodes.Expression) -> Type:
    """A type as an author writes it: `good or none`, `list(card)`, `1..6`, `number`."""
    match e:
        case nodes.Name("number"):
            return NUMBER
        case nodes.Name("money"):
            return Number(money=True)
        case nodes.Binary("or", nodes.Flag(True), nodes.Flag(False)):
            return FLAG
        case nodes.Name("text"):
            return TEXT
        case nodes.Name("action"):
            return Action()
        case nodes.Name(name) if name in el.world.kinds:
            return Entity(el.world.kinds[name])
        case nodes.Name("tokens"):
            return TOKENS
        case nodes.Part() if (dotted := expression_path(e)) in el.world.kinds:
            return Entity(el.world.kinds[dotted or ""])
        case nodes.Binary("or", left, nodes.Nothing()):
            return Maybe(type_of(el, left))
        case nodes.Binary("..", left, right) if el.figures is not None:
            return Number(False, el.figures.required(left), el.figures.required(right))
        case nodes.Apply(nodes.Name("list"), (inner,)) if not isinstance(inner, nodes.Named | nodes.Over):
            return Many(type_of(el, inner))
        case nodes.Group(inner):
            return type_of(el, inner)
    basic = ("number", "money", "tokens", "yes or no", "text", "action")
    el.world.report(say_names.unknown_kind(e.span, e.span.quoted, [*basic, *el.world.kinds]))
    return UNKNOWN

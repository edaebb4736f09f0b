"""Typed expressions: what the author wrote, with every name resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulelang.model.types import FLAG, NUMBER, Type
from rulelang.source import NOWHERE, Span

if TYPE_CHECKING:
    from rulelang.model.declarations import Column, Field, Graph, Grid, Kind, Rule, Value, Zone


def _span() -> Span:
    return field(default=NOWHERE, kw_only=True, repr=False)


@define(eq=False)
class Local:
    """A name bound in a body: a parameter, a `let`, a binder. Known by identity."""

    name: str
    type: Type
    span: Span = NOWHERE
    index: int = 0
    used: bool = False
    changes: bool = False  # `set` or `add` puts something else into it


@frozen(eq=False)
class Const:
    """A value known before the game starts; members of kinds are their numbers."""

    value: Any
    type: Type
    span: Span = _span()


@frozen(eq=False)
class ReadLocal:
    local: Local
    type: Type
    span: Span = _span()


@frozen(eq=False)
class ReadField:
    field: Field
    of: Expression | None
    keys: tuple[Expression, ...]
    type: Type
    span: Span = _span()


@frozen(eq=False)
class ReadColumn:
    column: Column
    of: Expression
    type: Type
    span: Span = _span()


@frozen(eq=False)
class ReadZone:
    zone: Zone
    of: Expression | None
    type: Type
    span: Span = _span()


@frozen(eq=False)
class ReadGrid:
    grid: Grid
    row: Expression
    column: Expression
    type: Type
    span: Span = _span()


@frozen(eq=False)
class FindRow:
    """The row of a table with the given keys, or none."""

    kind: Kind
    keys: tuple[Expression, ...]
    type: Type
    span: Span = _span()


@frozen(eq=False)
class CallValue:
    value: Value
    arguments: tuple[Expression, ...]
    type: Type
    span: Span = _span()


@frozen(eq=False)
class Function:
    """A built-in function."""

    name: str
    arguments: tuple[Expression, ...]
    type: Type
    graph: Graph | None = None
    span: Span = _span()


@frozen(eq=False)
class Fold:
    """One of sum, count, any, all, min, max, first, last, list over a collection."""

    how: str
    local: Local
    source: Expression
    where: Expression | None
    body: Expression | None
    type: Type
    span: Span = _span()


@frozen(eq=False)
class Arithmetic:
    operator: str
    left: Expression
    right: Expression
    type: Type = NUMBER
    span: Span = _span()


EXACT = "exact"


@frozen(eq=False)
class Divide:
    """A quotient with its rounding; one that is exact is turned into whole numbers before anything is reckoned."""

    left: Expression
    right: Expression
    direction: str
    type: Type = NUMBER
    span: Span = _span()


@frozen(eq=False)
class Compare:
    operator: str
    left: Expression
    right: Expression
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class IsNone:
    inner: Expression
    negated: bool
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class IsKind:
    """Is a member of a kind also of a narrower kind, or a card with a title?"""

    inner: Expression
    kind: Kind
    title: int | None
    negated: bool
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class Contains:
    items: Expression
    item: Expression
    negated: bool
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class HasTitle:
    """Is there a card with a title among the cards?"""

    items: Expression
    kind: Kind
    title: int
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class Junction:
    """`and` or `or`."""

    operator: str
    left: Expression
    right: Expression
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class Negation:
    inner: Expression
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class Choice:
    """`value if condition otherwise other`"""

    condition: Expression
    value: Expression
    other: Expression
    type: Type
    span: Span = _span()


@frozen(eq=False)
class OrElse:
    """`value otherwise other`"""

    value: Expression
    other: Expression
    type: Type
    span: Span = _span()


@frozen(eq=False)
class Range:
    low: Expression
    high: Expression
    type: Type
    span: Span = _span()


@frozen(eq=False)
class Items:
    """A list written out."""

    items: tuple[Expression, ...]
    type: Type
    span: Span = _span()


@frozen(eq=False)
class All:
    """All members of a kind."""

    kind: Kind
    type: Type
    span: Span = _span()


@frozen(eq=False)
class Owned:
    """The pieces of a kind that a player owns."""

    kind: Kind
    of: Expression
    type: Type
    span: Span = _span()


@frozen(eq=False)
class Can:
    """Do all the needs of a rule hold?"""

    rule: Rule
    arguments: tuple[Expression, ...]
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class CanPerform:
    action: Expression
    arguments: tuple[Expression, ...]
    type: Type = FLAG
    span: Span = _span()


@frozen(eq=False)
class EffectOf:
    """The effect of a card: an action looked up by the card's title."""

    kind: Kind
    effect: str
    of: Expression
    type: Type
    span: Span = _span()


Expression = (
    Const
    | ReadLocal
    | ReadField
    | ReadColumn
    | ReadZone
    | ReadGrid
    | FindRow
    | CallValue
    | Function
    | Fold
    | Arithmetic
    | Divide
    | Compare
    | IsNone
    | IsKind
    | Contains
    | HasTitle
    | Junction
    | Negation
    | Choice
    | OrElse
    | Range
    | Items
    | All
    | Owned
    | Can
    | CanPerform
    | EffectOf
)

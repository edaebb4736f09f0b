"""Terms: what rules ask, in the form in which every back end takes it.

An expression of the model says what an author wrote; a term says what has to be worked out. What is known before
the game starts is known here, short values and needs are written out where they are asked, and whatever is looked
up somewhere is a look into a table of the `Layout`. Loops still are loops: Python goes through them where they
stand, and for C each of them becomes a function (`from_model/flat.py`).

Terms speak of the names, fields and zones that rules have. Constants are `none`, flags, numbers and texts as they
are; only C makes words of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import attrs
from attrs import frozen

from rulelang.core.nodes import LEAST, MOST, Binary, Const, Operand, Select, Unary
from rulelang.model.declarations import Field, Kind, Rule, Source, Value
from rulelang.model.declarations import Zone as Declared
from rulelang.model.expressions import Local


@frozen
class Name:
    """What a name of the rules stands for."""

    local: Local


@frozen
class Place:
    """What a field holds, for so many members."""

    field: Field
    keys: tuple[Term, ...]


@frozen
class Lookup:
    """A table, or what stands there under each key in turn; with `or_empty`, nothing where there is no key."""

    table: str
    keys: tuple[Term, ...]
    or_empty: bool = False


@frozen
class Search:
    """What a table has under several keys together, if it has them; else none."""

    table: str
    keys: tuple[Term, ...]


@frozen
class OrElse:
    value: Term
    other: Term


@frozen
class Let:
    """A term in which a name stands for another one."""

    local: Local
    value: Term
    inner: Term


@frozen
class Call:
    """A value, or whether a rule can be done, or could as far as everybody knows."""

    how: Literal["value", "can", "could"]
    what: Value | Rule
    arguments: tuple[Term, ...]


@frozen
class CanPerform:
    """Can the rule be done that an action is, one of so many?"""

    action: Term
    arguments: tuple[Term, ...]
    rules: tuple[Rule, ...]


@frozen
class Function:
    """A function of the language, or of the plain engine alone: what is asked when rules are checked and tried.

    Operators of lists are called `in` and `alike`. (Members of kinds that have few are compared by `is`.)
    """

    name: str
    given: tuple[Term, ...]


@frozen
class Open:
    """Does a card lie where everybody sees it?"""

    kind: Kind
    card: Term


@frozen
class Counted:
    """A term; in a program that counts, it is counted that it was asked, how a condition was answered, which row."""

    how: Literal["judged", "reckoned", "named"]
    number: int
    inner: Term


@frozen
class Changed:
    """A value as every copy of a card changes it that is held: each adds to it, or the last one replaces it."""

    how: str  # `by` or `to`
    source: Source
    where: Term
    amount: Term
    before: Term


@frozen
class Fold:
    """One of sum, count, any, all, min, max, first, last, list over the items for which a condition holds."""

    how: str
    local: Local
    items: Term
    where: Term
    body: Term


# ---- lists ----------------------------------------------------------------------------------------------


@frozen
class Zone:
    """The cards of a zone, from the top."""

    zone: Declared
    of: Term | None


@frozen
class Range:
    low: Term
    high: Term


@frozen
class Listed:
    items: tuple[Term, ...]


@frozen
class Worked:
    """A list of which nobody knows how long it is: each of its items counts as so much work."""

    items: Term
    weight: int


Term = (
    Const
    | Unary
    | Binary
    | Select
    | Name
    | Place
    | Lookup
    | Search
    | OrElse
    | Let
    | Call
    | CanPerform
    | Function
    | Open
    | Counted
    | Changed
    | Fold
    | Zone
    | Range
    | Listed
    | Worked
)

NOTHING, YES, NO = Const(None), Const(True), Const(False)
EMPTY = Listed(())


# ---- terms that are simpler than they look ----------------------------------------------------------------

SETTLED: dict[str, Any] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def arithmetic(operator: Any, left: Operand, right: Operand) -> Operand:
    match operator, left, right:
        case _, Const(int(a)), Const(int(b)):
            found = a + b if operator == "+" else a - b if operator == "-" else a * b
            return Const(found) if LEAST <= found <= MOST else Binary(operator, left, right)
        case ("+" | "-", inner, Const(0)) | ("+", Const(0), inner) | ("*", inner, Const(1)) | ("*", Const(1), inner):
            return inner
    return Binary(operator, left, right)


def compared(operator: Any, left: Operand, right: Operand) -> Operand:
    match left, right:
        case Const(a), Const(b) if operator in ("=", "!=") or (isinstance(a, int) and isinstance(b, int)):
            return Const(SETTLED[operator](a, b)) if operator in SETTLED else Binary(operator, left, right)
    return Binary(operator, left, right)


def is_none(inner: Operand, negated: bool = False) -> Operand:
    return compared("!=" if negated else "=", inner, NOTHING)


def junction(operator: str, left: Operand, right: Operand) -> Operand:
    deciding, neutral = (NO, YES) if operator == "and" else (YES, NO)
    if deciding in (left, right):
        return deciding
    if neutral in (left, right):
        return right if left == neutral else left
    return Binary("and" if operator == "and" else "or", left, right)


def chosen(condition: Term, then: Term, otherwise: Term) -> Term:
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return Select(condition, then, otherwise)


def negation(inner: Operand) -> Operand:
    match inner:
        case Const(value):
            return Const(not value)
        case Binary("=" | "!=" as how, left, right):
            return Binary("!=" if how == "=" else "=", left, right)
    return Unary("not", inner)


def is_plain(term: Term) -> bool:
    """Can a term be written twice?"""
    match term:
        case Const() | Name():
            return True
        case Place(_, keys) | Lookup(_, keys):
            return all(map(is_plain, keys))
    return False


# ---- going through them -----------------------------------------------------------------------------------


def walk(term: Any) -> Iterator[Any]:
    """A term and everything in it, parents first."""
    if isinstance(term, tuple):
        for part in term:
            yield from walk(part)
    elif isinstance(term, Term):
        yield term
        for attribute in attrs.fields(type(term)):
            yield from walk(getattr(term, attribute.name))


def free_names(term: Any) -> list[Local]:
    """The names that a term reads and does not bind."""
    inside = list(walk(term))
    bound: set[Local | None] = {x.local for x in inside if isinstance(x, Fold | Let)}
    bound |= {local for x in inside if isinstance(x, Changed) for local in (x.source.holder, x.source.self_)}
    return list(dict.fromkeys(x.local for x in inside if isinstance(x, Name) and x.local not in bound))

"""What a score is made of: the terms of its sum, by the names of the values and fields that they are."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.model import expressions as m
from rulelang.model.declarations import Field, ScorePart, Value
from rulelang.model.resolve.fractions import times, whole

Term = tuple[m.Expression, int]


def score_parts(told: m.Expression, unit: int) -> tuple[ScorePart, ...]:
    """The parts of a score, each in the unit of the whole; of a score with one term there are none.

    Terms with one name are one part, and so are all that have none.
    """
    terms = list(terms_of(told, 1))
    found: dict[Value | Field | None, m.Expression] = {}
    for term, sign in terms:
        inner, own = whole(term)
        part = times(inner, sign * unit // own)
        thing = named(term)
        found[thing] = m.Arithmetic("+", found[thing], part) if thing in found else part
    return tuple(ScorePart(thing, part) for thing, part in found.items()) if len(terms) > 1 else ()


def terms_of(e: m.Expression, sign: int) -> Iterator[Term]:
    """What is added up, and with which sign."""
    match e:
        case m.Arithmetic("+" | "-" as operator, left, right):
            yield from terms_of(left, sign)
            yield from terms_of(right, sign if operator == "+" else -sign)
        case m.Const(0):
            return  # `-x` is written `0 - x`
        case _:
            yield e, sign


def named(term: m.Expression) -> Value | Field | None:
    """The value or field that a term is, a few times, in part, or under a condition."""
    match term:
        case m.CallValue(value):
            return value
        case m.ReadField(field):
            return field
        case m.Arithmetic("*", m.Const(), inner) | m.Arithmetic("*", inner, m.Const()) | m.Divide(inner, m.Const()):
            return named(inner)
        case m.Choice(_, inner, m.Const(0)):
            return named(inner)
    return None

"""Fractions where numbers are only compared: scores, tie-breaks, estimates, what `sorted by` goes by.

A share there need not be rounded. All numbers of a game are whole, so such an expression is turned into a whole
one that is so many times as large: `3 / 2 * n` becomes `3 * n` with the unit 2. What it is divided by must
therefore be known before the game.
"""

from __future__ import annotations

from math import lcm

from attrs import evolve

from rulelang.diagnostics.wording import types as say
from rulelang.model import expressions as m
from rulelang.model.types import NUMBER
from rulelang.model.visit import walk
from rulelang.model.world import World

Scaled = tuple[m.Expression, int]


def in_whole_numbers(world: World, e: m.Expression) -> Scaled:
    """An expression as a whole one with its unit; a share that no unit makes whole must say how it rounds."""
    found = whole(e)
    for node in walk(found[0]):
        if isinstance(node, m.Divide) and node.direction == m.EXACT:
            world.report(
                say.unrounded_division(node.span, "divide by a number that is known before the game, or round")
            )
            return e, 1
    return found


def whole(e: m.Expression) -> Scaled:
    """An expression in whole numbers, and how many times as large it is."""
    match e:
        case m.Divide(left, m.Const(int(by)), direction) if direction == m.EXACT and by != 0:
            inner, unit = whole(left)
            return (inner if by > 0 else times(inner, -1)), unit * abs(by)
        case m.Divide(left, right, direction) if direction != m.EXACT:
            (one, over), (two, under) = whole(left), whole(right)
            return evolve(e, left=times(one, under), right=times(two, over)), 1
        case m.Arithmetic("*", left, right):
            (one, over), (two, under) = whole(left), whole(right)
            return evolve(e, left=one, right=two), over * under
        case m.Arithmetic(_, left, right):
            (one, two), unit = alike(left, right)
            return evolve(e, left=one, right=two), unit
        case m.Choice(condition, value, other):
            (one, two), unit = alike(value, other)
            return evolve(e, condition=compared(condition), value=one, other=two), unit
        case m.OrElse(value, other):
            (one, two), unit = alike(value, other)
            return evolve(e, value=one, other=two), unit
        case m.Fold("sum" | "min" | "max", _, _, where, body) if body is not None:
            inner, unit = whole(body)
            return evolve(e, where=where if where is None else compared(where), body=inner), unit
        case m.Function("min" | "max" | "abs", arguments) if len(arguments) > 1 or e.name == "abs":
            found, unit = alike(*arguments)
            return evolve(e, arguments=tuple(found)), unit
    return e, 1


def compared(e: m.Expression) -> m.Expression:
    """A condition whose comparisons are between whole numbers."""
    match e:
        case m.Compare(_, left, right):
            (one, two), _ = alike(left, right)
            return evolve(e, left=one, right=two)
        case m.Junction(_, left, right):
            return evolve(e, left=compared(left), right=compared(right))
        case m.Negation(inner):
            return evolve(e, inner=compared(inner))
    return e


def alike(*expressions: m.Expression) -> tuple[list[m.Expression], int]:
    """Several expressions in one unit."""
    found = [whole(e) for e in expressions]
    unit = lcm(*(unit for _, unit in found))
    return [times(e, unit // own) for e, own in found], unit


def times(e: m.Expression, factor: int) -> m.Expression:
    if factor == 1:
        return e
    if isinstance(e, m.Const) and isinstance(e.value, int):
        return evolve(e, value=e.value * factor, type=NUMBER)
    return m.Arithmetic("*", e, m.Const(factor, NUMBER, span=e.span), span=e.span)

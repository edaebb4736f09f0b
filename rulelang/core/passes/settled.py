"""Conditions that are settled before the game starts: only what is wanted is left of them.

Options, variants and the number of players are known, so much of what rules ask is known as well. What stands
behind a statement that is always left is never done.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.core import nodes as c
from rulelang.core.from_model.maker import Core

ENDS = (c.Leave, c.LeaveLevel, c.Return, c.Fail, c.Overspent, c.End, c.Raise)


def settled(core: Core) -> Core:
    """The same program without branches that nobody takes."""
    for function in core.functions:
        function.body = body_of(function.body)
    return core


def body_of(body: c.Body) -> c.Body:
    found: list[c.Statement] = []
    for statement in body:
        found += statement_of(statement)
        if found and isinstance(found[-1], ENDS):
            break
    return tuple(found)


def statement_of(x: c.Statement) -> c.Body:
    """What is left of a statement."""
    match x:
        case c.If(c.Const(value), then, otherwise):
            return body_of(then if value else otherwise)
        case c.If(_, then, otherwise):
            left = evolve(x, then=body_of(then), otherwise=body_of(otherwise))
            return (left,) if left.then or left.otherwise else ()
        case c.IfPassed(then, otherwise):
            return (evolve(x, then=body_of(then), otherwise=body_of(otherwise)),)
        case c.For(_, _, inner) | c.Loop(inner) | c.Block(_, inner):
            return (evolve(x, body=body_of(inner)),)
    return (x,)

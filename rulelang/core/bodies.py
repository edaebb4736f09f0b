"""Statements in the simpler form in which back ends carry them out."""

from __future__ import annotations

from itertools import dropwhile

from attrs import evolve

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Value
from rulelang.model.simplify import settle
from rulelang.model.types import NUMBER, Entity, Many
from rulelang.model.visit import walk


def after_needs(body: s.Body) -> s.Body:
    """A way that was offered can be gone: what it needs in front need not be asked again."""
    return list(dropwhile(lambda statement: isinstance(statement, s.Need), body))


def settled(e: m.Expression) -> m.Expression:
    """An expression without what is known of it before the game starts; a cast changes nothing."""
    while isinstance(e, m.Function) and e.name == "same":
        (e,) = e.arguments
    return settle(e)


def run_of(e: m.Expression) -> range | None:
    """The numbers that a collection holds, if they follow one another and are known before the game starts."""
    match e:
        case m.All(kind) if kind.ids and kind.ids == tuple(range(kind.ids[0], kind.ids[-1] + 1)):
            return range(kind.ids[0], kind.ids[-1] + 1)
        case m.Range(m.Const(int(low)), m.Const(int(high))):
            return range(low, high + 1)
        case m.Function("clockwise", (first,), Many(Entity(kind))):
            start = settled(first)
            return range(len(kind.ids)) if isinstance(start, m.Const) and start.value == 0 else None
    return None


def is_fixed(e: m.Expression) -> bool:
    """Does a collection hold the same whenever it is asked for?"""
    match e:
        case m.Owned(_, of) | m.ReadColumn(_, of):
            return isinstance(settled(of), m.Const)
        case m.Function("clockwise" | "counterclockwise" | "ways" | "ways_into", arguments):
            return all(isinstance(settled(argument), m.Const) for argument in arguments)
    return isinstance(e, m.All) or run_of(e) is not None


SMALL_VALUE = 12
DEEPEST_INLINING = 4


def small_body(value: Value, depth: int) -> m.Expression | None:
    """What a value is, if that is written out where the value is asked for; so many others are around it there."""
    if value.changes or value.recursive or depth >= DEEPEST_INLINING:
        return None
    return value.body if sum(1 for _ in walk(value.body)) <= SMALL_VALUE else None


def does_nothing(rule: Rule) -> bool:
    """A part of the round that nobody filled is not called."""
    return not rule.body and not rule.amendments and not rule.fields


def kind_of(x: s.Repeat) -> str:
    """What a `stop`, and a pass, leave when they leave such a loop."""
    return "repeat_until" if x.mode in ("until_done", "up_to", "several") else "repeat"


def drawn(x: s.Draw) -> m.Expression:
    """How many cards are drawn; what has no room stays where it is."""
    assert isinstance(x.to, m.ReadZone)
    there, limit = m.Function("count", (x.to,), NUMBER), x.to.zone.limit
    if x.fill_limit is not None:
        return m.Arithmetic("-", x.fill_limit, there)
    amount = x.amount if x.amount is not None else m.Const(1, NUMBER)
    return amount if limit is None else m.Function("min", (amount, m.Arithmetic("-", limit, there)), NUMBER)


def one_in_another(x: s.Each) -> s.Each:
    """A loop over several names as loops within one another; `stop each` leaves them all."""
    inner = s.Each(x.binders[1:], x.body, is_further=True, span=x.span)
    return evolve(x, binders=x.binders[:1], body=[inner])

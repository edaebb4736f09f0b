"""Loops that do nothing but offer, printed so that the processor need not guess which options there are.

Whether a piece may step somewhere is as good as random to it, and each wrong guess costs more than the whole test.
So an option is written in any case and counted only if it is one, and where items lead to loops of their own, those
that count are gathered first. What is asked must be cheap and harmless for that; then the order stays, and so does
everything else.
"""

from __future__ import annotations

from rulelang.core import nodes as c

# What is worked out in any case must be small.
MOST_WORDS = 24
MOST_GATHERED = 256
COMPARED = ("=", "!=", "<", "<=", ">", ">=")
SUMS = ("+", "-", "*")


def only_offers(body: c.Body) -> bool:
    """Does nothing but offer, and does so somewhere within."""
    return all(map(may_stand, body)) and any(map(offers, body))


def may_stand(x: c.Statement) -> bool:
    match x:
        case c.Offer():
            return True
        case c.Set(slot):
            return slot.place != "frame"
        case c.If(_, then, otherwise):
            return all(map(may_stand, (*then, *otherwise)))
        case c.For(at=None):
            return all(map(may_stand, x.body))
    return False


def offers(x: c.Statement) -> bool:
    match x:
        case c.Offer():
            return True
        case c.If(_, then, otherwise):
            return any(map(offers, (*then, *otherwise)))
        case c.For():
            return any(map(offers, x.body))
    return False


def count_gathered(x: c.For) -> int:
    """How many numbers a loop goes through, if those for which a condition holds can be gathered first."""
    match x:
        case c.For(items=c.Numbers(c.Const(low), c.Const(high)), body=(c.If(condition, then, ()),)):
            few = -(1 << 15) <= low <= high < low + MOST_GATHERED < 1 << 15
            return high - low + 1 if few and is_harmless(condition) and not is_one_option(then) else 0
    return 0


def is_one_option(body: c.Body) -> bool:
    return len(body) == 1 and isinstance(body[0], c.Offer)


def is_harmless(x: c.Word) -> bool:
    """Can it be worked out whether it is wanted or not?"""
    return size(x) <= MOST_WORDS


def size(x: c.Word) -> int:
    """How many words there are in it; very many if something could go wrong."""
    match x:
        case c.Const() | c.Read() | c.Machine():
            return 1
        case c.Fitting(inner, _, True) | c.Unary("not", inner):
            return 1 + size(inner)
        case c.Load(_, index) | c.Cell(_, index) | c.Location(_, index) if index.is_proved:
            return 1 + size(index.word)
        case c.Binary(how, left, right, is_proved) if how in (*COMPARED, "and", "or") or (is_proved and how in SUMS):
            return 1 + size(left) + size(right)
    return MOST_WORDS + 1

"""Statements in the simpler form in which back ends carry them out."""

from __future__ import annotations

from itertools import dropwhile

from attrs import evolve

from rulelang.model import statements as s


def after_needs(body: s.Body) -> s.Body:
    """A way that was offered can be gone: what it needs in front need not be asked again."""
    return list(dropwhile(lambda statement: isinstance(statement, s.Need), body))


def one_in_another(x: s.Each) -> s.Each:
    """A loop over several names as loops within one another; `stop each` leaves them all."""
    inner = s.Each(x.binders[1:], x.body, is_further=True, span=x.span)
    return evolve(x, binders=x.binders[:1], body=[inner])

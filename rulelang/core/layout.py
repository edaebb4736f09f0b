"""How the state of a program lies in memory: everything flat, wide things first, the stack and the options last.

A field has the narrowest sort of number that holds it; none is -1 where nothing below nought is held. Of each kind
of card there is one row, zone after zone, and where each zone starts; so no zone needs room for cards that lie
elsewhere, and equal states have equal bytes. A copy takes what is in front of the stack, and of the stack what is
in use.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import frozen

from rulelang.core import nodes as c
from rulelang.core.data import NotYet
from rulelang.core.from_model.maker import Core
from rulelang.model.declarations import Field

Width = Literal["u8", "i8", "i16", "i32"]
BITS: dict[Width, tuple[int, int]] = {
    "u8": (0, 255),
    "i8": (-128, 127),
    "i16": (-(1 << 15), (1 << 15) - 1),
    "i32": (c.NONE, c.MOST),
}


def width_of(store: c.Store) -> Width:
    """The narrowest that holds a field's words, and none if it may be."""
    if store.bound:
        return "i16"
    if store.may_be_none and store.low < 0:
        return "i32"
    low = -1 if store.may_be_none else store.low
    return next(width for width, (least, most) in BITS.items() if least <= low and store.high <= most)


def has_short_none(store: c.Store) -> bool:
    """Is none written as -1?"""
    return store.may_be_none and width_of(store) != "i32" and not store.bound


@frozen
class Layout:
    """The order of the fields, and what each holds at the start."""

    stores: tuple[c.Store, ...]
    starts: dict[c.Store, tuple[Any, ...]]


def layout_of(core: Core) -> Layout:
    """Wide fields first, so that nothing is left empty between them."""
    starts = {store: start_of(core, field, store) for field, store in core.data.stores.items()}
    starts |= {store: ((() if store.bound else 0),) * store.places for store in core.data.kept}
    order = sorted(starts, key=lambda store: list(BITS).index(width_of(store)), reverse=True)
    return Layout(tuple(order), starts)


def start_of(core: Core, field: Field, store: c.Store) -> tuple[Any, ...]:
    """What a field holds at the start, in words."""
    program = core.data.program
    held = getattr(program.start, program.answers.layout.slot(field))
    values = (held,) if field.is_scalar else tuple(held)
    if store.bound:
        lists = tuple(tuple(map(core.data.word, value)) for value in values)
        if any(len(items) > store.bound for items in lists):
            raise NotYet(f"a list of more than {store.bound} items")
        return lists
    words = tuple(map(core.data.word, values))
    for word in words:
        if not (store.low <= word <= store.high or (word == c.NONE and store.may_be_none)):
            raise NotYet(f"`{field.name}`, which starts beyond what it may hold")
    return words

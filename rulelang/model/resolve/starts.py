"""What fields start with: a number of their range; and money and tokens stay where they were paid to."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.diagnostics.wording import numbers as say
from rulelang.diagnostics.wording import types as say_types
from rulelang.model.declarations import Field
from rulelang.model.proofs.intervals import around, ends
from rulelang.model.proofs.known import Known, is_number, of_type
from rulelang.model.proofs.touched import Touched
from rulelang.model.resolve.purses import thing_of
from rulelang.model.types import Number, strip
from rulelang.model.world import World


def check_starts(world: World) -> None:
    """Report fields that could not start as they are written."""
    known = Known(Touched(world), lambda _: None)
    for field in all_fields(world):
        kind = strip(field.type)
        if isinstance(kind, Number) and kind.is_kept and is_reset(world, field):
            world.report(say_types.fleeting_money(field.span, field.name, str(kind)))
        if isinstance(kind, Number) and kind.tokens and thing_of(field) is None:
            world.report(say_types.nameless_tokens(field.span, field.name))
        if is_number(field.type):
            check_range(world, field, known)


def check_range(world: World, field: Field, known: Known) -> None:
    allowed = of_type(field.type)
    found = [known.interval(field.start)] if field.start is not None else []
    found += [around([v]) for v in (field.initial_column or {}).values() if isinstance(v, int)]
    for value in found:
        if not value.is_empty and (allowed & value).is_empty:
            span = field.start.span if field.start is not None else field.span
            world.report(say.out_of_range(span, ends(value), field.name, ends(allowed), field.span))
            return


def is_reset(world: World, field: Field) -> bool:
    """Does a field begin anew while the game goes on?"""
    return field.lasts is not None or any(field in rule.fields for rule in world.rules.values())


def all_fields(world: World) -> Iterator[Field]:
    yield from world.fields.values()
    for kind in world.kinds.values():
        yield from kind.fields.values()

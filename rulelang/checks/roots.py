"""Where expressions stand outside of the bodies of rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.model.proofs.cost import parts_of
from rulelang.model.resolve.starts import all_fields
from rulelang.model.world import World


def outside_of_rules(world: World) -> Iterator[tuple[str, Any]]:
    """Expressions, each with the name of what it stands in."""
    for value in world.values.values():
        yield value.name, parts_of(value)
    for need in world.always:
        yield "always", need.condition
    yield from world.beside_the_rules()
    for window in world.windows:
        yield window.name, window.guard
    for field in all_fields(world):
        yield field.name, field.start

"""Which fields only keep a rule's place: nobody would lay anything on a table for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.model.declarations import Field, Rule
from rulelang.model.expressions import ReadField
from rulelang.model.proofs.cost import parts_of
from rulelang.model.visit import walk
from rulelang.model.world import World


def bookkeeping(world: World) -> frozenset[Field]:
    """The fields that their author calls so (`not shown`); and, unless he gave them a name, those of actions, and
    those of which one action alone speaks.
    """
    spoken: dict[Field, set[Any]] = {}
    for thing, parts in things(world):
        for node in walk(parts):
            if isinstance(node, ReadField):
                spoken.setdefault(node.field, set()).add(thing)
    of_actions = {field for rule in world.rules.values() if rule.is_action for field in rule.fields}
    every = [*world.fields.values(), *(field for kind in world.kinds.values() for field in kind.fields.values())]
    return frozenset(f for f in every if not f.is_shown or (not f.label and (f in of_actions or is_own(spoken.get(f)))))


def things(world: World) -> Iterator[tuple[Any, Any]]:
    """Whatever may speak of a field, with its parts; what only bots read does not count."""
    for rule in world.rules.values():
        yield rule, parts_of(rule)
    for value in world.values.values():
        yield value, parts_of(value)
    for window in world.windows:
        yield window, window.guard
    if world.score is not None:
        yield world.score, [world.score.value, *world.score.ties]


def is_own(speakers: set[Any] | None) -> bool:
    """Is there one action that speaks of it, and nothing else?"""
    return speakers is not None and len(speakers) == 1 and all(isinstance(x, Rule) and x.is_action for x in speakers)

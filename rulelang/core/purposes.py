"""What the rules of a world ask chance for, in names of the rules: decks to be shuffled, dice to be thrown.

Each purpose has a stream of its own, so a deck is shuffled alike whatever else was drawn in the same round.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Zone
from rulelang.model.types import Entity, strip
from rulelang.model.visit import walk
from rulelang.model.world import World


def streams_of(world: World) -> dict[str, int]:
    """Where the keys of each purpose begin: one for nobody's turn, and one for each player's."""
    found = dict.fromkeys(words for rule in world.rules.values() for words in purposes_in(rule.bodies))
    return {words: number * (world.players + 1) for number, words in enumerate(found)}


def purposes_in(tree: object) -> Iterator[str]:
    for node in walk(tree):
        match node:
            case s.Choose(chance=True):
                yield from (die_purpose(node, binder) for binder in node.binders)
            case s.Shuffle(m.ReadZone(zone)):
                yield from deck_purposes(zone)
            case s.Draw(zone=zone) if zone.refill is not None:
                yield from deck_purposes(zone)


def deck_purposes(zone: Zone) -> list[str]:
    """One for each place of a zone, in their order."""
    if zone.per is None:
        return [f"deck {zone.name}"]
    return [f"deck {zone.name} of {member.key}" for member in zone.per.root.members]


def die_purpose(x: s.Choose, binder: s.Binder) -> str:
    kind = strip(binder.local.type)
    thing = f"die {kind}" if isinstance(kind, Entity) and kind.kind.sort == "die" else f"choice of {kind}"
    return f"{thing} in {x.rule.name if x.rule is not None else 'a rule'}"

"""What was rolled last: dice lie beside the question that they were rolled for, until the next turn."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.events import Began, Chose, Event, Rolled
from rulelang.model.declarations import Kind
from rulelang.play.values import NUMBER, Value
from rulelang.table import picture as p
from rulelang.text.words import Words

MOST = 12
SIDES = range(1, 7)


def last_roll(words: Words, events: Sequence[Event], viewer: int | None, language: str) -> tuple[p.Die, ...]:
    """The dice of the newest roll, in their order; nothing if a turn has begun since."""
    found: list[p.Die] = []
    for event in reversed(events):
        if isinstance(event, Rolled):
            seen = event.seen_by(viewer)
            if isinstance(seen, Rolled) and is_die(words, seen.result):
                found.append(die(words, seen, language))
        elif (isinstance(event, Chose) and found) or (
            isinstance(event, Began) and event.level in ("turn", "round") and not found
        ):
            break
    return tuple(reversed(found[:MOST]))


def is_die(words: Words, result: Value) -> bool:
    """Is it a face or a number? Who begins, or which card comes up, is no die."""
    kind = words.world.kinds.get(result.sort)
    return not result.is_hidden and (result.sort == NUMBER or (kind is not None and kind.sort == "die"))


def die(words: Words, event: Rolled, language: str) -> p.Die:
    face = words.value_text(event.result, language)
    kind = words.world.kinds.get(event.result.sort)
    number = int(face) if face.isdecimal() else numbered(kind, event.result.key) if kind is not None else 0
    return p.Die(face=face, pips=number if number in SIDES else 0)


def numbered(kind: Kind, key: object) -> int:
    """The number of a face that has no other label, of a die whose faces are numbered from one up in a column."""
    at = next((n for n, member in enumerate(kind.members) if member.key == key), None)
    if at is None or kind.members[at].labels.get("en", key) != key:
        return 0
    columns = (list(column.values) for column in kind.columns.values())
    count = list(range(1, len(kind.members) + 1))
    return next((int(values[at]) for values in columns if values == count), 0)

"""What happened, for people at the table: a sentence for each choice, and what it brought where that is to be seen.

What changes only in the bookkeeping of the rules is left out; what a rule tells in words stands for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from rulelang.events import Changed, Chose, Event
from rulelang.model.types import Entity, strip
from rulelang.play.values import HIDDEN
from rulelang.text.events import event_text
from rulelang.text.log import story
from rulelang.text.names import field_of, member_text
from rulelang.text.words import Words


def worth_telling(words: Words, events: Iterable[Event]) -> Iterator[Event]:
    """The events that people want to hear of: no bookkeeping, and no change that the choice before it says."""
    chosen: frozenset[str] = frozenset()
    for event in events:
        if isinstance(event, Chose):
            chosen = frozenset(event.touched)
        if isinstance(event, Changed) and (is_bookkeeping(words, event) or chosen.issuperset(event.touched)):
            continue
        yield event


def is_bookkeeping(words: Words, event: Changed) -> bool:
    known = field_of(words, event.field)
    is_inner = known.is_inner and known.label is None
    return is_inner or known in words.bookkeeping or known.lasts is not None


def say(words: Words, event: Event, language: str) -> str:
    """An event in words; of a piece that goes to another place just that."""
    if isinstance(event, Changed) and event.value.key not in (None, HIDDEN) and is_step(words, event):
        piece = member_text(words, words.world.kinds[event.field.kind], event.field.of[0], language)
        return f"{piece} → {words.value_text(event.value, language)}"
    return event_text(words, event, language)


def is_step(words: Words, event: Changed) -> bool:
    """Does a field of a piece say on which place of a map it stands?"""
    known = field_of(words, event.field)
    place = strip(known.type)
    places = {graph.node.root for graph in words.world.graphs.values()}
    is_piece = known.owner is not None and known.owner.root.sort == "piece" and not known.per
    return is_piece and isinstance(place, Entity) and place.kind.root in places


def lines(words: Words, events: Iterable[Event], reader: int | None, language: str) -> list[tuple[str, str]]:
    """Lines for a reader, each with its tone."""
    return story(words, worth_telling(words, events), reader, language, say)


@frozen
class Entry:
    """A line of the log; `detail` is what the choice before it brought."""

    text: str
    tone: str = ""


def told(words: Words, events: Iterable[Event], reader: int | None, language: str) -> list[Entry]:
    """The log of some events for a reader."""
    return [Entry(text.strip(), tone) for text, tone in lines(words, events, reader, language)]

"""What happened, for people at the table: a sentence for each choice, and what it brought where that is to be seen.

What changes only in the bookkeeping of the rules is left out; what a rule tells in words stands for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from rulelang.events import Changed, Chose, Event, Message
from rulelang.model.declarations import Field
from rulelang.text.log import story
from rulelang.text.words import Words


def worth_telling(words: Words, events: Iterable[Event]) -> Iterator[Event]:
    """The events that people want to hear of: no bookkeeping, and no change that words have been found for, those of
    a rule or of the choice itself.
    """
    found = [event for event in events if not (isinstance(event, Changed) and is_bookkeeping(words, event))]
    has_words = any(isinstance(event, Message) for event in found)
    chosen: frozenset[str] = frozenset()
    for event in found:
        if isinstance(event, Chose):
            chosen = frozenset(event.touched)
        if not isinstance(event, Changed) or not (has_words or chosen.issuperset(event.touched)):
            # A rule that has words for something is not always come to the place where it says them.
            yield event if has_words else evolve(event, detail=False)


def is_bookkeeping(words: Words, event: Changed) -> bool:
    known = field_of(words, event)
    if known is None:
        return False
    is_inner = "." in known.name and known.label is None
    return is_inner or known in words.bookkeeping or known.lasts is not None


def field_of(words: Words, event: Changed) -> Field | None:
    place = event.field
    if not place.kind:
        return words.world.fields.get(place.name)
    kind = words.world.kinds.get(place.kind)
    found = kind.find(place.name) if kind is not None else None
    return found if isinstance(found, Field) else None


def lines(words: Words, events: Iterable[Event], reader: int | None, language: str) -> list[tuple[str, str]]:
    """Lines for a reader, each with its tone."""
    return story(words, worth_telling(words, events), reader, language)


@frozen
class Entry:
    """A line of the log; `detail` is what the choice before it brought."""

    text: str
    tone: str = ""


def told(words: Words, events: Iterable[Event], reader: int | None, language: str) -> list[Entry]:
    """The log of some events for a reader."""
    return [Entry(text.strip(), tone) for text, tone in lines(words, events, reader, language)]

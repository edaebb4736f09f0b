"""What happened, for people at the table: a sentence for each choice, and what it brought where that is to be seen.

What changes only in the bookkeeping of the rules is left out; what a rule tells in words stands for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field, frozen

from rulelang.events import Began, Changed, Chose, Event
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


@frozen
class Entry:
    """A line of the log, with whose doing it tells; a heading is of nobody."""

    text: str
    tone: str = ""
    by: int | None = None


@define(eq=False)
class Teller:
    """Tells what happens, part by part. A round or phase is told of once something has happened in it."""

    words: Words
    language: str
    begun: dict[str, str] = field(factory=dict)

    def told(self, events: Iterable[Event], reader: int | None, by: int | None = None) -> list[Entry]:
        """The log of some events for a reader: of who chose, until somebody's turn begins."""
        return [entry for player, run in by_turn(events, by) for entry in self.entries(run, reader, player)]

    def entries(self, run: Sequence[Event], reader: int | None, by: int | None) -> Iterator[Entry]:
        for text, tone in story(self.words, worth_telling(self.words, run), reader, self.language, say):
            line = text.strip()
            line = line[:1].upper() + line[1:]
            if tone == "round":
                self.begun.clear()
            if tone in ("round", "phase"):
                self.begun[tone] = line
                continue
            if self.begun:
                yield Entry(" · ".join(self.begun.values()), "heading")
                self.begun.clear()
            yield Entry(line, tone, by)


def by_turn(events: Iterable[Event], by: int | None) -> Iterator[tuple[int | None, list[Event]]]:
    """What happened, with whose doing it was."""
    run = list[Event]()
    for event in events:
        if isinstance(event, Began) and event.player is not None:
            yield by, run
            by, run = event.player, []
        run.append(event)
    yield by, run

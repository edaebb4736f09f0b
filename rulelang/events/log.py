"""The log of a match: its events, told when somebody asks.

A match that listens keeps notes as it goes. Any other match runs the silent program, which notes
nothing; its story is told by a second match that listens and makes the same choices. That one is kept, so
asking after every choice costs no more than the choice itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from rulelang.errors import UsageError

if TYPE_CHECKING:
    from rulelang.events.event import Event
    from rulelang.play.position import Position
    from rulelang.visibility.permissions import Tops

Link = tuple[Any, int]
BY_HAND = "this match was set up by hand; only one that listens from its start can tell what happened"


class Log:
    """The events of a match, one part before the first choice and one for each choice."""

    def __init__(self, match: Position) -> None:
        from rulelang.events.choice import Notes
        from rulelang.events.from_notes import Chronicle

        if match.program.facts.is_staging and not match.is_listening:
            raise UsageError(BY_HAND)
        self.match = match if match.is_listening else match.again(listening=True, notes=Notes)
        self.follows = self.match is not match
        self.chronicle = Chronicle(self.match.program)
        self.links: list[Link] = []
        self.numbers: dict[int, int] = {}
        self.parts: list[tuple[Event, ...]] = []
        self.read = 0
        self.is_ended = False
        self.gather()

    def reaches(self, link: Link | None) -> bool:
        """Come up to a choice; false if this is the story of other choices."""
        new: list[Link] = []
        while link is not None and id(link) not in self.numbers:
            new.append(link)
            link = link[0]
        if new and (self.links[-1] if self.links else None) is not link:
            return False
        for step in reversed(new):
            self.step(step)
        if new:
            self.gather()
        return True

    def step(self, link: Link) -> None:
        if self.follows:
            options = self.match.state.options
            if options is None or link[1] >= len(options):
                raise UsageError(BY_HAND)
            self.match.advance(link[1])
        self.links.append(link)
        self.numbers[id(link)] = len(self.links)

    def tops_now(self) -> Tops:
        """The cards that lie open on top where the match stands."""
        from rulelang.visibility.permissions import Sight

        return self.match.program.once(Sight).open_tops(self.match.state)

    def gather(self) -> None:
        """Turn the notes that are new into parts."""
        from rulelang.events.choice import ChoiceNote
        from rulelang.visibility.permissions import NO_TOPS

        notes = self.match.state.events
        parts: list[list[Any]] = [] if self.parts else [[]]
        for note in notes[self.read :]:
            if isinstance(note, ChoiceNote) or not parts:
                parts.append([])
            parts[-1].append(note)
        self.read = len(notes)
        for number, part in enumerate(parts):
            before = part[0].tops if part and isinstance(part[0], ChoiceNote) else NO_TOPS
            after = parts[number + 1][0].tops if number + 1 < len(parts) else self.tops_now()
            self.parts.append(self.chronicle.part(part, before, after))
        if self.match.over and not self.is_ended:
            self.is_ended = True
            self.parts[-1] += self.chronicle.ended(self.match.end_reason_as_written)


class Told(Sequence["Event"]):
    """The events that followed a choice; worked out when they are looked at."""

    __slots__ = ("_link", "_match")

    def __init__(self, match: Position, link: Link) -> None:
        self._match = match
        self._link = link

    def _events(self) -> tuple[Event, ...]:
        log = log_of(self._match, self._link)
        return log.parts[log.numbers[id(self._link)]]

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return self._events()[index]

    def __len__(self) -> int:
        return len(self._events())

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events())

    def __repr__(self) -> str:
        return repr(self._events())


def log_of(match: Position, link: Link | None) -> Log:
    """The story of a match up to a choice."""
    log: Log | None = match.told
    if log is None or not log.reaches(link):
        log = match.told = Log(match)
        log.reaches(link)
    return log


def whole_log(match: Position) -> list[Event]:
    """Everything that happened so far."""
    return [event for part in log_of(match, match.last_choice).parts for event in part]

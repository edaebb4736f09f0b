"""What happened, as data: which rule caused it, which things it touched, and who may know of it.

An event holds keys, ids and plain values, so it can be compared, stored and sent. Who may know that it happened, and
who may know what it was, is settled when it is made and is part of it; `seen_by` makes of it what one player may
know, and nothing else is left in that. What an event says in words is the business of `rulelang.text.events`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Self, get_args

from attrs import evolve, field, frozen

from rulelang.play.values import HIDDEN, FieldPlace, Key, Label, Said, Value
from rulelang.source import Span
from rulelang.visibility.audience import Audience, Viewer


@frozen(kw_only=True)
class Event:
    """Something that happened. `touched` are the ids of what it happened to. `again` marks what is told once more, to
    those who could not know it then; `detail` what a rule did that has put it into words itself.
    """

    kind: ClassVar[str]
    rule: str = ""
    cites: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    again: bool = False
    detail: bool = False
    # Who may know that it happened; none: everybody.
    audience: Audience | None = None
    span: Span | None = field(default=None, eq=False, repr=False)

    def visible_to(self, player: Viewer) -> bool:
        """May a player (or with `None` a spectator) know that it happened?"""
        return self.audience is None or player in self.audience

    def seen_by(self, player: Viewer) -> Self | None:
        """The event as a player may know it, without what he may not; nothing if he may not know that it happened."""
        return self.without_hidden(player) if self.visible_to(player) else None

    def without_hidden(self, player: Viewer) -> Self:
        return evolve(self, audience=None)

    def data(self) -> dict[str, Any]:
        """Plain data, for a file or a message; `event_of` makes the event of it again."""
        found: dict[str, Any] = converter().unstructure(self)
        return {"kind": self.kind, **{name: value for name, value in found.items() if name != "span"}}


def is_among(player: Viewer, audience: Audience | None) -> bool:
    return audience is None or player in audience


@frozen(kw_only=True)
class Chose(Event):
    """A player answered a question; `said` is how the author calls the answer, if he does."""

    kind = "chose"
    player: int
    option: str
    labels: tuple[Label, ...] = ()
    parts: tuple[Value, ...] = ()
    said: Said | None = None
    # Who may know the answer, and who all that its text says.
    known_to: Audience | None = None
    text_known_to: Audience | None = None

    def without_hidden(self, player: Viewer) -> Chose:
        seen = evolve(self, audience=None, known_to=None, text_known_to=None)
        if not is_among(player, self.known_to):
            return evolve(seen, option=HIDDEN, labels=(), parts=(), said=None, touched=())
        return seen if is_among(player, self.text_known_to) else evolve(seen, said=None)


@frozen(kw_only=True)
class Rolled(Event):
    """Chance decided."""

    kind = "chance"
    result: Value


@frozen(kw_only=True)
class Moved(Event):
    """A card went from one zone to another; `number` tells it from others of its title, to nobody who plays."""

    kind = "moved"
    card: Value
    source: str
    target: str
    number: int | None = None
    # Who saw its face where it lay before, or sees it where it lies now.
    known_to: Audience | None = None

    def without_hidden(self, player: Viewer) -> Moved:
        card = self.card if is_among(player, self.known_to) else self.card.hidden()
        return evolve(self, audience=None, known_to=None, number=None, card=card)


@frozen(kw_only=True)
class Paid(Event):
    """Money or tokens changed hands; money from or to the bank where it is no field."""

    kind = "paid"
    amount: int
    payer: FieldPlace | None
    payee: FieldPlace | None


@frozen(kw_only=True)
class Changed(Event):
    """A field got a value; `amount` is what was added, if something was."""

    kind = "set"
    field: FieldPlace
    value: Value
    amount: Value | None = None
    # Who sees the cards that the value speaks of.
    known_to: Audience | None = None

    def without_hidden(self, player: Viewer) -> Changed:
        value = self.value if is_among(player, self.known_to) else self.value.hidden()
        return evolve(self, audience=None, known_to=None, value=value)


@frozen(kw_only=True)
class Revealed(Event):
    """Something hidden was shown to a player or, with `to` none, to all; it lay in a field or a zone."""

    kind = "revealed"
    what: Value
    to: int | None = None
    field: FieldPlace | None = None
    zone: str | None = None

    def without_hidden(self, player: Viewer) -> Revealed:
        what = self.what if self.to is None or player == self.to else self.what.hidden()
        return evolve(self, audience=None, what=what)


@frozen(kw_only=True)
class Message(Event):
    """A sentence of the author's; what it says of a card is for those only who see the card."""

    kind = "told"
    template: str
    values: tuple[Value, ...]
    known_to: tuple[Audience | None, ...] = ()

    def without_hidden(self, player: Viewer) -> Message:
        pairs = zip(self.values, self.known_to, strict=True)
        values = tuple(value if is_among(player, known) else value.hidden() for value, known in pairs)
        return evolve(self, audience=None, known_to=(None,) * len(values), values=values)


@frozen(kw_only=True)
class Shuffled(Event):
    """A zone was shuffled; with `source`, after its cards were taken from there."""

    kind = "shuffled"
    zone: str
    source: str | None = None


@frozen(kw_only=True)
class Began(Event):
    """A round, a phase, a turn or an action began."""

    kind = "began"
    level: str
    label: Label
    player: int | None = None
    number: int | None = None


@frozen(kw_only=True)
class Ended(Event):
    """The game is over."""

    kind = "ended"
    reason: str


AnyEvent = Chose | Rolled | Moved | Paid | Changed | Revealed | Message | Shuffled | Began | Ended
KINDS: dict[str, type[Event]] = {kind.kind: kind for kind in get_args(AnyEvent)}


def event_of(data: dict[str, Any]) -> Event:
    """The event of plain data."""
    found: Event = converter().structure({**data, "span": None}, KINDS[data["kind"]])
    return found


def in_seats(audience: Iterable[Viewer]) -> list[Viewer]:
    return sorted(audience, key=lambda player: -1 if player is None else player)


@cache
def converter() -> Any:
    """Audiences are lists in plain data, in the order of the seats."""
    from cattrs import Converter

    made = Converter(unstruct_collection_overrides={tuple: list, frozenset: in_seats})
    made.register_structure_hook(Viewer, lambda player, _: player)
    made.register_structure_hook(Key, lambda key, _: key)
    made.register_structure_hook(Span | None, lambda _, __: None)
    return made

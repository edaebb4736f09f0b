"""What happened, as typed values that know the rule that caused them and who may know of them.

An event holds keys for programs and says itself in words for people: `text_for` tells no more than the
reader may know, `text` tells all. Events are made from the notes of a listening program by `chronicle`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from rulelang.model.declarations import Field, Kind
from rulelang.model.types import Entity, Type, strip
from rulelang.play.keys import Place
from rulelang.source import Span
from rulelang.text.names import holds_tokens, place_text, plain_label, purse_text, token_text, zone_text
from rulelang.text.template import Saying, sentence
from rulelang.text.words import Words
from rulelang.visibility.viewer import AllEyes, Audience, Eyes, Viewer


def hidden(default: Any = None) -> Any:
    """A part of an event that is for its words only."""
    return field(default=default, eq=False, repr=False)


@frozen(kw_only=True)
class Event:
    """Something that happened. `again` marks what is told once more, to those who could not know it then;
    `detail` what a rule did that has put it into words itself.
    """

    kind: ClassVar[str]
    rule: str = ""
    cites: tuple[str, ...] = ()
    audience: Audience | None = None
    again: bool = False
    detail: bool = False
    span: Span | None = hidden()
    words: Words = hidden()

    def visible_to(self, player: Viewer) -> bool:
        """May a player (or with `None` a spectator) know that it happened?"""
        eyes = Eyes(self.words, player)
        return eyes.among(self.audience) and self.is_seen(eyes)

    def text_for(self, player: Viewer, language: str = "en") -> str:
        """Words for a person who may know only what that player may know; nothing if not even that."""
        return self.say(Eyes(self.words, player), language) if self.visible_to(player) else ""

    @property
    def text(self) -> str:
        """Words for somebody who may know everything."""
        return self.say(AllEyes(self.words, None), "en")

    def is_seen(self, eyes: Eyes) -> bool:
        return True

    def say(self, eyes: Eyes, language: str) -> str:
        raise NotImplementedError

    def sentence(self, language: str, template: str, **parts: str) -> str:
        return sentence(self.words, language, template, **parts)


@frozen(kw_only=True)
class Chose(Event):
    """A player answered a question."""

    kind = "chose"
    player: int
    option: str
    known_to: Audience = frozenset()
    plain_for: Audience = hidden(frozenset())
    saying: Saying | None = hidden()
    point: int = hidden(0)
    value: Any = hidden()

    def say(self, eyes: Eyes, language: str) -> str:
        who = self.words.player(self.player, language)
        if not eyes.among(self.known_to):
            return self.sentence(language, "{player} makes a choice", player=who)
        return self.sentence(language, "{player}: {option}", player=who, option=self.answer(eyes, language))

    def answer(self, eyes: Eyes, language: str) -> str:
        """The option in words; without the author's text if that tells more than the reader may know."""
        if self.saying is None or (eyes.player in self.plain_for and not isinstance(eyes, AllEyes)):
            return self.words.answer_text(self.point, self.value, language)
        return self.saying.said(self.words, language)


@frozen(kw_only=True)
class Rolled(Event):
    """Chance decided."""

    kind = "chance"
    result: str
    known_to: Audience = frozenset()
    type: Type = hidden()
    value: Any = hidden()

    def is_seen(self, eyes: Eyes) -> bool:
        return eyes.among(self.known_to)

    def say(self, eyes: Eyes, language: str) -> str:
        result = self.words.text(self.type, self.value, language)
        return self.sentence(language, "chance: {result}", result=result)


@frozen(kw_only=True)
class Moved(Event):
    """A card went from one zone to another; whether it is named depends on where it was and came to lie."""

    kind = "moved"
    card: str
    source: str
    target: str
    card_kind: Kind = hidden()
    number: int = hidden()
    source_zone: int = hidden()
    target_zone: int = hidden()
    seen_in: tuple[tuple[int, bool], ...] = hidden(())

    def is_seen(self, eyes: Eyes) -> bool:
        return eyes.count(self.source_zone) or eyes.count(self.target_zone)

    def is_card_known(self, eyes: Eyes) -> bool:
        """Was its face to be seen where it lay before or where it lies now?"""
        return eyes.face(self.seen_in)

    def say(self, eyes: Eyes, language: str) -> str:
        known = self.is_card_known(eyes)
        unknown = self.sentence(language, "a card")
        card = self.words.text(Entity(self.card_kind), self.number, language) if known else unknown
        source = zone_text(self.words, self.source_zone, language)
        target = zone_text(self.words, self.target_zone, language)
        return self.sentence(language, "{card}: {source} → {target}", card=card, source=source, target=target)


@frozen(kw_only=True)
class Paid(Event):
    """Money or tokens changed hands; money from or to `bank` where it is no field."""

    kind = "paid"
    amount: int
    payer: tuple[str, ...]
    payee: tuple[str, ...]
    purses: tuple[tuple[Field | None, Place | None], ...] = hidden(())

    def is_seen(self, eyes: Eyes) -> bool:
        return any(f is not None and p is not None and eyes.field(f, p) for f, p in self.purses)

    def say(self, eyes: Eyes, language: str) -> str:
        field, place = self.purses[0]
        payer, payee = (purse_text(self.words, f, p, language) for f, p in self.purses)
        if field is not None and place is not None and holds_tokens(field):
            things = {"amount": str(self.amount), "thing": token_text(self.words, field, place, language)}
            return self.sentence(language, "{amount} {thing}: {payer} → {payee}", payer=payer, payee=payee, **things)
        parts = {"payer": payer, "amount": self.words.number(self.amount, language, is_money=True), "payee": payee}
        return self.sentence(language, "{payer} pays {amount} to {payee}", **parts)


@frozen(kw_only=True)
class Changed(Event):
    """A field got a value; `amount` is what was added, if something was."""

    kind = "set"
    name: str
    of: tuple[str, ...]
    value: str
    amount: str | None = None
    field: Field = hidden()
    place: Place = hidden(())
    raw: Any = hidden()
    type: Type = hidden()
    zones: tuple[int, ...] | None = hidden()

    def is_seen(self, eyes: Eyes) -> bool:
        return eyes.field(self.field, self.place)

    def say(self, eyes: Eyes, language: str) -> str:
        """A card that the field speaks of is named to those who see it where it lies."""
        what = place_text(self.words, self.field, self.place, language)
        known = all(eyes.zone(zone) for zone in self.zones or ())
        value = self.words.text(self.type, self.raw, language) if known else self.sentence(language, "a card")
        return self.sentence(language, "{field}: {value}", field=what, value=value)


@frozen(kw_only=True)
class Revealed(Event):
    """Something hidden was shown to a player or, with `to` none, to all."""

    kind = "revealed"
    what: str
    to: int | None
    type: Type = hidden()
    value: Any = hidden()
    field: Field | None = hidden()
    place: Any = hidden()

    def say(self, eyes: Eyes, language: str) -> str:
        known = self.to is None or isinstance(eyes, AllEyes) or eyes.player == self.to
        nothing = self.sentence(language, "something")
        what = self.words.text(self.type, self.value, language) if known else nothing
        what = f"{self.origin(language)}{what}"
        if self.to is None:
            return self.sentence(language, "revealed: {what}", what=what)
        reader = self.words.player(self.to, language)
        return self.sentence(language, "revealed to {player}: {what}", player=reader, what=what)

    def origin(self, language: str) -> str:
        """Where it was hidden, as far as that is a place."""
        if self.field is not None:
            return place_text(self.words, self.field, self.place, language) + ": "
        return zone_text(self.words, self.place, language) + ": " if self.place is not None else ""


@frozen
class SpokenCard:
    """A card that a message speaks of, where it lay, and after its part where it was to be seen."""

    kind: Kind
    number: int
    zone: int
    seen_in: tuple[tuple[int, bool], ...] = ()


@frozen(kw_only=True)
class Message(Event):
    """A sentence of the author's; what it says of a card is for those only who see the card."""

    kind = "told"
    template: str
    values: tuple[str, ...]
    saying: Saying = hidden()
    cards: tuple[tuple[SpokenCard, ...], ...] = hidden(())

    def say(self, eyes: Eyes, language: str) -> str:
        said = [
            self.words.text(type_, value, language)
            if all(eyes.face(card.seen_in) for card in cards)
            else self.unseen(type_, language)
            for (type_, value), cards in zip(self.saying.values, self.cards, strict=True)
        ]
        return self.saying.filled(self.words, language, said)

    def unseen(self, type_: Type, language: str) -> str:
        kind = strip(type_)
        return self.sentence(language, "a card" if isinstance(kind, Entity) else "something")


@frozen(kw_only=True)
class Shuffled(Event):
    """A zone was shuffled; with `source`, after its cards were taken from there."""

    kind = "shuffled"
    zone: str
    source: str | None = None
    number: int = hidden()
    source_zone: int | None = hidden()

    def say(self, eyes: Eyes, language: str) -> str:
        zone = zone_text(self.words, self.number, language)
        if self.source_zone is None:
            return self.sentence(language, "{zone} is shuffled", zone=zone)
        source = zone_text(self.words, self.source_zone, language)
        return self.sentence(language, "{zone} is made anew from {source}", zone=zone, source=source)


@frozen(kw_only=True)
class Began(Event):
    """A round, a phase, a turn or an action began."""

    kind = "began"
    level: str
    name: str
    player: int | None = None
    number: int | None = None
    labels: dict[str, str] = hidden()

    def say(self, eyes: Eyes, language: str) -> str:
        if self.level == "turn":
            player = self.words.player(self.player, language)
            return self.sentence(language, "turn of {player}", player=player)
        if self.level == "round":
            return self.sentence(language, "round {number}", number=str(self.number))
        return plain_label(self.words, self.labels or {}, self.name, language)


@frozen(kw_only=True)
class Ended(Event):
    """The game is over."""

    kind = "ended"
    reason: str

    def say(self, eyes: Eyes, language: str) -> str:
        reason = self.words.translate(self.reason, language)
        return self.sentence(language, "the game is over: {reason}", reason=reason)

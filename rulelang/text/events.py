"""Events in words. Who may know what was settled before: what an event holds, it says."""

from __future__ import annotations

from typing import assert_never, cast

from rulelang.events import event as ev
from rulelang.play.values import HIDDEN, WORD, FieldPlace, Label, Value
from rulelang.text.names import field_text, plain_label, purse_text, token_text, zone_text
from rulelang.text.template import fill, sentence
from rulelang.text.words import Words

# What somebody says who chooses nothing (more), where the author has no word for it.
PASSED = {(Value(WORD, "pass"),): "{player} passes", (Value(WORD, "done"),): "{player} is done"}


class EventWords:
    """Says events in one language."""

    def __init__(self, words: Words, language: str) -> None:
        self.words = words
        self.language = language

    def sentence(self, template: str, **parts: str) -> str:
        return sentence(self.words, self.language, template, **parts)

    def value(self, value: Value) -> str:
        return self.words.value_text(value, self.language)

    def player(self, number: int | None) -> str:
        return self.words.player(number, self.language)

    def zone(self, key: str) -> str:
        return zone_text(self.words, key, self.language)

    def field(self, place: FieldPlace) -> str:
        return field_text(self.words, place, self.language)

    def said(self, event: ev.AnyEvent) -> str:
        match event:
            case ev.Chose():
                return self.chose(event)
            case ev.Rolled(result=result):
                return self.sentence("chance: {result}", result=self.value(result))
            case ev.Moved(card=card, source=source, target=target):
                zones = {"source": self.zone(source), "target": self.zone(target)}
                return self.sentence("{card}: {source} → {target}", card=self.value(card), **zones)
            case ev.Paid():
                return self.paid(event)
            case ev.Changed(field=field, value=value):
                return self.sentence("{field}: {value}", field=self.field(field), value=self.value(value))
            case ev.Revealed():
                return self.revealed(event)
            case ev.Message(template=template, values=values):
                typed = [self.words.typed(value, self.language) for value in values]
                return fill(self.words, template, typed, self.language)
            case ev.Shuffled(zone=zone, source=source):
                if source is None:
                    return self.sentence("{zone} is shuffled", zone=self.zone(zone))
                zones = {"zone": self.zone(zone), "source": self.zone(source)}
                return self.sentence("{zone} is made anew from {source}", **zones)
            case ev.Began():
                return self.began(event)
            case ev.Ended(reason=reason):
                return self.sentence("the game is over: {reason}", reason=self.words.translate(reason, self.language))
            case _:
                assert_never(event)

    def chose(self, event: ev.Chose) -> str:
        who = self.player(event.player)
        if event.option == HIDDEN:
            return self.sentence("{player} makes a choice", player=who)
        if event.said is None and event.parts in PASSED:
            return self.sentence(PASSED[event.parts], player=who)
        return self.sentence("{player}: {option}", player=who, option=self.answer(event))

    def answer(self, event: ev.Chose) -> str:
        """The option: as the author calls it, else by what was chosen."""
        if event.said is None:
            parts = [self.words.typed(part, self.language) for part in event.parts]
            return self.words.named(event.labels, parts, self.language)
        values = [self.words.typed(value, self.language) for value in event.said.values]
        text = fill(self.words, event.said.template, values, self.language)
        return text if event.said.label is None else f"{self.label(event.said.label)}: {text}"

    def label(self, label: Label) -> str:
        return self.words.label(dict(label.texts), label.name, self.language)

    def paid(self, event: ev.Paid) -> str:
        payer, payee = (purse_text(self.words, purse, self.language) for purse in (event.payer, event.payee))
        thing = token_text(self.words, event.payer, self.language) if event.payer is not None else ""
        if thing:
            things = {"amount": str(event.amount), "thing": thing}
            return self.sentence("{amount} {thing}: {payer} → {payee}", payer=payer, payee=payee, **things)
        amount = self.words.number(event.amount, self.language, is_money=True)
        return self.sentence("{payer} pays {amount} to {payee}", payer=payer, amount=amount, payee=payee)

    def revealed(self, event: ev.Revealed) -> str:
        origin = self.field(event.field) if event.field is not None else self.zone(event.zone) if event.zone else ""
        known = self.sentence("something") if event.what.is_hidden else self.value(event.what)
        what = f"{origin}: {known}" if origin else known
        if event.to is None:
            return self.sentence("revealed: {what}", what=what)
        return self.sentence("revealed to {player}: {what}", player=self.player(event.to), what=what)

    def began(self, event: ev.Began) -> str:
        if event.level == "turn":
            return self.sentence("turn of {player}", player=self.player(event.player))
        if event.level == "round":
            return self.sentence("round {number}", number=str(event.number))
        return plain_label(self.words, dict(event.label.texts), event.label.name, self.language)


def event_text(words: Words, event: ev.Event, language: str) -> str:
    """An event in words, all that it holds."""
    return EventWords(words, language).said(cast(ev.AnyEvent, event))

"""Notes of a listening program to events.

A listening program appends tuples: the number of a statement, then values. Here they become events.
Two things need more than one note. A card is named only to those who see it where it lay at one
decision or lies at the next, not to those who might have glimpsed it on its way. And what happens while
choices are made at once is told to its chooser then, and to the others when all have chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from rulelang.core.sites import Telling
from rulelang.events import event as ev
from rulelang.events.choice import ChoiceNote
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Kind, Rule
from rulelang.model.types import Entity, Type, cards_of
from rulelang.text.template import Saying
from rulelang.text.words import Words
from rulelang.visibility.permissions import Tops
from rulelang.visibility.viewer import Audience

Origin = dict[str, Any]


class Chronicle:
    """Makes the events of one match, part by part."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.keys = words.keys
        self.sites = words.program.module.sites
        self.everybody: Audience = frozenset([None, *range(words.world.players)])
        self.at_once = False
        self.chooser: int | None = None
        self.withheld: list[ev.Event] = []
        self.telling: list[Rule] = []

    def part(self, notes: Iterable[Any], before: Tops, after: Tops) -> tuple[ev.Event, ...]:
        """The events from one decision to the next, and the cards that lay open on top at either."""
        made: list[ev.Event] = []
        for note in notes:
            if isinstance(note, ChoiceNote):
                made += self.choice(note)
                continue
            statement = self.sites.statements[note[0]]
            if isinstance(statement, Telling):
                self.tell(statement.rule, note[1])
            elif isinstance(statement, s.Each):
                made += self.loop(note[1])
            else:
                made += self.kept(self.event(note))
        faces = Faces(made, before, after)
        return tuple(map(faces.shown, made))

    def ended(self, reason: str) -> tuple[ev.Event, ...]:
        return (*self.loop(False), ev.Ended(reason=reason, words=self.words))

    # ---- rules that say themselves what they do -----------------------------------------------------------

    def tell(self, rule: Rule, begins: bool) -> None:
        """A rule that tells what it does begins or ends; with it end those that were left from afar."""
        if begins:
            self.telling.append(rule)
        elif rule in self.telling:
            last = max(place for place, other in enumerate(self.telling) if other is rule)
            del self.telling[last:]

    # ---- choices made at once -----------------------------------------------------------------------------

    def loop(self, begins: bool) -> list[ev.Event]:
        """A loop of choices begins, or ends: then what was withheld is told."""
        told, self.withheld = self.withheld, []
        self.at_once, self.chooser = begins, None
        return told

    def kept(self, event: ev.Event | None) -> Iterator[ev.Event]:
        """An event; while choices are made at once, for the chooser only."""
        if event is None:
            return
        if not self.at_once or self.chooser is None:
            yield event
            return
        readers = self.everybody if event.audience is None else event.audience
        later = evolve(event, audience=readers - {self.chooser}, again=True)
        if any(later.visible_to(player) for player in self.everybody):
            self.withheld.append(later)
        yield evolve(event, audience=readers & {self.chooser})

    def choice(self, note: ChoiceNote) -> Iterator[ev.Event]:
        point = self.words.program.module.points[note.point]
        if note.player is None:
            yield from self.kept(self.asked_chance(point, note))
            return
        secret = self.words.sight.is_secret(point)
        if not secret:
            yield from self.loop(False)
        self.chooser = note.player if self.at_once else None
        made = ev.Chose(
            player=note.player, option=note.key, known_to=note.known_to, plain_for=note.plain_for,
            saying=note.saying, point=note.point, value=note.value, **self.origin(point),
        )  # fmt: skip
        yield made
        if secret and self.at_once and point in self.words.sight.told_later:
            others = self.everybody - {note.player}
            self.withheld.append(evolve(made, known_to=self.everybody, audience=others, again=True))

    # ---- one note -----------------------------------------------------------------------------------------

    def origin(self, statement: Any) -> Origin:
        """Where an event comes from: the rule, the printed rules it cites, the line."""
        rule = getattr(statement, "rule", None)
        name = rule.name if isinstance(rule, Rule) else ""
        cites = self.words.citations.of(statement)
        span = getattr(statement, "span", None)
        detail = bool(self.telling)
        return {"rule": name, "cites": tuple(cites), "span": span, "words": self.words, "detail": detail}

    def event(self, note: Any) -> ev.Event | None:
        number, *values = note
        statement = self.sites.statements[number]
        origin = {**self.origin(statement), "rule": self.sites.rules[number]}
        match statement:
            case s.Assign(target) | s.Increase(target):
                return self.changed(statement, target, values, origin)
            case s.Move() | s.Draw():
                return self.moved(statement, values, origin)
            case s.Tell():
                return self.message(statement, values, origin)
            case s.Pay():
                return self.paid(statement, values, origin)
            case s.Reveal(what):
                return self.revealed(what, values, origin)
            case s.Choose():
                return self.rolled(statement.binders[values[1]], values[0], origin)
            case s.Shuffle():
                return ev.Shuffled(zone=self.keys.zone(values[0]), number=values[0], **origin)
            case s.Turn():
                self.telling.clear()  # no turn is played within such a rule
                key = self.keys.value(Entity(self.words.world.player), values[0])
                return ev.Began(level="turn", name=key, player=values[0], **origin)
            case s.Level(level, name):
                labels = self.words.world.rules[origin["rule"]].labels if level == "phase" else {}
                return ev.Began(level=level, name=name, number=values[0], labels=labels, **origin)
            case Rule():
                labels = statement.labels
                return ev.Began(level="action", name=statement.name, labels=labels, **origin)
            case _:
                return None

    def changed(self, statement: Any, target: Any, values: list[Any], origin: Origin) -> ev.Event | None:
        assert isinstance(target, m.ReadField)
        what = target.field
        if what is self.words.world.fields["round.number"]:
            return None
        place, value, zones = values[0], values[-2], values[-1]
        amount = statement.amount.type if isinstance(statement, s.Increase) else None
        added = self.keys.value(amount, values[1]) if amount is not None else None
        return ev.Changed(
            name=what.name, of=self.keys.place(what, place), value=self.keys.value(what.type, value),
            amount=added, field=what, place=place, raw=value, type=what.type, zones=zones, **origin,
        )  # fmt: skip

    def moved(self, statement: s.Move | s.Draw, values: list[Any], origin: Origin) -> ev.Event:
        if len(values) == 2:
            source, zone = values
            keys = [self.keys.zone(n) for n in (zone, source)]
            return ev.Shuffled(zone=keys[0], source=keys[1], number=zone, source_zone=source, **origin)
        card, source, target = values
        kind: Kind = statement.card if isinstance(statement, s.Move) else statement.zone.card
        return ev.Moved(
            card=self.keys.member(kind, card), card_kind=kind.root, number=card,
            source=self.keys.zone(source), target=self.keys.zone(target),
            source_zone=source, target_zone=target, **origin,
        )  # fmt: skip

    def revealed(self, what: m.Expression, values: list[Any], origin: Origin) -> ev.Event:
        value, to, place = values
        field = what.field if isinstance(what, m.ReadField) else None
        key = self.keys.value(what.type, value)
        return ev.Revealed(what=key, to=to, type=what.type, value=value, field=field, place=place, **origin)

    def message(self, statement: s.Tell, values: list[Any], origin: Origin) -> ev.Event:
        to, held, cards = values
        filled = tuple((hole.type, value) for hole, value in zip(statement.text.holes, held, strict=True))
        kinds = self.words.world.kinds
        spoken = tuple(tuple(ev.SpokenCard(kinds[k], card, zone) for k, card, zone in some) for some in cards)
        origin |= {"audience": None if to is None else frozenset([to]), "detail": False}
        return ev.Message(
            template=statement.text.source, values=tuple(self.keys.value(*pair) for pair in filled),
            saying=Saying(statement.text, filled), cards=spoken, **origin,
        )  # fmt: skip

    def paid(self, statement: s.Pay, values: list[Any], origin: Origin) -> ev.Event:
        ends = (statement.payer, statement.payee)
        fields = [p.field if isinstance(p, m.ReadField) else None for p in ends]
        purses = tuple(zip(fields, values[1:], strict=True))
        keys = [(f.name, *self.keys.place(f, p)) if f is not None else ("bank",) for f, p in purses]
        return ev.Paid(amount=values[0], payer=keys[0], payee=keys[1], purses=purses, **origin)

    def rolled(self, binder: s.Binder, value: Any, origin: Origin) -> ev.Event:
        """What chance brought: open, unless taken from something hidden or kept in a hidden field."""
        knowledge = self.words.knowledge
        is_open = knowledge.is_open(binder.source) and binder.local not in knowledge.kept
        return self.chance(binder.local.type, value, self.everybody if is_open else frozenset(), origin)

    def asked_chance(self, point: Any, note: ChoiceNote) -> ev.Event:
        """Chance that was asked for: the same as if it had been drawn; the order of a deck nobody sees."""
        if isinstance(point, s.Choose):
            return self.rolled(point.binders[0], note.value, self.origin(point))
        return self.chance(Entity(point), note.value, frozenset(), self.origin(point))

    def chance(self, type_: Type, value: Any, known: Audience, origin: Origin) -> ev.Event:
        key = self.keys.value(type_, value)
        return ev.Rolled(result=key, known_to=known, type=type_, value=value, **origin)


Face = tuple[int, bool]
CardId = tuple[Kind, int]


class Faces:
    """Where each card that moved lay at the start of a part and lies at its end, and whether open on top there."""

    def __init__(self, made: list[ev.Event], before: Tops, after: Tops) -> None:
        self.before, self.after = before, after
        self.first: dict[CardId, Face] = {}
        self.last: dict[CardId, Face] = {}
        for event in made:
            if isinstance(event, ev.Moved):
                card, number = (event.card_kind, event.number), event.number
                self.first.setdefault(card, (event.source_zone, (event.source_zone, number) in before))
                self.last[card] = (event.target_zone, (event.target_zone, number) in after)
            elif isinstance(event, ev.Shuffled) and event.source_zone is not None:
                self.turn_over(event.source_zone, event.number)

    def turn_over(self, discards: int, deck: int) -> None:
        """Cards that were discarded go into the deck again."""
        for card, (zone, _) in self.last.items():
            if zone == discards:
                self.last[card] = (deck, (deck, card[1]) in self.after)

    def shown(self, event: ev.Event) -> ev.Event:
        """An event that names cards to those who see them before the part or after it."""
        if isinstance(event, ev.Moved):
            card = (event.card_kind, event.number)
            return evolve(event, seen_in=(self.first[card], self.last[card]))
        if isinstance(event, ev.Message):
            return evolve(event, cards=tuple(tuple(map(self.spoken, some)) for some in event.cards))
        if isinstance(event, ev.Changed) and event.zones:
            cards = list(cards_of(event.type, event.raw))
            return evolve(event, zones=tuple(map(self.resting, cards, event.zones)))
        return event

    def spoken(self, card: ev.SpokenCard) -> ev.SpokenCard:
        """A card that was spoken of, with where its face was to be seen."""
        key, lying = (card.kind, card.number), (card.zone, card.number)
        stayed = (card.zone, lying in self.before or lying in self.after)
        return evolve(card, seen_in=(self.first.get(key, stayed), self.last.get(key, stayed)))

    def resting(self, card: CardId, zone: int) -> int:
        return self.last[card][0] if card in self.last else zone

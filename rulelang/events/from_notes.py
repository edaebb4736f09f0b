"""Notes of a listening program to events.

A listening program appends tuples: the number of a statement, then values. Here they become events.
Two things need more than one note. A card is named only to those who see it where it lay at one
decision or lies at the next, not to those who might have glimpsed it on its way, unless a sentence
speaks of it there. And what happens while choices are made at once is told to its chooser then, and
to the others when all have chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import PASS, WindowOption
from rulelang.backends.python.sites import Telling
from rulelang.events import event as ev
from rulelang.events.choice import ChoiceNote
from rulelang.events.faces import Faces, card_kind
from rulelang.events.told import Followed
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.types import Entity, Type
from rulelang.play.keys import Keys, citations_of
from rulelang.play.values import FieldPlace, Label
from rulelang.visibility.audience import NOBODY, Audience, Audiences
from rulelang.visibility.permissions import Sight, Tops, knowledge_of

Origin = dict[str, Any]


@frozen
class Draft:
    """An event, and the note it is made of.

    Who sees the cards it speaks of is known at the end of its part, and so is whether a sentence stands for it that
    may have been told.
    """

    event: ev.Event
    note: Any = None
    may_be_told: bool = False


class Chronicle:
    """Makes the events of one match, part by part."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.sites = program.module.sites
        self.keys = program.once(Keys)
        self.audiences = program.once(Audiences)
        self.knowledge = program.once(knowledge_of)
        self.citations = program.once(citations_of)
        self.followed = program.once(Followed)
        self.everybody = self.audiences.everybody
        self.at_once = False
        self.chooser: int | None = None
        self.withheld: list[Draft] = []
        self.telling: list[Rule] = []

    def part(self, notes: Iterable[Any], before: Tops, after: Tops) -> tuple[ev.Event, ...]:
        """The events from one decision to the next, and the cards that lay open on top at either."""
        made: list[Draft] = []
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
                made += self.kept(self.event(note), note)
        faces = Faces((draft.note for draft in made), self.sites, self.audiences, before, after)
        has_words = any(isinstance(draft.event, ev.Message) for draft in made)
        return tuple(
            evolve(event, detail=True) if draft.may_be_told and has_words else event
            for draft, event in ((draft, self.veiled(draft, faces)) for draft in made)
        )

    def ended(self, reason: str) -> tuple[ev.Event, ...]:
        return (*(draft.event for draft in self.loop(False)), ev.Ended(reason=reason))

    def veiled(self, draft: Draft, faces: Faces) -> ev.Event:
        """An event that names cards to those who see them before the part or after it."""
        event, note = draft.event, draft.note
        statement: Any = self.sites.statements[note[0]] if note is not None else None
        match event:
            case ev.Moved(number=int(card)):
                return evolve(event, known_to=faces.moved(card_kind(statement), card))
            case ev.Message():
                return evolve(event, known_to=tuple(self.who_sees(spoken, faces) for spoken in note[3]))
            case ev.Changed() if note[-1]:
                return evolve(event, known_to=faces.resting(statement.target.field.type, note[-2], note[-1]))
        return event

    def who_sees(self, spoken: Iterable[tuple[str, int, int]], faces: Faces) -> Audience | None:
        """Who sees all cards that a part of a message speaks of."""
        found: Audience | None = None
        for kind, card, zone in spoken:
            seen = faces.spoken_of(self.world.kinds[kind].root, card, zone)
            found = seen if found is None else found & seen
        return found

    # ---- rules that say themselves what they do -----------------------------------------------------------

    def tell(self, rule: Rule, begins: bool) -> None:
        """A rule that tells what it does begins or ends; with it end those that were left from afar."""
        if begins:
            self.telling.append(rule)
        elif rule in self.telling:
            last = max(place for place, other in enumerate(self.telling) if other is rule)
            del self.telling[last:]

    # ---- choices made at once -----------------------------------------------------------------------------

    def loop(self, begins: bool) -> list[Draft]:
        """A loop of choices begins, or ends: then what was withheld is told."""
        told, self.withheld = self.withheld, []
        self.at_once, self.chooser = begins, None
        return told

    def kept(self, event: ev.Event | None, note: Any = None) -> Iterator[Draft]:
        """An event; while choices are made at once, for the chooser only."""
        if event is None:
            return
        if not self.at_once or self.chooser is None:
            yield Draft(event, note, bool(self.telling) and not isinstance(event, ev.Message))
            return
        readers = self.everybody if event.audience is None else event.audience
        others = readers - {self.chooser}
        if others:
            self.withheld.append(Draft(evolve(event, audience=others, again=True), note))
        yield Draft(evolve(event, audience=readers & {self.chooser}), note)

    def choice(self, note: ChoiceNote) -> Iterator[Draft]:
        point = self.program.answers.points[note.point]
        if note.event is None:
            yield from self.kept(self.asked_chance(point, note))
            return
        sight = self.program.once(Sight)
        secret = sight.is_secret(point)
        if not secret:
            yield from self.loop(False)
        self.chooser = note.event.player if self.at_once else None
        made: ev.Chose = evolve(note.event, **self.origin(point))
        followed = self.followed
        body = followed.done_for(point, note.value)
        # What a player does in a window is no part of the rule that asks him; what he does not do is no news there.
        is_within = bool(self.telling) and not isinstance(note.value, WindowOption)
        is_passed = note.value is PASS and (is_within or followed.is_no_news(point))
        is_sure = followed.surely_tells(body) or followed.is_on_the_way(point) or followed.is_next(point)
        made = evolve(made, detail=is_passed or is_sure or (made.detail and is_within))
        yield Draft(made, may_be_told=is_within or followed.may_tell(body))
        if secret and self.at_once and point in sight.told_later:
            others = self.everybody - {made.player}
            self.withheld.append(Draft(evolve(made, known_to=self.everybody, audience=others, again=True)))

    # ---- one note -----------------------------------------------------------------------------------------

    def origin(self, statement: Any) -> Origin:
        """Where an event comes from: the rule, the printed rules it cites, the line."""
        rule = getattr(statement, "rule", None)
        name = rule.name if isinstance(rule, Rule) else ""
        cites = tuple(self.citations.of(statement))
        return {"rule": name, "cites": cites, "span": getattr(statement, "span", None), "detail": self.is_detail()}

    def is_detail(self) -> bool:
        """Is a rule going on that is sure to tell what it does?"""
        return any(map(self.followed.is_sure_rule, self.telling))

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
                touched = (self.keys.id_of_zone(values[0]),)
                return ev.Shuffled(zone=self.keys.zone(values[0]), touched=touched, **origin)
            case s.Turn():
                self.telling.clear()  # no turn is played within such a rule
                player = self.world.player
                label = Label(self.keys.member(player, values[0]))
                touched = (self.keys.id_of(player, values[0]),)
                return ev.Began(level="turn", label=label, player=values[0], touched=touched, **origin)
            case s.Level(level, name):
                labels = self.world.rules[origin["rule"]].labels if level == "phase" else {}
                return ev.Began(level=level, label=Label.of(name, labels), number=values[0], **origin)
            case Rule():
                return ev.Began(level="action", label=Label.of(statement.name, statement.labels), **origin)
            case _:
                return None

    def changed(self, statement: Any, target: Any, values: list[Any], origin: Origin) -> ev.Event | None:
        assert isinstance(target, m.ReadField)
        what = target.field
        if what is self.world.fields["round.number"]:
            return None
        place, value = values[0], values[-2]
        amount = statement.amount.type if isinstance(statement, s.Increase) else None
        return ev.Changed(
            field=self.keys.field(what, place),
            value=self.keys.data(what.type, value),
            amount=self.keys.data(amount, values[1]) if amount is not None else None,
            touched=self.keys.ids_of_place(what, place),
            audience=self.audiences.field(what, place),
            **origin,
        )

    def moved(self, statement: s.Move | s.Draw, values: list[Any], origin: Origin) -> ev.Event:
        zones = values[-2:]
        source, target = map(self.keys.zone, zones)
        touched = tuple(map(self.keys.id_of_zone, zones))
        if len(values) == 2:
            return ev.Shuffled(zone=target, source=source, touched=touched, **origin)
        card = self.keys.data(Entity(card_kind(statement)), values[0])
        audience = self.audiences.count(zones[0]) | self.audiences.count(zones[1])
        return ev.Moved(
            card=card, number=values[0], source=source, target=target, touched=touched, audience=audience, **origin
        )

    def revealed(self, what: m.Expression, values: list[Any], origin: Origin) -> ev.Event:
        value, to, place = values
        field = what.field if isinstance(what, m.ReadField) else None
        is_zone = field is None and place is not None
        touched = self.keys.ids_of_place(field, place) if field is not None else ()
        return ev.Revealed(
            what=self.keys.data(what.type, value),
            to=to,
            field=self.keys.field(field, place) if field is not None else None,
            zone=self.keys.zone(place) if is_zone else None,
            touched=(self.keys.id_of_zone(place),) if is_zone else touched,
            **origin,
        )

    def message(self, statement: s.Tell, values: list[Any], origin: Origin) -> ev.Event:
        to, held, _ = values
        filled = zip((hole.type for hole in statement.text.holes), held, strict=True)
        origin |= {"audience": None if to is None else frozenset([to]), "detail": False}
        return ev.Message(
            template=statement.text.source, values=tuple(self.keys.data(*pair) for pair in filled), **origin
        )

    def paid(self, statement: s.Pay, values: list[Any], origin: Origin) -> ev.Event:
        amount, *places = values
        purses: list[FieldPlace | None] = []
        touched: list[str] = []
        audience = NOBODY
        for end, place in zip((statement.payer, statement.payee), places, strict=True):
            field = end.field if isinstance(end, m.ReadField) else None
            purses.append(self.keys.field(field, place) if field is not None else None)
            if field is not None:
                touched += self.keys.ids_of_place(field, place)
                audience |= self.audiences.field(field, place)
        payer, payee = purses
        return ev.Paid(amount=amount, payer=payer, payee=payee, touched=tuple(touched), audience=audience, **origin)

    def rolled(self, binder: s.Binder, value: Any, origin: Origin) -> ev.Event:
        """What chance brought: open, unless taken from something hidden or kept in a hidden field."""
        is_open = self.knowledge.is_open(binder.source) and binder.local not in self.knowledge.kept
        return self.chance(binder.local.type, value, None if is_open else NOBODY, origin)

    def asked_chance(self, point: Any, note: ChoiceNote) -> ev.Event:
        """Chance that was asked for: the same as if it had been drawn; the order of a deck nobody sees."""
        if isinstance(point, s.Choose):
            return self.rolled(point.binders[0], note.value, self.origin(point))
        return self.chance(Entity(point), note.value, NOBODY, self.origin(point))

    def chance(self, type_: Type, value: Any, audience: Audience | None, origin: Origin) -> ev.Event:
        return ev.Rolled(result=self.keys.data(type_, value), audience=audience, **origin)

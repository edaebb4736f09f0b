"""The note of a choice, taken before it takes effect: what was chosen, and who may know it."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import NOTHING_FORCED, PASS, WindowOption
from rulelang.core.information import ANYBODY, Knowledge
from rulelang.events.event import Chose
from rulelang.model import statements as s
from rulelang.model.declarations import Kind
from rulelang.model.types import Entity, strip
from rulelang.play.keys import Keys, pass_word, unique_keys
from rulelang.play.sayings import Sayings
from rulelang.play.values import WORD, Label, Value
from rulelang.visibility.audience import Audience, Audiences, Viewer
from rulelang.visibility.permissions import Sight, Tops, knowledge_of
from rulelang.visibility.places import Places


@frozen
class ChoiceNote:
    """A choice, told when it takes effect; `tops` lay open then. Of chance there is the value alone."""

    point: int
    player: int | None
    value: Any
    tops: Tops
    event: Chose | None


class Notes:
    """Takes the notes of one program: called with a state and the index of the option that is about to be chosen."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        self.keys = program.once(Keys)
        self.sayings = program.once(Sayings)
        self.sight = program.once(Sight)
        self.places = program.once(Places)
        self.knowledge: Knowledge = program.once(knowledge_of)
        self.everybody: Audience = program.once(Audiences).everybody

    def __call__(self, state: Any, index: int) -> ChoiceNote:
        """A choice that is about to be made."""
        value, tops = state.options[index], self.sight.open_tops(state)
        event = self.event(state, index) if state.decider is not None else None
        return ChoiceNote(state.point, state.decider, value, tops, event)

    def event(self, state: Any, index: int) -> Chose:
        """What was chosen, with who may know it and what its text says now."""
        point, value = self.program.answers.points[state.point], state.options[index]
        chooser = frozenset([state.decider])
        known = chooser | {p for p in self.everybody if self.is_known(state, point, value, p)}
        saying = self.sayings.option(state.point, state, value)
        labels, parts = self.answer(point, value)
        return Chose(
            player=state.decider,
            option=unique_keys(self.keys.option(point, each) for each in state.options[: index + 1])[-1],
            labels=labels,
            parts=parts,
            said=self.keys.said(saying) if saying is not None else None,
            known_to=None if known == self.everybody else known,
            text_known_to=None if self.is_text_open(point, value) else chooser,
            touched=self.places.at(self.keys.parts(point, value), state, None),
        )

    def answer(self, point: Any, value: Any) -> tuple[tuple[Label, ...], tuple[Value, ...]]:
        if value is PASS:
            return (), (Value(WORD, pass_word(point)),)
        labels, parts = self.keys.answer(point, value)
        return tuple(labels), tuple(self.keys.data(*part) for part in parts)

    def is_text_open(self, point: Any, value: Any) -> bool:
        """Does the text of an option tell nothing but what was chosen and what all may see?"""
        choice = self.sayings.chosen_in(point, value)
        answer = (
            choice.answer(value.value if isinstance(value, WindowOption) else value) if choice is not None else None
        )
        if answer is None or answer.text is None:
            return True
        reader = ANYBODY.with_locals((b.local, False) for b in answer.binders)
        return all(isinstance(piece, str) or self.knowledge.knows(piece, reader) for piece in answer.text.pieces)

    def is_known(self, state: Any, point: Any, value: Any, viewer: Viewer) -> bool:
        """May somebody else know what was chosen?"""
        if isinstance(value, WindowOption):
            choice = s.first_choice(self.world.windows[value.window].rule.body)
            return choice is None or self.is_known(state, choice, value.value, viewer)
        if self.sight.is_secret(point) or isinstance(point, Kind):
            return False
        if value is PASS or value is NOTHING_FORCED or not isinstance(point, s.Choose):
            return True
        return all(self.is_value_known(state, binder, v, viewer) for binder, v in point.answer(value).pairs)

    def is_value_known(self, state: Any, binder: s.Binder, value: Any, viewer: Viewer) -> bool:
        """Numbers are said aloud; cards are seen where they lie; other members, if what they are picked from is.

        What is kept in a hidden field afterwards was chosen in secret.
        """
        if binder.local in self.knowledge.kept:
            return False
        kind = strip(binder.local.type)
        if not isinstance(kind, Entity):
            return True
        if kind.kind.root.sort == "card" and kind.kind.root.box >= 0:
            return self.sight.sees_card(state, kind.kind, value, viewer)
        return self.knowledge.is_open(binder.source)

"""The note of a choice, taken before it takes effect: what was chosen, and who may know it."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from rulelang.backends.python.runtime import NOTHING_FORCED, PASS, WindowOption
from rulelang.core.information import ANYBODY
from rulelang.model import statements as s
from rulelang.model.declarations import Kind
from rulelang.model.types import Entity, strip
from rulelang.play.keys import unique_keys
from rulelang.text.template import Saying
from rulelang.text.words import Words
from rulelang.visibility.permissions import Tops
from rulelang.visibility.viewer import Audience, Viewer


@frozen
class ChoiceNote:
    """A choice; `plain_for` are those who may know it but not all that its text says; `tops` lay open then."""

    point: int
    player: int | None
    value: Any
    key: str
    saying: Saying | None
    known_to: Audience
    plain_for: Audience
    tops: Tops


def note_choice(words: Words, state: Any, index: int) -> ChoiceNote:
    """A choice that is about to be made, with who may know it and what its text says now."""
    point = words.program.module.points[state.point]
    value = state.options[index]
    saying = words.option_saying(state.point, state, value)
    players: list[Viewer] = [None, *range(words.world.players)]
    known = frozenset(p for p in players if p == state.decider or is_known(words, state, point, value, p))
    plain = frozenset(p for p in players if p != state.decider and not is_text_open(words, point, value))
    tops = words.sight.open_tops(state)
    return ChoiceNote(state.point, state.decider, value, key_of(words, state, index), saying, known, plain, tops)


def key_of(words: Words, state: Any, index: int) -> str:
    """The key of an option, as the decision calls it."""
    point = words.program.module.points[state.point]
    return unique_keys([words.keys.option(point, value) for value in state.options[: index + 1]])[-1]


def is_text_open(words: Words, point: Any, value: Any) -> bool:
    """Does the text of an option tell nothing but what was chosen and what all may see?"""
    choice = words.chosen_in(point, value)
    answer = choice.answer(value.value if isinstance(value, WindowOption) else value) if choice is not None else None
    if answer is None or answer.text is None:
        return True
    reader = ANYBODY.with_locals((b.local, False) for b in answer.binders)
    return all(isinstance(piece, str) or words.knowledge.knows(piece, reader) for piece in answer.text.pieces)


def is_known(words: Words, state: Any, point: Any, value: Any, viewer: Viewer) -> bool:
    """May somebody else know what was chosen?"""
    if isinstance(value, WindowOption):
        choice = s.first_choice(words.world.windows[value.window].rule.body)
        return choice is None or is_known(words, state, choice, value.value, viewer)
    if words.sight.is_secret(point) or isinstance(point, Kind):
        return False
    if value is PASS or value is NOTHING_FORCED or not isinstance(point, s.Choose):
        return True
    return all(is_value_known(words, state, binder, v, viewer) for binder, v in point.answer(value).pairs)


def is_value_known(words: Words, state: Any, binder: s.Binder, value: Any, viewer: Viewer) -> bool:
    """Numbers are said aloud; cards are seen where they lie; other members, if what they are picked from is.

    What is kept in a hidden field afterwards was chosen in secret.
    """
    if binder.local in words.knowledge.kept:
        return False
    kind = strip(binder.local.type)
    if not isinstance(kind, Entity):
        return True
    if kind.kind.root.sort == "card" and kind.kind.root.box >= 0:
        return words.sight.sees_card(state, kind.kind, value, viewer)
    return words.knowledge.is_open(binder.source)

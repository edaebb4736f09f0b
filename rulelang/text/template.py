"""Texts with holes, filled: the author's, and the engine's own sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulelang.model.types import Type
from rulelang.play.sayings import Saying
from rulelang.syntax.holes import Hole, filled, holes_in

if TYPE_CHECKING:
    from rulelang.text.words import Words


def said(words: Words, saying: Saying, language: str) -> str:
    """A text of the author's in a language; in front of it the label of its window, if it is for one."""
    text = fill(words, saying.text.source, saying.values, language)
    window = saying.window
    return text if window is None else f"{words.label(window.labels, window.name, language)}: {text}"


def fill(words: Words, source: str, values: Sequence[tuple[Type, Any]], language: str) -> str:
    """A text with words for its holes; a translation may put the holes in another order."""
    held = dict(zip((hole.about for hole in holes_in(source)), values, strict=False))

    def word(hole: Hole) -> str | None:
        if hole.about not in held:
            return None
        type_, value = held[hole.about]
        called = words.text(type_, value, language)
        return words.bent(hole.forms, type_, value, called, language) if hole.forms else called

    return filled(words.translate(source, language), word)


def sentence(words: Words, language: str, template: str, **parts: str) -> str:
    """One of the engine's own sentences, perhaps translated by the game, its holes filled."""
    return filled(words.translate(template, language), lambda hole: parts.get(hole.about))

"""A text with the values that fill its holes, so that it can be said later and in any language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulelang.model import statements as s
from rulelang.model.declarations import Window
from rulelang.model.types import Type
from rulelang.syntax.holes import Hole, filled, holes_in

if TYPE_CHECKING:
    from rulelang.text.words import Words


@frozen
class Saying:
    """What was written, and what its holes held when it was asked for; for a window, its label comes first."""

    text: s.Text
    values: tuple[tuple[Type, Any], ...] = ()
    window: Window | None = None

    def said(self, words: Words, language: str) -> str:
        """The words, in a language."""
        said = self.filled(words, language, [words.text(type_, value, language) for type_, value in self.values])
        if self.window is None:
            return said
        return f"{words.label(self.window.labels, self.window.name, language)}: {said}"

    def filled(self, words: Words, language: str, said: Sequence[str]) -> str:
        """The text itself, with words for its holes; a translation may put the holes in another order."""
        source = words.translate(self.text.source, language)
        named = zip(said, self.values, strict=True)
        held = dict(zip((hole.about for hole in holes_in(self.text.source)), named, strict=False))

        def fill(hole: Hole) -> str | None:
            if hole.about not in held:
                return None
            called, (type_, value) = held[hole.about]
            return words.bent(hole.forms, type_, value, called, language) if hole.forms else called

        return filled(source, fill)


def sentence(words: Words, language: str, template: str, **parts: str) -> str:
    """One of the engine's own sentences, perhaps translated by the game, its holes filled."""
    return filled(words.translate(template, language), lambda hole: parts.get(hole.about))

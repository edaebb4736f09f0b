"""A text with the values that fill its holes, so that it can be said later and in any language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulelang.model import statements as s
from rulelang.model.declarations import Window
from rulelang.model.types import Type

if TYPE_CHECKING:
    from rulelang.engine.words import Words

HOLE = re.compile(r"\{([^{}]*)\}")


@frozen
class Saying:
    """What was written, and what its holes held when it was asked for; for a window, its label comes first."""

    text: s.Text
    values: tuple[tuple[Type, Any], ...] = ()
    window: Window | None = None

    def said(self, words: Words, language: str) -> str:
        """The words, in a language."""
        said = self.filled(words, language)
        if self.window is None:
            return said
        return f"{words.label(self.window.labels, self.window.name, language)}: {said}"

    def filled(self, words: Words, language: str) -> str:
        """The text itself; a translation may put the holes in another order."""
        said = [words.text(type_, value, language) for type_, value in self.values]
        source = words.translate(self.text.source, language)
        if source == self.text.source:
            rest = iter(said)
            return "".join(piece if isinstance(piece, str) else next(rest, "") for piece in self.text.pieces)
        return filled(source, dict(zip(HOLE.findall(self.text.source), said, strict=False)))


def sentence(words: Words, language: str, template: str, **parts: str) -> str:
    """One of the engine's own sentences, perhaps translated by the game, its holes filled."""
    return filled(words.translate(template, language), parts)


def filled(text: str, parts: Mapping[str, str]) -> str:
    """A text with its holes filled; one that nothing is known for stays as it is."""
    return HOLE.sub(lambda hole: parts.get(hole[1], hole[0]), text)

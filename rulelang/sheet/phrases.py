"""The sentences of a sheet, in the language that is asked for.

A sentence is a template with holes. A game may translate it (`translate nl`), as it does the engine's
own sentences; else it is found in the phrase book of the language; else it stays English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulelang.sheet.document import Piece, Text
from rulelang.text.phrasebook import book

COMMON = frozenset({"player", "money", "points", "way", "yes", "no", "none", "nothing"})
HOLE = re.compile(r"\{([a-z_]+)\}")


class Phrases:
    """Fills templates in one language."""

    def __init__(self, language: str, translations: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self.own = translations.get(language, {})
        self.book = book(language).phrases

    def translate(self, text: str) -> str:
        """A text of the game or of the sheet, in the language."""
        return self.own.get(text) or self.book.get(text) or text

    def name(self, text: str) -> str:
        """A name that an author gave something: only the game translates it, but for a few common words."""
        return self.own.get(text) or (self.book.get(text, text) if text in COMMON else text)

    def say(self, template: str, **holes: Text | str | int) -> Text:
        """A sentence with its holes filled; styles of what fills them are kept."""
        found: list[Piece] = []
        for number, part in enumerate(HOLE.split(self.translate(template))):
            if number % 2 == 0:
                found += [Piece(part)] if part else []
                continue
            value = holes[part]
            found += value if isinstance(value, tuple) else [Piece(str(value))]
        return merged(found)


def merged(pieces: list[Piece]) -> Text:
    """Neighbours of the plain style as one piece."""
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if last is not None and last.style == piece.style == "plain" and not last.target and not piece.target:
            found[-1] = Piece(last.text + piece.text)
        else:
            found.append(piece)
    return tuple(found)

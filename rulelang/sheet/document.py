"""What a sheet says, whatever it is written in: text in pieces, lists, tables, drawings, sections.

The writers (`markdown`, `html`) know these classes only; what stands in them is plain words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import evolve, frozen

Style = Literal["plain", "term", "strong", "quote", "note"]


@frozen
class Piece:
    """A run of words in one style; with a target it leads to a section of the sheet."""

    text: str
    style: Style = "plain"
    target: str = ""


Text = tuple[Piece, ...]


@frozen
class Paragraph:
    text: Text


@frozen
class Example:
    """What happens in a case that somebody has played out."""

    text: Text


@frozen
class Item:
    """A line of a list, with the lines that belong to it; links may lead to it."""

    text: Text
    items: tuple[Item, ...] = ()
    anchor: str = ""


@frozen
class Steps:
    """A list; `numbered` where the order matters."""

    items: tuple[Item, ...]
    numbered: bool = False


@frozen
class Term:
    """A word that is used elsewhere, and what it means."""

    anchor: str
    title: Text
    text: Text
    items: tuple[Item, ...] = ()
    cites: tuple[str, ...] = ()


@frozen
class Terms:
    terms: tuple[Term, ...]


@frozen
class Table:
    heads: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    caption: Text = ()


@frozen
class Spot:
    """A place of a drawing; `size` 2 is a named place, 1 a step between such places."""

    x: float
    y: float
    label: str
    size: int = 2


@frozen
class Line:
    """A way of a drawing, from one place to another, drawn in a colour."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str = ""
    is_arrow: bool = False


@frozen
class Drawing:
    """A map that says more as a picture; `legend` has a name and a colour for each sort of way."""

    caption: str
    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]
    legend: tuple[tuple[str, str], ...] = ()


@frozen
class Section:
    """A heading and what stands under it. `cites` are printed rules, in small print."""

    anchor: str
    title: Text
    content: tuple[Content, ...] = ()
    cites: tuple[str, ...] = ()

    @property
    def sections(self) -> tuple[Section, ...]:
        return tuple(each for each in self.content if isinstance(each, Section))


Content = Paragraph | Example | Steps | Terms | Table | Drawing | Section


@frozen
class Sheet:
    """A whole sheet: a title, a few lines under it, and sections."""

    title: str
    language: str
    lead: tuple[Text, ...]
    sections: tuple[Section, ...]
    foot: Text
    contents: str = "Contents"
    rules: str = "Rules"


# ---- text -------------------------------------------------------------------------------------------


def words(text: str, style: Style = "plain", target: str = "") -> Text:
    """One piece of text, or nothing."""
    return (Piece(text, style, target),) if text else ()


def plain(text: Text) -> str:
    """The words alone."""
    return "".join(piece.text for piece in text)


def joined(parts: Iterable[Text], between: str = ", ") -> Text:
    """Texts with something between them."""
    found: Text = ()
    for part in parts:
        if not part:
            continue
        found = (*found, *(words(between) if found else ()), *part)
    return found


def capital(text: Text) -> Text:
    """The text with a capital first letter; a name keeps the letters that it has."""
    if not text or text[0].style in ("term", "quote") or not text[0].text:
        return text
    first = text[0]
    return (evolve(first, text=first.text[0].upper() + first.text[1:]), *text[1:])


def ended(text: Text, mark: str = ".") -> Text:
    """The text with a mark at its end, if it has none."""
    said = plain(text).rstrip(")”»“ ")
    return text if not text or said.endswith((".", ":", "?", "!")) else (*text, Piece(mark))


def all_sections(sections: Iterable[Section]) -> Iterator[Section]:
    """Sections and those within them, in order."""
    for section in sections:
        yield section
        yield from all_sections(section.sections)

"""What players want beside them while they play: one page of the goal, the parts of a turn and the end.

It is taken from the whole sheet: the first sentences of each part, without tables, pictures, cards and what only
somebody looks up who asks. Nothing leads anywhere, for it is read on paper.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.sheet.document import Content, Item, Paragraph, Section, Sheet, Steps, Text

KEPT = ("glance", "round-", "actions", "windows", "end")


def aid(sheet: Sheet) -> Sheet:
    """The page of a sheet; without contents."""
    kept = (section for section in sheet.sections if section.anchor.startswith(KEPT))
    sections = tuple(short for section in kept if (short := shortened(section)).content)
    return evolve(sheet, sections=sections, contents="")


def shortened(section: Section) -> Section:
    """A section with what is said first in it."""
    content = tuple(short for part in section.content if (short := shortened_part(part)) is not None)
    return evolve(section, content=content, cites=())


def shortened_part(part: Content) -> Content | None:
    match part:
        case Paragraph(text):
            return Paragraph(unlinked(text))
        case Steps(items):
            return evolve(part, items=tuple(Item(unlinked(item.text)) for item in items))
        case Section():
            short = shortened(part)
            return short if short.content else None
    return None


def unlinked(text: Text) -> Text:
    return tuple(evolve(piece, target="") for piece in text)

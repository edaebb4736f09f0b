"""What players want beside them while they play: one page of the goal, the parts of a turn and the end.

It is taken from the whole sheet: the first sentences of each part, without tables, pictures, cards and what only
somebody looks up who asks. Nothing leads anywhere, for it is read on paper.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from attrs import astuple, evolve

from rulelang.sheet.document import Content, Item, Paragraph, Piece, Section, Sheet, Steps, plain

KEPT = ("glance", "round-", "actions", "windows", "end")
MECHANISMS = "workings"


def aid(sheet: Sheet) -> Sheet:
    """The page of a sheet; without contents. Of mechanisms those are on it that its lines lead to."""
    kept = [shortened(section) for section in sheet.sections if section.anchor.startswith((*KEPT, MECHANISMS))]
    asked = {target for section in kept if section.anchor != MECHANISMS for target in targets(section)}
    sections = [only(section, asked) if section.anchor == MECHANISMS else section for section in kept]
    return evolve(sheet, sections=tuple(unlinked(section) for section in sections if section.content), contents="")


def only(section: Section, asked: Container[str]) -> Section:
    """A section with the sections in it that something leads to."""
    return evolve(section, content=tuple(p for p in section.content if isinstance(p, Section) and p.anchor in asked))


def shortened(section: Section) -> Section:
    """A section with what is said first in it."""
    content = tuple(short for part in section.content if (short := shortened_part(part)) is not None)
    return evolve(section, content=content, cites=())


def shortened_part(part: Content) -> Content | None:
    match part:
        case Paragraph():
            return part
        case Steps(items):
            return evolve(part, items=tuple(map(shortened_item, items)))
        case Section():
            short = shortened(part)
            return short if short.content else None
    return None


def shortened_item(item: Item) -> Item:
    """A line alone; but what ends in a colon says nothing without the lines below it."""
    leads_on = plain(item.text).rstrip().endswith(":")
    return Item(item.text, tuple(map(shortened_item, item.items)) if leads_on else ())


def targets(node: Any) -> Iterator[str]:
    """Where the links in a part lead."""
    if isinstance(node, tuple):
        for each in node:
            yield from targets(each)
    elif isinstance(node, Piece):
        yield node.target
    elif isinstance(node, Section | Paragraph | Steps | Item):
        yield from targets(astuple(node, recurse=False))


def unlinked(node: Any) -> Any:
    """The same without links."""
    if isinstance(node, tuple):
        return tuple(map(unlinked, node))
    if isinstance(node, Piece):
        return evolve(node, target="")
    if isinstance(node, Section | Paragraph | Steps | Item):
        return type(node)(*map(unlinked, astuple(node, recurse=False)))
    return node

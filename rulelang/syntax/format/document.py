"""Text that knows where it may be broken, and how it is printed when the line is too short for it.

A group stands on one line if there is room. Else all its own breaks become line ends, and the groups
in it are asked in turn: so what holds least together is parted first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

from rulelang.diagnostics.render.columns import width

WIDEST = 100
STEP = 2


@frozen
class Break:
    """A place for a line end; `flat` is what stands there if the line goes on."""

    flat: str = " "


@frozen
class Nest:
    """What is indented one step further where it is broken."""

    inner: Document


@frozen
class Group:
    """What is broken at all of its own breaks or at none; `is_list`: it reads better broken, even if there is room."""

    inner: Document
    is_list: bool = False


Document: TypeAlias = "str | Break | Nest | Group | tuple[Document, ...]"
SPACE = Break()
NO_SPACE = Break("")


@frozen
class Waiting:
    """A document still to be printed, how far its lines are indented, and whether it stays on one line."""

    level: int
    is_flat: bool
    document: Document


def flat(document: Document) -> str:
    """A document on one line."""
    match document:
        case str():
            return document
        case Break(text):
            return text
        case Nest(inner) | Group(inner):
            return flat(inner)
        case _:
            return "".join(map(flat, document))


def is_list(document: Document) -> bool:
    """Does a document end with something that reads better broken?"""
    match document:
        case Group():
            return document.is_list
        case (*_, last):
            return is_list(last)
        case _:
            return False


def print_document(document: Document, start: str, level: int) -> list[str]:
    """The lines of a document that goes on with the line `start`; those below are indented by `level`."""
    lines = [start]
    waiting = [Waiting(level, False, document)]
    while waiting:
        now = waiting.pop()
        match now.document:
            case str(text):
                lines[-1] += text
            case Break(text) if now.is_flat:
                lines[-1] += text
            case Break():
                lines.append(" " * now.level)
            case Nest(inner):
                waiting.append(Waiting(now.level + STEP, now.is_flat, inner))
            case Group(inner, is_list):
                is_flat = now.is_flat or (not is_list and fits(WIDEST - width(lines[-1]), inner, waiting))
                waiting.append(Waiting(now.level, is_flat, inner))
            case parts:
                waiting += [Waiting(now.level, now.is_flat, part) for part in reversed(parts)]
    return lines


def fits(room: int, inner: Document, behind: Sequence[Waiting]) -> bool:
    """Is there room for a document on one line, with what follows it up to the next line end?"""
    waiting = [*behind, Waiting(0, True, inner)]
    while waiting and room >= 0:
        now = waiting.pop()
        match now.document:
            case str(text):
                room -= width(text)
            case Break(text):
                if not now.is_flat:
                    return True
                room -= len(text)
            case Nest(part) | Group(part):
                waiting.append(Waiting(0, now.is_flat, part))
            case parts:
                waiting += [Waiting(0, now.is_flat, part) for part in reversed(parts)]
    return room >= 0

"""Holes of texts: `{x}` is what x is called, `{x|step|steps}` the one of these forms that x asks for."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

HOLE = re.compile(r"\{([^{}]*)\}")


@frozen
class Hole:
    """What stands between braces: what it is about, and the forms to choose from, if it has any."""

    about: str
    forms: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        return "|".join((self.about, *self.forms))


def hole_of(written: str) -> Hole:
    """A hole by what stands in it."""
    about, *forms = written.split("|")
    return Hole(about, tuple(forms))


def holes_in(text: str) -> list[Hole]:
    """The holes of a text, in order."""
    return [hole_of(written) for written in HOLE.findall(text)]


def filled(text: str, fill: Callable[[Hole], str | None]) -> str:
    """A text with its holes filled; one that nothing is known for stays as it is."""

    def put(found: re.Match[str]) -> str:
        said = fill(hole_of(found[1]))
        return found[0] if said is None else said

    return HOLE.sub(put, text)

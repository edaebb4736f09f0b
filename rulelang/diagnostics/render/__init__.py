"""Pictures of diagnostics. Each format is a pure function; `FORMATS` gives all of them one signature."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.render import github, json, sarif, text

__all__ = ["FORMATS", "PLAIN", "Renderer", "Settings"]


@frozen
class Settings:
    """What a format may use: whether colours are wanted, and the page of each slug."""

    colour: bool = False
    pages: Mapping[str, str] = sarif.NO_PAGES


PLAIN = Settings()

Renderer = Callable[[Sequence[Diagnostic], Settings], str]

FORMATS: Mapping[str, Renderer] = MappingProxyType(
    {
        "text": lambda found, settings: text.render(found, colour=settings.colour),
        "json": lambda found, _: json.render(found),
        "sarif": lambda found, settings: sarif.render(found, pages=settings.pages),
        "github": lambda found, _: github.render(found),
    }
)

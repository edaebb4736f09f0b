"""Pictures of diagnostics. Each format is a pure function; `FORMATS` gives all of them one signature."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from attrs import frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.render import github, json, sarif, text

__all__ = ["FORMATS", "PLAIN", "Renderer", "Settings"]


@frozen
class Settings:
    """What a format may use: colours, pages by slug, the repository that paths are told from, our version."""

    colour: bool = False
    pages: Mapping[str, str] = sarif.NO_PAGES
    root: Path | None = None
    version: str = ""


PLAIN = Settings()

Renderer = Callable[[Sequence[Diagnostic], Settings], str]

FORMATS: Mapping[str, Renderer] = MappingProxyType(
    {
        "text": lambda found, settings: text.render(found, colour=settings.colour),
        "json": lambda found, _: json.render(found),
        "sarif": lambda found, settings: sarif.render(
            found, pages=settings.pages, root=settings.root, version=settings.version
        ),
        "github": lambda found, settings: github.render(found, root=settings.root),
    }
)

"""Phrase books: the sentences of a sheet in other languages than English, by their English template."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

PHRASES = "phrases.txt"


@cache
def books() -> Mapping[str, Mapping[str, str]]:
    """For each language the templates that are translated."""
    found: dict[str, dict[str, str]] = {}
    template = ""
    for line in resources.files(__name__).joinpath(PHRASES).read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith("  "):
            template = line
            continue
        language, _, said = line[2:].partition(" ")
        found.setdefault(language, {})[template] = said
    return found

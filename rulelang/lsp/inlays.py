"""Values beside names: cells of tables that are looked up with what is known."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from rulelang.lsp.places import Units
from rulelang.source import Span


def inlays(values: Iterable[tuple[Span, str]], units: Units) -> list[lsp.InlayHint]:
    """Each value behind what it is the value of."""
    return [lsp.InlayHint(units.position(span.file, span.end), f" = {text}") for span, text in values]

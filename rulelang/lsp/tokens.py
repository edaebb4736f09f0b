"""What each name of a text means, for editors that colour by meaning."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types as lsp

from rulelang.describe.places import Name, Places
from rulelang.lsp.places import Units
from rulelang.source import Span
from rulelang.syntax import nodes

SORTS = {
    "rule": "function",
    "window": "function",
    "value": "function",
    "kind": "type",
    "graph": "type",
    "grid": "type",
    "member": "enumMember",
    "part": "property",
    "field": "property",
    "zone": "property",
    "option": "variable",
    "local": "variable",
    "variant": "namespace",
}
TYPES = tuple(dict.fromkeys(SORTS.values()))
LEGEND = lsp.SemanticTokensLegend(list(TYPES), ["declaration", "readonly"])
DECLARATION, READONLY = 1, 2


def tokens(items: Iterable[nodes.Item], places: Places, units: Units) -> lsp.SemanticTokens:
    """The names in some declarations that mean something, each by its distance from the one before."""
    data: list[int] = []
    line = column = 0
    for span, name in sorted(placed(items, places), key=lambda pair: pair[0].start):
        at = units.position(span.file, span.start)
        start = at.character - (column if at.line == line else 0)
        data += [at.line - line, start, units.length(span.text), TYPES.index(SORTS[name.thing.sort]), modifiers(name)]
        line, column = at.line, at.character
    return lsp.SemanticTokens(data)


def placed(items: Iterable[nodes.Item], places: Places) -> list[tuple[Span, Name]]:
    """Names with where they stand now; a declaration moves as a whole."""
    found: dict[int, tuple[Span, Name]] = {}
    for item in items:
        now = places.place(item.span)
        moved = now.start - item.span.start
        for name in places.names(item):
            if name.thing.sort in SORTS:
                start = name.span.start + moved
                found[start] = Span(now.file, start, name.span.end + moved), name
    return list(found.values())


def modifiers(name: Name) -> int:
    return DECLARATION * name.is_declaration + READONLY * (name.thing.sort == "option")

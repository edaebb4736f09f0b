"""Places in rules and places as editors count them.

Rules count characters; editors count lines from 0 and, unless they say otherwise, units of UTF-16.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen
from lsprotocol import types as lsp
from pygls import uris
from pygls.workspace import PositionCodec

from rulelang.source import SourceFile, Span

WORD = re.compile(r"[a-z][a-z0-9_]*")


def path_of(uri: str) -> Path | None:
    """The file that an address means; nothing for a text that is in no file."""
    found = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(found).resolve() if found else None


def uri_of(path: Path) -> str:
    return str(uris.from_fs_path(str(path)))


def text_of(text: str) -> str:
    """A text with the line ends and the beginning that rules are read with."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def word_at(file: SourceFile, offset: int) -> str:
    """The word of the language that a place is in; in a text or a comment there is none."""
    line, column = file.position(offset)
    text = file.line(line)
    word = next((found for found in WORD.finditer(text) if found.start() < column <= found.end() + 1), None)
    is_code = word is not None and "#" not in text[: word.start()] and text[: word.start()].count('"') % 2 == 0
    return word[0] if word is not None and is_code else ""


def moved(span: Span, now: SourceFile) -> Span | None:
    """Where something stands after an edit: it did not move above, and came along below; nothing if it was edited."""
    old, new = span.file.text, now.text
    if old == new:
        return Span(now, span.start, span.end)
    same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    if span.end < same:
        return Span(now, span.start, span.end)
    longer = len(new) - len(old)
    rest = len(old) - span.start + 1
    if rest <= len(old) - same + min(longer, 0) and old[-rest:] == new[-rest:]:
        return Span(now, span.start + longer, span.end + longer)
    return None


@frozen
class Units:
    """Places in the units of one editor."""

    codec: PositionCodec

    def position(self, file: SourceFile, offset: int) -> lsp.Position:
        line, column = file.position(min(offset, len(file.text)))
        return lsp.Position(line - 1, self.codec.client_num_units(file.line(line)[: column - 1]))

    def range(self, span: Span) -> lsp.Range:
        return lsp.Range(self.position(span.file, span.start), self.position(span.file, span.end))

    def length(self, text: str) -> int:
        return int(self.codec.client_num_units(text))

    def offset(self, file: SourceFile, position: lsp.Position) -> int:
        """Where in a text a position of the editor is."""
        if position.line >= len(file.line_starts):
            return len(file.text)
        line = file.line(position.line + 1)
        units = column = 0
        while column < len(line) and units < position.character:
            units += self.codec.client_num_units(line[column])
            column += 1
        return file.line_starts[position.line] + column

"""Characters that nobody sees in texts and comments; anywhere else the parser refuses them."""

from __future__ import annotations

import re

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import syntax as wording
from rulelang.printable import STEERING
from rulelang.source import SourceFile, Span

TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"?|#[^\n]*')
# What moves on a line, and is neither seen nor heeded.
PLAIN = "\n\t"


def hidden_characters(file: SourceFile) -> list[Diagnostic]:
    """A note for each line that holds some, at the first of them."""
    if not STEERING.search(file.text.translate({ord(character): None for character in PLAIN})):
        return []
    lines: dict[int, list[int]] = {}
    for piece in TEXT_OR_COMMENT.finditer(file.text):
        for found in STEERING.finditer(piece[0]):
            if found[0] not in PLAIN:
                at = piece.start() + found.start()
                lines.setdefault(file.position(at)[0], []).append(at)
    return [wording.hidden_character(Span(file, at[0], at[0] + 1), len(at) - 1) for at in lines.values()]

"""Characters that nobody sees in texts and comments; anywhere else the parser refuses them."""

from __future__ import annotations

import re

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import syntax as wording
from rulelang.printable import UNSEEN
from rulelang.source import SourceFile, Span

TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"?|#[^\n]*')


def hidden_characters(file: SourceFile) -> list[Diagnostic]:
    """A note for each line that holds some, at the first of them."""
    if not UNSEEN.search(file.text):
        return []
    lines: dict[int, list[int]] = {}
    for piece in TEXT_OR_COMMENT.finditer(file.text):
        for found in UNSEEN.finditer(piece[0]):
            at = piece.start() + found.start()
            lines.setdefault(file.position(at)[0], []).append(at)
    return [wording.hidden_character(Span(file, at[0], at[0] + 1), len(at) - 1) for at in lines.values()]

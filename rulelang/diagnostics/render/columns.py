"""How the characters of a rule file look on a terminal: made harmless, and measured in columns.

A file name or a source line comes from a stranger. Characters that would steer a terminal are shown as
pictures of themselves, and wide or combining characters are counted by the room they take.
"""

from __future__ import annotations

import re

from rich.cells import cell_len

TAB_STOP = 4

# Control characters, marks that turn the direction of text (they make a line read other than it is),
# line separators, and halves of surrogate pairs (no encoding can print them).
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_DELETE = 0x7F


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < ord(" "):
        return chr(0x2400 + code)
    return "\N{SYMBOL FOR DELETE}" if code == _DELETE else "\N{REPLACEMENT CHARACTER}"


def visible(text: str) -> str:
    """The text with every character that could steer a terminal replaced by a picture of it."""
    return _STEERING.sub(_picture, text)


def shown(line: str) -> str:
    """A source line as it is printed: tabs become spaces, everything else is visible."""
    parts: list[str] = []
    column = 0
    for order, piece in enumerate(line.split("\t")):
        gap = " " * (TAB_STOP - column % TAB_STOP) if order else ""
        parts += gap, visible(piece)
        column += len(gap) + cell_len(parts[-1])
    return "".join(parts)


def width(line: str) -> int:
    """How many columns a piece of a source line takes, counted from the start of the line."""
    return cell_len(shown(line))

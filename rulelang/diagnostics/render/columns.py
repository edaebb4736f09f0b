"""How the lines of a rule file look on a terminal: made harmless, and measured in columns.

Wide and combining characters are counted by the room they take.
"""

from __future__ import annotations

from rich.cells import cell_len

from rulelang.printable import visible

TAB_STOP = 4


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

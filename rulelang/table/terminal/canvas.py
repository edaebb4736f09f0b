"""A sheet of characters on which things are put at places, and the lines that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen


@frozen
class Run:
    """Characters in one tone."""

    text: str
    tone: str = ""


Line = tuple[Run, ...]
EMPTY_LINE: Line = ()


def line(*parts: str | Run) -> Line:
    """A line of runs and plain texts."""
    return tuple(part if isinstance(part, Run) else Run(part) for part in parts)


def width_of(some: Line) -> int:
    return sum(len(run.text) for run in some)


def text_of(some: Line) -> str:
    return "".join(run.text for run in some).rstrip()


def cut(some: Line, width: int) -> Line:
    """A line that is no longer than a width."""
    found: list[Run] = []
    for run in some:
        room = width - width_of(tuple(found))
        if len(run.text) > room:
            return (*found, Run(run.text[: max(0, room - 1)] + "…", run.tone)) if room > 0 else tuple(found)
        found.append(run)
    return tuple(found)


def joined(lines: Iterable[Line], between: str = " │ ") -> Line:
    """Several things on one line."""
    found: list[Run] = []
    for some in lines:
        found += [Run(between, "dim"), *some] if found else some
    return tuple(found)


def beside(blocks: Sequence[Sequence[Line]], width: int, gap: int = 3) -> list[Line]:
    """Blocks of lines next to one another as far as they fit, the next ones below."""
    rows: list[list[Sequence[Line]]] = []
    room = 0
    for block in blocks:
        wide = max(map(width_of, block), default=0)
        if not rows or wide > room:
            rows.append([])
            room = width
        rows[-1].append(block)
        room -= wide + gap
    return [some for row in rows for some in side_by_side(row, gap)]


def side_by_side(blocks: Sequence[Sequence[Line]], gap: int) -> list[Line]:
    found: list[Line] = []
    for number in range(max(map(len, blocks), default=0)):
        runs: list[Run] = []
        edge = 0
        for block in blocks:
            wide = max(map(width_of, block), default=0)
            if number < len(block):
                runs += [Run(" " * (edge - width_of(tuple(runs)))), *block[number]]
            edge += wide + gap
        found.append(tuple(runs))
    return found


def wrapped(parts: Sequence[str], width: int, between: str = ", ") -> list[str]:
    """Words that belong together, in as many lines as they need."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(between) + len(part) <= width:
            lines[-1] += between + part
        else:
            lines.append(part)
    return lines


class Canvas:
    """Rows of characters, each with its tone."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [[Run(" ")] * width for _ in range(height)]

    def is_free(self, x: int, y: int, length: int) -> bool:
        """May a text stand here, with a blank before and behind?"""
        if not (0 <= y < self.height and x >= 0 and x + length <= self.width):
            return False
        around = self.rows[y][max(0, x - 1) : x + length + 1]
        return all(run.text == " " for run in around)

    def put(self, x: int, y: int, *runs: Run) -> None:
        """Write where the place is known to be on the sheet."""
        for run in runs:
            for letter in run.text:
                if 0 <= y < self.height and 0 <= x < self.width:
                    self.rows[y][x] = Run(letter, run.tone)
                x += 1

    def lines(self) -> list[Line]:
        found = []
        for row in self.rows:
            runs: list[Run] = []
            for run in row:
                if runs and runs[-1].tone == run.tone:
                    runs[-1] = Run(runs[-1].text + run.text, run.tone)
                else:
                    runs.append(run)
            if runs and not runs[-1].text.strip():
                runs.pop()
            found.append(tuple(runs))
        return found

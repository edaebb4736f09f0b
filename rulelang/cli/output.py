"""Tables, lines and JSON: drawn on a terminal, plain text when they are piped."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from rulelang.printable import ascii_json, harmless, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Cell = str | int


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can draw."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def console(stream: TextIO | None = None) -> Console:
    """A console on a stream; words of rule files are never taken for its mark-up."""
    from rich.console import Console as RichConsole

    class Quiet(RichConsole):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Quiet(file=stream or sys.stdout, markup=False, emoji=False, highlight=False)


def say(line: str = "", *, err: bool = False, tone: str = "", end: str = "\n") -> None:
    """A line: whoever wrote it, nothing in it steers a terminal, or looks like another line."""
    safe = visible(line)
    click.echo((click.style(safe, fg=tone) if tone else safe) + end, err=err, nl=False)


def say_text(text: str, *, err: bool = False) -> None:
    """The same for a text of several lines."""
    click.echo(harmless(text), err=err, nl=not text.endswith("\n"))


def say_drawn(text: str, *, err: bool = False) -> None:
    """A picture with colours, whose maker has made its texts harmless."""
    click.echo(text, err=err)


def drawn(text: str, style: str = "") -> Text:
    """Everything that is drawn: the same, for pictures made by rich."""
    from rich.text import Text

    return Text(visible(text), style=style)


def print_json(data: Any) -> None:
    """Data for programs."""
    say_text(ascii_json(data))


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Cell]], title: str = "") -> None:
    """A table; numbers stand to the right."""
    said = [[visible(f"{cell:,}" if isinstance(cell, int) else cell) for cell in row] for row in rows]
    right = [bool(rows) and all(isinstance(row[i], int) for row in rows) for i in range(len(columns))]
    if is_terminal(sys.stdout):
        draw_table(columns, said, right, title)
    else:
        say_text("\n".join([*([title] if title else []), *plain_table(columns, said, right)]))


def draw_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool], title: str) -> None:
    from rich import box
    from rich.table import Table

    table = Table(title=drawn(title) if title else None, box=box.SIMPLE_HEAD, title_justify="left")
    for name, is_right in zip(columns, right, strict=True):
        table.add_column(drawn(name), justify="right" if is_right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(drawn, row))
    console().print(table)


def plain_table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Aligned lines with a line of heads, never cut off."""
    from rich.cells import cell_len

    widths = [max(cell_len(row[i]) for row in [columns, *rows]) for i in range(len(columns))]
    lines = []
    for row in [columns, *rows]:
        padded = []
        for text, width, is_right in zip(row, widths, right, strict=True):
            gap = " " * (width - cell_len(text))
            padded.append(gap + text if is_right else text + gap)
        lines.append("  ".join(padded).rstrip())
    return lines


def count(number: int, one: str, many: str = "") -> str:
    """`1 game`, `2 games`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def write_whole(path: Path, text: str, lasting: bool = True) -> None:
    """Write a file so that at every moment it is either the old one or the new one.

    What is `lasting` is there even if the power fails the next moment, which takes a while. A device or a pipe
    is written to as it is: a file in its place would be nobody's wish.
    """
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="")
        return
    target = path.resolve()
    mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~current_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def current_umask() -> int:
    """The rights that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

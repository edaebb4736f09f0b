"""Where a game is played: a terminal that can draw, or plain lines for anything else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulelang.cli.output import console, drawn, is_terminal, say, say_text
from rulelang.printable import visible
from rulelang.table.sections import Line, Section

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

COVER_LINES = 60
NARROWEST_PANEL = 38


class PlainScreen:
    """Lines of text; for pipes, and for terminals that can not draw."""

    def say(self, text: str = "", tone: str = "") -> None:
        """A line."""
        say(text)

    def table(self, sections: Sequence[Section]) -> None:
        """The table: what is shared, then each player."""
        for section in sections:
            say(f"== {section.title}{f' ({section.turn})' if section.is_turn else ''}")
            for line in section.lines:
                value = line.value if line.cards is None else ", ".join(line.cards) or "-"
                say(f"   {line.name}: {value}")

    def heading(self, text: str) -> None:
        """Where something new begins."""
        say(f"-- {text} --")

    def cover(self) -> None:
        """Move everything out of sight."""
        say_text("\n" * COVER_LINES)

    def ask(self, prompt: str) -> str:
        """A line that somebody types."""
        return input(f"{visible(prompt)} ")


class DrawnScreen(PlainScreen):
    """Panels and colours."""

    def __init__(self) -> None:
        self.console = console()

    def say(self, text: str = "", tone: str = "") -> None:
        """A line."""
        self.console.print(drawn(text, tone), soft_wrap=False)

    def heading(self, text: str) -> None:
        """Where something new begins."""
        from rich.rule import Rule

        self.console.print(Rule(drawn(text, "bold"), align="left", style="dim"))

    def table(self, sections: Sequence[Section]) -> None:
        """A panel for what is shared, and one for each player, beside one another as far as they fit."""
        from rich.columns import Columns

        self.console.print(self.panel(sections[0], "cyan"))
        people = sections[1:]
        across = max(1, min(len(people), self.console.width // NARROWEST_PANEL))
        width = self.console.width // across - 1
        self.console.print(Columns([self.panel(s, "green", width) for s in people], equal=True))

    def panel(self, section: Section, colour: str, width: int | None = None) -> RenderableType:
        from rich.panel import Panel
        from rich.text import Text

        body = Text("\n").join(map(draw_line, section.lines))
        title = drawn(section.title + (" ●" if section.is_turn else ""), "bold")
        style = colour if section.is_turn or width is None else "dim"
        return Panel(body, title=title, title_align="left", border_style=style, width=width)

    def cover(self) -> None:
        """Move everything out of sight, what was scrolled away included."""
        self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
        self.console.file.flush()


def draw_line(line: Line) -> Text:
    """A name and its value; cards stand in boxes."""
    whole = drawn(line.name + "  ", "dim")
    if line.cards is None:
        return whole.append_text(drawn(line.value, "not dim"))
    if not line.cards:
        return whole.append_text(drawn("-", "not dim"))
    for card in line.cards:
        whole.append_text(drawn(f" {card} ", "not dim reverse")).append_text(drawn(" ", "not dim"))
    return whole


def make_screen() -> PlainScreen:
    """The screen that fits where the output goes."""
    return DrawnScreen() if is_terminal(sys.stdout) else PlainScreen()

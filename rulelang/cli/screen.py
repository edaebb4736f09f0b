"""Where a game is played: a terminal that can draw, or plain lines for anything else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rulelang.cli.output import console, is_terminal
from rulelang.cli.tabletop import Line, Section
from rulelang.diagnostics.render.columns import visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

COVER_LINES = 60
NARROWEST_PANEL = 38


class PlainScreen:
    """Lines of text; for pipes, and for terminals that can not draw."""

    def say(self, text: str = "", tone: str = "") -> None:
        """A line."""
        click.echo(visible(text))

    def table(self, sections: Sequence[Section]) -> None:
        """The table: what is shared, then each player."""
        for section in sections:
            click.echo(f"== {visible(section.title)}{f' ({section.turn})' if section.is_turn else ''}")
            for line in section.lines:
                value = line.value if line.cards is None else ", ".join(line.cards) or "-"
                click.echo(visible(f"   {line.name}: {value}"))

    def heading(self, text: str) -> None:
        """Where something new begins."""
        click.echo(f"-- {visible(text)} --")

    def cover(self) -> None:
        """Move everything out of sight."""
        click.echo("\n" * COVER_LINES)

    def ask(self, prompt: str) -> str:
        """A line that somebody types."""
        return input(f"{visible(prompt)} ")


class DrawnScreen(PlainScreen):
    """Panels and colours."""

    def __init__(self) -> None:
        self.console = console()

    def say(self, text: str = "", tone: str = "") -> None:
        """A line."""
        from rich.text import Text

        self.console.print(Text(visible(text), style=tone), soft_wrap=False)

    def heading(self, text: str) -> None:
        """Where something new begins."""
        from rich.rule import Rule
        from rich.text import Text

        self.console.print(Rule(Text(visible(text), style="bold"), align="left", style="dim"))

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
        title = Text(visible(section.title) + (" ●" if section.is_turn else ""), style="bold")
        style = colour if section.is_turn or width is None else "dim"
        return Panel(body, title=title, title_align="left", border_style=style, width=width)

    def cover(self) -> None:
        """Move everything out of sight, what was scrolled away included."""
        self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
        self.console.file.flush()


def draw_line(line: Line) -> Text:
    """A name and its value; cards stand in boxes."""
    from rich.text import Text

    drawn = Text(visible(line.name) + "  ", style="dim")
    if line.cards is None:
        drawn.append(visible(line.value), style="not dim")
        return drawn
    if not line.cards:
        return drawn.append("-", style="not dim")
    for card in line.cards:
        drawn.append(f" {visible(card)} ", style="not dim reverse").append(" ", style="not dim")
    return drawn


def make_screen() -> PlainScreen:
    """The screen that fits where the output goes."""
    return DrawnScreen() if is_terminal(sys.stdout) else PlainScreen()

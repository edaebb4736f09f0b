"""Where a game is played: a terminal that can draw, or plain lines for anything else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rulelang.cli.output import console, drawn, is_terminal, say, say_text
from rulelang.printable import visible
from rulelang.table.log import Entry
from rulelang.table.terminal.canvas import Line, text_of

COVER_LINES = 60
WIDEST, HIGHEST = 120, 40
# How players and marks are coloured where a terminal calls a colour otherwise.
TONES = {
    "orange": "dark_orange", "violet": "medium_purple", "purple": "medium_purple", "brown": "orange4",
    "black": "bright_black", "grey": "bright_black", "pink": "hot_pink", "act": "bold reverse",
}  # fmt: skip
# Boxes and signs for a terminal that has typewriter letters only.
PLAIN = str.maketrans("─│┌┬┐├┼┤└┴┘·…×•→▸", "-|+++++++++..x*>>")


class PlainScreen:
    """Lines of text; for pipes, and for terminals that can not draw."""

    # Is the table drawn anew for each question, or only when somebody else has moved?
    is_redrawn = False

    def say(self, text: str = "", tone: str = "") -> None:
        """A line."""
        say(text)

    def lines(self, lines: Sequence[Line]) -> None:
        """What was drawn."""
        for line in lines:
            say(text_of(line).translate(PLAIN) if self.is_plain else text_of(line))

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        return 80, 24

    @property
    def is_plain(self) -> bool:
        """Can it show nothing but the letters of a typewriter?"""
        return "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()

    def story(self, entries: Iterable[Entry]) -> None:
        """Lines of the log; what a move brought stands a little to the right."""
        for entry in entries:
            if entry.tone == "heading":
                self.heading(entry.text)
            else:
                self.say(f"    {entry.text}" if entry.tone == "dim" else entry.text, entry.tone)

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
    """Colours, and as much of the table as fits."""

    is_redrawn = True

    def __init__(self) -> None:
        self.console = console()

    def say(self, text: str = "", tone: str = "") -> None:
        """A line."""
        self.console.print(drawn(text, tone), soft_wrap=False)

    def heading(self, text: str) -> None:
        """Where something new begins."""
        from rich.rule import Rule

        self.console.print(Rule(drawn(text, "bold"), align="left", style="dim"))

    def lines(self, lines: Sequence[Line]) -> None:
        """What was drawn, in colours."""
        for line in lines:
            whole = drawn("")
            for run in line:
                text = run.text.translate(PLAIN) if self.is_plain else run.text
                whole.append_text(drawn(text, TONES.get(run.tone, run.tone)))
            self.console.print(whole, soft_wrap=True)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the terminal; a very large one is not filled."""
        width, height = self.console.size
        return max(40, min(width, WIDEST)), max(16, min(height, HIGHEST))

    def cover(self) -> None:
        """Move everything out of sight, what was scrolled away included."""
        self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
        self.console.file.flush()


def make_screen() -> PlainScreen:
    """The screen that fits where the output goes."""
    return DrawnScreen() if is_terminal(sys.stdout) else PlainScreen()

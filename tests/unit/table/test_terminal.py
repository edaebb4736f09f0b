"""The table in a terminal of 80 columns and 24 lines."""

from __future__ import annotations

from pathlib import Path

from rulelang.table.make import picture
from rulelang.table.terminal.layout import frame, plain_text
from rulelang.table.terminal.marks import marks_of
from tests.unit.table.test_picture import every_game, looks

WIDTH, HEIGHT = 80, 23


@every_game
def test_every_option_is_to_be_seen(path: Path):
    """Listed with its number, or with it on a board; no line is too long, and the own things are there."""
    for match in looks(path, 9):
        if match.over:
            return
        shown = picture(match, match.decision.player)
        lines = frame(marks_of(shown), lambda text: text, WIDTH, HEIGHT)
        assert all(sum(len(run.text) for run in line) <= WIDTH for line in lines)
        text = plain_text(lines)
        for number in range(1, len(match.decision.options) + 1):
            assert f"({number})" in text or f"{number:>3}  " in text, number
        own = shown.players[match.decision.player or 0].name
        assert own in text.split("─" * WIDTH)[-1]


@every_game
def test_a_typewriter_can_show_it(path: Path):
    """Where there is no Unicode, players are told apart by letters."""
    match = next(looks(path, 10))
    marks = marks_of(picture(match, 0), is_plain=True)
    assert all(marks.shape(seat).text.isascii() for seat in range(match.players))

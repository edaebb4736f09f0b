"""The table in a terminal of 80 columns and 24 lines."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from rulelang.api.load import load
from rulelang.table.make import picture
from rulelang.table.picture import Choice, Picture
from rulelang.table.terminal.canvas import Line
from rulelang.table.terminal.layout import frame, plain_text
from rulelang.table.terminal.marks import marks_of
from tests.unit.table.test_picture import every_game, looks

WIDTH, HEIGHT = 80, 23
MOST_PAGES = 200


@every_game
def test_every_option_is_to_be_seen(path: Path):
    """Listed with its number, or with it on a board, on one of the pages; no line is too long, no page is higher than
    the screen, and the own things are on each.
    """
    for match in looks(path, 9):
        if match.over:
            return
        shown = picture(match, match.decision.player)
        own = shown.players[match.decision.player or 0].name
        seen = ""
        for page in pages(shown):
            assert all(sum(len(run.text) for run in line) <= WIDTH for line in page)
            assert len(page) <= HEIGHT
            text = plain_text(page)
            assert own in text.split("─" * WIDTH)[-1]
            seen += text
        for number in range(1, len(match.decision.options) + 1):
            assert f"({number})" in seen or f"{number:>3}  " in seen, number


def pages(shown: Picture) -> list[list[Line]]:
    """All pages of a screen: the next after the last is the first again."""
    found: list[list[Line]] = []
    while not found or (len(found) < MOST_PAGES and (drawn := draw(shown, len(found))) != found[0]):
        found.append(drawn if found else draw(shown, 0))
    return found


def draw(shown: Picture, page: int) -> list[Line]:
    return frame(marks_of(shown), lambda text: text, WIDTH, HEIGHT, page)


def test_options_on_pages():
    """Two hundred options: each is on one page, and the own things are in sight all the time."""
    match = load(Path(__file__).parents[3] / "examples/tic_tac_toe.rules").start(2)
    shown = picture(match, 0)
    assert shown.question is not None
    many = tuple(Choice(key=f"k{n}", text=f"option {n} of many") for n in range(200))
    shown = evolve(shown, question=evolve(shown.question, options=many))
    found = [plain_text(page) for page in pages(shown)]
    assert len(found) > 2
    for n in range(200):
        assert sum(f" option {n} of" in text for text in found) == 1
    assert all(text.count("\n") < HEIGHT and f"(1/{len(found)})" in found[0] for text in found)


@every_game
def test_a_typewriter_can_show_it(path: Path):
    """Where there is no Unicode, players are told apart by letters."""
    match = next(looks(path, 10))
    marks = marks_of(picture(match, 0), is_plain=True)
    assert all(marks.shape(seat).text.isascii() for seat in range(match.players))

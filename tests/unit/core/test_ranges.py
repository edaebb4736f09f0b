"""What is proved of words, and what is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from rulelang.api.load import load
from rulelang.core.from_model.maker import core_of
from rulelang.core.passes.ranges import NOTHING, Range, proved
from rulelang.core.passes.settled import settled
from rulelang.core.text import to_text

RULES = """\
game small "Small"
  players: 2

kind shelf
  | name | next  |
  | low  | high  |
  | high | -     |
  boxes: 0..9 starts 0

state
  at: shelf or none starts none

round main
  last: 3
  turn
    choose k in shelf
    {does}
"""

TextOf = Callable[[str], str]


@pytest.fixture
def text_of(tmp_path: Path) -> TextOf:
    """The core of rules in which a turn does something."""

    def make(does: str) -> str:
        path = tmp_path / "small.rules"
        path.write_text(dedent(RULES).replace("{does}", does.replace("\n", "\n    ")), encoding="utf-8")
        game = load(path)
        game.start(2)
        return to_text(proved(settled(core_of(game.program(2)))))

    return make


def test_what_was_chosen_is_a_member(text_of: TextOf):
    assert "shelf_boxes[k_" in text_of("set k.boxes to 3")
    assert "?] =" not in text_of("set k.boxes to 3")


def test_what_grows_is_checked(text_of: TextOf):
    """A number of a field with a range: the sum can not leave 32 bits, but it may leave the field."""
    text = text_of("add 1 to k.boxes")
    assert "=? (shelf_boxes" in text
    assert "+? 1" not in text


def test_what_may_be_none_is_checked(text_of: TextOf):
    """A condition was asked, but what it was asked of may have changed: the index is looked at."""
    assert "shelf_boxes[g_at?2] =" in text_of("set at to k.next\nif at is not none\n  set at.boxes to 3")


def test_ranges_join():
    assert Range(0, 3) | Range(5, 9, True) == Range(0, 9, True)
    assert Range(1, 2) | NOTHING == Range(1, 2)
    assert not Range(0, 3, True).fits(0, 3)
    assert Range(0, 3).fits(0, 3)
    assert not Range(-1, 3).fits(0, 3)

"""Characters on a terminal."""

from __future__ import annotations

import pytest

from rulelang.diagnostics.render.columns import shown, width
from rulelang.printable import visible


@pytest.mark.parametrize(
    ("text", "pictures"),
    [
        ("plain text, 漢字 ⛵", "plain text, 漢字 ⛵"),
        ("\x00\t\n\r\x1b", "␀␉␊␍␛"),
        ("\x7f", "␡"),
        ("\x85\x9b", "\ufffd\ufffd"),
        ("\u202e\u2066\u200f\u2028", "\ufffd" * 4),
        ("\ud800", "\ufffd"),
        ("👩‍👧", "👩‍👧"),
    ],
)
def test_visible(text: str, pictures: str):
    """Characters that steer a terminal become pictures; all others stay."""
    assert visible(text) == pictures


def test_tabs_go_to_the_next_stop():
    """A tab fills up to the next multiple of four columns."""
    assert shown("\ta\tbcd\tefgh\t.") == "    a   bcd efgh    ."


def test_many_tabs_are_quick_to_lay_out():
    """A hostile line of tabs is laid out in one pass."""
    assert width("\t" * 200_000) == 800_000

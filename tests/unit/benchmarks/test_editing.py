"""Somebody types into a small game, and what is measured of it is told."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("pygls")

from benchmarks.editing import CAN_REFRESH, PART, Typist, needs_in, rows_of
from benchmarks.playing import EXAMPLES
from tests.lsp.editor import editor

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="clocks of other processes are told in /proc")


def test_every_figure_is_there() -> None:
    path = EXAMPLES / "harbour.rules"
    assert needs_in(path)
    with editor(CAN_REFRESH) as there:
        typist = Typist(there, path, pause=0)
        found = {row.what: row for row in rows_of("harbour", typist, turns=1)}
        assert typist.text == there.text(path)
    assert {row.part for row in found.values()} == {PART}
    assert {what for what, row in found.items() if row.verdict} == {
        "a key, after a rest",
        "the last of 10 keys",
        "a key, half a second after the last answer",
        "hover",
    }
    assert found["memory of the server"].figure.endswith(" MB")

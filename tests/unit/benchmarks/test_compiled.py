"""What compiled rules are measured against plays the same game."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from benchmarks import compiled
from benchmarks.playing import EXAMPLES
from rulelang.backends.c import build

pytestmark = pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler here")
GAMES = 20_000


def test_harbour_in_c_is_harbour(tmp_path: Path):
    """Random games are as long, on the average of many, as those of the rule file."""
    compiled.by_hand_in_c(tmp_path)
    play = ctypes.CDLL(str(tmp_path / "harbour.so")).play_many
    play.restype = ctypes.c_int64
    by_hand = play(GAMES) / GAMES
    by_rules = compiled.program_of(EXAMPLES / "harbour.rules").decisions_played(1, GAMES, 100_000) / GAMES
    assert by_hand == pytest.approx(by_rules, rel=0.01)

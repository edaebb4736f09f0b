"""The hash of the rules in force: what saves are tied to."""

from __future__ import annotations

from pathlib import Path

import rulelang

GAME = """\
game fair
  players: 2

value bonus gives 1

round main
  last: 1
  turn
    choose n in 1..2
    stop turn

score points(p) gives seat(p)
"""


def fingerprint(text: str, folder: Path) -> str:
    path = folder / "fair.rules"
    path.write_text(text, encoding="utf-8")
    return rulelang.load(path).fingerprint(2)


def test_a_silence_is_no_rule(tmp_path: Path) -> None:
    """Switching a warning off makes no save stale; another rule does."""
    plain = fingerprint(GAME, tmp_path)
    assert fingerprint(GAME + '\nsilence never_used for bonus because "for house rules"\n', tmp_path) == plain
    assert fingerprint(GAME.replace("1..2", "1..3"), tmp_path) != plain

"""Whole games that were saved: every choice can still be made, everything is accounted for, and they end.

Beside each save lies the same game as a text, which must come out word for word.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.play.save import read, replay
from tests.games.record import GAMES, PLAYTHROUGHS, transcript


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.relative_to(GAMES).as_posix())
def test_playthrough(path: Path):
    """The game goes as it went, to its end and with the same result, and nothing is lost on the way."""
    saved = read(path.read_text(encoding="utf-8"))
    game = load(path.parents[1], saved.variants, saved.options)
    assert game.fingerprint(saved.players) == saved.rules, "the rules have changed: `make playthroughs`"
    match = game.start(saved.players, saved.seed, chance=saved.chance, audit=True)
    _, departure = replay(match, saved.choices)
    assert departure == ""
    assert match.over
    told = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert transcript(match).splitlines()[1:] == told.splitlines()[1:]


def test_every_game_has_one():
    """No shipped game is without a playthrough."""
    shipped = {path.name for path in GAMES.iterdir() if any(path.glob("*.rules"))}
    assert shipped <= {path.parts[-3] for path in PLAYTHROUGHS}

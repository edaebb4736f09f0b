"""Whole games that were saved: every choice can still be made, everything is accounted for, and they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.engine.match import Match
from rulelang.engine.save import read, replay
from rulelang.pipeline import load

GAMES = Path(__file__).parents[2] / "games"
PLAYTHROUGHS = sorted(GAMES.glob("*/playthroughs/*.json"))


def replayed(path: Path) -> tuple[Match, str]:
    """The match of a file, audited after every choice, and where it departs from its rules."""
    saved = read(path.read_text(encoding="utf-8"))
    game = load(path.parents[1], saved.variants, saved.options)
    match = game.start(saved.players, saved.seed, chance=saved.chance, audit=True)
    assert game.fingerprint(saved.players) == saved.rules, "the rules have changed: make the playthrough anew"
    return match, replay(match, saved.choices)[1]


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.relative_to(GAMES).as_posix())
def test_playthrough(path: Path):
    """The game goes as it went, to its end and with the same result."""
    match, departure = replayed(path)
    assert departure == ""
    assert match.over
    recorded = json.loads(path.read_text(encoding="utf-8")).get("result")
    if recorded is not None:
        found = {"scores": match.scores, "winners": match.winners, "end_reason": match.end_reason}
        assert {key: found[key] for key in recorded if key in found} == recorded


def test_every_game_has_one():
    """No shipped game is without a playthrough."""
    shipped = {path.name for path in GAMES.iterdir() if any(path.glob("*.rules"))}
    assert shipped <= {path.parts[-3] for path in PLAYTHROUGHS}

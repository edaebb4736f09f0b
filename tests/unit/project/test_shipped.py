"""What comes with rulelang is found by its name from any folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.errors import UsageError


def test_a_shipped_house_rule_is_a_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Beside those of the game, and in the order in which they are asked for."""
    monkeypatch.chdir(tmp_path)
    game = rulelang.load("rotterdam", variants=["no_trading", "safe_haven"])
    assert set(game.variants) == {"no_trading", "safe_haven"}
    assert game.fingerprint(2) != rulelang.load("rotterdam", variants=["safe_haven"]).fingerprint(2)


def test_what_is_no_house_rule_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Neither a misspelt one, nor one of another game."""
    monkeypatch.chdir(tmp_path)
    for name in ("no_tradin", "peaceful_start"):
        with pytest.raises((UsageError, rulelang.RulesError)):
            rulelang.load("rotterdam", variants=[name])

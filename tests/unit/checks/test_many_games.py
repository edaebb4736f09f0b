"""Many games are checked in several processes, and those that are known are not."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from rulelang.checks import run
from rulelang.checks.run import check_games, check_whole, games_in
from rulelang.project.games import GameFiles

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ("pig", "kuhn_poker", "tic_tac_toe")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three games, one of them with a slip, and nothing is known of them."""
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    games = tmp_path / "games"
    games.mkdir()
    for name in NAMES:
        shutil.copy(EXAMPLES / f"{name}.rules", games)
    pig = games / "pig.rules"
    pig.write_text(pig.read_text(encoding="utf-8").replace("round ", "rund ", 1), encoding="utf-8")
    return games


def test_in_several_processes_the_same_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Problem by problem; and what each process found is known afterwards."""
    several = check_games(games_in([folder]), jobs=2)
    monkeypatch.setattr(run, "check_whole", lambda game: pytest.fail(f"{game.reference.name} is known"))
    assert check_games(games_in([folder]), jobs=2) == several
    monkeypatch.undo()
    monkeypatch.setenv("RULELANG_CACHE", "off")
    assert check_games(games_in([folder])) == several != []


def test_a_game_is_checked_by_another_process(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The work goes elsewhere, each game once."""
    monkeypatch.setattr(run, "check_whole", noted)
    found = check_games(games_in([folder]), jobs=2)
    notes = [file.read_text(encoding="utf-8") for file in folder.glob("*.by")]
    assert found
    assert len(notes) == len(NAMES)
    assert str(os.getpid()) not in notes


def noted(game: GameFiles) -> list[run.Diagnostic]:
    game.reference.with_suffix(".by").write_text(str(os.getpid()), encoding="utf-8")
    return check_whole(game)

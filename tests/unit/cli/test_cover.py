"""`rulelang cover`: the table, the gaps, the files, what is too little."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


def test_table_and_gaps(run: Run, coins: Path) -> None:
    result = run("cover", coins)
    assert result.exit_code == 0
    head, *rows = result.stdout.splitlines()
    assert head.split() == ["rules", "ways", "needs", "amended", "ends", "mechanisms", "cards", "rows", "lines"]
    assert rows[0].startswith("coins.rules")
    assert '  coins.rules:17  stop game because "the coins are gone"' in rows
    assert "variants: 0 of 1; never greedy_start" in rows


@pytest.mark.parametrize(("least", "status"), [(10, 0), (100, 1)])
def test_too_little(run: Run, coins: Path, least: int, status: int) -> None:
    """It is said how much there is, and what is missed is listed above."""
    result = run("cover", coins, "--at-least", least)
    assert result.exit_code == status
    assert ("and at least 100 % should be" in result.stderr) == bool(status)
    (coins.parent / "rulelang.toml").write_text(f"[cover]\nat-least = {{ lines = {least} }}\n")
    assert run("cover", coins).exit_code == status


def test_files_and_json(run: Run, coins: Path, tmp_path: Path) -> None:
    words = ("--html", "c.html", "--lcov", "c.info", "--cobertura", "c.xml", "--json", "--simulate", 2)
    (game,) = json.loads(run("cover", coins, *words).stdout)["games"]
    assert (game["game"], game["simulated_games"]) == ("coins", 2)
    starts = [(tmp_path / name).read_text().split("\n")[0][:14] for name in ("c.html", "c.info", "c.xml")]
    assert starts == ["<!DOCTYPE html", "TN:coins", "<?xml version="]


def test_a_part_of_a_game_alone(run: Run, coins: Path, tmp_path: Path) -> None:
    (tmp_path / "more.rules").write_text("rule idle()\n  add 1 to left\n")
    names = [line.split()[0] for line in run("cover", tmp_path / "more.rules").stdout.splitlines()[1:3]]
    assert names == ["more.rules", "coins"]


def test_notes_for_github(run: Run, coins: Path) -> None:
    notes = run("cover", coins, "--github").stdout.splitlines()
    assert any("line=17," in note and "title=not-covered::no scenario reaches" in note for note in notes)
    assert notes == [note for note in notes if note.startswith("::warning file=coins.rules,")]
    silence = '\nsilence not_covered because "young"\n'  # what is told as "not-covered" can be explained
    (coins.parent / "c.rules").write_text(coins.read_text() + silence)
    assert run("cover", "c.rules", "--at-least", 100).exit_code == 0
    assert run("check", "c.rules").exit_code == 0

"""`rulelang graph`: lines, pages, data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def test_lines(run: Run, coins: Path) -> None:
    lines = run("graph", coins).stdout.splitlines()
    assert lines[:4] == ["== a turn", "  ? How many coins?", "    take", "  ! the coins are gone"]
    assert "  greedy_start: after setup  (coins.rules:32)" in lines


def test_one_of_them(run: Run, coins: Path) -> None:
    assert run("graph", coins, "--field", "player.coins").stdout.splitlines()[1:] == [
        "  player.coins",
        "    written by take, setup",
    ]
    assert run("graph", coins, "--amendments").stdout.splitlines()[0] == "== what variants and cards change"
    result = run("graph", coins, "--field", "player.coin")
    assert result.exit_code == 2
    assert "did you mean `player.coins`?" in result.stderr


def test_files_and_data(run: Run, coins: Path, tmp_path: Path) -> None:
    assert run("graph", coins, "--format", "html", "-o", "coins.html").exit_code == 0
    assert (tmp_path / "coins.html").read_text().startswith("<!DOCTYPE html>")
    assert run("graph", coins, "--format", "svg").stdout.startswith("<svg ")
    assert json.loads(run("graph", coins, "--json").stdout)["columns"][0]["title"] == "a turn"

"""`rulelang sheet`: formats, languages, files, and what is refused."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest


def test_markdown_on_the_terminal(run: Callable, coins: Path) -> None:
    """Without options a sheet is Markdown, for the fewest players."""
    result = run("sheet", coins)
    assert result.exit_code == 0
    assert result.output.startswith("# Coins\n\nTake coins; most coins win.\n\nFor 2 players.\n")
    assert "“the coins are gone”" in result.output


def test_players_variants_and_options(run: Callable, coins: Path) -> None:
    """What is asked for is in force on the sheet."""
    result = run("sheet", coins, "--players", 3, "--variant", "greedy_start", "--option", "unused_seed=2")
    assert "## Set-up for 3 players" in result.output
    assert "With: **Greedy start**." in result.output
    assert "Options: Nothing much: **2**." in result.output


def test_a_page_in_a_file(run: Callable, coins: Path, tmp_path: Path) -> None:
    """`-o` writes a file and prints nothing else to the output."""
    result = run("sheet", coins, "--format", "html", "-o", "sheet.html")
    assert result.exit_code == 0
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert result.stdout == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_or_device_is_written_to_and_stays(run: Callable, coins: Path, tmp_path: Path) -> None:
    """No file takes its place."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    assert run("sheet", coins, "-o", pipe).exit_code == 0
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    reader.join()
    assert read[0].startswith("# Coins")


def test_an_unknown_language_is_wrong_usage(run: Callable, coins: Path) -> None:
    """The message names what there is."""
    result = run("sheet", coins, "--language", "xx")
    assert result.exit_code == 2
    assert "coins has no words in `xx`; it has them in en" in result.stderr


def test_the_settings_name_a_language(run: Callable, coins: Path) -> None:
    """They hold where none is asked for, in play as on sheets."""
    (coins.parent / "rulelang.toml").write_text('language = "xx"\n', encoding="utf-8")
    for command in ("sheet", "play"):
        assert "has no words in `xx`" in run(command, coins).stderr
    assert run("sheet", coins, "--language", "en").exit_code == 0


def test_a_wrong_number_of_players(run: Callable, coins: Path) -> None:
    """The game says how many can play."""
    result = run("sheet", coins, "--players", 7)
    assert result.exit_code == 2
    assert "coins is for 2, 3 players, not for 7" in result.stderr

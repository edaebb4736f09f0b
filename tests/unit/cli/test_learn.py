"""`rulelang learn`."""

from __future__ import annotations

import json
from pathlib import Path


def test_what_is_learnt_is_kept_beside_the_game(run, coins: Path):
    """The file is where the bot `learnt` looks for it, and says how strong it is."""
    result = run("learn", coins, "--rounds", "1", "--games", "12")
    path = coins.with_name("coins.learnt_2.json")
    assert (result.exit_code, path.exists()) in ((0, True), (1, False))
    if path.exists():
        assert "of 24 games against random" in json.loads(path.read_text())["strength"][0]
        assert run("simulate", coins, "--games", "1", "--jobs", "1", "--bot", "learnt").exit_code == 0


def test_without_it_the_bot_says_what_to_do(run, coins: Path):
    """Status 2, no traceback."""
    result = run("simulate", coins, "--games", "1", "--jobs", "1", "--bot", "learnt")
    assert result.exit_code == 2
    assert "rulelang learn" in result.stderr

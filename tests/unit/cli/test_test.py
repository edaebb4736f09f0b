"""`rulelang test`: scenarios, failures with their place, the sum."""

from __future__ import annotations

import json
from pathlib import Path


def test_all_pass(run, coins: Path):
    """The sum is printed."""
    result = run("test", coins)
    assert (result.exit_code, result.stdout) == (0, "1 passed, 0 failed\n")


def test_failure(run, coins: Path):
    """A failure has its line, the condition and what was seen."""
    coins.write_text(coins.read_text().replace("need player_1.coins = 2", "need player_1.coins = 3"))
    result = run("test", coins)
    assert result.exit_code == 1
    assert "FAILED coins.rules:43: two coins are taken" in result.stdout
    assert "2 = 3" in result.stdout
    assert "0 passed, 1 failed" in result.stdout


def test_json(run, coins: Path):
    """Programs get each scenario with its place and citations."""
    report = json.loads(run("test", coins, "--json").stdout)
    assert (report["passed"], report["failed"]) == (1, 0)
    (scenario,) = report["scenarios"]
    assert scenario["cites"] == ["COI-002"]


def test_wrong_step(run, coins: Path):
    """A step that can not be made is a failure and not a crash."""
    coins.write_text(coins.read_text().replace("player_1: 2", "player_2: 2"))
    result = run("test", coins)
    assert result.exit_code == 1
    assert "player_1" in result.stdout

"""`rulelang exercise`, `record` and `replay --check`: games that are played to be compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def golden(run: Run, coins: Path, tmp_path: Path) -> Path:
    assert run("record", coins, "--into", "golden", "--games", 2, "--option", "unused_seed=3").exit_code == 0
    return tmp_path / "golden"


def check(run: Run, golden: Path, coins: Path) -> Result:
    return run("replay", "--check", golden, coins)


def test_kept_games_go_as_they_went(run: Run, golden: Path, coins: Path) -> None:
    names = sorted(path.name for path in golden.iterdir())
    starts = ("coins-unused_seed=3-2p-seed0", "coins-unused_seed=3-2p-seed1")
    assert names == [f"{start}.{ending}" for start in starts for ending in ("json", "txt")]
    result = check(run, golden, coins)
    assert (result.exit_code, result.stdout) == (0, "2 games: 2 as they were, 0 go otherwise\n")


def test_a_choice_that_can_not_be_made_any_more(run: Run, golden: Path, coins: Path) -> None:
    coins.write_text(coins.read_text().replace("choose n in 1..2", "choose n in 3..4"))
    result = check(run, golden, coins)
    assert result.exit_code == 1
    assert "choice 1 of" in result.stdout
    assert "the options there are 3, 4" in result.stdout


def test_choices_that_are_the_same_and_mean_something_else(run: Run, golden: Path, coins: Path) -> None:
    coins.write_text(coins.read_text().replace("add n to actor.coins", "add 3 to actor.coins"))
    result = check(run, golden, coins)
    assert result.exit_code == 1
    report = json.loads(run("replay", "--check", golden, coins, "--json").stdout)
    assert (report["games"], len(report["departures"])) == (2, 2)
    assert all("it was `" in each["message"] and "now it is `" in each["message"] for each in report["departures"])


def test_a_folder_without_kept_games(run: Run, coins: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("replay", "--check", "empty", coins).exit_code == 2
    assert run("replay", "--check", "nowhere", coins).exit_code == 2


def test_a_damaged_file_is_told(run: Run, golden: Path, coins: Path) -> None:
    (golden / "more.json").write_text("{")
    result = check(run, golden, coins)
    assert result.exit_code == 1
    assert "more.json: this is not a save" in result.stdout


def test_exercise(run: Run, coins: Path) -> None:
    """A good game passes; one with a fault says what to type to see it."""
    result = run("exercise", coins)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "none failed"
    coins.write_text(coins.read_text().replace("coins: number starts 0", "coins: 0..4 starts 0"))
    result = run("exercise", coins, "--json", "--seeds", 3)
    assert result.exit_code == 1
    (failure, *_) = json.loads(result.stdout)["failures"]
    assert failure["command"][:2] == ["rulelang", "play"]
    assert "coins" in failure["message"]


def test_rules_with_mistakes_are_refused(run: Run, coins: Path) -> None:
    coins.write_text("game\n")
    assert run("exercise", coins).exit_code == 1

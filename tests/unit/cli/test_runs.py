"""`rulelang runs`, and a comparison that goes on where it was killed."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

COMPARE = ("--bot", "random", "--jobs", "2", "--json")


def sides(coins: Path) -> tuple[str, str]:
    return str(coins), f"{coins}+greedy_start"


def test_list_show_export_forget(run, coins: Path, tmp_path: Path):
    """What was played can be looked at again; changed rules are recognised."""
    store = ("--store", tmp_path / "kept.sqlite")
    run("compare", *sides(coins), "--games", "12", *COMPARE, *store)
    listed = run("runs", *store)
    assert "coins + greedy_start" in listed.stdout
    assert "compare " in listed.stdout
    found = json.loads(run("runs", *store, "--json").stdout)
    assert [(each["games"], each["state"]) for each in found] == [(12, "as now"), (12, "as now")]
    shown = json.loads(run("runs", "2", *store, "--json").stdout)
    assert shown["games"] == 12
    assert shown["end_reasons"] == {"the coins are gone": 12}
    for name in ("games.csv", "games.parquet"):
        assert "12 games" in run("runs", "1", "--records", name, *store).stdout
    with Path("games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(12))
    assert all(float(row["score_1"]) + float(row["score_2"]) == 7 for row in rows)
    from pyarrow import parquet

    assert parquet.read_table("games.parquet").column("rounds").to_pylist() == [float(row["rounds"]) for row in rows]
    options = json.loads(run("runs", "1", "--options", "all", *store, "--json").stdout)
    assert {name.partition("/")[2] for name in options} == {"1", "2"}
    assert all(0 < use["taken_by_winners"] <= use["taken"] <= use["offered"] for use in options.values())
    assert "by winners" in run("runs", "1", "--options", "turn", *store).stdout
    coins.write_text(coins.read_text().replace("starts 7", "starts 8"))
    assert "older" in run("runs", *store).stdout
    assert "12 games" in run("runs", "1", "--forget", *store).stdout
    assert len(json.loads(run("runs", *store, "--json").stdout)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--forget",), "by their NUMBER"),
        (("7",), "no games with the number 7"),
        (("1", "--store", "off"), "no games are kept"),
    ],
)
def test_wrong_usage(run, words: tuple[str, ...], said: str):
    """Said, with status 2."""
    result = run("runs", "--store", "kept.sqlite", *words)
    assert result.exit_code == 2
    assert said in result.output


def test_a_killed_run_goes_on(run, coins: Path, tmp_path: Path):
    """After a kill without warning the same command tells what an undisturbed run tells."""
    store = ("--store", str(tmp_path / "kept.sqlite"))
    asked = [sys.executable, "-m", "rulelang", "compare", *sides(coins), "--games", "1000000", *COMPARE, *store]
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as child:
        try:
            assert child.stderr is not None
            assert b"pairs of games" in child.stderr.readline()
        finally:
            child.kill()
    kept = json.loads(run("runs", *store, "--json").stdout)
    assert all(0 < each["games"] < 1_000_000 for each in kept)
    resumed = run("compare", *sides(coins), "--games", "600", *COMPARE, *store)
    undisturbed = run("compare", *sides(coins), "--games", "600", *COMPARE)
    assert resumed.exit_code == 0, resumed.output
    assert resumed.stdout == undisturbed.stdout


def test_the_settings_say_where_games_are_kept(run, coins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Where neither the command line nor the environment does; `off` keeps none."""
    (tmp_path / "rulelang.toml").write_text('store = "kept.sqlite"\n')
    monkeypatch.delenv("RULELANG_STORE")
    run("compare", *sides(coins), "--games", "2", *COMPARE)
    assert len(json.loads(run("runs", "--json", "--store", "kept.sqlite").stdout)) == 2
    (tmp_path / "rulelang.toml").write_text('store = "off"\n')
    assert "no games are kept" in run("runs").stderr

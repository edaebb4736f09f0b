"""`rulelang sweep`, `rulelang tune` and `rulelang compare --each`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

BOTS = ("--bot", "random", "--jobs", "1")


def test_sweep(run, coins: Path):
    """More coins, longer games; a page with a picture of each measure."""
    asked = ("sweep", coins, "--option", "unused_seed=1..3", "--games", "60", *BOTS)
    result = run(*asked, "-o", "sweep.html")
    assert result.exit_code == 0, result.output
    assert Path("sweep.html").read_text(encoding="utf-8").count("<svg") == 6
    found = json.loads(run(*asked, "--json").stdout)["points"]
    assert [point["values"] for point in found] == [{"unused_seed": value} for value in "123"]
    decisions = [point["measures"]["decisions"]["mean"] for point in found]
    assert decisions == sorted(decisions)
    assert all(point["games"] == 60 and not point["unfinished"] for point in found)


def test_tune(run, coins: Path):
    """Every value is tried where there are few; nothing that fits is status 1."""
    asked = ("tune", coins, "--vary", "unused_seed=1..3", "--games", "60", "--confirm", "200", *BOTS)
    found = run(*asked, "--want", "decisions 5.2..6.5")
    assert found.exit_code == 0, found.output
    assert "It fits: unused_seed = 3" in found.stdout
    assert "of 3 tried" in found.stdout
    nothing = run(*asked, "--want", "rounds 30..40", "--json")
    assert nothing.exit_code == 1
    assert [each["fit"] for each in json.loads(nothing.stdout)["confirmed"]] == ["does not fit"] * 3


def test_each(run, coins: Path):
    """A coin at the start changes no length; two more coins on the table do."""
    asked = ("compare", "--each", coins, f"{coins}+greedy_start?unused_seed=3", "--games", "80", *BOTS)
    assert "all together" in run(*asked).stdout
    found = json.loads(run(*asked, "--json").stdout)
    parts = {(part["measure"], part["changes"][0]): part for part in found["parts"]}
    assert parts["decisions", "unused_seed=3"]["verdict"] == "different"
    assert parts["decisions", "greedy_start"]["verdict"] != "different"
    assert found["combinations"] == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sweep", "{coins}", "--option", "goal=1..3", "--games", "5"), "goal"),
        (("sweep", "{coins}", "--option", "unused_seed", "--games", "5"), "is not OPTION=LOW..HIGH"),
        (("tune", "{coins}", "--vary", "unused_seed=1..3", "--want", "rounds 3"), "MEASURE LOW..HIGH"),
        (("compare", "--each", "{coins}", "{coins}+greedy_start"), "two or more"),
        (("compare", "--each", "{coins}", "{coins}+greedy_start?unused_seed=2", "--until", "rounds ± 1"), "--until"),
    ],
)
def test_wrong_usage(run, coins: Path, words: tuple[str, ...], said: str):
    """Said, with status 2."""
    result = run(*(word.format(coins=coins) for word in words))
    assert result.exit_code == 2, result.output
    assert said in result.output

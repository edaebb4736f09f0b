"""`rulelang compare`: the table, conditions, and what is wrong said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

LITTLE = ("--games", "60", "--bot", "random", "--jobs", "1")


def test_table(run, coins: Path):
    """A house rule that gives a coin changes scores and no choice of a random bot: lengths differ by nothing."""
    result = run("compare", coins, f"{coins}+greedy_start", *LITTLE)
    assert result.exit_code == 0, result.output
    assert "60 pairs of games, 2 players, random bots" in result.stdout
    lines = {line.split("  ")[0]: line for line in result.stdout.splitlines()}
    assert "+0.00" in lines["rounds"]
    assert "hold together in 95 %" in result.stdout


def test_the_same_rules(run, coins: Path):
    """A against A: nothing is pretended."""
    result = run("compare", coins, coins, *LITTLE)
    assert "the same game every time" in result.stdout


def test_json_does_not_hang_on_jobs(run, coins: Path):
    """Byte for byte; two sets of rules against the first."""
    sides = (coins, f"{coins}+greedy_start", f"{coins}?unused_seed=3")
    one, two = (
        run("compare", *sides, "--games", "60", "--bot", "random", "--jobs", jobs, "--json") for jobs in ("1", "2")
    )
    assert one.exit_code == 0, one.output
    assert one.stdout == two.stdout
    found = json.loads(one.stdout)
    assert [len(c["measures"]) for c in found["comparisons"]] == [6, 6]
    decisions = {m["name"]: m for m in found["comparisons"][1]["measures"]}["decisions"]
    assert decisions["difference"] > 0  # two coins more on the table


def test_stops_when_it_is_narrow_enough(run, coins: Path):
    """Long before the number of games that would be too many."""
    found = json.loads(
        run(
            *("compare", coins, f"{coins}?unused_seed=3", "--bot", "random", "--jobs", "1", "--games", "100000"),
            *("--until", "rounds ± 0.5", "--json"),
        ).stdout
    )
    rounds = found["comparisons"][0]["measures"][0]
    assert 50 <= found["pairs"] < 5000
    assert rounds["high"] - rounds["low"] <= 1.0


@pytest.mark.parametrize(
    ("limit", "more", "status"),
    [
        ("rounds > 1", (), 1),
        ("rounds > 50", (), 0),
        ("rounds > 1", ("--games", "20"), 0),
        ("rounds > 1", ("--games", "20", "--strict"), 1),
    ],
)
def test_fail_if(run, coins: Path, limit: str, more: tuple[str, ...], status: int):
    """1 where a limit is broken for certain; too few games break nothing, unless one is strict."""
    result = run("compare", coins, f"{coins}+greedy_start", *LITTLE, "--fail-if", limit, *more)
    assert result.exit_code == status, result.output
    assert limit in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "two sets of rules"),
        (("{coins}+greedy_start", "--players", "4"), "4 players can not"),
        (("{coins}+greedy_start", "--until", "ronds ± 1"), "did you mean `rounds`"),
        (("{coins}+greedy_start", "--watch", "colour"), "nothing is measured"),
        (("{coins}+greedy",), "no variant `greedy`"),
    ],
)
def test_wrong_usage(run, coins: Path, words: tuple[str, ...], said: str):
    """Exit status 2, and what to do."""
    result = run("compare", coins, *(word.format(coins=coins) for word in words))
    assert result.exit_code == 2, result.output
    assert said in result.output


def test_whether_the_rule_happened(run, coins: Path):
    """Of each rule of the variant."""
    result = run("compare", coins, f"{coins}+greedy_start", *LITTLE)
    assert "after setup (greedy_start): happened in 60 of 60 games, 60 times." in result.stdout


def test_report_and_records(run, coins: Path):
    """Both files, and what is wrong with their names is said before anything is played."""
    result = run("compare", coins, f"{coins}+greedy_start", *LITTLE, "-o", "r.html", "--records", "games.csv")
    assert result.exit_code == 0, result.output
    assert "coins + greedy_start" in Path("r.html").read_text(encoding="utf-8")
    rows = Path("games.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 2 * 60
    for words in (("--records", "games.txt"), ("-o", "nowhere/r.html")):
        wrong = run("compare", coins, coins, *LITTLE, *words)
        assert wrong.exit_code == 2
        assert words[1] in wrong.output

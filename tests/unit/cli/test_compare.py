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


STALL = """\
game stall "Stall"
  players: 2

player
  coins: number starts 0

round main
  last: 5
  turn
    choose n in wares prompt "What do you take?"
      add n to actor.coins

value wares gives [1, 2]

score most(p) gives p.coins

variant rags "Rags" of stall
  about: "There is something for which one pays."
  change wares to [1, 2, -3]

variant silk "Silk" of stall
  about: "There is something better."
  change wares to [1, 2, 5]
"""


def test_a_choice_that_its_bots_never_take_is_told(run, tmp_path: Path):
    """Whoever counts coins pays for no rags: what they would do to the game nobody has seen. Silk is taken."""
    stall = tmp_path / "stall.rules"
    stall.write_text(STALL, encoding="utf-8")
    more = ("--games", "50", "--bot", "greedy:1", "--jobs", "1")
    rags = run("compare", stall, f"{stall}+rags", *more)
    assert "NEVER taken by greedy:1 bots: main.turn/-3 (offered in 50 games)" in rags.stdout
    assert "NEVER taken" not in run("compare", stall, f"{stall}+silk", *more).stdout
    data = json.loads(run("compare", stall, f"{stall}+rags", *more, "--json").stdout)
    assert data["comparisons"][0]["untaken"] == ["main.turn/-3"]


def test_skill(run, tmp_path: Path):
    """Where all choices are worth the same nobody is stronger; each game is played from both seats."""
    stall = tmp_path / "stall.rules"
    level = STALL.replace("change wares to [1, 2, 5]", "change wares to [2, 2]")
    stall.write_text(level, encoding="utf-8")
    words = ("compare", stall, f"{stall}+silk", "--skill", "greedy,random", "--jobs", "1")
    result = run(*words, "--games", "60", "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    skill, luck = data["skill"]
    assert (skill["stronger"], skill["weaker"], data["fair"]) == ("greedy", "random", 0.5)
    assert skill["games"] == luck["games"] == 120
    assert skill["won"] > 0.9
    assert luck["won"] == 0.5
    assert luck["more"] == pytest.approx(luck["won"] - skill["won"])
    assert luck["more"] + luck["half"] < 0
    told = run(*words, "--games", "60").stdout
    assert "greedy against random, in each seat in turn: 60 seeds, 2 players" in told
    assert "50.0%" in told
    assert "An equal player wins 50%" in told


def test_skill_of_one_set_of_rules(run, coins: Path):
    """There is nothing to compare with; fewer than fifty seeds tell no difference."""
    result = run("compare", coins, "--skill", "greedy,random", "--skill", "greedy,greedy:1", "--games", "3")
    assert result.exit_code == 0, result.output
    assert "greedy against random" in result.stdout
    assert "greedy against greedy:1" in result.stdout
    two = run("compare", coins, f"{coins}+greedy_start", "--skill", "greedy,random", "--games", "3")
    assert "too few games" in two.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--skill", "greedy"), "takes two bots"),
        (("--skill", "greedy,greedy"), "takes two bots"),
        (("--skill", "greedy,nobody"), "nobody is called `nobody`"),
        (("--skill", "greedy,random", "--each"), "does not go with --each"),
        (("--skill", "greedy,random", "-o", "r.html"), "does not go with -o"),
    ],
)
def test_what_skill_does_not_take(run, coins: Path, words: tuple[str, ...], said: str):
    result = run("compare", coins, coins, *words)
    assert result.exit_code == 2
    assert said in result.output

"""`rulelang test`: scenarios, failures with their place, the sum."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET


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


FAILING = """
scenario "a third coin" cites COI-009
  players: 2
  play
    player_1: 2
  then
    need left = 1
"""


def test_some_of_them(run, coins: Path):
    """By a word of the name, or by a printed rule."""
    coins.write_text(coins.read_text() + FAILING)
    assert run("test", coins, "-k", "TWO").stdout == "1 passed, 0 failed\n"
    assert run("test", coins, "-k", "COI-009").stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert run("test", coins, "-k", "two", "-k", "COI-009").exit_code == 2


def test_nothing_to_run_is_an_error(run, coins: Path):
    """Nobody notices tests that are not run."""
    result = run("test", coins, "-k", "nothing")
    assert result.exit_code == 2
    assert "none of 1 scenarios fits -k nothing" in result.stderr
    assert run("test", coins, "-k", "nothing", "--allow-empty").stdout == "0 passed, 0 failed\n"


def test_those_that_failed_the_last_time(run, coins: Path):
    """Those alone; once they pass, all of them."""
    good = coins.read_text()
    coins.write_text(good + FAILING)
    assert run("test", coins).exit_code == 1
    assert run("test", coins, "--last-failed").stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert run("test", coins, "-k", "two").exit_code == 0  # it says nothing about the other one
    coins.write_text(good + FAILING.replace("left = 1", "left = 5"))
    assert run("test", coins, "--last-failed").stdout == "1 passed, 0 failed\n"
    assert run("test", coins, "--last-failed").stdout == "2 passed, 0 failed\n"


def test_several_processes_tell_the_same(run, coins: Path):
    coins.write_text(coins.read_text() + FAILING)
    assert run("test", coins, "--jobs", 2).stdout == run("test", coins).stdout


def test_github(run, coins: Path):
    coins.write_text(coins.read_text() + FAILING)
    (note,) = run("test", coins, "--format", "github").stdout.splitlines()
    assert note.startswith("::error file=coins.rules,line=50,")
    assert 'title=failed-scenario::"a third coin"' in note


def test_junit(run, coins: Path, tmp_path: Path):
    """A file is a suite, a scenario a case; what can not stand in XML is replaced."""
    coins.write_text(coins.read_text() + FAILING.replace("third", "<third>\x01"))
    assert run("test", coins, "--format", "junit", "-o", "report.xml").stderr == "1 passed, 1 failed\n"
    (suite,) = ET.parse(tmp_path / "report.xml").getroot()
    assert (suite.tag, suite.get("name")) == ("testsuite", "coins.rules")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    good, bad = suite
    assert (good.get("classname"), good.get("name"), list(good)[1:]) == ("coins", "two coins are taken", [])
    assert [each.get("value") for each in good.iter("property")] == ["COI-002"]
    assert (bad.get("name"), bad.get("file"), bad.get("line")) == ("a <third>␁ coin", "coins.rules", "50")
    assert "left" in (bad.find("failure").get("message") or "")


def test_a_file_with_scenarios_alone_runs_those(run, coins: Path, tmp_path: Path):
    """One with rules runs all there are: any of them may hang on it."""
    more = tmp_path / "more.rules"
    more.write_text(FAILING.replace("left = 1", "left = 5"))
    assert run("test", more).stdout == "1 passed, 0 failed\n"
    assert run("test", coins).stdout == "2 passed, 0 failed\n"


def test_without(run, coins: Path):
    """Survivors are listed, and it leaves with 1."""
    result = run("test", coins, "--without", "all", "--sample", 6)
    assert result.exit_code == 1
    assert "6 mutants of coins: " in result.stdout
    (game,) = json.loads(run("test", coins, "--without", "amendments", "--json").stdout)["games"]
    assert {each["text"]: each["verdict"] for each in game["mutants"]} == {
        'variant greedy_start "Greedy start" of coins': "unreached",
        "after setup()": "unreached",
    }
    assert run("test", coins, "--sample", 3).exit_code == 2


def test_without_says_which_scenarios_fail_anyway(run, coins: Path):
    """They notice nothing, so that no survivor is no good news."""
    coins.write_text(coins.read_text().replace("need player_1.coins = 2", "need player_1.coins = 3"))
    result = run("test", coins, "--without", "amendments")
    assert result.exit_code == 1
    assert "“two coins are taken” fails as it is" in result.stderr


def test_without_what_was_not_changed(run, coins: Path):
    """Only mutants of the rule that is another now; the line above it, and how far in it stands, change nothing."""
    for words in (["init"], ["add", "."], ["commit", "-m", "first"], ["checkout", "-b", "work"]):
        git(coins.parent, *words)
    asked = ("test", coins, "--without", "all", "--changed", "main")
    assert run(*asked).stdout == "nothing that rules do has changed since this branch left main\n"
    text = coins.read_text()
    rule = text[text.index("rule take") : text.index("\n\n", text.index("rule take"))]
    coins.write_text("# a line above\n" + text.replace(rule, rule + "\n  add 0 to coins" * 2, 1))
    (game,) = json.loads(run(*asked, "--json").stdout)["games"]
    first = coins.read_text().split("\n").index(rule.split("\n")[0]) + 1
    lines = {each["line"] for each in game["mutants"]}
    assert lines
    assert lines <= set(range(first, first + rule.count("\n") + 3))
    assert run("test", coins, "--changed", "main").exit_code == 2


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "init.defaultBranch=main", "-c", "gc.auto=0"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_house_rules_together(run, coins: Path):
    """Each holds alone; with --together all are in force, unless a scenario lists its variants."""
    paths = []
    for name, more, listed in (("one", 1, ""), ("ten", 10, "  variants: ten\n")):
        text = f"""variant {name} of coins
  after take(n)
    add {more} to actor.coins

scenario "{name} more"
{listed}  play
    player_1: 2
  then
    need player_1.coins = {2 + more}
"""
        paths.append(coins.parent / f"{name}.rules")
        paths[-1].write_text(text, encoding="utf-8")
    assert run("test", *paths).stdout == "2 passed, 0 failed\n"
    result = run("test", *paths, "--together")
    assert "13 = 3" in result.stdout
    assert "1 passed, 1 failed" in result.stdout
    assert run("test", *paths, "--together", "--jobs", 2).stdout == result.stdout

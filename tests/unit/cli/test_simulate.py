"""`rulelang simulate`: the same results however the work is shared, faults and limits reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def test_independent_of_jobs(run, cards: Path):
    """One process and two give the same JSON, byte for byte."""
    one, two = (run("simulate", cards, "--games", "60", "--jobs", j, "--seed", "4", "--json") for j in (1, 2))
    assert one.exit_code == two.exit_code == 0, one.output
    assert one.stdout == two.stdout


def test_report(run, coins: Path):
    """Wins, scores, lengths and endings add up."""
    result = run("simulate", coins, "--games", "40", "--players", "3", "--jobs", "1", "--json")
    found = json.loads(result.stdout)
    assert found["finished"] == 40
    assert found["unfinished"] == 0
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(40)
    assert all(seat["low"] <= seat["share"] <= seat["high"] for seat in found["seats"])
    assert found["end_reasons"] == {"the coins are gone": 40}
    assert found["rounds"]["min"] >= 2


def test_table(run, coins: Path):
    """The table has a line for each seat."""
    result = run("simulate", coins, "--games", "10", "--jobs", "1", "--seat", "2=greedy:1")
    assert "Player 2  greedy:1" in result.stdout
    assert "the coins are gone" in result.stdout


def test_unfinished_games_are_counted(run, coins: Path):
    """A game that hits the limit is reported, never dropped."""
    found = json.loads(run("simulate", coins, "--games", "5", "--limit", "2", "--jobs", "1", "--json").stdout)
    assert (found["finished"], found["unfinished"]) == (0, 5)
    assert len(found["unfinished_seeds"]) == 5


def test_faults_are_reported(run, coins: Path):
    """A rule that goes wrong is counted, with the seed of its game, and the status is 1."""
    broken = coins.read_text().replace("player\n  coins: number", "player\n  money: money starts 1\n  coins: number")
    broken = broken.replace("  add -n to left", "  pay 1 from actor to bank\n  add -n to left")
    coins.write_text(broken)
    result = run("simulate", coins, "--games", "5", "--jobs", "1", "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 1, result.output
    assert found["faulty"] == 5
    assert found["faults"][0]["seed"] > 0
    assert "coins.rules:" in found["faults"][0]["message"]


def test_variant_and_option(run, coins: Path):
    """Variants and options are part of the report."""
    wanted = ("--variant", "greedy_start", "--option", "unused_seed=2")
    found = json.loads(run("simulate", coins, "--games", "5", "--jobs", "1", *wanted, "--json").stdout)
    assert found["variants"] == ["greedy_start"]
    assert found["options"] == {"unused_seed": "2"}
    assert sum(seat["score"]["mean"] for seat in found["seats"]) == pytest.approx(9)


def test_audit(run, cards: Path):
    """With --audit the same games are played."""
    plain, audited = (
        json.loads(run("simulate", cards, "--games", "5", "--jobs", "1", *more, "--json").stdout)
        for more in ((), ("--audit",))
    )
    assert plain == audited


def test_the_quickest_bot_plays_unless_another_is_asked_for(run, coins: Path):
    """Greedy where positions can be judged, else random; which one is said."""
    said = run("simulate", coins, "--games", "2", "--jobs", "1")
    assert "seats are taken by greedy:1 bots" in said.stderr
    assert "Player 2  greedy:1" in said.stdout
    for seats, bots in ((["--bot", "random"], ["random"] * 2), (["--seat", "1=mcts:20"], ["mcts:20", "greedy:1"])):
        found = json.loads(run("simulate", coins, "--games", "2", "--jobs", "1", *seats, "--json").stdout)
        assert [seat["bot"] for seat in found["seats"]] == bots
    assert "Player 2 (greedy)" in run("play", coins, "--seat", "1=random").stdout


def test_without_scores_bots_are_random(run, coins: Path):
    """There is nothing to look ahead for."""
    coins.write_text(coins.read_text().replace("score most(p) gives p.coins\n  ties: -seat(p)\n", ""))
    found = json.loads(run("simulate", coins, "--games", "2", "--jobs", "1", "--json").stdout)
    assert {seat["bot"] for seat in found["seats"]} == {"random"}
    assert "Player 2 (random)" in run("play", coins, "--seat", "1=random").stdout


def test_what_a_variant_needs_is_switched_on(run, coins: Path):
    """And it is said, beside the results."""
    variants = "variant rich of coins\n  needs: poor\n  after take(n)\n    add 1 to actor.coins\n"
    coins.write_text(
        coins.read_text() + "\n" + variants + "\n" + variants.replace("rich", "poor").replace("  needs: poor\n", "")
    )
    result = run("simulate", coins, "--games", "1", "--variant", "rich")
    assert result.exit_code == 0
    assert "`poor` is switched on as well: another variant needs it" in result.stderr
    assert "switched on" not in run("simulate", coins, "--games", "1", "--variant", "poor").stderr


def test_what_is_said_below_the_tables(run, coins: Path):
    """Which rules of a variant happened; who had the first turn only where it is not the first seat."""
    result = run("simulate", coins, "--games", "5", "--jobs", "1", "--bot", "random", "--variant", "greedy_start")
    assert "after setup (greedy_start): happened in 5 of 5 games, 5 times." in result.stdout
    assert "1st" not in result.stdout
    assert "games a second" in result.stderr


def test_results_by_turn_order(run, coins: Path):
    """Where the second seat begins, the wins of the first turn are those of the second seat."""
    coins.write_text(coins.read_text().replace("round main\n", "round main\n  first: seat(2)\n"))
    found = json.loads(run("simulate", coins, "--games", "30", "--jobs", "1", "--bot", "random", "--json").stdout)
    assert [turn["wins"] for turn in found["turns"]] == [seat["wins"] for seat in reversed(found["seats"])]


def test_no_game_ended(run, coins: Path):
    """What to try then is said."""
    result = run("simulate", coins, "--games", "3", "--jobs", "1", "--bot", "random", "--limit", "2")
    assert "try --bot greedy" in result.stdout

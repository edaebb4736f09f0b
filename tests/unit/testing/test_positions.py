"""Positions that people play on from, games written out as scenarios, and what a failing need tells."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.errors import UsageError
from rulelang.pipeline import read_game
from rulelang.testing.retold import scenario_of
from rulelang.testing.scenario import match_from, run_scenarios

FAIR = """\
game fair "Fair"
  players: 2

kind stall
  | name  | price |
  | bread | 2     |
  | wine  | 4     |
  open: yes or no starts yes

player
  coins: number starts 3

rule buy(s: stall)
  need s.open because "it is closed"
  need actor.coins >= s.price because "{s} costs {s.price}"
  add -s.price to actor.coins

round main
  last: 3
  turn
    choose d in 1..3 by chance
    add d to actor.coins
    choose s in stall where can(buy(s)) optional
      buy(s)

score coins(p) gives p.coins

scenario "only wine"
  seed: 4
  given
    set bread.open to no
    set player_2.coins to 9

scenario "wine was bought"
  from: "only wine"
  play
    player_1: wine
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    path = tmp_path / "fair.rules"
    path.write_text(FAIR, encoding="utf-8")
    return path


def run(path: Path, lines: str) -> list[str]:
    """The messages of the scenarios that fail, with one more added."""
    path.write_text(f'{FAIR}\nscenario "asked"\n{lines}\n', encoding="utf-8")
    return [result.message for result in run_scenarios(read_game(path)[0]) if not result.passed]


def test_play_goes_on_from_a_position(fair: Path):
    """The match stands where the scenario has led to, is told from there, and comes to its end."""
    match = match_from(rulelang.load(fair), "only wine")
    assert [option.key for option in match.decision.options] == ["wine", "pass"]
    while not match.over:
        match.choose(0)
    assert match.log
    assert match.end_reason == "the last round was played"


def test_what_happens_after_the_steps_of_a_position_is_told(fair: Path):
    """The choices that led there have their parts in the log, so those that follow have theirs."""
    match = match_from(rulelang.load(fair), "wine was bought")
    while not match.over:
        before = len(match.log)
        told = list(match.choose(0))
        assert told == list(match.log)[before:]


def test_positions_that_are_not_there(fair: Path):
    with pytest.raises(UsageError, match="did you mean `only wine`"):
        match_from(rulelang.load(fair), "only wines")


def test_a_position_is_not_written_out(fair: Path):
    """Nobody chose what led there."""
    with pytest.raises(UsageError, match="began in a position"):
        scenario_of(match_from(rulelang.load(fair), "only wine"), "on")


@pytest.mark.parametrize("choices", [0, 3, 6])
def test_a_game_as_a_scenario_holds(fair: Path, choices: int):
    """Written out after some choices, or at its end, it passes, and says who is asked or has won."""
    match = rulelang.load(fair).start(2, seed=5)
    for number in range(choices):
        if not match.over:
            match.choose(number % len(match.decision.options))
    text = scenario_of(match, "retold")
    assert ("winner(" in text) == match.over
    assert text.count("pass") + text.count("wine") + text.count("bread") == len(match.choices)
    fair.write_text(f"{FAIR}\n{text}", encoding="utf-8")
    assert [result.message for result in run_scenarios(read_game(fair)[0]) if not result.passed] == []


@pytest.mark.parametrize(
    ("need", "told"),
    [
        ("player_1.coins = 9", "`player_1.coins = 9` does not hold: 2 = 9"),
        ("player_2.coins = 3 and player_1.coins > 9", "`player_1.coins > 9` does not hold: 2 > 9"),
        ("player_1.coins > 9 or player_2.coins > 8", "does not hold: 2 > 9 and 3 > 8"),
        ("all(s in stall: s.price > 2)", "`all(s in stall: s.price > 2)` does not hold: `s.price > 2`, 2 > 2"),
        ("can(buy(wine))", 'does not hold: "wine costs 4"'),
        ("over()", "does not hold: `player_1` is asked"),
        ("asked(player_2)", "does not hold: `player_1` is asked"),
        ("not asked(player_1)", "does not hold: `player_1` is asked"),
        ("offered(player_1, wine)", "(bread, pass)"),
        ('why_not(buy(bread)) = "it is closed"', "does not hold:  = it is closed"),
    ],
)
def test_a_failing_need_tells_its_values(fair: Path, need: str, told: str):
    """Whatever its form; after a one on the die the first of them has two coins."""
    (message,) = run(fair, f"  given\n    set player_1.coins to 1\n  play\n    chance: 1\n  then\n    need {need}")
    assert told in message

"""Rounds in which nobody decides and nothing changes end the match with a fault that says where and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang import RuleFault
from rulelang.api.match import Match
from rulelang.core.chance import Luck
from rulelang.experiments.game import play
from rulelang.experiments.plan import Plan
from rulelang.play.playout import play_randomly, random_game
from tests.unit.conftest import GameOf

# The round begins in line 15. There are three points, and whoever wants to takes one in his turn.
GAME = """
    game fair
      players: 2

    player
      | name |
      | red  |
      | blue |
      points: number starts 0

    state
      left_over: number starts 3
      counter: number starts 0
      starter: player starts red

    round main
      {head}
      turn
        {turn}
      finish
        {finish}

    rule take_one()
      if left_over > 0
        add 1 to actor.points
        set left_over to left_over - 1

    score points(p) gives p.points + counter
"""
ASKED = "choose x in 1..2 where x <= left_over optional\n          take_one()"
NOTHING = "set starter to starter"


def rules(head: str = "direction: clockwise", turn: str = ASKED, finish: str = NOTHING) -> str:
    return GAME.format(head=head, turn=turn, finish=finish)


def play_first(match: Match) -> None:
    """Everybody takes what he can."""
    while not match.over:
        match.choose(0)


def standstill(game_of: GameOf, text: str) -> RuleFault:
    with pytest.raises(RuleFault) as caught:
        play_first(game_of(text).start(2, seed=1))
    return caught.value


def test_a_forced_pass_is_named_with_the_round_and_the_place(game_of: GameOf):
    """Three points last into round 2; round 3 and 4 are quiet, and 4 is known to be as 3."""
    fault = standstill(game_of, rules())
    assert fault.span is not None
    assert fault.span.line == 15
    assert "round `main`: nobody decided in round 4, and all is as it was before" in str(fault)
    assert "(`red` can only `pass` in `main.turn`; `blue` can only `pass` in `main.turn`)" in str(fault)


def test_who_begins_may_go_round_the_table(game_of: GameOf):
    """What comes back after two rounds only is a standstill, too."""
    fault = standstill(game_of, rules("first: starter", finish="set starter to left(starter)"))
    assert "nobody decided in rounds 4 to 5" in str(fault)


def test_nobody_is_asked(game_of: GameOf):
    """Such a game stands still before its first decision."""
    fault = standstill(game_of, rules(turn="take_one()"))
    assert "(nobody has anything to choose)" in str(fault)


@pytest.mark.parametrize(
    ("head", "finish"),
    [
        ("direction: clockwise", 'add 1 to counter\n        if counter >= 400\n          stop game because "counted"'),
        ("direction: clockwise", 'if round.number >= 400\n          stop game because "counted"'),
        ("last: 400", NOTHING),
    ],
    ids=["a counter", "the number of the round is read", "a last round"],
)
def test_rounds_that_lead_somewhere_go_on(game_of: GameOf, head: str, finish: str):
    match = game_of(rules(head, finish=finish)).start(2, seed=1)
    play_first(match)
    assert match.view(None).data()["round"] == 400


def test_chance_may_change_what_is_to_come(game_of: GameOf):
    """Dice that are rolled in vain may be rolled better in the next round."""
    finish = 'choose d in 1..100 by chance\n          if d = 7\n            stop game because "lucky"'
    match = game_of(rules(finish=finish)).start(2, seed=1)
    play_first(match)
    assert match.end_reason == "lucky"


def test_a_decision_to_pass_is_a_decision(game_of: GameOf):
    """Whoever passes because he wants to can go on doing so."""
    match = game_of(rules()).start(2, seed=1)
    for _ in range(50):
        match.choose("pass")
    assert not match.over


def test_games_that_play_by_themselves_notice(game_of: GameOf):
    game = game_of(rules())
    with pytest.raises(RuleFault, match="can only `pass`"):
        play_randomly(game.start(2, seed=1), Luck(1, 2), 1_000)
    assert random_game(game.program(2), 1, 1_000) is None


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_simulations_tell_it(game_of: GameOf, tmp_path: Path, bot: str):
    """Nobody can keep out of it by passing."""
    game_of(rules(turn=ASKED.replace(" optional", "")))
    plan = Plan(str(tmp_path / "small.rules"), (), (), 2, (bot, bot), 1, 0, 1_000, audit=False)
    found = play(plan, 0)
    assert "nobody decided in round" in found.fault

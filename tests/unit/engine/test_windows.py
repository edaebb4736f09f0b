"""Windows: open in a player's own turn, and never in the way of a choice that must be made."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.engine.game import Game
from rulelang.program import runtime
from tests.unit.engine.conftest import GameOf

COINS = """
    game coins "Coins"
      players: 2

    player
      coins: number starts 2
      points: number starts 0

    window spend "Spend" of actor
      choose n in 1..2 where n <= actor.coins
      add -n to actor.coins

    window lose "Lose" of actor
      choose n in 1..2 where n <= actor.coins
      choose m in 1..2
      add -n to actor.coins

    round main
      last: 4
      begin
        choose p in player by seat(0) prompt "Who is lucky?"
        add 1 to p.coins
      turn
        choose one
          way buy
            need actor.coins >= 1 because "no coin"
            choose m in 1..2 where m <= actor.coins
            add m to actor.points
          way rest
            add 1 to actor.coins
      finish
        choose p in player by seat(1) prompt "Who is unlucky?"
        add -1 to p.points

    score points(p) gives p.points
"""


@pytest.fixture
def coins(game_of: GameOf) -> Game:
    return game_of(COINS, "coins")


def test_windows_are_shut_between_turns(coins: Game):
    """Nobody has the turn: before the first, and after the last."""
    match = coins.start(2, seed=1)
    assert match.decision.keys == ["player_1", "player_2"]
    assert match.view(0)["turn"] is None
    assert match.why_not("spend 1").reason == "it is for the player whose turn it is"
    for key in ("player_1", "rest", "rest"):
        match.choose(key)
    assert match.view(0)["turn"] is None
    assert match.decision.keys == ["player_1", "player_2"]


def test_a_window_leaves_something_to_choose(coins: Game):
    """With three coins all may be spent but the one that the purchase needs."""
    match = coins.start(2, seed=1)
    for key in ("player_2", "buy"):
        match.choose(key)
    assert match.decision.keys == ["1", "2", "spend 1", "lose 1", "lose 2"]
    assert match.why_not("spend 2").reason == "there would be nothing left to choose here"


def test_a_rule_that_a_window_made_impossible_is_over(coins: Game):
    """What a window with decisions of its own will do can not be tried; then the purchase is off."""
    match = coins.start(2, seed=1)
    for key in ("player_2", "buy", "lose 2", "1"):
        match.choose(key)
    assert match.decision.player == 1
    assert match.view(0)["players"][0]["fields"] == {"coins": 0, "points": 0}


@pytest.mark.parametrize("seed", range(20))
def test_no_choice_leads_to_a_fault(coins: Game, seed: int):
    rng = Random(seed)
    match = coins.start(2, seed=seed)
    while not match.over:
        match.choose(rng.randrange(len(match.decision.options)))
    assert match.end_reason == "the last round was played"


LEFT = """
    game left "Left"
      players: 2

    state
      n: number starts 0

    window peek "Peek" of actor
      choose w in 1..2
      add w to n

    round main
      last: 3
      phase one
        turn
          hurry()
        choose y in 1..2 by seat(0)
      phase two
        choose y in 1..2 by seat(0)
        turn
          choose y2 in 1..2

    rule hurry()
      windows: closed
      choose x in 1..2
      if x = 1
        stop phase

    score n(p) gives n
"""


def test_a_phase_left_from_a_closed_rule_closes_nothing(game_of: GameOf):
    """The turn is over with the phase, and so is whatever kept windows shut."""
    match = game_of(LEFT).start(2, seed=1)
    match.choose("1")
    assert match.view(0)["phase"] == "two"
    assert match.decision.keys == ["1", "2"]
    match.choose("1")
    assert match.decision.keys == ["1", "2", "peek 1", "peek 2"]
    assert match.state.window < runtime.NOBODYS_TURN

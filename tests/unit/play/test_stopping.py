"""`stop` where there is little to stop."""

from __future__ import annotations

import pytest

from rulelang.errors import RuleFault
from tests.unit.conftest import GameOf

TRIED = """
    game tried "Tried"
      players: 2

    player
      money: money starts 3

    round main
      last: 2
      turn
        choose one
          way toll
            need can(toll())
            toll()
          way rest
            pay 1 from bank to actor

    rule toll()
      pay 1 from actor to bank
      if actor.money = 2
        stop turn
      levy(actor)
      choose x in 1..2

    rule levy(p: player)
      need p.money >= 1 because "nothing left"
      pay 1 from p to bank

    score money(p) gives p.money
"""


def test_a_rule_that_leaves_the_turn_can_be_tried(game_of: GameOf) -> None:
    """`can` tries the rule on a copy, which has no turn of its own to leave."""
    match = game_of(TRIED).start(2, seed=1)
    assert [o.key for o in match.decision.options] == ["toll", "rest"]
    match.choose("toll")
    assert match.decision.player == 1
    assert match.view(0).data()["players"][0]["fields"]["money"] == 2


NO_PHASE = """
    game none_such "None such"
      players: 2

    round main
      last: 2
      turn
        choose x in 1..2
        stop phase

    score nothing(p) gives 0
"""


def test_a_phase_that_is_not_going_on_can_not_be_stopped(game_of: GameOf) -> None:
    match = game_of(NO_PHASE).start(2, seed=1)
    with pytest.raises(RuleFault, match="there is none going on"):
        match.choose(0)

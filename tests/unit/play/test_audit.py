"""The audit: what is lost is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulelang import RuleFault
from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.play.audit import audit, settle
from tests.unit.conftest import GameOf


def lose(state: Any) -> None:
    """Take a card off the table."""
    state.zones[state.loc_tile[4]].remove(4)


def double(state: Any) -> None:
    """Put a card into a second zone."""
    state.zones[-1].append(4)


def misplace(state: Any) -> None:
    """Say a card lies where it does not."""
    state.loc_tile[4] = len(state.zones) - 1


def steal(state: Any) -> None:
    """Take money that goes nowhere."""
    state.player_money[0] -= 2


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lose, "the tile `five` is lost: it lies in no zone, and was last in `deck`"),
        (double, "the tile `five` lies twice: in `deck`, in `table_`"),
        (misplace, "the tile `five` lies in `deck` but is said to lie in `table_`"),
        (steal, r"there was 10 in all, there is 8 \(2 is missing\)"),
    ],
)
def test_what_is_lost_is_named(hands: Game, harm: Callable[[Any], None], message: str):
    """A card or money that is not where it should be."""
    match = hands.start()
    audit(match)
    harm(match.state)
    with pytest.raises(RuleFault, match=message):
        audit(match)


def test_bank_keeps_account(hands: Game):
    """What is paid to the bank is still there."""
    match = hands.start(audit=True)
    match.choose("spend")
    assert match.state.player_money == [3, 5]


RANGES = """
    game ranges "Ranges"
      players: 1
      ask: always
      bank: 3
    card tile
      | name |
      | one  |
      | two  |
    zone deck of tile seen by nobody
    zone row of tile limit 1 seen by all
    player
      money: money starts 0
      level: 0..2 starts 0
    state
      total_: number starts 0
    setup
      move tile to deck
    round main
      last: 9
      turn
        choose one
          way climb "Climb"
            add 1 to actor.level
          way earn "Earn"
            pay 2 from bank to actor
          way crowd "Crowd"
            move deck to row
          way count_ "Count"
            add 1 to total_
    always
      need total_ < 2 because "nobody counts to two"
"""


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (("climb", "climb", "climb"), "rule `main.turn`: `level` becomes 3, and may be 0..2"),
        (("earn", "earn"), "the bank has paid 1 more than it had"),
        (("crowd",), "`row` holds 2 cards, and may hold 1"),
        (("count_", "count_"), "what always holds does not hold any more: nobody counts to two"),
    ],
)
def test_limits_are_held(game_of: GameOf, choices: tuple[str, ...], message: str):
    """Ranges, limits, the bank and what the game says: checked after every step."""
    match = game_of(RANGES).start(audit=True)
    for key in choices[:-1]:
        match.choose(key)
    with pytest.raises(RuleFault, match=message) as caught:
        match.choose(choices[-1])
    assert caught.value.span is not None


def test_silence_is_the_default(game_of: GameOf):
    """A match that does not ask for it is not searched for what is lost."""
    match: Match = game_of(RANGES).start()
    match.choose("crowd")
    assert max(map(len, match.state.zones)) == 2


def test_money_set_by_hand_is_settled(hands: Game):
    """Whoever sets up a position lets the bank pay for it."""
    match = hands.start()
    match.state.player_money[1] = 50
    settle(match)
    audit(match)


TOKENS = """
game gems "Gems"
  players: 2

kind gem
  | name  |
  | white |
  | blue  |
  left: tokens starts 4

player
  gems: tokens per gem starts 1

rule take(g: gem)
  pay 1 from g.left to actor.gems[g]

round main
  last: 2
  turn
    choose g in gem
    take(g)

score gems(p) gives sum(g in gem: p.gems[g])
"""


def test_tokens_are_kept_by_member(game_of: GameOf):
    """A token that becomes one of another member is missed, though there are as many in all."""
    match = game_of(TOKENS).start(audit=True)
    match.choose("blue")
    assert match.state.gem_left == [4, 3]
    match.state.player_gems[0] += 1
    match.state.player_gems[1] -= 1
    with pytest.raises(RuleFault, match="there were 6 tokens of `white` in all, there are 7"):
        audit(match)

"""Silence tells nothing, and what was shown is not hidden."""

from __future__ import annotations

import pytest

from rulelang.testing.scenario import run_scenarios
from tests.unit.conftest import GameOf

ASKED = """
    game asked "Asked"
      players: 2
      {ask}

    player
      points: number starts 0

    round main
      last: 2
      turn
        {choice}
          {then}
"""
CHOICE = ("choose n in 1..2 where n <= actor.points optional asked anyway", "add n to actor.points")
ALWAYS = ("choose n in 1..2 where n <= actor.points optional", "add n to actor.points")
WAYS = ("choose one optional asked anyway", "way more when actor.points > 0\n            add 1 to actor.points")


@pytest.mark.parametrize(
    ("ask", "choice", "then"), [("", *CHOICE), ("ask: always", *ALWAYS), ("", *WAYS)], ids=["choice", "always", "ways"]
)
def test_who_can_only_pass_is_asked(game_of: GameOf, ask: str, choice: str, then: str):
    """Were he not asked, all would know that he has nothing to choose."""
    match = game_of(ASKED.format(ask=ask, choice=choice, then=then)).start(2, 1)
    asked = []
    while not match.over:
        asked.append((match.decision.player, match.decision.keys))
        match.choose("pass")
    assert asked == [(0, ["pass"]), (1, ["pass"])] * 2


DEAL = """
    game deal "Deal"
      players: 2

    card tile
      | name | copies |
      | ace  | 2      |
      | king | 1      |

    player
      points: number starts 0

    zone deck of tile seen by nobody
    zone hand of tile per player seen by owner

    setup
      move tile to deck
      shuffle deck

    round main
      last: 1
      turn
        choose n in 1..2 asked anyway
        add n to actor.points
        draw 1 from deck to actor.hand
        choose t in actor.hand asked anyway
        if n = 1
          reveal t to left(actor)
"""


def test_options_of_players_have_no_odds(game_of: GameOf):
    """What chance was asked before leaves no weights behind."""
    match = game_of(DEAL).start(2, 1, chance="ask")
    assert [option.weight for option in match.decision.options] == [2, 1]
    while match.decision.player is None:
        match.choose(0)
    assert [option.weight for option in match.decision.options] == [1, 1]


@pytest.mark.parametrize(("pick", "is_hidden"), [(1, "not hidden"), (2, "hidden")])
def test_what_was_shown_is_not_hidden(game_of: GameOf, pick: int, is_hidden: str):
    """A scenario asks what a player knows, `reveal` and all."""
    scenario = f"""
    scenario "shown or not"
      players: 2
      play
        player_1: {pick}
        player_1: first(player_1.hand)
      then
        need {is_hidden}(first(player_1.hand), player_2) and not hidden(first(player_1.hand), player_1)
"""
    results = run_scenarios(game_of(DEAL + scenario).rules)
    assert [(result.passed, result.message) for result in results] == [(True, "")]

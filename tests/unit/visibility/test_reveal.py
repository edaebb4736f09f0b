"""`reveal`: what was shown stays known to those who saw it, as long as they can know where it is."""

from __future__ import annotations

import json
from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.visibility.determinise import believer
from tests.unit.conftest import GameOf

SHOWING = """
    game showing "Showing"
      players: 3
      ask: always

    card tile
      | name  | worth |
      | one   | 1     |
      | two   | 2     |
      | three | 3     |
      | four  | 4     |
      | five  | 5     |
      | six   | 6     |
      | seven | 7     |
      | eight | 8     |
      | nine  | 9     |

    zone deck of tile seen by nobody
    zone hand of tile per player seen by owner
    zone pile of tile seen by nobody
    zone table_ of tile seen by all

    player
      purse: number seen by owner starts 3
      chosen: tile or none seen by owner starts none

    setup
      move tile to deck
      each p in player
        draw 2 from deck to p.hand

    round main
      last: 9
      turn
        choose one
          way show_all
            choose c in actor.hand
            reveal c
          way show_one
            choose p in player
            reveal actor.hand to p
          way look
            reveal top(deck) to actor
          way lay
            choose c in actor.hand
            move c to table_
          way hide
            choose c in actor.hand
            move c to pile
          way give
            choose c in actor.hand
            choose p in player
            move c to p.hand
          way take
            draw 1 from deck to actor.hand
          way mix
            shuffle deck
          way count_purse
            reveal actor.purse
          way earn
            add 1 to actor.purse
          way mark
            choose c in actor.hand
            set actor.chosen to c
          way tell
            reveal actor.chosen

    score purse(p) gives 0
"""


@pytest.fixture
def showing(game_of: GameOf) -> Game:
    return game_of(SHOWING, "showing")


def after(game: Game, *keys: str) -> Match:
    match = game.start(3, seed=1)
    for key in keys:
        match.choose(key)
    return match


def hand(match: Match, of: str, player: int | None) -> object:
    return match.view(player).data()["zones"]["hand"][of]


def test_a_card_shown_to_all_is_known_to_all(showing: Game):
    """Also to whoever looks on; the rest of the hand stays hidden."""
    match = after(showing, "show_all", "one")
    for player in (1, 2, None):
        assert hand(match, "player_1", player) == {"count": 2, "shown": ["one"]}
    assert hand(match, "player_1", 0) == ["one", "two"]


def test_a_hand_shown_to_one_is_known_to_him_only(showing: Game):
    match = after(showing, "show_one", "player_3")
    assert hand(match, "player_1", 2) == {"count": 2, "shown": ["one", "two"]}
    assert hand(match, "player_1", 1) == hand(match, "player_1", None) == {"count": 2}


def test_a_card_that_all_see_go_takes_no_other_along(showing: Game):
    """It went to the open table, so the other one is still in the hand."""
    match = after(showing, "show_one", "player_3", "take", "take", "lay", "one")
    assert hand(match, "player_1", 2) == {"count": 1, "shown": ["two"]}


def test_after_a_hidden_card_went_it_may_have_been_any(showing: Game):
    """Else the view would tell which of them it was."""
    for card in ("one", "two"):
        match = after(showing, "show_all", "one", "take", "take", "hide", card)
        assert hand(match, "player_1", 1) == {"count": 1}


def test_who_gets_the_card_knows_the_others_still(showing: Game):
    match = after(showing, "show_all", "one", "take", "take", "give", "two", "player_2")
    assert hand(match, "player_1", 1) == {"count": 1, "shown": ["one"]}
    assert hand(match, "player_1", 2) == {"count": 1}


def test_a_shuffle_ends_it(showing: Game):
    match = after(showing, "look", "earn", "earn")
    assert match.view(0).data()["zones"]["deck"] == {"count": 3, "shown": ["seven"]}
    assert match.view(1).data()["zones"]["deck"] == {"count": 3}
    match.choose("mix")
    assert match.view(0).data()["zones"]["deck"] == {"count": 3}


def test_a_field_is_known_until_it_is_written(showing: Game):
    match = after(showing, "count_purse")
    assert [match.view(p).data()["players"][0]["fields"].get("purse") for p in (0, 1, 2, None)] == [3, 3, 3, 3]
    for key in ("take", "take", "earn"):
        match.choose(key)
    assert [match.view(p).data()["players"][0]["fields"].get("purse") for p in (0, 1, 2, None)] == [4, None, None, None]


def test_a_field_that_holds_a_card_shows_the_card(showing: Game):
    match = after(showing, "mark", "one", "take", "take", "tell")
    assert match.view(1).data()["players"][0]["fields"]["chosen"] == "one"
    assert hand(match, "player_1", 1) == {"count": 2, "shown": ["one"]}


def test_copies_and_saves_remember(showing: Game):
    match = after(showing, "show_all", "one")
    copy = match.copy()
    match.choose("hide")
    assert hand(copy, "player_1", 1) == {"count": 2, "shown": ["one"]}
    assert copy == after(showing, "show_all", "one")


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_not_known_may_be_otherwise(showing: Game, seed: int):
    """In every position a player may believe in he sees the same: what was shown to him, and no more."""
    rng = Random(seed)
    match = showing.start(3, seed=seed)
    for _ in range(60):
        if match.over:
            break
        match.choose(rng.randrange(len(match.decision.options)))
        for player in range(3):
            other, _ = believer(match.program).believe(match, player, rng)
            assert json.dumps(other.view(player).data()) == json.dumps(match.view(player).data())

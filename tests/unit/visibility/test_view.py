"""Views: what is seen follows from zones and fields, and from nothing else."""

from __future__ import annotations

import json

import pytest

from rulelang import UsageError
from rulelang.api.game import Game
from rulelang.api.match import Match
from tests.unit.conftest import GameOf


def test_hands_are_seen_by_their_owners(hands: Game):
    """Others see how many cards there are; a spectator is one of the others."""
    match = hands.start()
    assert match.view(0).data()["zones"]["hand"] == {"player_1": ["one", "two"], "player_2": {"count": 2}}
    assert match.view(None).data()["zones"]["hand"] == {"player_1": {"count": 2}, "player_2": {"count": 2}}
    assert match.view(0).data()["zones"]["deck"] == {"count": 2}


def test_top_of_a_pile_is_seen(hands: Game):
    """The rest of the pile is a number."""
    match = hands.start()
    assert match.view(1).data()["zones"]["pile"] == {"count": 0, "top": None}
    match.choose("show")
    match.choose("two")
    assert match.view(1).data()["zones"]["pile"] == {"count": 1, "top": "two"}


def test_fields_seen_by_owner(hands: Game):
    """A hidden field is left out of the views of others."""
    match = hands.start()
    one, two = match.view(1).data()["players"]
    assert one["fields"] == {"money": 5, "points": 0}
    assert two["fields"] == {"money": 5, "purse": 3, "points": 0}


def test_count_may_be_hidden(game_of: GameOf):
    """A zone that tells nobody how many it holds is empty in a view."""
    game = game_of("""
        game bags "Bags"
          players: 1
          ask: always
        card tile
          | name |
          | one  |
        zone bag of tile seen by nobody
          count: seen by nobody
        setup
          move tile to bag
        round main
          last: 1
          turn
            choose n in 1..2
    """)
    assert game.start().view(0).data()["zones"] == {"bag": {}}


def test_options_are_for_the_one_who_decides(hands: Game):
    """Others learn who decides and what is asked."""
    match = hands.start()
    match.choose("lay")
    assert [o["key"] for o in match.view(0).data()["decision"]["options"]] == ["one", "two"]
    assert match.view(1).data()["decision"] == {"player": 0, "prompt": "Which?"}


def test_prompt_that_tells_a_secret_is_not_shown_to_others(game_of: GameOf):
    """A hole that reads a hidden field is filled for its owner only."""
    game = game_of("""
        game prompts "Prompts"
          players: 2
          ask: always
        player
          worth: number seen by owner starts 7
        round main
          last: 1
          turn
            let mine = actor.worth
            choose n in 1..2 prompt "Worth {mine} to you: what now?"
            choose m in 1..2 prompt "{actor}, round {n}?"
    """)
    match = game.start()
    assert match.view(0).data()["decision"]["prompt"] == "Worth 7 to you: what now?"
    assert match.view(1).data()["decision"]["prompt"] == "Choose n"
    match.choose("2")
    assert match.view(1).data()["decision"]["prompt"] == "Player 1, round 2?"


def test_level_turn_and_phase(bids: Game, hands: Game):
    """The round, the phase and whose turn it is, while there is one."""
    first = bids.start().view(0).data()
    assert (first["round"], first["phase"], first["turn"]) == (1, "bidding", None)
    second = hands.start().view(0).data()
    assert (second["round"], second["phase"], second["turn"]) == (1, None, 0)


def test_what_is_chosen_at_once_is_out_of_sight(bids: Game):
    """While others still choose, even an open field does not show what was chosen, except to its owner."""
    match = bids.start()
    for key in ("0", "0", "0", "2"):
        match.choose(key)
    assert match.view(0).data()["players"][0]["fields"]["guess"] == 2
    assert "guess" not in match.view(1).data()["players"][0]["fields"]
    assert match.view(1).data()["players"][1]["fields"]["guess"] == 0
    match.choose("1")
    match.choose("1")
    assert match.view(1).data()["players"][0]["fields"]["guess"] == 2


SCORES = """
    game scores "Scores"
      players: 2
      ask: always
    card tile
      | name  | worth |
      | one   | 1     |
      | two   | 2     |
      | three | 3     |
    zone deck of tile seen by nobody
    zone hand of tile per player seen by owner
    setup
      move tile to deck
      each p in player
        draw 1 from deck to p.hand
    value worth_of(q: player) gives sum(c in q.hand: c.worth)
    round main
      last: 1
      turn
        choose n in 1..2
    score worth(p) gives worth_of(p) + 10
"""


def test_scores_that_rest_on_hidden_things(game_of: GameOf):
    """A player knows his own; all are told at the end."""
    match = game_of(SCORES).start()
    assert match.view(0).data()["scores"] == [11, None]
    assert match.view(1).data()["scores"] == [None, 12]
    assert match.view(None).data()["scores"] == [None, None]
    match.choose(0)
    match.choose(0)
    assert match.view(None).data()["scores"] == [11, 12]
    assert match.view(None).data()["winners"] == [1]
    assert match.view(None).data()["end_reason"] == "the last round was played"


def test_fields_of_cards_are_seen_with_the_card(game_of: GameOf):
    """What a hidden card has become is hidden with it."""
    game = game_of("""
        game tapped "Tapped"
          players: 2
          ask: always
        card tile
          | name |
          | one  |
          | two  |
          used: yes or no
        zone hand of tile per player seen by owner
        setup
          move tile to player_1.hand
        round main
          last: 1
          turn
            choose c in player_1.hand
            set c.used to yes
    """)
    match = game.start()
    match.choose("one")
    assert match.view(0).data()["kinds"] == {"tile": {"one": {"used": True}, "two": {"used": False}}}
    assert match.view(1).data()["kinds"] == {"tile": {}}


def swapped(match: Match) -> Match:
    """The same match, but for what only the second player and nobody sees."""
    other = match.copy()
    zones, places = other.state.zones, other.state.loc_tile
    deck, hand = places[4], places[2]
    zones[deck], zones[hand] = [zones[hand][0], zones[deck][1]], [zones[deck][0], zones[hand][1]]
    for number in (deck, hand):
        for card in zones[number]:
            places[card] = number
    other.state.player_purse[1] = 99
    return other


def test_hidden_changes_change_no_view(hands: Game):
    """Swapping cards between the deck and another hand can not be seen."""
    match = hands.start()
    other = swapped(match)
    assert other.view(1) != match.view(1)
    for player in (0, None):
        assert json.dumps(other.view(player).data()) == json.dumps(match.view(player).data())


def test_there_is_no_such_player(hands: Game):
    """A number that is no player is refused."""
    for wrong in (2, -1, True, "0"):
        with pytest.raises(UsageError, match="there is no player"):
            hands.start().view(wrong)  # type: ignore[arg-type]

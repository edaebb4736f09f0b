"""Ways with parameters: their keys and texts, saves, and what others are told of them."""

from __future__ import annotations

import random

import pytest

import rulelang
from rulelang.api.match import Match
from rulelang.bots import bot_named
from tests.unit.conftest import GameOf

SHOWN = """
    game shown "Shown"
      players: 2

    card coin
      | name | worth |
      | one  | 1     |
      | two  | 2     |
      | five | 5     |
      | ten  | 10    |

    zone pile of coin seen by nobody
    zone table of coin seen by all
    zone hand of coin per player seen by owner

    player
      points: number starts 0

    setup
      move coin to pile
      each p in player
        draw 2 from pile to p.hand

    round main
      last: 2
      turn
        choose one optional
          way keep(c in actor.hand where c.worth > actor.points, n in 1..2) as "{c} is kept for {n}"
            add n to actor.points
          way show(c in actor.hand) "Show"
            move c to table
          way nothing "Nothing"
            add 0 to actor.points

    score points(p) gives p.points
"""


def hand(match: Match) -> list[str]:
    cards: list[str] = match.view(0).data()["zones"]["hand"]["player_1"]
    return cards


def test_keys_and_texts(game_of: GameOf):
    """A key has what was chosen in brackets; without `as` the label and what was chosen are said."""
    match = game_of(SHOWN).start(2, 1)
    held = hand(match)
    wanted = [f"keep({card}, {n})" for card in held for n in (1, 2)] + [f"show({card})" for card in held]
    assert match.decision.keys == [*wanted, "nothing", "pass"]
    texts = [option.text for option in match.decision.options]
    assert texts[0] == f"{held[0]} is kept for 1"
    assert texts[4] == f"Show: {held[0]}"
    assert texts[6:] == ["Nothing", "pass"]


def test_a_save_goes_on(game_of: GameOf):
    game = game_of(SHOWN)
    match = game.start(2, 5)
    match.choose(1)
    match.choose(match.decision.keys[4])
    again = rulelang.resume(match.save(), game.reference)
    assert again.decision.keys == match.decision.keys
    assert again == match


def test_others_are_not_told_of_a_hidden_card(game_of: GameOf):
    """They are told that something was chosen, but not which card, nor by the text of the option."""
    match = game_of(SHOWN).start(2, 1)
    match.log  # noqa: B018 - somebody listens
    card = hand(match)[0]
    chosen = match.choose(0)[0]
    assert match.say(chosen.seen_by(0)) == f"Player 1: {card} is kept for 1"
    assert card not in match.say(chosen.seen_by(1))


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:20"])
def test_bots_play_them(game_of: GameOf, bot: str):
    match = game_of(SHOWN).start(2, 3)
    player = bot_named(bot)
    rng = random.Random(1)
    while not match.over:
        match.choose(player.choose(match, rng))
    assert match.scores

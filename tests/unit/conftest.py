"""Games of a few lines, written where they are needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from tests.unit.hidden_games import numbers, out_of_play, secrets

__all__ = ["numbers", "out_of_play", "secrets"]  # fixtures of several folders

GameOf = Callable[..., Game]


@pytest.fixture
def game_of(tmp_path: Path) -> GameOf:
    """A game from its rules; several in one test get different files."""

    def make(text: str, name: str = "small", **more: object) -> Game:
        path = tmp_path / f"{name}.rules"
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return load(path, **more)  # type: ignore[arg-type]

    return make


HANDS = """
    game hands "Hands"
      players: 2
      ask: always

    card tile
      | name  | worth |
      | one   | 1     |
      | two   | 2     |
      | three | 3     |
      | four  | 4     |
      | five  | 5     |
      | six   | 6     |

    zone deck of tile seen by nobody
    zone hand of tile per player seen by owner
    zone pile of tile seen by nobody
      top: seen by all
    zone table_ of tile seen by all

    player
      money: money starts 5
      purse: number seen by owner starts 3
      points: number starts 0

    setup
      move tile to deck
      each p in player
        draw 2 from deck to p.hand

    round main
      last: 3
      turn
        choose one
          way lay "Lay a card"
            choose c in actor.hand prompt "Which?"
            lay(c)
          way cover "Cover a card"
            choose c in actor.hand
            move c to deck
          way show "Show a card"
            choose c in actor.hand
            move c to pile.top
          way spend "Spend"
            need actor.money >= 2 because "you have only {actor.money}"
            pay 2 from actor to bank
            add 1 to actor.purse

    rule lay(c: tile)
      move c to table_
      add c.worth to actor.points

    score points(p) gives p.points
"""


@pytest.fixture
def hands(game_of: GameOf) -> Game:
    """Two players with hidden hands, an open table and a pile whose top is open."""
    return game_of(HANDS, "hands")


BIDS = """
    game bids "Bids"
      players: 3
      ask: always

    player
      bid: 0..9 seen by owner starts 0
      guess: 0..9 starts 0
      points: number starts 0

    round main
      last: 2
      phase bidding
        each p in player at once
          choose b in 0..2 by p
          set p.bid to b
      phase guessing
        each p in player at once
          choose g in 0..2 by p
          set p.guess to g
        each p in player
          if p.guess = left(p).bid
            add 1 to p.points
      phase opening
        each p in player
          reveal p.bid

    score points(p) gives p.points
"""


@pytest.fixture
def bids(game_of: GameOf) -> Game:
    """Secret bids that stay secret, then secret guesses that are seen when all are made."""
    return game_of(BIDS, "bids")

"""A game in which a bot could cheat: hidden hands, a closed deck and secret bids."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load

SECRETS = """\
game secrets "Secrets"
  players: 3

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
  top: seen by all
zone hand of tile per player seen by owner
zone played of tile per player seen by all

player
  bid: 1..6 seen by owner starts 1
  purse: number seen by owner starts 10

setup
  move tile to deck
  shuffle deck
  each p in player
    draw 2 from deck to p.hand
    add seat(p) - 1 to p.purse

round main
  last: 3
  turn
    choose n in 1..6 prompt "How high?"
    set actor.bid to n
    if count(actor.hand) > 0
      choose c in actor.hand prompt "Which card?"
        move c to actor.played
    draw 1 from deck to actor.hand

score sum_of(p) gives sum(c in p.played: c.worth)
  ties: -seat(p)

estimate hope(p) gives sum(c in p.played: c.worth) * 10 + sum(c in p.hand: c.worth) + p.bid
"""


@pytest.fixture
def secrets(tmp_path: Path) -> Game:
    """The game, loaded."""
    path = tmp_path / "secrets.rules"
    path.write_text(SECRETS, encoding="utf-8")
    return load(path)


OUT_OF_PLAY = """\
game out_of_play "Out of play"
  players: 2

card tile
  | name  |
  | one   |
  | two   |
  | three |
  | four  |
  | five  |
  | six   |

zone deck of tile seen by nobody
zone hand of tile per player seen by owner
zone shown of tile seen by all

setup
  move six to shown
  move [one, two, three, four] to deck
  shuffle deck
  move top(deck) to box optional
  draw 1 from deck to player_1.hand
  move six to box

round main
  last: 1
  turn
    choose one
      way keep
        move first(actor.hand) to box optional
      way look
        let k = top(deck)
        choose p in player prompt "Whose is it?"
        move k to p.hand optional

score cards(p) gives count(p.hand)
"""


@pytest.fixture
def out_of_play(tmp_path: Path) -> Game:
    """Some cards are out of play: one that nobody saw, one that all saw, one that never was in it."""
    path = tmp_path / "out_of_play.rules"
    path.write_text(OUT_OF_PLAY, encoding="utf-8")
    return load(path)


NUMBERS = """\
game numbers "Numbers"
  players: 3

kind purse
  | name | coins |
  | thin | 2     |
  | fat  | 7     |

player
  rolled: number starts 0 seen by owner
  bid: number starts 0 seen by owner
  coins: number starts 0 seen by owner
  mark: number starts -1 seen by owner
  target: player or none starts none seen by owner
  total: number starts 3 seen by owner

rule put(p: player, n: number)
  set p.mark to n * 10

setup
  each p in player
    choose w in 5..8 by chance
    set p.rolled to w
    choose s in purse by chance
    set p.coins to s.coins
    add w to p.total

round main
  last: 2
  turn
    choose b in 0..actor.rolled - 1
    set actor.bid to b
    choose q in player where q != actor
    set actor.target to q
    choose m in 1..3
    put(actor, m)
"""


@pytest.fixture
def numbers(tmp_path: Path) -> Game:
    """Hidden numbers that come about in several ways."""
    path = tmp_path / "numbers.rules"
    path.write_text(NUMBERS, encoding="utf-8")
    return load(path)

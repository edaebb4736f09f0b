"""A runner for the command line, and small games for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulelang.cli import commands

COINS = """\
game coins "Coins"
  players: 2..3
  about: "Take coins; most coins win."

state
  left: number starts 7

player
  coins: number starts 0

round main
  last: 20
  turn
    choose n in 1..2 where n <= left prompt "How many coins?"
      take(n)
    if left = 0
      stop game because "the coins are gone"

rule take(n: number)   cites COI-002
  add -n to left
  add n to actor.coins

score most(p) gives p.coins
  ties: -seat(p)

option unused_seed "Nothing much"
  values: 1..3
  default: 1

variant greedy_start "Greedy start" of coins
  about: "The first player begins with a coin."
  after setup()
    add 1 to seat(1).coins

setup
  set left to 7 + unused_seed - 1

scenario "two coins are taken"   cites COI-002
  players: 2
  play
    player_1: 2
  then
    need player_1.coins = 2
"""

CARDS = """\
game cards "Cards"
  players: 2

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
zone played of tile per player seen by all

setup
  move tile to deck
  shuffle deck
  each p in player
    draw 2 from deck to p.hand

round main
  last: 2
  turn
    choose c in actor.hand prompt "Which card?"
      move c to actor.played
    choose one optional
      way take "Take a card" when count(deck) > 0
        draw 1 from deck to actor.hand

score sum_of(p) gives sum(c in p.played: c.worth)
  ties: -seat(p)
"""


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    """A game of chance-free choices."""
    path = tmp_path / "coins.rules"
    path.write_text(COINS, encoding="utf-8")
    return path


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A game with hidden hands."""
    path = tmp_path / "cards.rules"
    path.write_text(CARDS, encoding="utf-8")
    return path


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object, typed: str = "") -> Result:
        return CliRunner().invoke(commands, [str(a) for a in arguments], input=typed)

    return call

"""The parts of a score: the terms of its sum, as far as somebody may know them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.table.make import picture

# Two coins are worth a point, a shell in the closed hand three, a debt costs two, and everybody has seven.
BEACH = """game beach "Beach"
  players: 2

player
  coins: number starts 0
  debts: number starts 0

card shell
  | name  | worth | copies |
  | conch | 3     | 8      |

zone deck of shell seen by nobody
zone hand of shell per player seen by owner

setup
  move shell to deck

value shells(p: player) "Shells" gives sum(c in p.hand: c.worth)

round main
  last: 2
  turn
    choose n in 1..3 prompt "How many?"
      draw n from deck to actor.hand
      add n to actor.coins
      add 1 to actor.debts

score worth(p) gives shells(p) + p.coins / 2 - (2 * p.debts - 7)
  ties: p.coins, count(p.hand)
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    path = tmp_path / "beach.rules"
    path.write_text(BEACH)
    return load(path).start(players=2, seed=1)


def test_terms_are_parts_in_the_unit_of_the_score(match: Match) -> None:
    for key in ("3", "2", "1", "1"):
        match.choose(key)
    first, second = match.view(None).score_parts
    # 4 coins and shells, two debts; then 3 of each.
    assert first == {"shells": 12, "coins": 2, "debts": -4, "the rest": 7}
    assert second == {"shells": 9, "coins": "1 1/2", "debts": -4, "the rest": 7}
    assert match.view(None).scores == (17, "13 1/2")


def test_what_rests_on_a_closed_hand_its_owner_alone_knows(match: Match) -> None:
    match.choose("3")
    assert match.view(0).score_parts[0] == {"shells": 9, "coins": "1 1/2", "debts": -2, "the rest": 7}
    assert match.view(1).score_parts[0] == {"shells": None, "coins": "1 1/2", "debts": -2, "the rest": 7}
    assert match.view(1).scores[0] is None


def test_the_end_shows_them_and_no_tie_break_twice(match: Match) -> None:
    for key in ("3", "2", "1", "1"):
        match.choose(key)
    end = picture(match, None).ending
    assert end is not None
    assert (end.parts, end.ties) == (("Shells", "coins", "debts", "the rest"), ("hand",))
    assert [(r.seat, r.score, r.parts, r.ties) for r in end.results] == [
        (0, 17, (12, 2, -4, 7), (4,)),
        (1, "13 1/2", (9, "1 1/2", -4, 7), (3,)),
    ]

"""What is asked of rules and ways before they are done: everything in front of the first thing they do."""

from __future__ import annotations

import pytest

from rulelang.core.asking import asked_of
from rulelang.model import statements as s
from tests.unit.conftest import GameOf

DEAR = """
    game dear "Dear"
      players: 2

    player
      coins: number starts 2

    rule buy(p: player)
      let price = 1
      set price to 5
      need p.coins >= price because "too dear"
      add 1 to p.coins

    rule look(p: player)
      let price = 1
      set price to 5
      need p.coins >= price because "too dear"
      choose one optional
        way again "Again"

    rule nothing()
      let n = 1
      if n > 0
        note()

    rule note()
      tell "Nothing happens"

    round main
      last: 3
      turn
        let price = 1
        choose one prompt "What?"
          way own "Buy"
            {own}
          way rest "Rest"
            add 0 to actor.coins
          way work "Work"
            add 1 to actor.coins

    score coins(p) gives p.coins
"""


IN_THE_WAY = 'set price to {}\n            need actor.coins >= price because "too dear"'


@pytest.mark.parametrize(
    ("own", "keys"), [(IN_THE_WAY.format(5), []), (IN_THE_WAY.format(2), ["own"]), ("buy(actor)", [])]
)
def test_a_need_behind_a_name_that_is_set_is_asked(game_of: GameOf, own: str, keys: list[str]):
    """To put something into a name is not to do anything yet."""
    match = game_of(DEAR.format(own=own)).start(2, seed=1)
    assert match.decision.keys == [*keys, "rest", "work"]


def test_what_asks_nothing_is_left_out(game_of: GameOf):
    rules = game_of(DEAR.format(own="buy(actor)")).world(2).rules
    assert asked_of(rules["nothing"].body)[0][1:] == []
    asked, does_nothing = asked_of(rules["look"].body)
    assert ([type(x) for x in asked], does_nothing) == ([s.Let, s.Assign, s.Need], False)

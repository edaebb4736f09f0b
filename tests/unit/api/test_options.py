"""What an option is about: its parts, and where on the table they are."""

from __future__ import annotations

import pytest

from rulelang.api.match import Match
from tests.unit.conftest import GameOf

ISLANDS = """
    game islands "Islands"
      players: 2

    kind place
      | name  |
      | north |
      | south |
      | east  |

    map sea of place
      both_ways: no
      | from  | to    |
      | north | south |
      | north | east  |

    piece boat per player
      count: 2
      at: place starts north

    card coin
      | name |
      | one  |
      | two  |
      | five |

    zone pile of coin seen by nobody
      top: seen by all
    zone hand of coin per player seen by owner

    player
      points: number starts 0

    setup
      move coin to pile
      each p in player where p = player_1
        draw 2 from pile to p.hand

    round main
      last: 1
      turn
        reveal pile to actor
        choose one
          way sail "Sail"
            choose b in actor.boat
            choose w in ways(b.at)
              set b.at to w.to
          way show(c in actor.hand) "Show"
            move c to pile.top
          way take(c in pile, n in 1..2) "Take"
            add n to actor.points
            move c to actor.hand
          way rest "Rest"
            add 1 to actor.points

    score points(p) gives p.points
"""


@pytest.fixture
def match(game_of: GameOf) -> Match:
    return game_of(ISLANDS).start(2, 3)


def test_parts_and_places_of_pieces_and_ways(match: Match):
    """A piece is a place to click; a way of a map is, and so is where it leads to."""
    match.choose("sail")
    boats = match.decision.options
    assert boats[0].parts == (("boat", boats[0].key),)
    assert [o.at for o in boats] == [(f"boat:{key}",) for key in match.decision.keys]
    match.choose(0)
    south = match.decision.options[0]
    assert south.key == "north_south"
    assert south.parts == (("sea", "north_south"),)
    assert south.at == ("sea:north_south", "place:south")


def test_cards_are_called_by_their_place(match: Match):
    """A card in one's own hand by its number there; one in a closed pile by the pile, but for the top."""
    keys = match.decision.keys
    hand = match.view(0).data()["zones"]["hand"]["player_1"]
    top = match.view(0).data()["zones"]["pile"]["top"]
    at = {o.key: o.at for o in match.decision.options}
    assert [at[f"show({card})"] for card in hand] == [("zone:hand.player_1#0",), ("zone:hand.player_1#1",)]
    taken = [key for key in keys if key.startswith("take(")]
    assert taken
    assert {key: at[key] for key in taken} == {f"take({top}, {n})": ("zone:pile#0",) for n in (1, 2)}
    part = next(o for o in match.decision.options if o.key == f"take({top}, 2)").parts
    assert part == (("coin", top), ("1..2", "2"))


def test_the_order_of_a_closed_zone_is_not_told(game_of: GameOf):
    """Whoever searches a pile learns which cards lie in it, and not where."""
    rules = ISLANDS.replace("      top: seen by all\n", "").replace("draw 2 from", "draw 1 from")
    options = game_of(rules).start(2, 3).decision.options
    found = {o.at for o in options if o.key.startswith("take(")}
    assert found == {("zone:pile",)}


def test_what_is_no_thing_is_nowhere(match: Match):
    rest = next(o for o in match.decision.options if o.key == "rest")
    assert (rest.parts, rest.at) == ((), ())

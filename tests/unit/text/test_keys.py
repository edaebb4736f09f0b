"""Keys of options: each is one option's own, for choosing, saving and asking."""

from __future__ import annotations

import pytest

import rulelang
from rulelang.api.game import Game
from tests.unit.conftest import GameOf

TWINS = """
    game twins "Twins"
      players: 2

    kind stone
      | name | worth |
      | grey | 1     |
      | blue | 5     |

    player
      points: number starts 0

    round main
      last: 2
      turn
        choose s in [grey, grey, blue, grey], n in 1..2 where n > 1
        add s.worth * n to actor.points

    score points(p) gives p.points
"""


@pytest.fixture
def twins(game_of: GameOf) -> Game:
    return game_of(TWINS, "twins")


def test_keys_are_unique_and_lead_to_their_option(twins: Game):
    match = twins.start(2, seed=1)
    assert match.decision.keys == ["grey 2", "grey 2#2", "blue 2", "grey 2#3"]
    assert [option.key for option in match.decision.options] == match.decision.keys
    assert match.decision.options[-1].key == "grey 2#3"
    match.choose("grey 2#3")
    assert match.choices == [3]


def test_the_log_and_the_save_use_the_same_key(twins: Game):
    match = twins.start(2, seed=1)
    match.choose(1)
    (chose,) = [event for event in match.log if event.kind == "chose"]
    assert chose.option == "grey 2#2"
    assert "grey 2#2" in match.save()
    assert rulelang.resume(match.save(), match.game.reference).choices == [1]


def test_every_key_can_be_asked_about(twins: Game):
    match = twins.start(2, seed=1)
    assert match.why_not("grey 2#2").is_offered
    assert match.why_not("grey 1").reason

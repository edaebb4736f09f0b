"""What is known when the rules are read is not asked while they are played: Python would warn of it."""

from __future__ import annotations

import warnings

import pytest

from rulelang.backends.python.load import compile_world
from tests.unit.conftest import GameOf

RULES = """
    game small "Small"
      players: 2
      ask: always


    state
      n: number

    value given(k: number or none) gives k otherwise 2
    value lacking(k: number or none) gives 1 if k = none otherwise 4
    value there(k: number or none) gives 8 if k != none otherwise 1

    round main
      last: 3
      turn
        choose i in 1..3
        set n to {asked} + i

    score points(p) gives n
"""


@pytest.mark.parametrize(("asked", "value"), [("given(3)", 3), ("lacking(3)", 4), ("there(3)", 8), ("given(-1)", -1)])
def test_a_number_is_there(game_of: GameOf, asked: str, value: int):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        match = game_of(RULES.replace("{asked}", asked)).start(2)
    match.choose(0)
    assert match.scores[0] == value + 1


def test_none_is_not(game_of: GameOf):
    game = game_of(RULES.replace("{asked}", "given(none) + lacking(none)"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_world(game.new_world(2))
    match = game.start(2)
    match.choose(0)
    assert match.scores[0] == 4

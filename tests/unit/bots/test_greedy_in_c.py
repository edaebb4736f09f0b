"""Greedy in C: the same worth of each option as in Python, and none that rests on what can not be known."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.bots.greedy import Greedy
from rulelang.bots.learning.learnt import ByWeights
from tests.unit.bots.conftest import EXAMPLES, assert_rests_on_what_is_seen
from tests.unit.conftest import GameOf

REACH = (4, 1000, 100, 40)

pytestmark = pytest.mark.usefixtures("in_c")


def assert_same_worths(match: Match, decisions: int, **how: int) -> None:
    """To the last bit, along a game of choices good and bad."""
    plain, native = Greedy(is_native=False, **how), Greedy(is_native=True, **how)
    rng = Random(3)
    for number in range(decisions):
        if match.over:
            break
        count = len(match.state.options)
        if count > 1:
            assert native.worths(match, Random(number)) == plain.worths(match, Random(number)), number
            assert native.choose(match, Random(number)) == plain.choose(match, Random(number))
        match.advance(rng.randrange(count) if number % 3 == 0 or count == 1 else plain.choose(match, rng))
    assert native.followed(match) is not None


@pytest.mark.parametrize(
    ("name", "players", "decisions"),
    [
        ("tic_tac_toe", 2, 9),
        ("pig", 2, 20),
        ("harbour", 3, 30),
        ("leduc_poker", 2, 6),
        ("gem_market", 3, 30),
    ],
)
def test_the_same_worths(name: str, players: int, decisions: int):
    game = load(EXAMPLES / name)
    assert_same_worths(game.start(players, seed=5), decisions)
    assert_same_worths(game.start(players, seed=6), decisions, depth=3, budget=20, samples=2)


def test_the_same_worths_in_a_shipped_game():
    """Windows, cards, joint choices."""
    assert_same_worths(load("rotterdam").start(3, seed=5), 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rotterdam", "masters_of_trade", "mainports", "mainport_mastermind"])
def test_the_same_worths_for_longer(name: str):
    game = load(name)
    assert_same_worths(game.start(game.players[-1], seed=6), 120)


@pytest.mark.parametrize(("name", "players"), [("leduc_poker", 2), ("harbour", 3), ("gem_market", 2)])
def test_what_is_hidden_changes_nothing(name: str, players: int):
    """Each option is worth the same."""
    assert_rests_on_what_is_seen(name, players, lambda program, position, seed: program.plans(position, REACH, seed))


def test_rules_compiled_before_are_used(game_of: GameOf):
    """By itself it compiles nothing: its moves are quick."""
    game = game_of((EXAMPLES / "pig.rules").read_text(encoding="utf-8"), "mine")
    match = game.start(seed=1)
    assert Greedy().followed(match) is None
    assert Greedy(is_native=True).followed(match) is not None
    assert Greedy().followed(match) is not None
    assert Greedy(is_native=False).followed(match) is None
    assert ByWeights(weights={}).followed(match) is None


def test_where_c_can_not_follow(secrets: Game):
    """Hidden numbers, and a position that the choices do not lead to: it thinks in Python."""
    assert Greedy(is_native=True).followed(secrets.start(3, seed=2)) is None
    match = load(EXAMPLES / "tic_tac_toe").start(seed=1)
    match.state.decider = 1
    assert len(Greedy(is_native=True).worths(match, Random(1))) == 9

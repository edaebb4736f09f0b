"""Bots: legal choices, and the same ones for the same generator."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.bots import bot_named, choosers
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly, play_with

NAMES = ["random", "greedy", "greedy:1", "greedy:3", "mcts:20", "mcts:200d", "mcts:10x2"]


@pytest.mark.parametrize("name", NAMES)
def test_plays_to_the_end(secrets: Game, name: str):
    """A game between bots is played to its end."""
    match = secrets.start(3, seed=2)
    play_with(match, choosers([name] * 3, 2), 200)
    assert match.over


@pytest.mark.parametrize("name", NAMES)
def test_same_generator_same_choice(secrets: Game, name: str):
    """A bot has no chance of its own."""
    match = secrets.start(3, seed=2)
    first, second = (bot_named(name).choose(match, Random(9)) for _ in "ab")
    assert first == second


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gredy", "nobody is called `gredy`"),
        ("random:3", "takes nothing behind a colon"),
        ("greedy:0", "how many own decisions"),
        ("mcts:many", "no budget"),
        ("mcts:-5", "no budget"),
        ("mcts:nans", "no budget"),
        ("mcts:100x0", "how many trees"),
    ],
)
def test_names_that_say_nothing(name: str, why: str):
    """What is wrong with a name is said."""
    with pytest.raises(ValueError, match=why):
        bot_named(name)


def test_random_bot_draws_like_the_fast_loop(secrets: Game):
    """A seat that chooses at random makes the choices of the simulation's own loop."""
    fast, slow = secrets.start(3, seed=4), secrets.start(3, seed=4)
    made = play_randomly(fast, Luck(6, 3), 500)
    assert play_with(slow, choosers(["random"] * 3, 6), 500) == made
    assert fast == slow


def test_limit(secrets: Game):
    """A playout stops at its limit."""
    match = secrets.start(3, seed=4)
    assert play_randomly(match, Luck(1, 3), 3) == 3
    assert not match.over

"""Bots: legal choices, the same ones for the same generator, and nothing a player may not know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.bots import BOTS, choosers
from rulelang.bots.greedy import Greedy
from rulelang.bots.mcts import MonteCarlo, most_promising
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly, play_with
from rulelang.visibility.determinise import believer

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_plays_to_the_end(secrets: Game, name: str):
    """A game between bots is played to its end."""
    match = secrets.start(3, seed=2)
    play_with(match, choosers([name] * 3, 2), 200)
    assert match.over


@pytest.mark.parametrize("name", list(BOTS))
def test_same_generator_same_choice(secrets: Game, name: str):
    """A bot has no chance of its own."""
    match = secrets.start(3, seed=2)
    first, second = (BOTS[name]().choose(match, Random(9)) for _ in "ab")
    assert first == second


@pytest.mark.parametrize("bot", [Greedy(), MonteCarlo(budget=300)], ids=["greedy", "mcts"])
def test_hidden_cards_change_nothing(secrets: Game, bot: Greedy | MonteCarlo):
    """Other hands and another deck lead to the same choice."""
    match = secrets.start(3, seed=2)
    match.choose(5)
    twin = match.copy()
    zones = twin.state.zones
    layout = twin.program.module.layout
    tile = twin.program.world.kinds["tile"]
    hand = twin.program.world.zones["hand"].base
    zones[hand + 1], zones[hand + 2] = zones[hand + 2], zones[hand + 1]
    for number in (hand + 1, hand + 2):
        for card in zones[number]:
            getattr(twin.state, layout.location(tile))[card] = number
    assert twin.view(0) == match.view(0)
    beliefs = believer(match.program)
    for seed in range(5):
        assert bot.choose(match, Random(seed)) == bot.choose(twin, Random(seed))
        assert beliefs.believe(match, 0, Random(seed)) == beliefs.believe(twin, 0, Random(seed))


def test_greedy_takes_the_best(secrets: Game):
    """The greedy bot bids highest and plays its best card, as the estimate asks."""
    match = secrets.start(3, seed=2)
    bot = Greedy()
    assert match.decision.options[bot.choose(match, Random(1))].key == "6"
    match.choose(5)
    worths = [match.program.world.kinds["tile"].columns["worth"].values[o.value] for o in match.decision.options]
    assert worths[bot.choose(match, Random(1))] == max(worths)


def test_mcts_finds_a_win():
    """With two in a row and a free third square the search takes it."""
    match = load(EXAMPLES / "tic_tac_toe").start(seed=1)
    for index in (0, 3, 0, 3):
        match.choose(index)
    # The first player has squares 1 and 2, the second 5 and 6: square 3 wins.
    chosen = MonteCarlo(budget=800).choose(match, Random(1))
    match.choose(chosen)
    assert match.over
    assert match.winners == [0]


def test_every_arm_is_tried_first():
    """No option goes untried."""
    assert most_promising([1, 0, 3], [1.0, 0.0, 2.0]) == 1


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

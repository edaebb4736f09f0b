"""Loops that play by themselves play as matches do."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.backends.python.runtime import snapshot
from rulelang.bots import choosers
from rulelang.bots.one_step import OneStep
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly, play_with, random_game

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "harbour"])
def test_a_random_game_without_a_match(name: str):
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    players = game.players[0]
    game.start(players, seed=99)
    for seed in range(10):
        match = game.start(players, seed=seed)
        made = play_randomly(match, Luck(seed, players), 10_000)
        found = random_game(game.program(players), seed, 10_000)
        if game.program(players).opening is None:
            assert found is None
        else:
            assert found is not None
            assert (snapshot(found[0]), found[1]) == (snapshot(match.state), made)


def test_a_limit_is_kept():
    game = rulelang.load(EXAMPLES / "pig.rules")
    game.start(2)
    found = random_game(game.program(2), 3, 7)
    assert found is not None
    assert found[1] == 7
    assert not found[0].over


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "harbour"])
def test_greedy_games_in_one_loop_or_choice_by_choice(name: str):
    """Hidden cards, chance and neither of them: the same games, decision for decision."""
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    players = game.players[0]
    for seed in range(3):
        loop, single = game.start(players, seed=seed), game.start(players, seed=seed)
        made = OneStep().play(loop, Luck(seed, players), 200)
        assert made == play_with(single, choosers(["greedy:1"] * players, seed), 200)
        assert loop == single


def test_where_chance_plays_no_part_the_seed_does_not_matter():
    first, second = (rulelang.load(EXAMPLES / "tic_tac_toe.rules") for _ in range(2))
    first.start(2, seed=1)
    assert first.start(2, seed=5) == second.start(2, seed=5) == second.start(2, seed=6)
    pig = rulelang.load(EXAMPLES / "pig.rules")
    assert pig.start(2, seed=5) != pig.start(2, seed=6)

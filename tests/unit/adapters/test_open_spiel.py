"""OpenSpiel plays our games: its solver and its tree search know nothing of rulelang."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rulelang

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy  # noqa: E402 - only where there is pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts  # noqa: E402

from rulelang.adapters.open_spiel import spiel_game  # noqa: E402

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def kuhn() -> Any:
    return spiel_game(rulelang.load(EXAMPLES / "kuhn_poker.rules"), payoff="scores", most=2)


def test_random_games_hold_what_open_spiel_promises(kuhn: Any) -> None:
    """Its own checks of a game: copies, histories, chance, returns."""
    pyspiel.random_sim_test(kuhn, 5, False, True)
    pyspiel.random_sim_test(spiel_game(rulelang.load(EXAMPLES / "tic_tac_toe.rules")), 2, False, True)


def test_cfr_solves_kuhn_poker(kuhn: Any) -> None:
    """The first player loses an eighteenth of a stake a hand: Kuhn (1950)."""
    solver = cfr.CFRSolver(kuhn)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(kuhn.new_initial_state(), [policy, policy])
    assert values[0] == pytest.approx(-1 / 18, abs=0.01)
    assert values[0] == -values[1]
    assert len(policy.states) == 12


@pytest.mark.slow
def test_leduc_poker_is_open_spiels_own() -> None:
    """What best answers win against random play, and what two rounds of regret minimisation find, in both games."""
    theirs = pyspiel.load_game("leduc_poker")
    ours = spiel_game(rulelang.load(EXAMPLES / "leduc_poker.rules"), payoff="scores", most=13)
    losses = [exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert losses[0] == pytest.approx(losses[1], abs=1e-9)
    found = []
    for game in (ours, theirs):
        solver = cfr.CFRSolver(game)
        for _ in range(2):
            solver.evaluate_and_update_policy()
        average = solver.average_policy()
        assert len(average.states) == 936
        found.append(expected_game_score.policy_value(game.new_initial_state(), [average] * 2)[0])
    assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_mcts_takes_the_win_and_stops_the_loss() -> None:
    """Three in a row at the bottom: yellow wins at once, and red would have had to be stopped."""
    game = spiel_game(rulelang.load(EXAMPLES / "connect_four.rules"))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 120, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    for opening, wanted in (("aabbcc", "d"), ("aabbc", "d")):
        state = game.new_initial_state()
        for column in opening:
            state.apply_action(state.string_to_action(column))
        assert state.action_to_string(bot.step(state)) == wanted

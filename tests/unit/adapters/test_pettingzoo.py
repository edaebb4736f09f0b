"""PettingZoo's own tests of an environment, on games with cards, dice, secrets and several players."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.errors import Rejected

pettingzoo_test = pytest.importorskip("pettingzoo.test")

from rulelang.adapters.pettingzoo import env  # noqa: E402 - only where there is PettingZoo

GAMES = ["tic_tac_toe", "kuhn_poker", "pig", "sealed_bid", "harbour", "liars_dice"]

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")  # it warns of shapes and ranges that games do not have
def test_api(name: str) -> None:
    pettingzoo_test.api_test(env(rulelang.load(EXAMPLES / f"{name}.rules")), num_cycles=40)


@pytest.mark.parametrize("name", ["pig", "harbour"])
@pytest.mark.filterwarnings("ignore")
def test_the_same_seed_is_the_same_game(name: str) -> None:
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    pettingzoo_test.seed_test(lambda: env(game), num_cycles=20)


def test_rewards_come_at_the_end_and_sum_to_nothing() -> None:
    """Yellow fills the first column before red has done so with the second."""
    made = env(rulelang.load(EXAMPLES / "connect_four.rules"))
    made.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1):
        made.step(column)
        assert set(made.rewards.values()) == {0.0}
    made.step(0)
    assert made.rewards == {"yellow": 1.0, "red": -1.0}
    assert all(made.terminations.values())


def test_what_the_mask_forbids_is_refused() -> None:
    made = env(rulelang.load(EXAMPLES / "tic_tac_toe.rules"))
    made.reset(seed=1)
    made.step(4)
    assert made.observe(made.agent_selection)["action_mask"][4] == 0
    with pytest.raises(Rejected, match="action_mask"):
        made.step(4)


def test_hidden_cards_are_hidden() -> None:
    """Two deals that differ in the other's card alone look the same."""
    game = rulelang.load(EXAMPLES / "kuhn_poker.rules")
    made = env(game)
    seen: dict[str, set[bytes]] = {}
    for seed in range(40):
        made.reset(seed=seed)
        own = str(made.match.view(0).data()["zones"]["hand"]["player_1"])
        seen.setdefault(own, set()).add(made.observe("player_1")["observation"].tobytes())
    assert len(seen) == 3
    assert all(len(rows) == 1 for rows in seen.values())


def test_a_match_that_goes_on_is_truncated() -> None:
    made = env(rulelang.load(EXAMPLES / "pig.rules"), longest=2)
    made.reset(seed=1)
    for _ in range(2):
        made.step(min(made.actions.legal(made.match)))
    assert made.match.over or all(made.truncations.values())

"""Gymnasium's own check of an environment, and what a seat learns."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.errors import UsageError

checker = pytest.importorskip("gymnasium.utils.env_checker")

from rulelang.adapters.gymnasium import SeatEnv  # noqa: E402 - only where there is Gymnasium

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "kuhn_poker", "harbour"])
@pytest.mark.filterwarnings("ignore")  # it would like bounds that games do not have
def test_check_env(name: str) -> None:
    checker.check_env(SeatEnv(rulelang.load(EXAMPLES / f"{name}.rules")), skip_render_check=True)


def test_bots_have_the_other_seats() -> None:
    """The seat is asked, and nobody else; games end with what they are worth to it."""
    made = SeatEnv(rulelang.load(EXAMPLES / "connect_four.rules"), seat=1)
    won = 0.0
    for seed in range(10):
        _, info = made.reset(seed=seed)
        over, reward = made.match.over, 0.0
        while not over:
            assert made.match.decision.player == 1
            action = int(info["action_mask"].argmax())
            _, reward, over, truncated, info = made.step(action)
            assert not truncated
        assert reward in (-1.0, 0.0, 1.0)
        won += reward
    assert won > 0  # four in the first column at once is more than random play answers


def test_what_is_not_allowed_loses() -> None:
    made = SeatEnv(rulelang.load(EXAMPLES / "tic_tac_toe.rules"))
    made.reset(seed=1)
    _, _, _, _, info = made.step(4)
    assert info["action_mask"][4] == 0
    _, reward, over, _, info = made.step(4)
    assert (reward, over, info["rejected"]) == (-1.0, True, True)


def test_there_is_no_such_seat() -> None:
    with pytest.raises(UsageError, match="from 0 to 1"):
        SeatEnv(rulelang.load(EXAMPLES / "pig.rules"), 2, seat=2)

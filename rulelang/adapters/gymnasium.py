"""Games as Gymnasium environments: one seat, against bots, with `SeatEnv(rulelang.load("pig"))`.

`info["action_mask"]` says what may be done. Who does something else has lost at once: that is how environments
without masks teach what is not allowed.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rulelang.adapters.actions import Actions
from rulelang.adapters.observations import Observations, Row
from rulelang.adapters.payoff import Payoff, payoff_of
from rulelang.api.game import Game
from rulelang.bots import choosers
from rulelang.errors import UsageError

LONGEST = 10_000
SEEDS = 2**31


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """One seat of a game; bots of one name have the others. A match that goes on too long is truncated."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - as there

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        *,
        seat: int = 0,
        bot: str = "random",
        payoff: Payoff = "win",
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.seat, self.bot, self.longest = game, seat, bot, longest
        self.players = players or game.players[0]
        if seat not in range(self.players):
            raise UsageError(f"there is no seat {seat}: they are numbered from 0 to {self.players - 1}")
        self.match = game.start(self.players)
        self.actions = Actions(self.match)
        self.observations = Observations(self.match)
        self.payoff = payoff_of(payoff)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.actions.count)
        self.observation_space = spaces.Box(-np.inf, np.inf, (self.observations.count,), np.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Start anew, and let the bots play up to the seat's first decision."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(SEEDS))
        self.match = self.game.start(self.players, number)
        self.bots = choosers([self.bot] * self.players, number)
        self.steps = 0
        self.let_bots_play()
        return self.seen()

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Choose for the seat, and let the bots play up to its next decision."""
        legal = self.actions.legal(self.match)
        if int(action) not in legal:
            row, info = self.seen()
            return row, -1.0, True, False, {**info, "rejected": True}
        self.match.choose(legal[int(action)])
        self.steps += 1
        self.let_bots_play()
        row, info = self.seen()
        reward = self.payoff(self.match)[self.seat] if self.match.over else 0.0
        return row, reward, self.match.over, not self.match.over and self.steps >= self.longest, info

    def let_bots_play(self) -> None:
        while not self.match.over and self.steps < self.longest:
            player = self.match.decision.player
            if player is None or player == self.seat:
                return
            self.match.choose(self.bots[player](self.match))
            self.steps += 1

    def seen(self) -> tuple[Row, dict[str, Any]]:
        mask = np.zeros(self.actions.count, np.int8)
        if not self.match.over and self.match.decision.player == self.seat:
            mask[list(self.actions.legal(self.match))] = 1
        return self.observations.of(self.match, self.seat), {"action_mask": mask}

    def render(self) -> str | None:
        """What the seat sees, as text."""
        return None if self.render_mode is None else str(self.match.view(self.seat).data())

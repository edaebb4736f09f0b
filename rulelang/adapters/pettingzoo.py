"""Games as PettingZoo environments: `env(rulelang.load("pig"))` is an AEC environment.

An agent's observation is what its player sees, as numbers, and the mask of what it may do; rewards come in the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rulelang.adapters.actions import Actions
from rulelang.adapters.observations import Observations
from rulelang.adapters.payoff import Payoff, payoff_of
from rulelang.api.game import Game
from rulelang.errors import Rejected

LONGEST = 10_000


class RulesEnv(AECEnv[str, Any, int]):
    """A game for a number of players, one decision a step. A match that goes on too long is truncated."""

    metadata = {"name": "rulelang", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as there

    def __init__(
        self, game: Game, players: int, payoff: Payoff = "win", longest: int = LONGEST, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = game
        self.match = game.start(players)
        self.actions = Actions(self.match)
        self.observations = Observations(self.match)
        self.payoff = payoff_of(payoff)
        self.longest = longest
        self.render_mode = render_mode
        self.possible_agents = [player.key for player in self.match.view(None).players]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = spaces.Box(-np.inf, np.inf, (self.observations.count,), np.float32)
        mask = spaces.Box(0, 1, (self.actions.count,), np.int8)
        each = spaces.Dict({"observation": box, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, each)
        self.action_spaces = {agent: spaces.Discrete(self.actions.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start anew; without a seed, with the next one."""
        next_seed = self.match.seed + 1 if seed is None else seed
        self.match = self.game.start(len(self.possible_agents), next_seed)
        self.steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.next_agent()

    def next_agent(self) -> str:
        player = None if self.match.over else self.match.decision.player
        return self.agents[0] if player is None else self.possible_agents[player]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; where it is not asked, it may do nothing."""
        seat = self.seats[agent]
        mask = np.zeros(self.actions.count, np.int8)
        if not self.match.over and self.match.decision.player == seat:
            mask[list(self.actions.legal(self.match))] = 1
        return {"observation": self.observations.of(self.match, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Choose, and go on to whoever is asked next."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        legal = self.actions.legal(self.match)
        if action not in legal:
            raise Rejected(f"{action} is not an action now: `action_mask` says which are")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.match.choose(legal[int(action)])
        self.steps += 1
        if self.match.over:
            self.rewards = dict(zip(self.possible_agents, self.payoff(self.match), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.next_agent()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What everybody may see, as text."""
        return None if self.render_mode is None else str(self.match.view(None).data())

    def close(self) -> None:
        """Nothing is held open."""


def env(game: Game, players: int | None = None, **more: Any) -> RulesEnv:
    """A game for PettingZoo; `payoff` is `win` or `scores`, `longest` how many decisions a match may take."""
    return RulesEnv(game, players or game.players[0], **more)

"""Games as OpenSpiel games: `spiel_game(rulelang.load("pig"))` goes wherever a `pyspiel.Game` does.

Chance is explicit: each die and card is a chance node. What a player knows is what he has been told and what he
sees, so information states have perfect recall.
"""

from __future__ import annotations

import json
from typing import Any

import pyspiel

from rulelang.adapters.actions import Actions
from rulelang.adapters.payoff import Payoff, by_win, payoff_of
from rulelang.api.game import Game
from rulelang.api.match import Match

LONGEST = 10_000


class Held:
    """A match that is copied as OpenSpiel copies: deeply, the rules aside."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.match.copy())


class SpielGame(pyspiel.Game):
    """The rules for a number of players. The payoff is `win` or `scores`, and lies between -most and most."""

    def __init__(self, game: Game, players: int, payoff: Payoff, most: float, longest: int) -> None:
        self.opening = game.start(players, chance="ask")
        self.actions = Actions(self.opening)
        self.payoff = payoff_of(payoff)
        facts = self.opening.program.facts
        super().__init__(game_type(game, payoff, is_chancy=facts.is_chancy), self.info(most, longest), {})

    def info(self, most: float, longest: int) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=self.actions.count,
            num_players=self.opening.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if self.payoff is by_win else None,
            max_game_length=longest,
        )

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What strings of observations and information states are made by."""
        has_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(has_recall)


class SpielState(pyspiel.State):
    """A match at some point. A match that goes on too long ends without a payoff."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(game.opening.copy())

    @property
    def match(self) -> Match:
        return self.held.match

    @property
    def is_too_long(self) -> bool:
        return bool(self.move_number() >= self.get_game().max_game_length())

    def current_player(self) -> int:
        if self.match.over or self.is_too_long:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.match.decision.player
        return int(pyspiel.PlayerId.CHANCE) if player is None else player

    def legal(self) -> dict[int, int]:
        found: dict[int, int] = self.get_game().actions.legal(self.match)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        options = self.match.decision.options
        weights = {action: options[index].weight for action, index in self.legal().items()}
        whole = sum(weights.values())
        return [(action, weight / whole) for action, weight in sorted(weights.items())]

    def _apply_action(self, action: int) -> None:
        self.match.choose(self.legal()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        index = self.legal().get(action)
        return str(action) if index is None else self.match.decision.keys[index]

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        if not self.match.over:
            return [0.0] * self.match.players
        found: list[float] = self.get_game().payoff(self.match)
        return found

    def __str__(self) -> str:
        return json.dumps(self.match.choices)


class Observer:
    """Puts what a player knows into a text; there is no tensor."""

    def __init__(self, has_recall: bool) -> None:
        self.has_recall = has_recall
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing: there is no tensor to fill."""

    def string_from(self, state: SpielState, player: int) -> str:
        view = {"player": player, **state.match.view(player).data()}
        told = [seen.data() for event in state.match.log if (seen := event.seen_by(player))] if self.has_recall else []
        return json.dumps([view, told])


def game_type(game: Game, payoff: Payoff, *, is_chancy: bool) -> Any:
    return pyspiel.GameType(
        short_name=f"rulelang_{game.name}",
        long_name=f"{game.name}, by its rules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        if is_chancy
        else pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if payoff == "win" else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
    )


def spiel_game(
    game: Game,
    players: int | None = None,
    *,
    payoff: Payoff = "win",
    most: float | None = None,
    longest: int = LONGEST,
) -> SpielGame:
    """A game for OpenSpiel. With `scores` as payoff, `most` says between what bounds they lie."""
    count = players or game.players[0]
    return SpielGame(game, count, payoff, float(count - 1 if most is None else most), longest)

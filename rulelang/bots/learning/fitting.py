"""Learning: rounds of games, a linear model of the final margin, and a duel before anything is kept.

The first round plays at random, the later ones look through their own decisions with the best weights so far and
take one choice in seven at random. The model is ridge regression on how far a player is from the mean of all, in
every feature and in the final score. How well it fits says nothing about how well it plays: a model can learn never
to do what only pays later, and its own games then show nothing else. So a round is kept only if it beats the best
one before it, and nothing is kept that does not beat a player at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from attrs import frozen

from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.bots.bot import Bot
from rulelang.bots.learning.features import Feature, features_of
from rulelang.bots.learning.learnt import UNIT, ByWeights
from rulelang.bots.positions import positions_of
from rulelang.bots.uniform import Uniform
from rulelang.errors import RulelangError
from rulelang.play import outcome

Weights = dict[str, int]
Told = Callable[[str], None]
EPSILON = 0.15
EVERY = 0.2
LIMIT = 3_000
RIDGE = 0.03
FEWEST = 20
# Budget of the bot that plays the rounds: enough to see through a menu.
LOOK = 40


@frozen
class Won:
    """A duel in every seat: the share of the win, of how many finished games."""

    share: float
    games: int


@frozen
class Found:
    """The weights that were kept, and how they did on fresh seeds."""

    weights: Weights
    against_random: Won
    round: int


def learn(game: Game, players: int, rounds: int, games: int, duels: int, seed: int, told: Told) -> Found | None:
    """The best weights of some rounds, or nothing if none beats a player at random."""
    try:
        import numpy  # noqa: F401, ICN001 - asked for before any game is played
    except ImportError:
        raise RulelangError("learning needs more than the engine itself: pip install 'rulelang[bots]'") from None
    features = features_of(game.program(players))
    rows: list[Any] = []
    best: Weights | None = None
    kept_round = 0
    fair = 1 / players
    for number in range(1, rounds + 1):
        bot: Bot = Uniform() if best is None else by(best)
        rows += played(game, players, bot, features, range(seed, seed + games))
        seed += games
        if len(rows) < FEWEST:
            told(f"round {number}: too few games came to their end")
            continue
        weights = fitted(rows, features)
        rival: Bot = Uniform() if best is None else by(best)
        won = duel(game, players, by(weights), rival, duels, seed)
        seed += duels
        is_better = won.share > fair
        of = "random" if best is None else f"round {kept_round}"
        told(f"round {number}: {won.share:.0%} of {won.games} games against {of}, {'kept' if is_better else 'dropped'}")
        if is_better:
            best, kept_round = weights, number
    if best is None:
        return None
    final = duel(game, players, by(best), Uniform(), 2 * duels, seed)
    return Found(best, final, kept_round) if final.share > fair else None


def by(weights: Weights) -> Bot:
    return ByWeights(weights=weights, budget=LOOK)


# ---- games --------------------------------------------------------------------------------------------------


def played(game: Game, players: int, bot: Bot, features: Sequence[Feature], seeds: range) -> list[Any]:
    """For some positions of each game the features of all players, and their final scores."""
    found = []
    for seed in seeds:
        match, rng = game.start(players, seed), Random(seed)
        here = []
        for _ in range(LIMIT):
            if match.over:
                break
            count = len(match.state.options)
            match.advance(int(rng.random() * count) if rng.random() < EPSILON else bot.choose(match, rng))
            if not match.state.over and rng.random() < EVERY:
                here.append([[feature.read(match.state, p) for feature in features] for p in range(players)])
        if match.over:
            scores = final_scores(match)
            found += [(position, scores) for position in here]
    return found


def final_scores(match: Match) -> list[int]:
    """Scores; where all are equal, as where there is none, who has won."""
    scores = outcome.whole_scores(match.program, match.state)
    if len(set(scores)) > 1:
        return scores
    return [int(p in match.winners) for p in range(match.players)]


def duel(game: Game, players: int, one: Bot, other: Bot, games: int, seed: int) -> Won:
    """One bot in each seat in turn, the other in all others."""
    won, finished = 0.0, 0
    for number in range(games):
        seat = number % players
        match, rng = game.start(players, seed + number // players), Random(f"{seed}/{number}")
        for _ in range(LIMIT):
            if match.over:
                break
            match.advance((one if match.state.decider == seat else other).choose(match, rng))
        if match.over:
            finished += 1
            won += positions_of(match.program).shares(match.state)[seat]
    return Won(won / finished if finished else 0.0, finished)


# ---- the model ----------------------------------------------------------------------------------------------


def fitted(rows: Sequence[Any], features: Sequence[Feature]) -> Weights:
    """Whole-number weights of the features, for the margin to the mean of all players."""
    import numpy as np

    inputs = np.array([position for position, _ in rows], dtype=float)
    margins = np.array([scores for _, scores in rows], dtype=float)
    inputs -= inputs.mean(axis=1, keepdims=True)
    margins -= margins.mean(axis=1, keepdims=True)
    inputs = inputs.reshape(-1, len(features))
    spread = inputs.std(axis=0)
    live = spread > 1e-9
    scaled = inputs[:, live] / spread[live]
    square = scaled.T @ scaled + RIDGE * len(scaled) * np.eye(int(live.sum()))
    slopes = np.zeros(len(features))
    slopes[live] = np.linalg.solve(square, scaled.T @ margins.reshape(-1)) / spread[live]
    largest = float(np.abs(slopes).max()) if live.any() else 0.0
    if not largest:
        return {}
    weights = {f.name: round(UNIT * float(slope) / largest) for f, slope in zip(features, slopes, strict=True)}
    return {name: weight for name, weight in weights.items() if weight}

"""The bot that plays games to their end in its head.

A flat Monte-Carlo search: the options of the open decision are the arms of a bandit (UCB1), each trial
is a random game from a position the player may believe in. The budget counts decisions, so that a move
takes about as long in a long game as in a short one.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from rulelang.api.match import Match
from rulelang.backends.python.faults import in_words
from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import FAULTS
from rulelang.core.chance import luck_of
from rulelang.visibility.determinise import believer

BUDGET = 3_000
DEPTH = 300
CURIOSITY = 0.6


class MonteCarlo:
    """Random games from each option, more of them where it looks good."""

    def __init__(self, budget: int = BUDGET, depth: int = DEPTH) -> None:
        self.budget = budget
        self.depth = depth

    def choose(self, match: Match, rng: Random) -> int:
        """The option that was tried most often."""
        count = len(match.state.options)
        if count == 1:
            return 0
        visits, won = [0] * count, [0.0] * count
        spent = 0
        while spent < self.budget or 0 in visits:
            index = most_promising(visits, won)
            reward, made = self.trial(match, index, rng)
            visits[index] += 1
            won[index] += reward
            spent += made
        return max(range(count), key=lambda i: (visits[i], won[i], -i))

    def trial(self, match: Match, index: int, rng: Random) -> tuple[float, int]:
        """One random game after an option: what it was worth, and how many decisions it took."""
        program, player = match.program, match.state.decider
        position, _ = believer(program).position(match.state, player, rng)
        luck = luck_of(rng.getrandbits(63), program.facts.players)
        try:
            program.names["advance"](position, index)
            made = 1 + program.names["play_randomly"](position, luck, self.depth)
        except FAULTS:
            return 0.0, 1 + self.depth // 4
        with in_words(program, position):
            return reward(program, position, player), made


def most_promising(visits: list[int], won: list[float]) -> int:
    """The next arm to try: first each once, then by the upper confidence bound."""
    if 0 in visits:
        return visits.index(0)
    total = log(sum(visits))
    return max(range(len(visits)), key=lambda i: won[i] / visits[i] + CURIOSITY * sqrt(total / visits[i]))


def reward(program: Program, S: Any, player: int) -> float:
    """From 0 to 1: a share of the win, or, if the game was not played to its end, how many are behind."""
    worths = [program.names["worth"](S, p) for p in range(program.facts.players)]
    own = worths.pop(player)
    if S.over:
        return 1 / (1 + worths.count(own)) if own > 0 else 0.0
    ahead = sum((own > other) + 0.5 * (own == other) for other in worths)
    return 0.25 + 0.5 * (ahead / len(worths)) if worths else 0.5

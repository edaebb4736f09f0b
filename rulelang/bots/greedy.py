"""The bot that looks one decision ahead and takes what looks best.

Each option is tried on the same few positions the player may believe in. Where chance plays no part and
two of them agree, two are enough; where nothing is hidden either, one is; otherwise it is the mean of a few.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean

from rulelang.bots.bot import WON, worth
from rulelang.engine.determinise import believer
from rulelang.engine.match import Match
from rulelang.errors import RuleFault

SAMPLES = 4


class Greedy:
    """One decision ahead, by the estimate."""

    def __init__(self, samples: int = SAMPLES) -> None:
        self.samples = samples

    def choose(self, match: Match, rng: Random) -> int:
        """The option that looks best; ties are drawn."""
        count = len(match.state.options)
        if count == 1:
            return 0
        beliefs = Beliefs(match, rng, self.samples)
        values = [value(beliefs, index) for index in range(count)]
        best = max(values)
        ties = [index for index, worth_of in enumerate(values) if worth_of == best]
        return ties[int(rng.random() * len(ties))]


class Beliefs:
    """Positions a player may believe in, made when they are first asked for."""

    def __init__(self, match: Match, rng: Random, most: int) -> None:
        self.match = match
        self.rng = rng
        self.most = most
        self.made: list[tuple[Match, bool]] = []

    def __iter__(self) -> Iterator[tuple[Match, bool]]:
        for number in range(self.most):
            if number == len(self.made):
                self.made.append(believer(self.match.program).believe(self.match, self.match.state.decider, self.rng))
            yield self.made[number]


def value(beliefs: Beliefs, index: int) -> float:
    """The mean worth of what follows an option."""
    found: list[float] = []
    for world, is_hidden in beliefs:
        position = world.copy()
        player = position.state.decider
        chance = position.state.rng
        try:
            position.advance(index)
        except RuleFault:
            # A position that can not be says nothing about the one on the table.
            continue
        found.append(worth(position, player))
        is_sure = position.state.rng == chance
        if is_sure and (not is_hidden or found[-2:-1] == found[-1:]):
            break
    return fmean(found) if found else -WON

"""The bot that looks one decision ahead and takes what looks best.

Each option is tried on the same few positions the player may believe in. Where neither chance nor
anything hidden plays a part, one trial is enough; otherwise it is the mean of a few.
"""

from __future__ import annotations

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
        worlds = [believer(match.program).believe(match, match.state.decider, rng) for _ in range(self.samples)]
        values = [self.value(worlds, index) for index in range(count)]
        best = max(values)
        ties = [index for index, value in enumerate(values) if value == best]
        return ties[int(rng.random() * len(ties))]

    def value(self, worlds: list[tuple[Match, bool]], index: int) -> float:
        """The mean worth of what follows an option."""
        found: list[float] = []
        for world, is_hidden in worlds:
            position = world.copy()
            player = position.state.decider
            chance = position.state.rng
            try:
                position.advance(index)
            except RuleFault:
                # A position that can not be says nothing about the one on the table.
                continue
            found.append(worth(position, player))
            if not is_hidden and position.state.rng == chance:
                break
        return fmean(found) if found else -WON

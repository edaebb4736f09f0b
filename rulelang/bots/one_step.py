"""The bot that looks one decision ahead and takes what looks best.

Each option is tried on the same few positions the player may believe in. How they are weighed stands
with the loops that are compiled together with the rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rulelang.api.match import Match
from rulelang.backends.python.faults import in_words
from rulelang.backends.python.playouts import best_option, play_greedily
from rulelang.core.chance import Luck
from rulelang.visibility.determinise import believer

SAMPLES = 4


class OneStep:
    """One decision ahead, by the estimate."""

    def __init__(self, samples: int = SAMPLES) -> None:
        self.samples = samples

    def choose(self, match: Match, rng: Random) -> int:
        """The option that looks best; ties are drawn."""
        with in_words(match.program, match.state):
            worth, believe, samples, at_once = self.judgement(match, rng)
            return int(best_option(match.state, worth, believe, samples, at_once, rng.random))

    def play(self, match: Match, luck: Luck, limit: int) -> int:
        """Choose for everybody until the match is over or the limit is reached; how many decisions were made."""
        return int(match.drive(play_greedily, *self.judgement(match, luck), luck, limit))

    def judgement(self, match: Match, rng: Random) -> tuple[Any, ...]:
        """How positions are weighed, which ones a player may believe in, how many, and which choices are at once."""
        known = believer(match.program)
        believe, at_once = known.position, known.sight.at_once
        return match.program.worth, lambda S, p: believe(S, p, rng), self.samples, at_once

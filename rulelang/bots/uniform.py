"""The bot that chooses at random."""

from __future__ import annotations

from random import Random

from rulelang.api.match import Match


class Uniform:
    """Every option is as likely as any other."""

    def choose(self, match: Match, rng: Random) -> int:
        """An option at random, drawn as the fast loop of a simulation draws it."""
        count = len(match.state.options)
        return 0 if count == 1 else int(rng.random() * count)

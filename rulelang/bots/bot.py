"""What a bot is, and what bots share: the worth of a position for a player."""

from __future__ import annotations

from random import Random
from typing import Protocol

from rulelang.engine.match import Match

WON = 1_000_000_000.0


class Bot(Protocol):
    """Somebody who chooses; all chance comes from the generator handed in."""

    def choose(self, match: Match, rng: Random) -> int:
        """The index of an option of the open decision."""
        ...


def worth(match: Match, player: int) -> float:
    """How good a position is: the declared `estimate`, else the score; the end outweighs everything."""
    if match.over:
        return WON if player in match.winners else -WON
    names = match.program.names
    judge = names.get("estimate") or names.get("score")
    return float(judge(match.state, player)) if judge else 0.0

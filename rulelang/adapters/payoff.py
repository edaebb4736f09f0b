"""What a match is worth to each player in the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulelang.api.match import Match
from rulelang.errors import UsageError

Payoff = Literal["win", "scores"]


def payoff_of(name: Payoff) -> Callable[[Match], list[float]]:
    """How matches are judged: by who has won, or by the scores."""
    if name == "win":
        return by_win
    if name == "scores":
        return lambda match: [float(score) for score in match.scores]
    raise UsageError(f"a payoff is `win` or `scores`, not `{name}`")


def by_win(match: Match) -> list[float]:
    """Whoever has not won pays one to those who have, who share it: nobody gains anything if all are equal."""
    losers = match.players - len(match.winners)
    return [losers / len(match.winners) if player in match.winners else -1.0 for player in range(match.players)]

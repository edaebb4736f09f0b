"""How strong bots were found to be: what `python -m benchmarks bots` has measured, as data."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from attrs import frozen

FILE = Path(__file__).with_name("strength.json")


@frozen
class Measured:
    """One bot in one seat against another in all others, every seat in turn, on so many seeds."""

    game: str
    rules: str  # their hash: what was measured under other rules is no measure of these
    players: int
    bot: str
    against: str
    games: int
    unfinished: int
    won: float
    low: float
    high: float
    milliseconds: float
    milliseconds_against: float
    bound: float | None = None  # the most that anybody can win, where that is known

    @property
    def words(self) -> str:
        """The result in one line."""
        share = f"{self.won:.0%} ({self.low:.0%} to {self.high:.0%})"
        equal = f"an equal player {1 / self.players:.0%}"
        return f"{self.bot} won {share} of {self.games} games against {self.against} ({equal})"


@cache
def measured() -> tuple[Measured, ...]:
    """Everything that was measured."""
    if not FILE.is_file():
        return ()
    return tuple(Measured(**row) for row in json.loads(FILE.read_text(encoding="utf-8")))


def known(rules: str, players: int, bot: str) -> list[Measured]:
    """What is known of a bot under rules with this hash."""
    return [row for row in measured() if (row.rules, row.players, row.bot) == (rules, players, bot)]

"""What a bot asks of positions, whichever back end carries the rules out.

A bot keeps positions, copies them, chooses in them and has them judged; it never looks into one. `PlainPositions`
is the plain engine's answer. Another back end has to answer the same questions, and the bots are as they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Protocol

from rulelang.backends.python.playouts import WON, advance, others_choose, play_randomly
from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import FAULTS
from rulelang.core.chance import luck_of
from rulelang.visibility.determinise import believer
from rulelang.visibility.permissions import Sight
from rulelang.visibility.seen import Seer

__all__ = ["WON", "PlainPositions", "Positions", "positions_of"]


class Positions(Protocol):
    """The positions of one game; what `Any` is here belongs to the back end alone."""

    players: int
    # Does chance play a part in the rules? Can there be choices that others may not see when they choose?
    is_chancy: bool
    is_secretive: bool
    # Can positions be told apart before the game is over?
    has_estimate: bool

    def copy(self, position: Any) -> Any:
        """The same position once more."""
        ...

    def believe(self, position: Any, player: int, rng: Random) -> tuple[Any, bool]:
        """A position that a player may believe in, with other chance to come, and whether anything was hidden."""
        ...

    def is_over(self, position: Any) -> bool:
        """Is the game at its end?"""
        ...

    def decider(self, position: Any) -> int:
        """Whose choice is open."""
        ...

    def options(self, position: Any) -> Sequence[Hashable]:
        """What may be chosen: values that are equal where the same is chosen."""
        ...

    def choose(self, position: Any, index: int) -> bool:
        """Take an option and go on; false if the rules met a fault, and then the position is spoilt."""
        ...

    def is_at_once(self, position: Any) -> bool:
        """Do others choose at the same time, without knowing what is chosen?"""
        ...

    def others_choose(self, position: Any, player: int, seed: int) -> bool | None:
        """After such a choice, let the others make theirs at random; did anybody? Nothing if the rules met a fault."""
        ...

    def play_randomly(self, position: Any, rng: Random, limit: int) -> int:
        """Choose at random, so often at most; how many choices were made, or -1 if the rules met a fault."""
        ...

    def lots(self, position: Any) -> int:
        """How often chance has been asked so far."""
        ...

    def lead(self, position: Any, player: int) -> int:
        """How far a player is ahead of the best other; the end of a game outweighs everything."""
        ...

    def estimates(self, position: Any) -> list[int]:
        """How good a position is for each player, by the estimate, else by the score."""
        ...

    def scores(self, position: Any) -> list[int]:
        """The score of each player as it stands."""
        ...

    def shares(self, position: Any) -> list[float]:
        """Each player's share of the win of a game that is over."""
        ...

    def seen(self, position: Any, player: int) -> int:
        """A number for what a player sees."""
        ...


class PlainPositions:
    """The positions of a program in Python: the states of its matches."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.players = program.facts.players
        self.is_chancy = program.facts.is_chancy
        self.worth, self._score, self._rank = program.worth, program.score, program.rank
        self._estimate = program.estimate or self._score
        self.has_estimate = self._estimate is not None
        self._believer = believer(program)
        self._seer = Seer(self._believer)
        self.believe = self._believer.position
        self.seen = self._seer.seen
        self._at_once = self._believer.sight.at_once
        self.is_secretive = keeps_choices(self._believer.sight)

    def copy(self, position: Any) -> Any:
        return position.copy()

    def is_over(self, position: Any) -> bool:
        return bool(position.over)

    def decider(self, position: Any) -> int:
        return int(position.decider)

    def options(self, position: Any) -> Sequence[Hashable]:
        found: Sequence[Hashable] = position.options
        return found

    def choose(self, position: Any, index: int) -> bool:
        try:
            advance(position, index)
        except FAULTS:
            return False
        return True

    def is_at_once(self, position: Any) -> bool:
        return position.point in self._at_once

    def others_choose(self, position: Any, player: int, seed: int) -> bool | None:
        try:
            return bool(others_choose(position, player, self._at_once, seed))
        except FAULTS:
            return None

    def play_randomly(self, position: Any, rng: Random, limit: int) -> int:
        try:
            return int(play_randomly(position, luck_of(rng.getrandbits(63), self.players), limit))
        except FAULTS:
            return -1

    def lots(self, position: Any) -> int:
        return int(position.lots)

    def lead(self, position: Any, player: int) -> int:
        if position.over or self.players == 1:
            return int(self.worth(position, player))
        found = self.estimates(position)
        return found.pop(player) - max(found)

    def estimates(self, position: Any) -> list[int]:
        judge = self._estimate
        return [judge(position, p) for p in range(self.players)] if judge else [0] * self.players

    def scores(self, position: Any) -> list[int]:
        score = self._score
        return [score(position, p) for p in range(self.players)] if score else [0] * self.players

    def shares(self, position: Any) -> list[float]:
        rank = self._rank
        if rank is None:
            return [1 / self.players] * self.players
        ranks = [rank(position, p) for p in range(self.players)]
        best = max(ranks)
        share = 1 / ranks.count(best)
        return [share if found == best else 0.0 for found in ranks]


def keeps_choices(sight: Sight) -> bool:
    """Are there choices whose answer is kept from the others until all have answered?"""
    return any(sight.is_secret(point) for point in sight.program.answers.points)


@lru_cache(maxsize=8)
def positions_of(program: Program) -> Positions:
    """The positions of a program, made once."""
    return PlainPositions(program)

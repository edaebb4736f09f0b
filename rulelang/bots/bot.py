"""What a bot is."""

from __future__ import annotations

from random import Random
from typing import Protocol

from rulelang.api.match import Match


class Bot(Protocol):
    """Somebody who chooses; all chance comes from the generator handed in."""

    def choose(self, match: Match, rng: Random) -> int:
        """The index of an option of the open decision."""
        ...

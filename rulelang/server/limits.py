"""How much anybody may ask for: sizes, rates, numbers of things."""

from __future__ import annotations

import time
from collections.abc import Callable

from attrs import define, field, frozen

LARGEST_FILE = 4_000_000  # bytes of a message of somebody who writes files


@frozen
class Limits:
    """What a server lets happen."""

    matches: int = 2_000  # kept on disk; beyond that the longest unused are dropped
    rooms: int = 400  # in memory
    looks: int = 1_000  # connections
    looks_each: int = 100  # at one match
    body: int = 16_384  # bytes of a request or message
    a_second: float = 20.0  # messages of one connection
    burst: int = 60
    made_a_minute: int = 60  # matches, of one address


@define
class Bucket:
    """So many at once, and so many a second after that."""

    size: float
    a_second: float
    clock: Callable[[], float] = time.monotonic
    left: float = field(init=False)
    at: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left = self.size
        self.at = self.clock()

    def take(self) -> bool:
        """Is there one more?"""
        now = self.clock()
        self.left = min(self.size, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

"""What an engine is given to do: batches of games, and what to make of them.

A batch says which games it holds, and their seeds follow from that, so it does not matter who plays it, nor how
often: what was lost on the way is asked for once more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Protocol, TypeVar

from attrs import define, frozen

from rulelang.experiments.game import play
from rulelang.experiments.plan import Outcome, Plan

T = TypeVar("T")

# A batch takes about so many seconds: one task a game would spend its time on the way, one a process would leave
# some of them idle at the end.
WANTED = 1.0
LARGEST_STEP = 8


@frozen
class Batch:
    """Games of one plan, from a number to before another."""

    plan: Plan
    first: int
    end: int


class Work(Protocol[T]):
    """What is to be played, and where to put what comes of it."""

    @property
    def gather(self) -> Callable[[Iterable[Outcome]], T]:
        """Made of games where they are played: sums, or the games themselves."""
        ...

    def next_batch(self, size: int) -> Batch | None:
        """About so many games that nobody plays yet; nothing if no more are wanted."""
        ...

    def done(self, batch: Batch, found: T) -> None:
        """What came of a batch, or of its beginning if it was stopped."""
        ...

    def heard(self) -> None:
        """Called again and again while games are played."""
        ...


@define
class Stop:
    """Whether a signal asked to stop. It is looked at between games; a game that is played here is left at once."""

    signal: int = 0
    is_in_a_game: bool = False

    def __bool__(self) -> bool:
        return self.signal != 0

    def heed(self, number: int, _: FrameType | None) -> None:
        """A signal came."""
        self.signal = number
        if self.is_in_a_game:
            self.is_in_a_game = False  # another signal must not reach whoever deals with this one
            raise KeyboardInterrupt


class Engine(Protocol):
    """Carries out work until none is left or a signal came."""

    def carry_out(self, work: Work[T], stop: Stop) -> None:
        """Ask for batches, play them, and hand back what came of them."""
        ...


@define
class Pace:
    """How many games are likely to take the time a batch should take, from those before."""

    size: int = 1
    wanted: float = WANTED

    def heed(self, games: int, seconds: float) -> None:
        """A batch of so many games took so long."""
        self.size = next_size(games, seconds, self.wanted)


def next_size(games: int, seconds: float, wanted: float = WANTED) -> int:
    """The next batch fits the time, and grows step by step."""
    fitting = int(games * wanted / max(seconds, 1e-6))
    return max(1, min(fitting, games * LARGEST_STEP))


def played(batch: Batch, ask: Callable[[], bool], patience: float) -> Iterator[Outcome]:
    """The games of a batch; asked now and then, somebody may say that it is enough."""
    looked = time.perf_counter()
    for number in range(batch.first, batch.end):
        yield play(batch.plan, number)
        if time.perf_counter() - looked > patience:
            if ask():
                return
            looked = time.perf_counter()

"""The same numbered games under several sets of rules: what is to be played, and putting together what was.

Games of one number share their luck. Whatever the order in which they come in, they are looked at in the order of
their numbers, each number once all sets of rules have played it: so results hang neither on how the work was shared
nor on which games happened to be quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from attrs import define, field

from rulelang.experiments.engines.work import Batch
from rulelang.experiments.plan import Outcome, Plan


class Collector(Protocol):
    """Whoever looks at the games."""

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """One game under each set of rules, with the same luck."""
        ...


@define
class Campaign:
    """Plays numbers of games until there are `games` of each plan, or somebody has seen enough."""

    sides: Sequence[Plan]
    collector: Collector
    games: int
    jobs: int = 1
    is_enough: Callable[[], bool] = lambda: False
    told: Callable[[int], None] = lambda _: None
    complete: int = 0
    begun: int = 0
    waiting: dict[int, dict[Plan, Outcome]] = field(factory=dict)  # by number and plan
    queue: list[Batch] = field(factory=list)
    plans: list[Plan] = field(init=False)  # each once, however many sides have it

    def __attrs_post_init__(self) -> None:
        """What is to be played."""
        self.plans = list(dict.fromkeys(self.sides))

    @property
    def gather(self) -> Callable[[Iterable[Outcome]], list[Outcome]]:
        return list

    def next_batch(self, size: int) -> Batch | None:
        """The next games of a plan; all plans play the same numbers before others are begun."""
        while not self.queue:
            left = self.games - self.begun
            if left <= 0 or self.is_enough():
                return None
            first, self.begun = self.begun, self.begun + min(left, size, fair(size, left * len(self.plans), self.jobs))
            self.queue = [Batch(plan, first, self.begun) for plan in self.plans]
        return self.queue.pop(0)

    def done(self, batch: Batch, found: list[Outcome]) -> None:
        """More games; those that are complete go on to the collector."""
        for outcome in found:
            self.waiting.setdefault(outcome.number, {})[batch.plan] = outcome
        while len(self.waiting.get(self.complete, ())) == len(self.plans):
            outcomes = self.waiting.pop(self.complete)
            self.collector.add([outcomes[side] for side in self.sides])
            self.complete += 1

    def heard(self) -> None:
        self.told(self.complete)


def fair(size: int, left: int, jobs: int) -> int:
    """How many of the games that are left one of several processes may take at once: they should end together."""
    return left if jobs <= 1 else max(1, size // 4, left // (2 * jobs))

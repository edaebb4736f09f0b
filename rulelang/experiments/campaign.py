"""The same numbered games under several sets of rules: what is to be played, and putting together what was.

Games of one number share their luck. Whatever the order in which they come in, they are looked at in the order of
their numbers, each number once all sets of rules have played it: so results hang neither on how the work was shared
nor on which games happened to be quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Protocol

from attrs import define, field

from rulelang.experiments.engines.work import Batch
from rulelang.experiments.keeping import Keeping, missing
from rulelang.experiments.plan import Outcome, Plan

# Of games that are looked up instead of played.
MOST_AT_ONCE = 256


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
    kept: Keeping = field(factory=Keeping)
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
            few = min(left, size, fair(size, left * len(self.plans), self.jobs))
            first, self.begun = self.begun, self.begun + max(few, min(left, self.known_ahead()))
            for plan in self.plans:
                self.ask(plan, first, self.begun)
        return self.queue.pop(0)

    def known_ahead(self) -> int:
        """How many of the next games all plans have played before."""
        last = self.begun + MOST_AT_ONCE
        all_known = (all(self.kept.has(plan, number) for plan in self.plans) for number in range(self.begun, last))
        return sum(1 for _ in takewhile(bool, all_known))

    def ask(self, plan: Plan, first: int, end: int) -> None:
        """Look up what was played before, and have the rest played."""
        known = self.kept.read(plan, first, end)
        self.take(plan, known)
        self.queue += [Batch(plan, *gap) for gap in missing(known, first, end)]

    def done(self, batch: Batch, found: list[Outcome]) -> None:
        """More games."""
        self.kept.keep(batch.plan, found)
        self.take(batch.plan, found)

    def take(self, plan: Plan, found: Iterable[Outcome]) -> None:
        """Games that are complete go on to the collector."""
        for outcome in found:
            self.waiting.setdefault(outcome.number, {})[plan] = outcome
        while len(self.waiting.get(self.complete, ())) == len(self.plans):
            outcomes = self.waiting.pop(self.complete)
            self.collector.add([outcomes[side] for side in self.sides])
            self.complete += 1

    def heard(self) -> None:
        self.told(self.complete)


def fair(size: int, left: int, jobs: int) -> int:
    """How many of the games that are left one of several processes may take at once: they should end together."""
    return left if jobs <= 1 else max(1, size // 4, left // (2 * jobs))

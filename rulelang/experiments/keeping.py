"""What a campaign asks of a store: the games that there are, and a place for new ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field

from rulelang.experiments.plan import Outcome, Plan
from rulelang.experiments.store import Store


@define(eq=False)
class Keeping:
    """The games of some plans in a store, or nowhere."""

    store: Store | None = None
    setups: dict[Plan, int] = field(factory=dict)
    known: dict[Plan, set[int]] = field(factory=dict)

    def has(self, plan: Plan, number: int) -> bool:
        """Was this game played before?"""
        return number in self.known.get(plan, ())

    def read(self, plan: Plan, first: int, end: int) -> list[Outcome]:
        """The games from a number to before another that were played before."""
        if self.store is None or not self.known.get(plan):
            return []
        return list(self.store.games(self.setups[plan], plan.seed, first, end))

    def keep(self, plan: Plan, outcomes: Iterable[Outcome]) -> None:
        """Write new games."""
        if self.store is not None:
            self.store.keep(self.setups[plan], plan.seed, outcomes)


def missing(known: Sequence[Outcome], first: int, end: int) -> list[tuple[int, int]]:
    """The gaps between games that are known, in a range."""
    gaps = []
    start = first
    for number in [*(outcome.number for outcome in known), end]:
        if number > start:
            gaps.append((start, number))
        start = number + 1
    return gaps

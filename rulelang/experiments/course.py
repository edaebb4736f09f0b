"""How a game went between its start and its end: who was ahead when, and what was offered and taken.

A course is kept as plain data with every game, so that whatever is asked of it later needs no game played again.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from attrs import field, frozen


@frozen
class Use:
    """How often something stood among the options, how often it was taken, and both of them by winners alone."""

    offered: int = 0
    taken: int = 0
    offered_to_winners: int = 0
    taken_by_winners: int = 0

    @property
    def of_winners(self) -> tuple[int, int]:
        """How often winners took it, and were offered it."""
        return self.taken_by_winners, self.offered_to_winners

    @property
    def of_others(self) -> tuple[int, int]:
        """The same of those who did not win."""
        return self.taken - self.taken_by_winners, self.offered - self.offered_to_winners

    def __add__(self, other: Use) -> Use:
        """Of several games."""
        return Use(
            self.offered + other.offered,
            self.taken + other.taken,
            self.offered_to_winners + other.offered_to_winners,
            self.taken_by_winners + other.taken_by_winners,
        )


@frozen
class Lead:
    """Who was ahead in the course of a game; moments are shares of its decisions."""

    changes: int
    for_good_at: float
    winner_led_at_half: bool
    winner_was_last_at_half: bool
    last_stayed_last: bool


@frozen
class Course:
    """What was noted while a game was played."""

    order: tuple[int, ...] = ()  # the seats as they had their first turn
    forced: int = 0  # decisions with one option
    options: int = 0  # of all decisions together
    lead: Lead | None = None  # none if the score says nothing before the end
    uses: Mapping[str, Use] = field(factory=dict)  # by rule and option: `load/grain`
    # Of the rules of variants: how often each happened, and how often it was reached.
    happened: Mapping[str, tuple[int, int]] = field(factory=dict)
    measured: Mapping[str, float] = field(factory=dict, eq=False)  # what the rules themselves say is to be measured


@frozen
class Standing:
    """The scores at a moment: when a round began, and at the end."""

    decisions: int
    scores: tuple[int, ...]

    @property
    def leaders(self) -> frozenset[int]:
        """Those with the best score."""
        best = max(self.scores)
        return frozenset(p for p, score in enumerate(self.scores) if score == best)

    @property
    def last(self) -> frozenset[int]:
        """Those with the worst score; nobody if all are level."""
        worst = min(self.scores)
        return frozenset(p for p, score in enumerate(self.scores) if score == worst) - self.leaders


def lead_of(standings: Sequence[Standing], decisions: int, winners: Sequence[int]) -> Lead | None:
    """Who was ahead when, in a game that has ended; nothing if all were level until its end."""
    if len(standings) < 2 or not winners or all(len(set(s.scores)) == 1 for s in standings[:-1]):
        return None
    won = frozenset(winners)
    half = standings[bisect_right([s.decisions for s in standings], decisions / 2) - 1]
    last = standings[-1].last
    return Lead(
        changes=lead_changes(standings),
        for_good_at=for_good_at(standings, won) / max(1, decisions),
        winner_led_at_half=bool(won & half.leaders),
        winner_was_last_at_half=bool(won & half.last),
        last_stayed_last=bool(half.last) and half.last == last,
    )


def lead_changes(standings: Sequence[Standing]) -> int:
    """How often somebody else came to be ahead alone."""
    alone = [leader for s in standings if len(s.leaders) == 1 for leader in s.leaders]
    return sum(before != after for before, after in itertools.pairwise(alone))


def for_good_at(standings: Sequence[Standing], won: frozenset[int]) -> int:
    """After how many decisions a winner was ahead, perhaps with others, and stayed so to the end."""
    since = standings[-1].decisions
    for standing in reversed(standings):
        if not won & standing.leaders:
            break
        since = standing.decisions
    return since

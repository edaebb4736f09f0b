"""Pig with random players, worked out exactly: how often the first player wins, and how many rounds it takes."""

from __future__ import annotations

from functools import cache

PIPS = (2, 3, 4, 5, 6)

# Before the first player's turn, and before the other's.
Turns = tuple[float, float]
Pairs = dict[tuple[int, int], Turns]


@cache
def gains(needed: int) -> dict[int, float]:
    """What a turn brings, with which probability, to whoever needs so many points: roll or hold, as a coin falls.

    Whoever has enough holds.
    """
    found: dict[int, float] = {}
    totals = {0: 1.0}
    while totals:
        following: dict[int, float] = {}
        for total, likely in totals.items():
            if total >= needed:
                found[total] = found.get(total, 0.0) + likely
                continue
            found[total] = found.get(total, 0.0) + likely / 2
            found[0] = found.get(0, 0.0) + likely / 12
            for pips in PIPS:
                following[total + pips] = following.get(total + pips, 0.0) + likely / 12
        totals = following
    return found


def solve(goal: int) -> tuple[float, float]:
    """The first player's share of wins, and the mean number of rounds.

    A turn may bring nothing, so a pair of scores leads back to itself; the two turns of it are solved together.
    """
    wins: Pairs = {}
    rounds: Pairs = {}
    for together in range(2 * goal - 2, -1, -1):
        for first in range(max(0, together - goal + 1), min(goal - 1, together) + 1):
            pair = (first, together - first)
            wins[pair], rounds[pair] = solved(goal, pair, wins, rounds)
    return wins[0, 0][0], rounds[0, 0][0]


def solved(goal: int, pair: tuple[int, int], wins: Pairs, rounds: Pairs) -> tuple[Turns, Turns]:
    """Wins of the first player and rounds to come, before his turn and before the other's."""
    first, second = pair
    mine, others = gains(goal - first), gains(goal - second)
    won = sum(p * (1.0 if first + g >= goal else wins[first + g, second][1]) for g, p in mine.items() if g)
    lost = sum(p * (0.0 if second + g >= goal else wins[first, second + g][0]) for g, p in others.items() if g)
    more = sum(p * (0.0 if first + g >= goal else rounds[first + g, second][1]) for g, p in mine.items() if g)
    later = sum(p * (0.0 if second + g >= goal else rounds[first, second + g][0]) for g, p in others.items() if g)
    stay, stay_other = mine.get(0, 0.0), others.get(0, 0.0)
    before = (won + stay * lost) / (1 - stay * stay_other)
    begun = (1 + more + stay * later) / (1 - stay * stay_other)
    return (before, lost + stay_other * before), (begun, later + stay_other * begun)

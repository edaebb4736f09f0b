"""What a bot makes of each option of a question: numbers to be compared with one another, no more."""

from __future__ import annotations

from random import Random

from attrs import frozen

from rulelang.api.match import Match
from rulelang.bots.greedy import Greedy
from rulelang.bots.positions import WON

# The end of a game outweighs everything that can be had on the way.
DECIDED = WON / 2


@frozen(kw_only=True)
class Thought:
    """An option as a bot sees it: how far its position would be ahead of the best other, and its share from 0 to 1 of
    what lies between the worst option and the best, a half where all are alike; the end of the game has no number.
    """

    key: str
    share: float
    worth: float | None = None


def thoughts(match: Match, rng: Random) -> list[Thought]:
    """What the bot that plans ahead makes of the options, as far as who decides may know."""
    worths = Greedy().worths(match, rng)
    finite = [worth for worth in worths if abs(worth) < DECIDED]
    low, high = (min(finite), max(finite)) if finite else (0.0, 0.0)

    def share(worth: float) -> float:
        if abs(worth) >= DECIDED:
            return 1.0 if worth > 0 else 0.0
        return (worth - low) / (high - low) if high > low else 0.5

    pairs = zip(match.decision.keys, worths, strict=True)
    return [Thought(key=k, share=round(share(w), 3), worth=round(w, 1) if w in finite else None) for k, w in pairs]

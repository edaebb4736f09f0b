"""What a simulation is asked to do, and what comes of each of its games.

The seed of a game follows from the seed of the simulation and the game's number alone, so that it does
not matter how many processes share the work.
"""

from __future__ import annotations

import hashlib

from attrs import frozen

from rulelang.experiments.course import Course


@frozen
class Plan:
    """A simulation: which game, by whom, how often."""

    reference: str
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int
    limit: int
    audit: bool
    is_compiled: bool | None = None  # games are played by the rules as C, or not; else bots decide for themselves
    is_watched: bool = False  # it is noted how games go: all of them, or the first ones where C plays
    is_watched_throughout: bool = False  # all of them, wherever they are played
    is_counted: bool = False  # and which rules of variants happen


@frozen
class Outcome:
    """How one game went; a game that met a fault says which, one that hit the limit is not finished."""

    number: int
    seed: int
    finished: bool
    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    decisions: int
    fault: str = ""
    course: Course | None = None


def seed_of(base: int, number: int) -> int:
    """The seed of a game of a simulation."""
    return int.from_bytes(hashlib.sha256(f"{base}/{number}".encode()).digest()[:6], "big")


def family(base: int, name: str) -> int:
    """A seed for games that are to share no luck with those of another name."""
    return int.from_bytes(hashlib.sha256(f"{base}/{name}".encode()).digest()[:6], "big")

"""Playing a match to its end: the loop that simulations and searches spend their time in.

It works on the state itself. Choices made at random leave no trace in the match; they are repeated
from the same generator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from rulelang.engine.match import Match

Chooser = Callable[[Match], int]


def play_randomly(match: Match, rng: Random, limit: int) -> int:
    """Choose at random until the match is over or the limit is reached; how many decisions were made."""
    if not match.audit:
        return int(match.drive(match.program.names["play_randomly"], rng.random, limit))
    made = 0
    while not match.over and made < limit:
        match.advance(int(rng.random() * len(match.state.options)))
        made += 1
    return made


def play_with(match: Match, choosers: Sequence[Chooser], limit: int) -> int:
    """Let each player choose in his own way until the match is over or the limit is reached."""
    state = match.state
    made = 0
    while not state.over and made < limit:
        match.advance(choosers[state.decider](match))
        made += 1
    return made

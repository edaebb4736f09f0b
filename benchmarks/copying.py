"""Copying a match in progress, against `copy.deepcopy` of a hand-written game at the same point."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import rulelang
from benchmarks.measure import Pace, Spread, looped, rates, ratio
from benchmarks.playing import EXAMPLES, HANDWRITTEN
from benchmarks.results import Row
from rulelang.api.match import Match
from rulelang.project.sources import shipped_games

PART = "copying"
# How far a match is played before it is copied: to about the middle of a random game.
MIDDLE = {"tic_tac_toe": 4, "connect_four": 10, "breakthrough": 25, "pig": 60, "harbour": 60}


def in_progress(reference: Any, decisions: int, players: int | None = None) -> Match:
    """A match after so many random decisions, or as many as there are before its end."""
    game = rulelang.load(reference)
    rng = random.Random(3)
    match = game.start(players or game.players[-1], seed=3)
    for _ in range(decisions):
        before = match.copy()
        match.advance(rng.randrange(len(match.state.options)))
        if match.over:
            return before
    return match


def by_hand(name: str, decisions: int) -> Any:
    """The hand-written game after so many random decisions."""
    rng = random.Random(3)
    game = HANDWRITTEN[name](rng)
    for _ in range(decisions):
        before = copy.deepcopy(game)
        game.apply(rng.choice(game.legal_moves()))
        if game.is_over():
            return before
    return game


def many(copied: Callable[[], object], times: int) -> Callable[[], int]:
    def run() -> int:
        for _ in range(times):
            copied()
        return times

    return run


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    for name, decisions in MIDDLE.items():
        told(f"copying {name}")
        match, state = in_progress(EXAMPLES / f"{name}.rules", decisions), by_hand(name, decisions)
        work = {
            "copy": looped(many(match.copy, 100)),
            "deepcopy": looped(many(lambda state=state: copy.deepcopy(state), 10)),
        }
        found = rates(work, pace)
        figure = f"{1e6 / Spread.of(found['copy']).median:.2f} µs"
        against = ratio(found["copy"], found["deepcopy"])
        # The others are hardly more than a list of numbers: deepcopy has next to nothing to do for them.
        wished = {"needed": 20.0, "aim": 50.0} if name == "harbour" else {}
        yield Row(PART, name, "match.copy()", figure, "deepcopy of the hand-written game", against, **wished)
    for name in shipped_games():
        told(f"copying {name}")
        match = in_progress(name, 300)
        found = rates({"copy": looped(many(match.copy, 100))}, pace)
        yield Row(PART, name, "match.copy()", f"{1e6 / Spread.of(found['copy']).median:.2f} µs")

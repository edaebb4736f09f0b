"""Many games quickly: rules as C, without anybody watching, so what is measured is what every game tells."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from rulelang.describe.diff import read_side
from rulelang.experiments.game import play
from rulelang.experiments.measures import HEADLINE, Measure, share
from rulelang.experiments.plan import Outcome
from rulelang.experiments.setting import Setting

ROOT = Path(__file__).parents[2]
Numbers = NDArray[np.float64]


def seat_one_wins(outcome: Outcome, unit: int) -> float:
    return (0 in outcome.winners) / len(outcome.winners)


NAMED = {measure.name: measure for measure in HEADLINE}
MEASURES: tuple[Measure, ...] = (
    *(NAMED[name] for name in ("rounds", "decisions", "winning margin")),
    share("the first seat wins", seat_one_wins),
)


def outcomes(rules: str, bot: str, seed: int, count: int, players: int = 2) -> list[Outcome]:
    """Numbered games of a set of rules; those of one seed and number share their luck."""
    game = read_side(rules)
    plan = Setting(players, bot, seed=seed, limit=20_000).plan(game)
    plan = evolve(plan, games=count, is_compiled=True, is_watched=False, is_counted=False)
    return [play(plan, number) for number in range(count)]


def readings(found: Sequence[Outcome], measure: Measure) -> Numbers:
    """What a measure reads of each game; of one that did not end nothing is to be read."""
    if not all(outcome.finished for outcome in found):
        raise SystemExit(f"a game did not end within the limit: {measure.name} can not be read of it")
    return np.array([measure.read(outcome, 1) or 0.0 for outcome in found])


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)

"""`rulelang simulate` on one process and on two."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from benchmarks.measure import Pace, Spread, ratio
from benchmarks.playing import EXAMPLES
from benchmarks.results import Row
from rulelang.experiments.plan import Plan
from rulelang.experiments.run import simulate

PART = "processes"
SECONDS = 6.0
LEAST = 200


def plan_of(games: int) -> Plan:
    return Plan(
        reference=str(EXAMPLES / "harbour.rules"),
        variants=(),
        options=(),
        players=3,
        bots=("random",) * 3,
        games=games,
        seed=1,
        limit=10_000,
        audit=False,
    )


def seconds_for(games: int, jobs: int) -> float:
    start = time.perf_counter()
    simulate(plan_of(games), jobs)
    return time.perf_counter() - start


def games_for(seconds: float) -> int:
    """How many games one process plays in about so many seconds."""
    seconds_for(LEAST, 1)
    return max(LEAST, int(LEAST * seconds / seconds_for(LEAST, 1)))


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    told("simulating on one and two processes")
    games = games_for(1.0 if pace.is_quick else SECONDS)
    one, two = [], []
    for _ in range(pace.starts):
        one.append(seconds_for(games, 1))
        two.append(seconds_for(games, 2))
    figure = f"{games:,} games in {Spread.of(one).median:.1f} s and {Spread.of(two).median:.1f} s"
    yield Row(PART, "harbour", "two processes", figure, "one process", ratio(one, two), needed=1.8, aim=1.95)

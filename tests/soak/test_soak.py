"""What only shows after long: a hundred thousand games with everything counted, and memory that does not grow.

`make soak` runs these beside the damaged files, the mutants and the pairs of matches, which have long searches
of their own.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang.api.game import Game
from rulelang.core.chance import Luck
from rulelang.experiments.plan import Plan
from rulelang.experiments.run import simulate
from rulelang.play.playout import play_randomly
from tests.games.catalogue import ROOT, rules_of
from tests.games.test_random_games import GAMES, cases

pytestmark = pytest.mark.slow

CASES = list(cases())
MANY = 100_000
# A large game takes a hundred times as long as a small one, so a small one is played so many times as often.
SMALL = ROOT / "examples"
TIMES_AS_OFTEN = 40
LIMIT = 1_000
STATUS = Path("/proc/self/statm")
# About an hour's work for one core; whatever is taken is taken within the first tenth.
LONG_RUN = 2_000_000
SPARE = 2_000_000


def weight(path: Path) -> int:
    """How often a game is played, beside a large one."""
    return TIMES_AS_OFTEN if path.parent == SMALL else 1


def share(path: Path) -> int:
    """How many of all games are of one case."""
    every = sum(weight(case.values[0]) for case in CASES)
    return -(-MANY * weight(path) // every)


@pytest.mark.parametrize(("path", "variants", "players"), CASES)
def test_a_hundred_thousand_games(path: Path, variants: tuple[str, ...], players: int):
    """All games, variants and numbers of players have their share, with seeds that no other test plays."""
    game = Game(rules_of(path)[0], variants, {}, str(path))
    for seed in range(GAMES, GAMES + share(path)):
        match = game.start(players=players, seed=seed, audit=True)
        play_randomly(match, Luck(seed, players), LIMIT)
        assert not match.over or match.winners


def resident() -> int:
    """The bytes of memory this process has."""
    return int(STATUS.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not STATUS.exists(), reason="there is no /proc to ask for the memory of a process")
def test_memory_stays_as_it_is():
    """Two million games in one process need no more than the first of them."""
    harbour = str(ROOT / "examples" / "harbour.rules")
    plan = Plan(harbour, (), (), 3, ("random",) * 3, games=LONG_RUN, seed=1, limit=10_000, audit=False)
    most = {"early": 0, "late": 0}

    def heard(done: int) -> None:
        when = "early" if done < LONG_RUN // 10 else "late"
        most[when] = max(most[when], resident())

    run = simulate(plan, 1, heard)
    assert run.tally.played == LONG_RUN
    assert 0 < most["late"] <= most["early"] + SPARE

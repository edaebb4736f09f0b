"""What is measured, each part a table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import numpy as np

from benchmarks.experiments.games import MEASURES, Numbers, outcomes, readings, say
from benchmarks.experiments.looks import misses
from benchmarks.experiments.pig import solve
from rulelang.describe.diff import read_side
from rulelang.experiments.engines.cluster import Cluster
from rulelang.experiments.engines.work import Batch, Stop
from rulelang.experiments.plan import Outcome, Plan
from rulelang.experiments.setting import Setting
from rulelang.experiments.statistics.families import TOTAL
from rulelang.experiments.store import Store

Table = Sequence[Sequence[str]]
PIG = "examples/pig.rules"
HOUSE = "examples/house_rules/"

COMPARISONS = 1_000
PAIRS = 500
# Games of other rules are drawn from so many played ones of each side.
PLAYED = 2_000


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


# ---- honest intervals -------------------------------------------------------------------------------------------


def coverage() -> Table:
    """A against A with luck of their own: how often a difference is seen at any look, by one measure and by any."""
    rows = [["A against A", *(m.name for m in MEASURES), "any of them", "any, 1.96 standard errors"]]
    for rules, bot in (("rotterdam", "random"),):
        say(f"coverage: {rules}, {bot}")
        sides = [outcomes(rules, bot, seed, PLAYED) for seed in (501, 502)]
        rng = np.random.default_rng(77)
        # Both sides are drawn from all games, so that there is no difference to be seen.
        both = [*sides[0], *sides[1]]
        places = [rng.integers(len(both), size=(COMPARISONS, PAIRS)) for _ in range(2)]
        drawn = {m.name: [readings(both, m)[where] for where in places] for m in MEASURES}
        rows.append([f"{rules}, {bot} bots", *missed(drawn)])
    say("coverage: pig")
    real = {m.name: list[Numbers]() for m in MEASURES}
    for seed in (601, 602):
        games = outcomes(PIG, "random", seed, COMPARISONS * PAIRS)
        for m in MEASURES:
            real[m.name].append(readings(games, m).reshape(COMPARISONS, PAIRS))
    return [*rows, ["pig, random bots, all games played", *missed(real)]]


def missed(drawn: dict[str, list[Numbers]]) -> list[str]:
    """The measures share the 5 %, as they do in a comparison."""
    alpha = TOTAL / len(MEASURES)
    found = [misses(*drawn[m.name], 0.0, alpha, m.is_share) for m in MEASURES]
    ours = [percent(float(each.mean())) for each, _ in found]
    return [*ours, *(percent(float(np.any(sides, axis=0).mean())) for sides in zip(*found, strict=True))]


def exact() -> Table:
    """Pig to 50 against pig to 60 on the same luck: how often the true difference lies outside."""
    runs, pairs = 500, 1_000
    truths = [b - a for a, b in zip(solve(50), solve(60), strict=True)]
    say("exact: pig")
    sides = [outcomes(f"{PIG}?goal={goal}", "random", 701, runs * pairs) for goal in (50, 60)]
    head = ["true difference", "mean of all", "missed at any look", "at the last"]
    rows = [[f"{runs} runs of pig, goal 60 against 50", *head]]
    for name, truth in zip(("the first seat wins", "rounds"), truths, strict=True):
        m = next(m for m in MEASURES if m.name == name)
        a, b = (readings(side, m).reshape(runs, pairs) for side in sides)
        ever, _ = misses(a, b, truth, TOTAL, m.is_share)
        last = outside_at_last(a, b, truth, m.is_share)
        mean = float((b - a).mean())
        rows.append([name, f"{truth:+.4f}", f"{mean:+.4f}", percent(float(ever.mean())), percent(last)])
    return rows


def outside_at_last(a: Numbers, b: Numbers, truth: float, is_share: bool) -> float:
    from rulelang.experiments.statistics.moments import moments, plus_four
    from rulelang.experiments.statistics.sequence import half_width

    found = 0
    for first, second in zip(a.tolist(), b.tolist(), strict=True):
        sides = [moments(first), moments(second)]
        alone = sum(plus_four(side.mean, side.count) if is_share else side.variance for side in sides)
        seen = moments([y - x for x, y in zip(first, second, strict=True)])
        found += abs(seen.mean - truth) > half_width(seen, alone, TOTAL)
    return found / len(a)


# ---- pairing ------------------------------------------------------------------------------------------------------

HOUSE_RULES = (
    ("rotterdam", "no_trading", 600),
    ("masters_of_trade", "bigger_stores", 400),
    ("mainport_mastermind", "peaceful_start", 400),
    ("mainports", "bigger_tanks", 60),
)


def pairing() -> Table:
    """The variance of the difference on the same luck, as a part of what it is between games that share none."""
    rows = [["house rule", "pairs", *(m.name for m in MEASURES)]]
    for game, rule, count in HOUSE_RULES:
        say(f"pairing: {rule}")
        sides = [outcomes(rules, "greedy:1", 801, count) for rules in (game, f"{game}+{HOUSE}{rule}.rules")]
        ended = [place for place in range(count) if all(side[place].finished for side in sides)]
        kept = [[side[place] for place in ended] for side in sides]
        ratios = [ratio(*(readings(side, m) for side in kept)) for m in MEASURES]
        rows.append([f"{game}, {rule}", f"{len(ended)}", *ratios])
    return rows


def ratio(a: Numbers, b: Numbers) -> str:
    """With its standard error, by drawing pairs again."""
    rng = np.random.default_rng(9)

    def of(places: Sequence[int] | Numbers) -> float:
        x, y = a[places], b[places]
        alone = x.var() + y.var()
        return float((y - x).var() / alone) if alone else float("nan")

    drawn = [of(rng.integers(len(a), size=len(a))) for _ in range(200)]
    found = of(np.arange(len(a)))
    return "–" if np.isnan(found) else f"{found:.2f} ± {np.nanstd(drawn):.2f}"


# ---- many machines ------------------------------------------------------------------------------------------------

BATCHES, ROWS = 400, 100
CORES = 800


class Empty:
    """Batches that take no time: what is left is what sharing them out costs."""

    def __init__(self) -> None:
        game = read_side(PIG)
        self.plan = Setting(2, "random").plan(game)
        self.given = self.back = 0

    @property
    def gather(self) -> Callable[[Iterable[Outcome]], list[Outcome]]:
        return made_up

    def next_batch(self, size: int) -> Batch | None:
        self.given += 1
        return Batch(self.plan, self.given, self.given) if self.given <= BATCHES else None

    def done(self, batch: Batch, found: list[Outcome]) -> None:
        self.back += 1

    def heard(self) -> None:
        pass


def made_up(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """As many games as a batch brings back."""
    return [Outcome(number, number, True, "the end", (1, 2), (1,), 9, 99) for number in range(ROWS)]


def machines() -> Table:
    """What a batch costs the one who shares it out, and what that means for a hundred machines."""
    say("machines")
    began, spent = time.process_time(), 0.0
    cluster, work = Cluster("dask", 2), Empty()
    with cluster.connected():
        began = time.process_time()
        cluster.share(work, Stop())
        spent = (time.process_time() - began) / BATCHES
    kept = storing(work.plan)
    each = spent + kept
    length = max(1.0, CORES * each / 0.5)
    return [
        ["", "figure"],
        [f"client and scheduler, a batch of {ROWS} games", f"{1000 * spent:.1f} ms of processor"],
        [f"store, {ROWS} games", f"{1000 * kept:.2f} ms of processor"],
        ["batches a second that one core can share out", f"{1 / each:,.0f}"],
        ["a hundred machines of eight cores, batches of a second, load of that core (reckoned)", percent(CORES * each)],
        ["length of batches with which it is half busy (reckoned)", f"{length:.1f} s"],
    ]


def storing(plan: Plan) -> float:
    with TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "games.sqlite")
        try:
            setup = store.setup(plan, read_side(PIG))
            began = time.process_time()
            for number in range(BATCHES):
                games = [Outcome(number * ROWS + n, n, True, "the end", (1, 2), (1,), 9, 99) for n in range(ROWS)]
                store.keep(setup, number, games)
            return (time.process_time() - began) / BATCHES
        finally:
            store.close()


PARTS = MappingProxyType({"coverage": coverage, "exact": exact, "pairing": pairing, "machines": machines})

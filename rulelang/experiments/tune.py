"""Values that make a game as it is wanted.

Values are searched for on seeds of one family, and what is told of the best of them comes from games of another:
whoever is picked as the best of many looks better than he is. If the first does not fit there, the next gets half of
what may go wrong, and so on, so that looking for long finds nothing that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Literal

from attrs import define, field, frozen

from rulelang.errors import UsageError
from rulelang.experiments.conditions import Range
from rulelang.experiments.setting import Playing, Setting, play_all
from rulelang.experiments.statistics.families import TOTAL
from rulelang.experiments.sweep import Level, Side, Sides
from rulelang.experiments.varying import Point, Varied, Vary, points_of

if TYPE_CHECKING:
    from optuna import Trial

# So many candidates are looked at once more.
MOST_CONFIRMED = 3
# An optimiser may ask for what was tried before, so often on the average.
MOST_ASKED = 5
Fit = Literal["fits", "does not fit", "not decided"]


@frozen
class Tried:
    """Values and how far from what is wanted they looked, in standard deviations of a game."""

    point: Point
    distance: float


@frozen
class Confirmed:
    """What fresh games say of values."""

    point: Point
    fit: Fit
    levels: tuple[Level | None, ...]  # one for each thing that is wanted
    games: int


@define
class Tuning:
    """A search, and what came of it."""

    rules: Varied
    setting: Setting
    wanted: Sequence[Range]
    games: int  # for each try
    playing: Playing  # how many games confirm
    tried: list[Tried] = field(factory=list)
    stopped: int = 0

    def side(self, point: Point, count: int, family: str) -> Side:
        """Games with some values."""
        game = self.rules.at(point)
        side = Side(game.program(self.setting.players).facts.units[0], [want.measure for want in self.wanted])
        playing = Playing(count, self.playing.is_enough, self.playing.told, self.playing.store, self.playing.warn)
        ended = play_all(self.setting, [game], Sides([side]), playing, [family])
        self.stopped = self.stopped or ended.stopped
        return side

    def try_values(self, point: Point) -> float:
        """How far from what is wanted some values look."""
        known = next((each.distance for each in self.tried if each.point == point), None)
        if known is not None:
            return known
        distance = distance_of(self.side(point, self.games, "search"), self.wanted)
        if not self.stopped:
            self.tried.append(Tried(point, distance))
        return distance

    def search(self, tries: int) -> None:
        """Try values: all there are, or those that an optimiser asks for."""
        points = points_of(self.rules.varied) if is_small(self.rules, tries) else None
        if points is not None:
            for point in points:
                if not self.stopped:
                    self.try_values(point)
            return
        optimise(self.rules, tries, self.setting.seed, self.try_values, lambda: self.stopped != 0)

    def confirm(self) -> list[Confirmed]:
        """The best that were found, on fresh seeds, until one fits."""
        found: list[Confirmed] = []
        best = sorted(self.tried, key=lambda each: each.distance)[:MOST_CONFIRMED]
        for number, tried in enumerate(best, 1):
            side = self.side(tried.point, self.playing.most, "confirm")
            if self.stopped:
                break
            alpha = TOTAL / 2**number / len(self.wanted)
            levels = tuple(side.level(want.measure, alpha) for want in self.wanted)
            found.append(Confirmed(tried.point, fit_of(levels, self.wanted), levels, side.games))
            if found[-1].fit == "fits":
                break
        return found


def is_small(rules: Varied, tries: int) -> bool:
    """Are there no more combinations than tries?"""
    count = 1
    for vary in rules.varied:
        count *= len(vary.values)
    return count <= tries


def optimise(
    rules: Varied, tries: int, seed: int, distance: Callable[[Point], float], is_stopped: Callable[[], bool]
) -> None:
    """Let Optuna say which values to try next."""
    try:
        import optuna
    except ImportError:
        raise UsageError("searching wants the extra `tune`: pip install 'rulelang[tune]'; or allow as many --tries as "
                         "there are combinations") from None  # fmt: skip
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed % 2**32, n_startup_trials=max(4, tries // 3))
    study = optuna.create_study(sampler=sampler)
    tried: set[Point] = set()
    for _ in range(MOST_ASKED * tries):
        if is_stopped() or len(tried) >= tries:
            return
        trial = study.ask()
        point = tuple(suggested(trial, vary) for vary in rules.varied)
        tried.add(point)
        study.tell(trial, distance(point))


def suggested(trial: Trial, vary: Vary) -> str:
    """The value to try next. Numbers are told by their places, so that near ones are thought to be alike."""
    if all(value.lstrip("-").isdecimal() for value in vary.values):
        return vary.values[trial.suggest_int(vary.name, 0, len(vary.values) - 1)]
    return str(trial.suggest_categorical(vary.name, list(vary.values)))


def distance_of(side: Side, wanted: Sequence[Range]) -> float:
    """How far the means lie outside of what is wanted; and a little, how far from the middle of it."""
    if side.finished < side.games or not side.finished:
        return 100.0 + side.games - side.finished
    total = 0.0
    for want in wanted:
        seen = side.seen(want.measure)
        if not seen.count:
            raise UsageError(f"`{want.text}`: these games say nothing of {want.measure.name}")
        scale = seen.sd or max(abs(want.high - want.low), 1e-9)
        outside = max(want.low - seen.mean, 0.0, seen.mean - want.high) / scale
        aside = abs(seen.mean - (want.low + want.high) / 2) / scale
        total += outside**2 + 1e-3 * aside**2
    return sqrt(total)


def fit_of(levels: Sequence[Level | None], wanted: Sequence[Range]) -> Fit:
    """Whether all intervals lie within what is wanted, or one beside it."""
    fits = True
    for level, want in zip(levels, wanted, strict=True):
        if level is None or level.high < want.low or level.low > want.high:
            return "does not fit"
        fits = fits and want.low <= level.low and level.high <= want.high
    return "fits" if fits else "not decided"

"""Looking for values: what is varied, how it is searched, and that the best is measured anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.errors import UsageError
from rulelang.experiments.conditions import read_range
from rulelang.experiments.measures import measures_of
from rulelang.experiments.plan import Outcome
from rulelang.experiments.setting import Playing, Setting
from rulelang.experiments.sweep import Level, Side
from rulelang.experiments.tune import Tuning, distance_of, fit_of, optimise
from rulelang.experiments.varying import Point, Varied, points_of, read_vary

PIG = str(Path(__file__).parents[3] / "examples" / "pig.rules")
ROUNDS = read_range("rounds 8..10", measures_of(2))


def test_what_is_varied():
    """Options with numbers or words, values by a change; all combinations."""
    goal, words = read_vary("goal=10..20/5"), read_vary("start=lot, auction")
    assert goal.values == ("10", "15", "20")
    assert words.values == ("lot", "auction")
    change = read_vary("change hand_limit(p) to 3..4")
    assert (change.name, change.values, change.is_change) == ("change hand_limit(p) to", ("3", "4"), True)
    assert len(points_of([goal, words, change])) == 12
    for wrong in ("goal", "goal=20..10", "goal=1..9999999", "goal=1..5/0"):
        with pytest.raises(UsageError):
            read_vary(wrong)
    with pytest.raises(UsageError, match="at most 400"):
        points_of([read_vary("a=1..100"), read_vary("b=1..100")])


def test_a_change_becomes_a_house_rule(game_of, tmp_path: Path):
    """The same values are the same rules; others are others."""
    game = game_of(
        """
        game shop "Shop"
          players: 2

        player
          points: number starts 0

        round main
          last: wanted
          turn
            choose n in 1..2
              add n to actor.points

        value wanted gives 3

        score points(p) gives p.points
        """
    )
    rules = Varied(game.reference, [read_vary("change wanted to 4..6")], tmp_path)
    assert [rules.at((value,)).fingerprint(2) == game.fingerprint(2) for value in ("4", "5")] == [False, False]
    assert rules.written(("4",)) == rules.written(("4",)) != rules.written(("5",))
    assert rules.said(("4",)) == "change wanted to 4"


def games_of(*rounds: int, unfinished: int = 0) -> Side:
    side = Side(1, [ROUNDS.measure])
    for number in rounds:
        side.add(Outcome(0, 0, True, "end", (1, 0), (0,), number, 9))
    for _ in range(unfinished):
        side.add(Outcome(0, 0, False, "", (), (), 50, 99))
    return side


def test_nearer_is_better():
    """Inside before outside, the middle before the edge, and games that end before those that do not."""
    ways = [games_of(8, 9, 10), games_of(9, 10, 11), games_of(12, 13, 14), games_of(9, 9, 9, unfinished=1)]
    distances = [distance_of(side, [ROUNDS]) for side in ways]
    assert distances == sorted(distances)
    assert len(set(distances)) == 4


@pytest.mark.parametrize(
    ("mean", "half", "fit"),
    [(9.0, 0.5, "fits"), (9.0, 2.0, "not decided"), (12.0, 1.0, "does not fit"), (9.8, 0.5, "not decided")],
)
def test_fitting_is_said_of_whole_intervals(mean: float, half: float, fit: str):
    """Or not at all."""
    assert fit_of([Level(ROUNDS.measure, 100, mean, half)], [ROUNDS]) == fit


def test_the_optimiser_finds_a_valley(tmp_path: Path):
    """In a quarter of all there is to try."""
    rules = Varied(PIG, [read_vary("goal=10..73")], tmp_path)
    asked: dict[tuple[str, ...], float] = {}

    def distance(point: tuple[str, ...]) -> float:
        asked[point] = abs(int(point[0]) - 47)
        return asked[point]

    optimise(rules, 16, 3, distance, lambda: False)
    assert len(asked) <= 16
    assert min(asked.values()) <= 3


def test_the_best_is_measured_on_fresh_games(tmp_path: Path):
    """Games of the search and those that confirm share no seed; what fits is what the rules make of it."""
    seen: dict[str, Side] = {}

    class Noting(Tuning):
        def side(self, point: Point, count: int, family: str) -> Side:
            seen[f"{point[0]} {family}"] = super().side(point, count, family)
            return seen[f"{point[0]} {family}"]

    rules = Varied(PIG, [read_vary("goal=10..60/10")], tmp_path)
    tuning = Noting(rules, Setting(2, "random"), [read_range("rounds 12..16", measures_of(2))], 60, Playing(600))
    tuning.search(10)
    (found,) = tuning.confirm()
    assert (found.point, found.fit, found.games) == (("40",), "fits", 600)
    assert len(tuning.tried) == 6
    search, confirm = seen["40 search"].readings["rounds"], seen["40 confirm"].readings["rounds"]
    assert search != confirm[: len(search)]

"""What pairs of games let one say."""

from __future__ import annotations

import random

from attrs import evolve

from rulelang.experiments.comparison import wording
from rulelang.experiments.comparison.findings import Findings, findings_of, rounded
from rulelang.experiments.comparison.limits import held_limits
from rulelang.experiments.comparison.pairs import Pairs
from rulelang.experiments.conditions import read_limit
from rulelang.experiments.course import Course, Use
from rulelang.experiments.measures import measures_of
from rulelang.experiments.plan import Outcome

MEASURES = measures_of(2)


def game(number: int, rounds: int, taken: int = 1, finished: bool = True) -> Outcome:
    """A game of so many rounds; the first player wins those of an even number."""
    course = Course((0, 1), uses={"act/dig": Use(3, taken, 2, 1)})
    return Outcome(number, number, finished, "the end", (3, 1), (number % 2,), rounds, 4 * rounds, course=course)


def pairs_of(games: list[tuple[Outcome, Outcome]]) -> Pairs:
    pairs = Pairs(MEASURES)
    for a, b in games:
        pairs.add(a, b)
    return pairs


def longer(count: int, by: int) -> Pairs:
    """B is longer by so many rounds on the average."""
    rng = random.Random(3)
    return pairs_of(
        [(game(n, 10 + rng.randrange(3)), game(n, 10 + by + rng.randrange(3), taken=2)) for n in range(count)]
    )


def said(found: Findings, name: str) -> str:
    row = found.row(name)
    assert row is not None
    return wording.verdict(row, found)


def test_a_difference_is_told_with_its_interval():
    """Two rounds more are seen in three hundred games; wins do not differ."""
    found = findings_of(longer(300, 2), 1.0)
    row = found.row("rounds")
    assert row is not None
    assert row.verdict.kind == "different"
    assert row.low < 2 < row.high
    assert said(found, "rounds").startswith("longer by ")
    assert row.first < 11.2
    assert row.second > 12.8
    assert said(found, "first player wins").startswith(("none larger than 5 points", "no difference seen"))


def test_what_stands_out_is_found():
    """An option that is taken twice instead of once in every game."""
    found = findings_of(longer(300, 2), 1.0)
    assert "act/dig" in found.standing_out
    (item,) = found.items
    assert item.difference == 1
    assert item.half is not None
    assert item.half < 1


def test_few_games_say_nothing():
    """Whatever they look like."""
    assert said(findings_of(longer(49, 2), 1.0), "rounds") == "too few games"


def test_the_same_games_are_called_so():
    """A against A has no uncertainty to speak of."""
    same = findings_of(pairs_of([(game(n, 10), game(n, 10)) for n in range(60)]), 1.0)
    assert same.is_the_same
    assert said(same, "rounds") == "the same game every time"


def test_lengths_of_unfinished_games_are_no_lengths():
    """With one in thirty cut off there is no verdict; they are counted, and their pairs not measured."""
    games = [(game(n, 10), game(n, 12, finished=n % 30 != 0)) for n in range(300)]
    found = findings_of(pairs_of(games), 1.0)
    assert found.unfinished == (0, 10)
    assert said(found, "rounds").startswith("no verdict")
    row = found.row("rounds")
    assert row is not None
    assert row.pairs == 290


def test_sharing_what_may_go_wrong_widens_intervals():
    """With two sets of rules against the first, each has half of it; a measure that is watched has half of its own."""
    pairs = longer(300, 2)
    ways = ((1.0, "rounds"), (1.0, None), (0.5, None))
    halves = [findings_of(pairs, share, watched).rows[0].half for share, watched in ways]
    assert halves == sorted(halves)
    assert len(set(halves)) == 3


def test_limits():
    """Half of the wins are the first player's: a limit of 75 % holds, one of 20 % is broken, 52 % remains open."""
    limits = [read_limit(f"first player wins > {share} %", MEASURES) for share in (75, 20, 52)]
    outcomes = [held.outcome for held in held_limits(limits, longer(300, 0))]
    assert outcomes == ["held", "broken", "open"]
    (held,) = held_limits([read_limit("difference of rounds > 1", MEASURES)], longer(300, 2))
    assert held.outcome == "broken"


def test_pairs_do_not_hang_on_order_of_items():
    """An option that comes up late counts as not taken before."""
    late = [(game(n, 10), evolve(game(n, 10), course=Course((0, 1)))) for n in range(10)]
    sums = pairs_of([*late, *[(game(10, 10), game(10, 10))]]).items["act/dig"]
    differences = sums.differences(11)
    assert differences.mean == -10 / 11
    assert abs(differences.variance - 10 / 121) < 1e-12


def test_round_numbers():
    """1, 2 and 5, and tens of them."""
    assert [rounded(x) for x in (0, 0.07, 0.3, 1.9, 49, 75, 1000)] == [0, 0.05, 0.2, 1, 20, 50, 1000]

"""What is kept of games: the same as of all of them in a row, and no more of it for more games."""

from __future__ import annotations

import pickle
from random import Random
from statistics import fmean, quantiles, stdev

import pytest

from rulelang.experiments.plan import Outcome
from rulelang.experiments.tally import MOST_BARS, MOST_NAMED, Numbers, Tally


def numbers(row: list[int]) -> Numbers:
    found = Numbers()
    for number in row:
        found.add(number)
    return found


def game(number: int, rng: Random) -> Outcome:
    if rng.random() < 0.1:
        return Outcome(number, number + 7, False, "", (), (), 0, 0, rng.choice(["", "a rule went wrong"]))
    scores = rng.randrange(-20, 90), rng.randrange(-20, 90)
    winners = tuple(p for p in (0, 1) if scores[p] == max(scores))
    return Outcome(number, number + 7, True, rng.choice("ab"), scores, winners, rng.randrange(9), rng.randrange(99))


@pytest.mark.parametrize("row", [[7], [1, 2, 3, 4, 5], [-3, 8, 8, -3, 0, 11], list(range(-1000, 3000))])
def test_small_numbers_are_exact(row: list[int]):
    """Means, deviations and quartiles are those that the whole row has."""
    found = numbers(row).spread()
    assert found is not None
    quartiles = quantiles(row, n=4, method="inclusive") if len(row) > 1 else row * 3
    assert [found.q1, found.median, found.q3] == quartiles
    assert found.mean == pytest.approx(fmean(row))
    assert found.sd == pytest.approx(stdev(row) if len(row) > 1 else 0)
    assert (found.min, found.max) == (min(row), max(row))


def test_nothing_has_no_spread():
    """No numbers, no mean."""
    assert Numbers().spread() is None


def test_many_different_numbers():
    """Far more numbers than there are bars: few are kept, and the quartiles are near."""
    rng = Random(1)
    row = [rng.randrange(-(10**9), 10**9) for _ in range(20_000)]
    found = numbers(row)
    spread = found.spread()
    assert spread is not None
    assert len(found.bars) <= MOST_BARS
    assert [spread.q1, spread.median, spread.q3] == pytest.approx(quantiles(row, n=4), abs=10**6)
    assert spread.mean == pytest.approx(fmean(row))


@pytest.mark.parametrize("seed", range(5))
def test_order_does_not_matter(seed: int):
    """Parts put together in any order are the whole."""
    rng = Random(seed)
    games = [game(number, rng) for number in range(300)]
    whole = Tally()
    for one in games:
        whole.add(one)
    parts = [Tally() for _ in range(7)]
    for one in games:
        rng.choice(parts).add(one)
    rng.shuffle(parts)
    together = Tally()
    for part in parts:
        together.merge(part)
    assert together == whole
    wide = [rng.randrange(10 ** rng.randrange(1, 12)) for _ in range(12_000)]
    halves = numbers(wide[:3000])
    halves.merge(numbers(wide[3000:]))
    assert halves == numbers(wide[::-1])


def test_what_is_kept_does_not_grow():
    """A hundred times as many games take no more room."""
    rng = Random(3)
    tally = Tally()
    for number in range(2_000):
        tally.add(game(number, rng))
    small = len(pickle.dumps(tally))
    for number in range(2_000, 200_000):
        tally.add(game(number, rng))
    assert tally.played == 200_000
    assert len(pickle.dumps(tally)) < 1.2 * small
    assert [o.number for o in tally.first_faults] == sorted(o.number for o in tally.first_faults)
    assert len(tally.first_faults) == len(tally.first_unfinished) == MOST_NAMED

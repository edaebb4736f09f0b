"""The arithmetic of the benchmarks; no time is measured here."""

from __future__ import annotations

import pytest

from benchmarks.measure import Pace, Spread, looped, rates, ratio


def test_a_ratio_is_that_of_turns_taken_together():
    """A slow moment that hits both candidates does not change the ratio."""
    assert ratio([200.0, 20.0, 200.0], [100.0, 10.0, 100.0]) == Spread(2.0, 2.0, 2.0)


def test_a_ratio_has_a_range():
    """The median is in the middle, the ends are the extremes."""
    assert ratio([10.0, 30.0, 80.0], [10.0, 10.0, 10.0]) == Spread(3.0, 1.0, 8.0)


def test_a_turn_in_which_nothing_was_done_is_left_out():
    """Nothing is divided by nought."""
    assert ratio([10.0, 30.0], [0.0, 10.0]) == Spread(3.0, 3.0, 3.0)


def test_candidates_take_turns_and_warm_up_first():
    """Every candidate runs once before any turn counts, and then in rotation."""
    order: list[str] = []

    def candidate(name: str, speed: float):
        def run(seconds: float) -> tuple[float, float]:
            order.append(name)
            return speed * seconds, seconds

        return run

    found = rates({"a": candidate("a", 6.0), "b": candidate("b", 3.0)}, Pace(turns=2, seconds=0.5, starts=1))
    assert order == ["a", "b", "a", "b", "a", "b"]
    assert found == {"a": [6.0, 6.0], "b": [3.0, 3.0]}


def test_the_warming_up_takes_no_part():
    """A first run that is slow leaves no trace."""
    speeds = iter([1.0, 50.0, 50.0, 50.0])
    found = rates({"a": lambda seconds: (next(speeds), 1.0)}, Pace(turns=3, seconds=0.1, starts=1))
    assert found["a"] == [50.0, 50.0, 50.0]


def test_work_is_done_at_least_once():
    """Even when there is no time at all."""
    done, spent = looped(lambda: 5)(0.0)
    assert done == 5
    assert spent > 0


@pytest.mark.parametrize("values", [[3.0], [1.0, 3.0, 100.0]])
def test_a_spread_is_the_median_and_the_ends(values):
    """One far-off value moves an end and not the middle."""
    assert Spread.of(values) == Spread(3.0, min(values), max(values))

"""What comparisons are held against: pig worked out exactly, and intervals at every look."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from benchmarks.experiments.__main__ import END, rewrite, start
from benchmarks.experiments.looks import misses
from benchmarks.experiments.pig import gains, solve


def test_pig_to_two():
    """A turn wins if it rolls at all, and then anything but a one: 5 of 12."""
    lucky = 5 / 12
    both_miss = (1 - lucky) ** 2
    wins, rounds = solve(2)
    assert wins == pytest.approx(lucky / (1 - both_miss))
    assert rounds == pytest.approx(1 / (1 - both_miss))


def test_gains_of_a_turn():
    """To three, counted by going through all that can fall: each roll is half a coin and a sixth of a die."""
    expected: dict[int, float] = {}
    for first, second in product(range(1, 7), repeat=2):
        # Hold at once; or roll, and then hold or roll once more where two pips are not enough.
        again = (first, second) if first == 2 else (first,)
        for path, likely in (((), 1 / 2 / 36), ((first,), 1 / 4 / 36), (again, 1 / 4 / 36)):
            gain = 0 if 1 in path else sum(path)
            expected[gain] = expected.get(gain, 0.0) + likely
    found = gains(3)
    # After a second roll of pig to three everybody has enough.
    assert found == pytest.approx(expected)
    assert sum(found.values()) == pytest.approx(1)


def test_looking_after_every_pair():
    """The usual interval finds a difference that is not there in more than one of four cases; ours seldom."""
    rng = np.random.default_rng(4)
    a, b = (rng.normal(size=(200, 400)) for _ in range(2))
    ours, plain = misses(a, b, 0.0, 0.05, is_share=False)
    assert ours.mean() <= 0.05
    assert plain.mean() > 0.25


def test_tables_have_a_place(tmp_path):
    """What stood there goes, the rest of the page stays."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{start('exact')}\nold\n{END}\nafter\n{start('pairing')}\n{END}\n", encoding="utf-8")
    rewrite(page, "exact", [["a", "b"], ["1", "2"]])
    text = page.read_text(encoding="utf-8")
    assert "| 1 | 2 |" in text
    assert "old" not in text
    assert text.startswith("before\n")
    assert f"after\n{start('pairing')}\n{END}\n" in text

"""Which change did it: designs that tell changes apart, and parts that add up."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from attrs import evolve

from rulelang.errors import UsageError
from rulelang.experiments.factorial import (
    Blocks,
    alone,
    cells_of,
    changes_between,
    effects_of,
    families,
    interaction,
    main_effect,
    share,
    total,
    with_changes,
)
from rulelang.experiments.measures import ROUNDS
from rulelang.experiments.plan import Outcome


def dot(one: list[float], two: list[float]) -> float:
    return sum(x * y for x, y in zip(one, two, strict=True))


@pytest.mark.parametrize(("changes", "cells"), [(1, 2), (2, 4), (3, 8), (4, 16), (5, 16), (6, 32), (7, 64), (8, 64)])
def test_designs_tell_changes_and_pairs_apart(changes: int, cells: int):
    """No change looks like another, nor like a pair, nor does a pair look like another pair."""
    design = cells_of(changes)
    assert len(design) == len(set(design)) == cells
    assert design[0] == (False,) * changes
    effects = [main_effect(design, change) for change in range(changes)]
    effects += [interaction(design, one, two) for one, two in combinations(range(changes), 2)]
    assert all(abs(sum(weights)) < 1e-12 for weights in effects)
    assert all(abs(dot(one, two)) < 1e-12 for one, two in combinations(effects, 2))


def test_more_changes_than_can_be_told_apart():
    """Are refused."""
    with pytest.raises(UsageError, match="at most 8"):
        cells_of(9)


def test_opposite_combinations_share_their_luck():
    """And nobody else does."""
    design = cells_of(3)
    luck = families(design)
    assert len(set(luck)) == 4
    for cell, family in zip(design, luck, strict=True):
        opposite = tuple(not is_on for is_on in cell)
        assert luck[design.index(opposite)] == family
    assert len(set(families(cells_of(5)))) == 16


def test_parts_add_up_to_the_whole():
    """Whatever the combinations come to."""
    rng = random.Random(5)
    for changes in (2, 3, 4):
        design = cells_of(changes)
        found = [rng.uniform(-9, 9) for _ in design]
        parts = [dot(share(design, change), found) for change in range(changes)]
        whole = total(design)
        assert whole is not None
        assert sum(parts) == pytest.approx(dot(whole, found))


def test_what_acts_together_is_shared_evenly():
    """One change brings 3, another -1; 4 more come only where both are on."""
    design = cells_of(2)
    found = [10 + 3 * a - b + 4 * (a and b) for a, b in design]
    assert dot(share(design, 0), found) == pytest.approx(5)
    assert dot(share(design, 1), found) == pytest.approx(1)
    assert dot(interaction(design, 0, 1), found) == pytest.approx(4)
    on_its_own = alone(design, 1)
    assert on_its_own is not None
    assert dot(on_its_own, found) == pytest.approx(-1)


def test_effects_of_blocks():
    """Five rounds, one and none are found in noise; the intervals hold the truth."""
    design = cells_of(3)
    blocks = Blocks(design, [1] * len(design), [ROUNDS])
    rng = random.Random(2)
    game = Outcome(0, 0, True, "end", (1, 0), (0,), 1, 1)
    for number in range(300):
        outcomes = [evolve(game, rounds=20 + 5 * a + b + (a and b) * 2 + rng.randrange(5)) for a, b, _ in design]
        if number == 7:
            outcomes[3] = evolve(game, finished=False)
        blocks.add(outcomes)
    found = effects_of(blocks, ["a", "b", "c"])
    assert (found.blocks, found.unfinished) == (300, 1)
    parts = {effect.changes[0]: effect for effect in found.shares}
    assert [parts[name].verdict.kind for name in "abc"] == ["different", "different", "none larger"]
    for name, truth in (("a", 6), ("b", 2), ("c", 0)):
        assert parts[name].low <= truth <= parts[name].high
    assert [effect.changes for effect in found.pairs] == [("a", "b")]
    assert found.totals["rounds"] == pytest.approx(8, abs=0.5)


def test_changes_are_read_from_the_two_sides():
    """What both have stays on; variants go before options."""
    base, changes = changes_between("town+old?goal=9", "town+old+rich+rules/poor.rules?goal=9?days=3")
    assert [change.name for change in changes] == ["rich", "poor", "days=3"]
    assert with_changes(base, changes[1:]) == "town+old+rules/poor.rules?goal=9?days=3"
    for first, second in (("town", "village+rich+poor"), ("town+old", "town+rich+poor"), ("town", "town+rich")):
        with pytest.raises(UsageError, match="--each"):
            changes_between(first, second)

"""Numbers of actions stay the same from match to match, and every option has one of its own."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulelang
from rulelang.adapters.actions import Actions

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("path", [*sorted(EXAMPLES.glob("*.rules")), "rotterdam"], ids=lambda path: Path(path).stem)
@pytest.mark.parametrize("chance", ["seeded", "ask"])
def test_every_option_has_a_number_of_its_own(path: str | Path, chance: str) -> None:
    match = rulelang.load(path).start(seed=2, chance=chance)
    actions, rng = Actions(match), random.Random(2)
    for _ in range(150):
        if match.over:
            break
        legal = actions.legal(match)
        assert len(legal) == len(match.decision.options)
        assert all(number in range(actions.count) for number in legal)
        assert len({actions.decision(number) for number in legal}) == 1
        match.choose(rng.choice(list(legal.values())))


def test_a_number_says_what_was_chosen() -> None:
    """Cells in their order, whatever has been taken; and passing last."""
    match = rulelang.load(EXAMPLES / "tic_tac_toe.rules").start()
    actions = Actions(match)
    cells = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
    while not match.over:
        legal = actions.legal(match)
        assert all(match.decision.keys[index] == cells[number] for number, index in legal.items())
        match.choose(legal[max(legal)])
    assert actions.legal(match) == {}

"""Harbour agrees with a hand-written game, step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rulelang

HERE = Path(__file__).parents[1]
TRACES = json.loads((HERE / "yardstick" / "harbour_traces.json").read_text())
HARBOUR = HERE.parent / "examples" / "harbour.rules"


@pytest.mark.parametrize("number", range(len(TRACES)))
def test_trace(number: int) -> None:
    """The deciding player, the texts of the options in order, and the winner are those of the trace."""
    trace: dict[str, Any] = TRACES[number]
    match = rulelang.load(HARBOUR).start(3, chance="ask", audit=True)
    deck = list(trace["deck"])
    steps = iter(trace["steps"])
    while not match.over:
        decision = match.decision
        if decision.player is None:
            match.choose(str(deck.pop(0)))
            continue
        seat, legal, chosen, _ = next(steps)
        assert decision.player == seat
        assert [option.text for option in decision.options] == legal.split("|")
        match.choose(chosen)
    assert next(steps, None) is None
    assert [int(p in match.winners) for p in range(3)] == list(trace["returns"])

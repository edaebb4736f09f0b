"""Which loops are counted, and that rules which take too long are stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.api.load import load
from rulelang.backends.c import build
from rulelang.backends.c.program import compiled, core_for
from rulelang.core import nodes as c
from rulelang.core.passes.effort import loops_in

RULES = """\
game small "Small"
  players: 2
  ask: always

state
  n: number starts 0
  size: number starts 2

round main
  last: 3
  turn
    choose one prompt "Go on?"
      way few "Few"
        each a in 1..5
          set n to a
      way many "Many"
        set size to 200
        each a in 1..size
          each b in 1..size
            each d in 1..size
              set n to sum(k in 1..size: remainder(k + a + b + d, 7))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "small.rules"
    found.write_text(RULES, encoding="utf-8")
    return found


def test_short_loops_are_not_counted(path: Path):
    core = core_for(load(path).program(2))
    loops = [x for f in core.functions for x in loops_in(f) if isinstance(x, c.For) and isinstance(x.items, c.Numbers)]
    short = [loop for loop in loops if isinstance(loop.items.high, c.Const)]
    assert c.Numbers(c.Const(1), c.Const(5)) in [loop.items for loop in short]
    assert all(loop.weight == 0 for loop in short)
    assert all(loop.weight > 0 for loop in loops if loop not in short)


@pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler here")
def test_too_much_work_is_a_fault(path: Path):
    """Two hundred, four times over: nobody waits for that."""
    program = compiled(load(path).program(2), build.SHORT_WORK)
    position = program.start(1)
    assert not program.choose(position, 1)
    position = program.start(1)
    assert program.choose(position, 0)

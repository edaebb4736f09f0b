"""Branches that nobody takes are left out, and nothing else."""

from __future__ import annotations

from rulelang.core import nodes as c
from rulelang.core.passes.settled import body_of

ONE, TWO = c.SetMachine("bank", c.Const(1)), c.SetMachine("bank", c.Const(2))
OPEN = c.Machine("trial")


def test_what_is_known_is_settled():
    assert body_of((c.If(c.Const(1), (ONE,), (TWO,)),)) == (ONE,)
    assert body_of((c.If(c.Const(0), (ONE,), (TWO,)),)) == (TWO,)
    assert body_of((c.If(c.Const(0), (ONE,)), TWO)) == (TWO,)


def test_what_is_open_stays():
    open_ = c.If(OPEN, (ONE,), (TWO,))
    assert body_of((open_,)) == (open_,)
    assert body_of((c.Loop((c.If(c.Const(1), (open_,)),)),)) == (c.Loop((open_,)),)


def test_nothing_is_done_behind_a_leave():
    assert body_of((ONE, c.Leave("there"), TWO)) == (ONE, c.Leave("there"))
    assert body_of((c.If(c.Const(1), (c.Return(),)), TWO)) == (c.Return(),)

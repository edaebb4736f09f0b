"""A program whose functions are machine code. It plays the same games, choice for choice."""

from __future__ import annotations

from typing import Any

from rulelang.backends.mypyc.build import module_of
from rulelang.backends.mypyc.typed import SHARED, typed_source
from rulelang.backends.python.program import RUNTIME, Program


def native_source(program: Program) -> str:
    """The typed module that is compiled."""
    return typed_source(program.module, program.source)


def native_program(program: Program) -> Program:
    """The same program, compiled; raises `NotNative` with the reason if that can not be done here."""
    start = program.start
    slots = type(start).__slots__
    holds = repr([(name, getattr(start, name)) for name in slots if name != "forced"])
    tables = {**program.module.layout.constants, **{name: RUNTIME[name] for name in SHARED}}
    module = module_of(native_source(program), tables, holds + repr(program.module.layout.constants))
    names: dict[str, Any] = {**program.names}
    names |= {name: thing for name, thing in vars(module).items() if not name.startswith("__")}
    made = Program(program.origin, names, program.facts)
    made.start = module.State()
    for name in slots:
        setattr(made.start, name, getattr(start, name))
    module.S0 = names["S0"] = made.start  # type: ignore[attr-defined]
    return made

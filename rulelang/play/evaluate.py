"""Expressions of the rules worked out on demand, for whoever asks why or guesses what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import field, frozen

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import first_each
from rulelang.core.tables import safe
from rulelang.core.weave import Woven, weave
from rulelang.model import statements as s
from rulelang.model.declarations import Kind, Rule, Value
from rulelang.model.expressions import CallValue, Expression, Local, ReadLocal
from rulelang.model.visit import free_locals

ERRORS = (TypeError, IndexError, KeyError, ValueError, ZeroDivisionError)


@frozen
class Bound:
    """A local, its value, and whether the one who asks may know it."""

    local: Local
    value: Any
    is_known: bool


@frozen
class Env:
    """The locals in force."""

    bound: dict[Local, Bound] = field(factory=dict)

    def bind(self, local: Local, value: Any, is_known: bool = True) -> Env:
        return Env({**self.bound, local: Bound(local, value, is_known)})

    def bind_all(self, locals_: Iterable[Local], values: Iterable[Any], known: Iterable[bool]) -> Env:
        new = {x: Bound(x, v, k) for x, v, k in zip(locals_, values, known, strict=False)}
        return Env({**self.bound, **new})

    def covers(self, e: Expression) -> bool:
        """Are all locals of an expression bound?"""
        return all(local in self.bound for local in free_locals(e))

    @property
    def known(self) -> frozenset[Local]:
        return frozenset(i for i, bound in self.bound.items() if bound.is_known)


class Evaluator:
    """Values of expressions of one program; each is compiled once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._functions: dict[Expression, tuple[Any, list[Local]]] = {}
        self._calls: dict[Value, CallValue] = {}
        self._woven: dict[int, Woven] = {}

    def value(self, e: Expression, state: Any, env: Env) -> Any:
        """What an expression is worth in a state."""
        if e not in self._functions:
            wanted = free_locals(e)
            names = {local: f"x[{i}]" for i, local in enumerate(wanted)}
            function = self.program.evaluator(e, names)
            self._functions[e] = (function, wanted)
        function, wanted = self._functions[e]
        return function(state, (), [env.bound[local].value for local in wanted])

    def call(self, value: Value) -> CallValue:
        """A value asked for its own parameters: one expression, of which one function is made."""
        if value not in self._calls:
            read = tuple(ReadLocal(parameter, parameter.type) for parameter in value.parameters)
            self._calls[value] = CallValue(value, read, value.type)
        return self._calls[value]

    def woven(self, rule: Rule) -> Woven:
        if rule.index not in self._woven:
            self._woven[rule.index] = weave(rule)
        return self._woven[rule.index]

    def holders(self, state: Any, kind: Kind, title: int, stacks: bool) -> tuple[tuple[int, int], ...]:
        """Who holds a card, with each copy (or with the first)."""
        pairs: tuple[tuple[int, int], ...] = getattr(state, f"held_{safe(kind.root.name)}")[title]
        return pairs if stacks else first_each(pairs)

    def needs(self) -> Iterator[s.Need]:
        """Every need there is, those that a `forbid` stands for included."""
        yield from self.program.world.needs
        for rule in self.program.world.rules.values():
            for part in self.woven(rule).befores:
                for statement in part:
                    inner = statement.body if isinstance(statement, s.ForHolders) else [statement]
                    yield from (n for n in inner if isinstance(n, s.Need) and n.index < 0)

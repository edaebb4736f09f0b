"""Contracts on tables, held when rules are loaded: the row that breaks one is named."""

from __future__ import annotations

import itertools
from typing import Any

from rulelang.backends.python import runtime
from rulelang.backends.python.expressions import ExpressionWriter
from rulelang.backends.python.faults import words_for
from rulelang.backends.python.runtime import FAULTS, Meter, StepLimit, work
from rulelang.budget import MOST_WORK, WORK_OF_CALL
from rulelang.core.tables import Layout
from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.diagnostics.wording import structure as say
from rulelang.interrupts import look_up
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.proofs.cost import Effort
from rulelang.model.types import Entity, strip
from rulelang.model.visit import state_read_by
from rulelang.model.world import World

RUNTIME = {name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("__")}
MOST_ROWS = 5
MOST_KEPT = 100_000  # of what a value was asked


def broken_contracts(world: World, effort: Effort) -> list[Diagnostic]:
    """The contracts that the data does not keep."""
    checker = ContractChecker(world, effort)
    found = []
    for need, _ in world.contracts:
        look_up()
        if state_read_by(need.condition) is not None:
            found.append(say.contract_reads_state(need.span))
            continue
        problem = checker.check(need)
        if problem is not None:
            found.append(problem)
    return found


class ContractChecker:
    """Evaluates conditions on data."""

    def __init__(self, world: World, effort: Effort) -> None:
        self.layout = Layout(world, effort=effort)
        self.functions: dict[Any, Any] = {}
        self.meter = Meter()

    def value(self, e: m.Expression, local: m.Local | None = None, member: Any = None) -> Any:
        writer = ExpressionWriter(self.layout)
        if local is not None:
            writer.env[local] = "it"
        text = writer.write(e)
        names = {**RUNTIME, **self.layout.constants}
        for value in writer.called_values:
            names[f"value_{value.index}"] = self.function(value)
        return eval(compile(f"lambda S, it: {text}", "<contract>", "eval"), names)(self.meter, member)  # noqa: S307

    def function(self, value: Any) -> Any:
        """A named value that a contract uses, written out once."""
        if value.index in self.functions:
            return self.functions[value.index]
        names: dict[str, Any] = {}

        known: dict[tuple[Any, ...], tuple[Any, int]] = {}  # tables do not change: what it says, and the work of it

        def call(meter: Meter, *arguments: Any) -> Any:
            if arguments in known:
                found, taken = known[arguments]
                work(meter, taken)
                return found
            before = meter.steps
            work(meter, weight)
            found = names["it"](meter, arguments)
            if len(known) < MOST_KEPT:
                known[arguments] = found, meter.steps - before
            return found

        self.functions[value.index] = call
        weight = WORK_OF_CALL + self.layout.effort.weigh(value.body)
        writer = ExpressionWriter(self.layout)
        for index, parameter in enumerate(value.parameters):
            writer.env[parameter] = f"a[{index}]"
        text = writer.text(writer.words.value(value))
        names |= {**RUNTIME, **self.layout.constants}
        for inner in writer.called_values:
            names[f"value_{inner.index}"] = self.function(inner)
        names["it"] = eval(compile(f"lambda S, a: {text}", "<value>", "eval"), names)  # noqa: S307
        return call

    def check(self, need: s.Need) -> Diagnostic | None:
        self.meter.steps = 0
        try:
            if self.value(need.condition):
                return None
            detail, rows = self.explain(need.condition)
        except StepLimit:
            return say.too_much_work(need.span, None, MOST_WORK)
        except FAULTS as error:
            return say.broken_contract(need.span, reason_of(need), words_for(error), ())
        return say.broken_contract(need.span, reason_of(need), detail, rows)

    def explain(self, e: m.Expression) -> tuple[str, tuple[Label, ...]]:
        """What was found instead, and the rows at fault."""
        if isinstance(e, m.Junction) and e.operator == "and":
            return self.explain(e.left if not self.value(e.left) else e.right)
        if isinstance(e, m.Fold) and e.how == "all" and e.body is not None:
            return "this does not hold for every row", self.rows(e)
        if isinstance(e, m.Compare):
            return f"{self.value(e.left)} {e.operator} {self.value(e.right)} does not hold", ()
        if isinstance(e, m.Function) and e.name in ("increasing", "decreasing", "unique"):
            return self.column(e)
        return "this does not hold", ()

    def rows(self, e: m.Fold) -> tuple[Label, ...]:
        kind = strip(e.local.type)
        if not isinstance(kind, Entity):
            return ()
        found = []
        for member in self.value(e.source):
            if e.where is not None and not self.value(e.where, e.local, member):
                continue
            if not self.value(e.body, e.local, member):  # type: ignore[arg-type]
                row = kind.kind.root.members[member]
                found.append(Label(row.span, f"not for `{row.key}`"))
        return tuple(found[:MOST_ROWS])

    def column(self, e: m.Function) -> tuple[str, tuple[Label, ...]]:
        values = [v for v in self.value(e.arguments[0]) if v is not None]
        pairs = list(itertools.pairwise(values))
        if e.name == "unique":
            twice = next(v for i, v in enumerate(values) if v in values[:i])
            return f"{twice} stands there twice", ()
        wrong = next(((a, b) for a, b in pairs if not (a < b if e.name == "increasing" else a > b)), None)
        return (f"{wrong[0]} is followed by {wrong[1]}" if wrong else "this does not hold"), ()


def reason_of(need: s.Need) -> str:
    return need.reason.source if need.reason is not None else need.span.quoted.removeprefix("need ").strip()

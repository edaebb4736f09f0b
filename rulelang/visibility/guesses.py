"""What the rules could have put into a hidden field: every value that one of its `set`s could give.

A value is worked out as the rules do it, in the position as it is believed to be: a name that a choice or a
roll gives stands for each thing that may be picked in turn, a parameter for what is handed over at each call.
Of some fields this can not be known: those that something is added to or paid into, for nobody can tell how
often, and those that are set from what an action or the effect of a card is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.backends.python.program import Program
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule
from rulelang.model.expressions import Expression, Local
from rulelang.model.visit import free_locals, walk
from rulelang.play.evaluate import ERRORS, Env, Evaluator

Place = tuple[int, ...]
MOST = 1_000  # values of one field; with more it is as if nothing were known


class Unknown(Exception):
    """The rules do not tell."""


class Guesses:
    """Which values fields of one program could hold."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.evaluator = program.once(Evaluator)
        self.actor = program.answers.layout.slot(program.world.fields["actor"])
        self.sets: dict[Field, list[s.Assign]] = {}
        self.counted: set[Field] = set()
        self.origins: dict[Local, s.Let | s.Binder | s.Assign | Rule] = {}
        self.calls: dict[Rule, list[s.CallRule]] = {}
        for rule in program.world.rules.values():
            self.origins |= dict.fromkeys(rule.parameters, rule)
            for node in walk(rule.bodies):
                self.note(node)

    def note(self, node: Any) -> None:
        match node:
            case s.Assign(m.ReadField(field)):
                self.sets.setdefault(field, []).append(node)
            case s.Increase(m.ReadField(field)):
                self.counted.add(field)
            case s.Pay(_, payer, payee):
                self.counted |= {purse.field for purse in (payer, payee) if isinstance(purse, m.ReadField)}
            case s.Let(local) | s.Binder(local) | s.Assign(m.ReadLocal(local)):
                self.origins[local] = node
            case s.CallRule(rule):
                self.calls.setdefault(rule, []).append(node)

    # ---- values ------------------------------------------------------------------------------------

    def values(self, state: Any, field: Field, place: Place, owner: int | None) -> list[Any]:
        """What a field could hold at a place that belongs to a player; empty if that can not be known."""
        if field in self.counted:
            return []
        before = getattr(state, self.actor)
        if owner is not None:
            setattr(state, self.actor, owner)
        try:
            found = [value for assign in self.sets.get(field, ()) for value in self.given_by(state, assign, place)]
        except (Unknown, *ERRORS):
            return []
        finally:
            setattr(state, self.actor, before)
        return [value for value in found if value is not None]

    def given_by(self, state: Any, assign: s.Assign, place: Place) -> Iterator[Any]:
        target: Any = assign.target
        at = (*([target.of] if target.of is not None else []), *target.keys)
        env = Env()
        for part, member in zip(at, place, strict=True):
            if isinstance(part, m.ReadLocal):
                env = env.bind(part.local, member)
        for count, settled in enumerate(self.settled(state, assign.value, env)):
            if count == MOST:
                raise Unknown
            yield self.evaluator.value(assign.value, state, settled)

    def settled(self, state: Any, e: Expression, env: Env) -> Iterator[Env]:
        """All that the names in an expression could stand for."""
        missing = next((local for local in free_locals(e) if local not in env.bound), None)
        if missing is None:
            yield env
            return
        for bound in self.bindings(state, missing, env):
            yield from self.settled(state, e, bound)

    def bindings(self, state: Any, local: Local, env: Env) -> Iterator[Env]:
        """All that one name could stand for."""
        match self.origins.get(local):
            case s.Let(_, value):
                for inner in self.settled(state, value, env):
                    yield inner.bind(local, self.evaluator.value(value, state, inner))
            case s.Binder(_, source, where):
                for inner in self.settled(state, source, env):
                    for item in self.evaluator.value(source, state, inner):
                        yield from self.passing(state, where, inner.bind(local, item))
            case Rule() as rule if rule in self.calls:
                for call in self.calls[rule]:
                    yield from self.handed_over(state, rule, call, local, env)
            case _:
                raise Unknown

    def passing(self, state: Any, where: Expression | None, env: Env) -> Iterator[Env]:
        if where is None:
            yield env
            return
        for settled in self.settled(state, where, env):
            if self.evaluator.value(where, state, settled):
                yield settled

    def handed_over(self, state: Any, rule: Rule, call: s.CallRule, local: Local, env: Env) -> Iterator[Env]:
        """What a call hands over for a parameter; what is known of other parameters is known of its arguments."""
        pairs = dict(zip(rule.parameters, call.arguments, strict=True))
        for parameter, argument in pairs.items():
            if parameter in env.bound and isinstance(argument, m.ReadLocal):
                env = env.bind(argument.local, env.bound[parameter].value)
        for settled in self.settled(state, pairs[local], env):
            yield settled.bind(local, self.evaluator.value(pairs[local], state, settled))

    # ---- order -------------------------------------------------------------------------------------

    def rests_on(self, field: Field) -> set[Field]:
        """The fields that are read where a field is set."""
        found: set[Field] = set()
        waiting: list[Any] = [assign.value for assign in self.sets.get(field, ())]
        seen: set[Any] = set()
        while waiting:
            for node in walk(waiting.pop()):
                match node:
                    case m.ReadField(other):
                        found.add(other)
                    case m.ReadLocal(what) | m.CallValue(what) if what not in seen:
                        seen.add(what)
                        waiting += self.behind(what)
        return found - {field}

    def behind(self, what: Any) -> list[Any]:
        """The expressions that a name or a named value stands for."""
        if not isinstance(what, Local):
            return [what.body]
        match self.origins.get(what):
            case s.Let(_, value):
                return [value]
            case s.Binder(_, source, where):
                return [source, where]
            case Rule() as rule:
                position = rule.parameters.index(what)
                return [call.arguments[position] for call in self.calls.get(rule, ())]
            case _:
                return []

    def in_order(self, fields: list[Field]) -> list[Field]:
        """Fields, each after those it rests on; in a circle, as they come."""
        done: dict[Field, None] = {}
        begun: set[Field] = set()

        def take(field: Field) -> None:
            if field not in begun:
                begun.add(field)
                for other in fields:
                    if other in needed[field]:
                        take(other)
                done[field] = None

        needed = {field: self.rests_on(field) for field in fields}
        for field in fields:
            take(field)
        return list(done)

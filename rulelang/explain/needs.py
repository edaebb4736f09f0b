"""Why a rule can not be done: the first of its needs that fails.

The needs are gone through as the program does when it asks `can`, but statement by statement, so that
the need is found together with everything that was known there. What a program would try out on a copy
of the game is tried out here as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve

from rulelang.backends.python import runtime
from rulelang.core.agreed import NOTHING_TO_CHOOSE
from rulelang.core.information import Reader
from rulelang.core.needs_order import is_mandatory, is_pure, reach
from rulelang.explain.conditions import Conditions, Failure, plain
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.expressions import Expression
from rulelang.model.types import TEXT, Type
from rulelang.model.visit import free_locals
from rulelang.play.evaluate import ERRORS, Env
from rulelang.play.sayings import Saying
from rulelang.source import NOWHERE

NOTHING = "there is nothing to choose"
TOO_MUCH = "this pays more than there is"
# A need that fails, the names after it, and whether nothing was done so far.
Step = tuple[Failure | None, Env, bool]


class Reasons(Conditions):
    """Goes through rules, ways and choices."""

    # ---- needs ------------------------------------------------------------------------------------------

    def rule_with(self, rule: Rule, arguments: tuple[Expression, ...], env: Env) -> Failure | None:
        return self.rule(rule, self.inside(rule.parameters, arguments, env))

    def rule(self, rule: Rule, env: Env) -> Failure | None:
        """The need for which a rule can not be done, or nothing."""
        hidden: Failure | None = None
        for part in self.evaluator.woven(rule).parts:
            failure, _, _ = self.body(part, env)
            if failure is not None and not failure.is_hidden:
                return failure
            hidden = hidden or failure
        if hidden is None and reach(rule).late:
            return self.tried(rule, env)
        return hidden

    def body(self, body: s.Body, env: Env) -> Step:
        """The need of a body that fails; the names after it, and whether nothing was done so far."""
        hidden: Failure | None = None
        for statement in body:
            try:
                failure, env, goes_on = self.step(statement, env)
            except ERRORS:
                if hidden is None:
                    raise
                return hidden, env, False
            if failure is not None and not failure.is_hidden:
                return failure, env, False
            hidden = hidden or failure
            if not goes_on:
                return hidden, env, False
        return hidden, env, True

    def step(self, x: s.Statement, env: Env) -> Step:
        """One statement: a need that fails, the names after it, and whether needs may follow."""
        match x:
            case s.Let(local, value) | s.Assign(m.ReadLocal(local), value):
                is_known = not local.changes and self.knows(value, env)
                return None, env.bind(local, self.value(value, env), is_known), True
            case s.Need():
                return self.need(x, env), env, True
            case s.If(condition, then, otherwise):
                failure, after, goes_on = self.body(then if self.value(condition, env) else otherwise, env)
                return self.veiled(failure, condition, env), after, goes_on
            case s.ForHolders():
                pairs = self.evaluator.holders(self.state, x.card, x.title, x.stacks)
                inner = [env.bind(x.holder, holder).bind(x.self_, card) for holder, card in pairs]
                return self.each(x.body, inner, env)
            case s.HeldChoice():
                return self.held_choice(x, env)
            case s.CallRule(rule, arguments):
                return self.rule_with(rule, arguments, env), env, not reach(rule).acts
            case s.Perform(action, arguments):
                return self.action(action, arguments, env), env, False
            case s.Each() if x.picker is None and is_pure(x.body):
                return self.sorted(x, env) if x.key is not None else self.through(x, x.binders, env)
            case s.Repeat() if is_pure(x.body):
                return self.repeat(x, env)
            case s.Choose() if is_mandatory(x) and not self.has_options(x, env):
                return plain(NOTHING, x.span, x.cites), env, False
            case _:
                return None, env, False

    def need(self, x: s.Need, env: Env) -> Failure | None:
        if self.value(x.condition, env):
            return None
        failure = self.explain(x.condition, env)
        span = failure.span if failure.span is not NOWHERE else x.span
        cites = x.cites or failure.cites or self.citations.of(x)
        reason = self.saying(x.reason, env) if x.reason is not None else failure.reason
        return evolve(failure, reason=reason, span=span, cites=cites)

    def saying(self, text: s.Text, env: Env) -> Saying:
        """A sentence with its holes filled, as far as the one who asks may know."""
        holes = [p for p in text.pieces if not isinstance(p, str)]
        return Saying(text, tuple(self.filling(hole, env) for hole in holes))

    def filling(self, hole: Expression, env: Env) -> tuple[Type, Any]:
        is_known = env.covers(hole) and self.knows(hole, env)
        return (hole.type, self.value(hole, env)) if is_known else (TEXT, "…")

    def veiled(self, failure: Failure | None, condition: Expression, env: Env) -> Failure | None:
        """What fails only because of a hidden condition is hidden too."""
        if failure is None or self.knows(condition, env):
            return failure
        return Failure(is_hidden=True)

    def each(self, body: s.Body, envs: list[Env], after: Env) -> Step:
        goes_on = True
        hidden: Failure | None = None
        for env in envs:
            failure, _, pure = self.body(body, env)
            if failure is not None and not failure.is_hidden:
                return failure, after, False
            hidden, goes_on = hidden or failure, goes_on and pure
        return hidden, after, goes_on

    # Loops that only ask: what one pass puts into names is there in the next.

    def through(self, x: s.Each, binders: Sequence[s.Binder], env: Env) -> Step:
        """A loop from one of its names on."""
        if not binders:
            return self.body(x.body, env)
        hidden: Failure | None = None
        binder, *rest = binders
        is_known = self.knows(binder.source, env)
        for item in tuple(self.value(binder.source, env)):
            env = env.bind(binder.local, item, is_known)
            if binder.where is None or self.value(binder.where, env):
                failure, env, _ = self.through(x, rest, env)
                if failure is not None and not failure.is_hidden:
                    return failure, env, False
                hidden = hidden or failure
        return hidden, env, True

    def sorted(self, x: s.Each, env: Env) -> Step:
        key = x.key
        assert key is not None
        hidden: Failure | None = None
        for one in sorted(self.combinations(x.binders, env), key=lambda inner: self.value(key, inner)):
            env = Env(env.bound | {binder.local: one.bound[binder.local] for binder in x.binders})
            failure, env, _ = self.body(x.body, env)
            if failure is not None and not failure.is_hidden:
                return failure, env, False
            hidden = hidden or failure
        return hidden, env, True

    def repeat(self, x: s.Repeat, env: Env) -> Step:
        hidden: Failure | None = None
        left = itertools.count() if x.count is None else range(self.value(x.count, env))
        for _ in left:
            if x.condition is not None and not self.value(x.condition, env):
                break
            failure, env, _ = self.body(x.body, env)
            if failure is not None and not failure.is_hidden:
                return failure, env, False
            hidden = hidden or failure
        return hidden, env, True

    def held_choice(self, x: s.HeldChoice, env: Env) -> Step:
        for holder, card in self.evaluator.holders(self.state, x.card, x.title, True):
            inner = env.bind(x.holder, holder).bind(x.self_, card)
            if x.guard is None or self.value(x.guard, inner):
                failure, _, goes_on = self.body(x.then, inner)
                return failure, env, goes_on
        failure, _, goes_on = self.body(x.otherwise, env)
        return failure, env, goes_on

    def action(self, action: Expression, arguments: tuple[Expression, ...], env: Env) -> Failure | None:
        """The need for which an action that stands in a table can not be performed."""
        number = self.value(action, env)
        rule = self.words.keys.rule(number) if number is not None else None
        if rule is None:
            return plain("there is nothing to perform", action.span)
        given = (action.of, *arguments) if isinstance(action, m.EffectOf) else arguments
        return self.rule_with(rule, given, env)

    # ---- choices ----------------------------------------------------------------------------------------

    def combinations(self, binders: tuple[s.Binder, ...], env: Env) -> Iterator[Env]:
        """All that a choice or loop goes over and lets through."""
        if not binders:
            yield env
            return
        binder, *rest = binders
        for inner in self.items(binder, env):
            if binder.where is None or self.value(binder.where, inner):
                yield from self.combinations(tuple(rest), inner)

    def items(self, binder: s.Binder, env: Env) -> Iterator[Env]:
        is_known = self.knows(binder.source, env)
        for item in tuple(self.value(binder.source, env)):
            yield env.bind(binder.local, item, is_known)

    def has_options(self, x: s.Choose, env: Env) -> bool:
        if x.ways:
            return any(self.is_open(way, env) for way in x.ways)
        return next(self.combinations(x.binders, env), None) is not None

    def is_open(self, way: s.Way, env: Env) -> bool:
        """Can a way be gone, with anything that its binders go over?"""
        if way.guard is not None and not self.value(way.guard, env):
            return False
        return any(self.way(way, inner) is None for inner in self.combinations(way.binders, env))

    def way(self, way: s.Way, env: Env) -> Failure | None:
        """The condition for which one of several ways can not be gone."""
        if way.guard is not None and not self.value(way.guard, env):
            failure = self.explain(way.guard, env)
            return evolve(failure, cites=failure.cites or way.cites)
        failure_in_body, _, _ = self.body(way.body, env)
        return failure_in_body

    # ---- needs behind the first thing a rule does ---------------------------------------------------------

    def tried(self, rule: Rule, env: Env) -> Failure | None:
        """Do the rule on a copy, as the program does, and see which need stops it."""
        values = [env.bound[p].value for p in rule.parameters]
        trial = runtime.trial_of(self.state)
        try:
            runtime.attempt(trial, lambda state: self.program.call(state, rule.name, *values))
        except runtime.NeedFailed as failed:
            return self.found(failed.need, trial, rule, env)
        except runtime.Overspent as failed:
            return plain(TOO_MUCH, self.program.module.sites.statements[failed.site].span)
        except (runtime.Over, runtime.Leave):
            return None
        return None

    def found(self, number: int, trial: Any, rule: Rule, env: Env) -> Failure:
        """A need by its number, explained where it failed as far as the names there are known."""
        if number >= NOTHING_TO_CHOOSE:
            choose = self.words.world.chooses[number - NOTHING_TO_CHOOSE]
            return plain(NOTHING, choose.span, choose.cites)
        need = next(n for n in self.evaluator.needs() if n.index == number)
        there = Reasons(self.words, trial, self.asker, sees_all=self.sees_all, language=self.language)
        names = env if need.rule is rule else Env()
        if names.covers(need.condition):
            return there.need(need, names) or Failure(span=need.span)
        every = Reader(trusted=frozenset(free_locals(need.condition)))
        if not self.sees_all and not self.knowledge.knows(need.condition, every):
            return Failure(is_hidden=True)
        reason = there.saying(need.reason, names) if need.reason is not None else None
        cites = self.citations.of(need)
        return Failure(reason, self.text(need.condition), (), need.condition.span, cites)

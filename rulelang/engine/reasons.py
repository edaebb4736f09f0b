"""Why a condition or a rule fails: the smallest condition that does not hold.

The needs of a rule are gone through as the program does when it asks `can`, but statement by
statement, so that the first need that fails is found with everything that was known there. A need that
rests on what the one who asks may not see never speaks while another, open to him, fails as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from rulelang.engine.evaluate import ERRORS, Env, Evaluator
from rulelang.engine.knowledge import Reader
from rulelang.engine.saying import Saying
from rulelang.engine.words import Words
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.expressions import Expression
from rulelang.model.types import FLAG, TEXT, Flag
from rulelang.model.walk import walk
from rulelang.program import runtime
from rulelang.program.module import NOTHING_TO_CHOOSE
from rulelang.program.needs import CHANGES, does_something, is_mandatory, must_be_tried
from rulelang.source import NOWHERE, Span

NOTHING = "there is nothing to choose"
TOO_MUCH = "this pays more money than there is"


@frozen
class Failure:
    """A condition that does not hold: the sentence for people, the condition, and what was seen."""

    reason: Saying | None = None
    need: str = ""
    seen: tuple[tuple[str, ...], ...] = ()
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()
    is_hidden: bool = False


def plain(text: str, span: Span = NOWHERE, cites: tuple[str, ...] = ()) -> Failure:
    """A failure that is one of the engine's own sentences."""
    return Failure(Saying(s.Text([text], text)), span=span, cites=cites)


class Reasons:
    """Asks on behalf of a player; with `sees_all`, on behalf of somebody who may know everything."""

    def __init__(self, words: Words, state: Any, asker: int | None, sees_all: bool = False) -> None:
        self.words = words
        self.program = words.program
        self.evaluator: Evaluator = words.evaluator
        self.state = state
        self.asker = asker
        self.sees_all = sees_all
        self.actor_slot = self.program.module.layout.slot(words.world.fields["actor"])
        self.masks = words.sight.masks_now(state)

    # ---- values and what may be known of them -----------------------------------------------------------

    def value(self, e: Expression, env: Env) -> Any:
        return self.evaluator.value(e, self.state, env)

    def knows(self, e: Expression, env: Env) -> bool:
        """May the one who asks know the value?"""
        if self.sees_all:
            return True
        is_actor = self.asker is not None and getattr(self.state, self.actor_slot) == self.asker
        mine = env.of_player(self.words.sight, self.asker)
        return self.words.knowledge.knows(e, Reader(mine, env.known, is_actor, self.masks))

    def seen(self, e: Expression, env: Env) -> str:
        return self.words.text(e.type, self.value(e, env), "en")

    # ---- conditions -------------------------------------------------------------------------------------

    def explain(self, e: Expression, env: Env) -> Failure:
        """The smallest part that makes a condition fail, which is known not to hold."""
        match e:
            case m.Junction("and", left, right):
                return self.first_of((left, right), env)
            case m.Junction("or", left, right):
                return self.neither(e, self.explain(left, env), self.explain(right, env))
            case m.Negation(m.Negation(inner)):
                return self.explain(inner, env)
            case m.Negation(m.Junction("or", left, right)):
                return self.first_of((m.Negation(left), m.Negation(right)), env)
            case m.Can(rule, arguments):
                return self.rule_with(rule, arguments, env) or self.leaf(e, env)
            case m.CanPerform(action, arguments):
                return self.action(action, arguments, env) or self.leaf(e, env)
            case m.CallValue(value, arguments) if value.body is not None and not value.changes:
                return self.explain(value.body, self.inside(value.parameters, arguments, env))
            case m.Choice(condition, value, other) if isinstance(e.type, Flag):
                return self.explain(value if self.value(condition, env) else other, env)
            case m.Fold(how="all"):
                return self.exception(e, env)
            case _:
                return self.leaf(e, env)

    def first_of(self, conditions: tuple[Expression, ...], env: Env) -> Failure:
        """The first that fails and may be spoken of; else the first that fails."""
        found: Failure | None = None
        for condition in conditions:
            try:
                holds = self.value(condition, env)
            except ERRORS:
                break
            if not holds:
                failure = self.explain(condition, env)
                if not failure.is_hidden:
                    return failure
                found = found or failure
        return found or Failure(is_hidden=True)

    def neither(self, e: Expression, *branches: Failure) -> Failure:
        """None of several: all are told."""
        reason = next((b.reason for b in branches if b.reason is not None), None)
        cites = tuple(dict.fromkeys(c for b in branches for c in b.cites))
        seen = tuple(pair for b in branches for pair in b.seen)
        is_hidden = any(b.is_hidden for b in branches)
        return Failure(reason, self.text(e), seen, e.span, cites, is_hidden)

    def exception(self, e: m.Fold, env: Env) -> Failure:
        """The first member for which what should hold for all does not."""
        for item in self.value(e.source, env):
            inner = env.bind(e.local, item, self.knows(e.source, env))
            if (e.where is None or self.value(e.where, inner)) and e.body is not None and not self.value(e.body, inner):
                return self.explain(e.body, inner)
        return self.leaf(e, env)

    def leaf(self, e: Expression, env: Env) -> Failure:
        if not self.knows(e, env):
            return Failure(is_hidden=True)
        return Failure(None, self.text(e), tuple(self.sides(e, env)), e.span)

    def text(self, e: Expression) -> str:
        """A condition as the author wrote it."""
        if e.span is not NOWHERE and e.span.text:
            return " ".join(e.span.text.split())
        return f"not ({self.text(e.inner)})" if isinstance(e, m.Negation) else ""

    def sides(self, e: Expression, env: Env) -> Iterator[tuple[str, ...]]:
        """What was seen on the sides of a comparison."""
        match e:
            case m.Compare(operator, left, right):
                yield self.seen(left, env), operator, self.seen(right, env)
            case m.Contains(items, item):
                yield self.seen(item, env), "is not in" if not e.negated else "is in", self.seen(items, env)
            case m.IsNone(inner) | m.IsKind(inner):
                yield (self.seen(inner, env),)
            case m.Negation(inner):
                yield from self.sides(inner, env)
            case _:
                pass

    # ---- needs ------------------------------------------------------------------------------------------

    def inside(self, parameters: Any, arguments: tuple[Expression, ...], env: Env) -> Env:
        """What a rule or value sees of its arguments."""
        values = [self.value(a, env) for a in arguments]
        return Env().bind_all(parameters, values, [self.knows(a, env) for a in arguments])

    def rule_with(self, rule: Rule, arguments: tuple[Expression, ...], env: Env) -> Failure | None:
        return self.rule(rule, self.inside(rule.parameters, arguments, env))

    def rule(self, rule: Rule, env: Env) -> Failure | None:
        """The need for which a rule can not be done, or nothing."""
        hidden: Failure | None = None
        for part in self.evaluator.woven(rule).parts:
            failure, _ = self.body(part, env)
            if failure is not None and not failure.is_hidden:
                return failure
            hidden = hidden or failure
        if hidden is None and must_be_tried(rule):
            return self.tried(rule, env)
        return hidden

    def body(self, body: s.Body, env: Env) -> tuple[Failure | None, bool]:
        """The need of a body that fails; and whether nothing was done so far."""
        hidden: Failure | None = None
        for statement in body:
            try:
                failure, env, goes_on = self.step(statement, env)
            except ERRORS:
                if hidden is None:
                    raise
                return hidden, False
            if failure is not None and not failure.is_hidden:
                return failure, False
            hidden = hidden or failure
            if not goes_on:
                return hidden, False
        return hidden, True

    def step(self, x: s.Statement, env: Env) -> tuple[Failure | None, Env, bool]:
        """One statement: a need that fails, the names after it, and whether needs may follow."""
        match x:
            case s.Let(local, value):
                return None, env.bind(local, self.value(value, env), self.knows(value, env)), True
            case s.Need():
                return self.need(x, env), env, True
            case s.If(condition, then, otherwise):
                failure, goes_on = self.body(then if self.value(condition, env) else otherwise, env)
                return self.veiled(failure, condition, env), env, goes_on
            case s.ForHolders():
                pairs = self.evaluator.holders(self.state, x.card, x.title, x.stacks)
                inner = [env.bind(x.holder, holder).bind(x.self_, card) for holder, card in pairs]
                return *self.each(x.body, inner, env),
            case s.HeldChoice():
                return *self.held_choice(x, env),
            case s.CallRule(rule, arguments):
                return self.rule_with(rule, arguments, env), env, not does_something(rule, set())
            case s.Perform(action, arguments):
                return self.action(action, arguments, env), env, False
            case s.Each() if x.picker is None and x.key is None and is_pure(x.body):
                return *self.each(x.body, list(self.combinations(x.binders, env)), env),
            case s.Choose() if is_mandatory(x) and not self.has_options(x, env):
                return plain(NOTHING, x.span, x.cites), env, False
            case _:
                return None, env, False

    def need(self, x: s.Need, env: Env) -> Failure | None:
        if self.value(x.condition, env):
            return None
        failure = self.explain(x.condition, env)
        span = failure.span if failure.span is not NOWHERE else x.span
        rule = x.rule.cites if x.rule is not None else ()
        reason = self.saying(x.reason, env) if x.reason is not None else failure.reason
        return evolve(failure, reason=reason, span=span, cites=x.cites or failure.cites or rule)

    def saying(self, text: s.Text, env: Env) -> Saying:
        """A sentence with its holes filled, as far as the one who asks may know."""
        holes = [p for p in text.pieces if not isinstance(p, str)]
        filled = [
            (p.type, self.value(p, env)) if env.covers(p) and self.knows(p, env) else (TEXT, "…") for p in holes
        ]
        return Saying(text, tuple(filled))

    def veiled(self, failure: Failure | None, condition: Expression, env: Env) -> Failure | None:
        """What fails only because of a hidden condition is hidden too."""
        if failure is None or self.knows(condition, env):
            return failure
        return Failure(is_hidden=True)

    def each(self, body: s.Body, envs: list[Env], after: Env) -> tuple[Failure | None, Env, bool]:
        goes_on = True
        hidden: Failure | None = None
        for env in envs:
            failure, pure = self.body(body, env)
            if failure is not None and not failure.is_hidden:
                return failure, after, False
            hidden, goes_on = hidden or failure, goes_on and pure
        return hidden, after, goes_on

    def held_choice(self, x: s.HeldChoice, env: Env) -> tuple[Failure | None, Env, bool]:
        for holder, card in self.evaluator.holders(self.state, x.card, x.title, True):
            inner = env.bind(x.holder, holder).bind(x.self_, card)
            if x.guard is None or self.value(x.guard, inner):
                failure, goes_on = self.body(x.then, inner)
                return failure, env, goes_on
        failure, goes_on = self.body(x.otherwise, env)
        return failure, env, goes_on

    def action(self, action: Expression, arguments: tuple[Expression, ...], env: Env) -> Failure | None:
        """The need for which an action that stands in a table can not be performed."""
        number = self.value(action, env)
        rule = self.words.rule(number) if number is not None else None
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
            return any(self.way(way, env) is None for way in x.ways)
        return next(self.combinations(x.binders, env), None) is not None

    def way(self, way: s.Way, env: Env) -> Failure | None:
        """The condition for which one of several ways can not be gone."""
        if way.guard is not None and not self.value(way.guard, env):
            failure = self.explain(way.guard, env)
            return evolve(failure, cites=failure.cites or way.cites)
        failure_in_body, _ = self.body(way.body, env)
        return failure_in_body

    # ---- needs behind the first thing a rule does ---------------------------------------------------------

    def tried(self, rule: Rule, env: Env) -> Failure | None:
        """Do the rule on a copy, as the program does, and see which need stops it."""
        values = [env.bound[id(p)].value for p in rule.parameters]
        trial = trial_of(self.state)
        try:
            self.program.call(trial, rule.name, *values)
            if trial.stack:
                trial.stack.insert(0, [runtime.stop_trial])
                runtime.run(trial)
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
        there = Reasons(self.words, trial, self.asker, self.sees_all)
        names = env if need.rule is rule else Env()
        if names.covers(need.condition):
            return there.need(need, names) or Failure(span=need.span)
        reason = there.saying(need.reason, names) if need.reason is not None else None
        cites = need.cites or (need.rule.cites if need.rule is not None else ())
        return Failure(reason, self.text(need.condition), (), need.condition.span, cites)


def trial_of(state: Any) -> Any:
    """A copy on which a rule can be tried."""
    trial = state.copy()
    trial.stack, trial.options, trial.ask, trial.events = [], None, False, []
    return trial


def is_pure(body: s.Body) -> bool:
    """Does a loop only ask?"""
    return not any(isinstance(n, CHANGES) or isinstance(n, s.Choose | s.Perform | s.CallRule) for n in walk(body))

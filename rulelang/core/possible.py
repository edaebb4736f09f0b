"""Could it be done, as far as everybody can tell? What not all may know is taken to be as it would have to be.

Whether a player is asked is seen by all, so it must not hang on what only he knows. A window is offered if it could
be used: conditions on what is open are asked, those on what is hidden are left out, and a card in a hand that is
closed could be any card that does not lie open elsewhere. What is left to ask is said in statements that change
nothing, as in `asking.py`, with two functions that no author can write: `could` of `can(rule(…))`, and `unseen` of
a zone.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve

from rulelang.core.asking import beginning, goes_on_behind
from rulelang.core.information import ANYBODY, Knowledge, Reader
from rulelang.core.needs_order import reach
from rulelang.core.weave import weave
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Window
from rulelang.model.expressions import Expression, Local
from rulelang.model.simplify import NO, YES, is_yes
from rulelang.model.types import FLAG
from rulelang.source import Span


def could_do(knowledge: Knowledge, rule: Rule) -> s.Body:
    """What is asked of a rule, as far as everybody can tell."""
    guess = Guess(knowledge, ANYBODY.with_locals((local, False) for local in rule.parameters))
    return [statement for part in weave(rule).parts for statement in guess.asked_of(part)[0]]


def could_use(knowledge: Knowledge, window: Window) -> s.Body:
    """What is asked of a window, as far as everybody can tell."""
    guess = Guess(knowledge, ANYBODY.with_locals((local, False) for local in window.rule.parameters))
    front, choice = beginning(window)
    found: s.Body = [needed(guess.possible(window.guard), window.rule.span), *guess.asked_of(front)[0]]
    return found if choice is None else [*found, needed(guess.something(choice), choice.span)]


def needed(condition: Expression, span: Span) -> s.Need:
    return s.Need(condition, None, (), span)


@define
class Guess:
    """What is asked, less what not everybody knows the answer of."""

    knowledge: Knowledge
    who: Reader

    def knows(self, *expressions: Expression | None) -> bool:
        return self.knowledge.all_known(expressions, self.who)

    def trust(self, *locals_: Local) -> None:
        """What these hold is open, or tried for everything that it could be."""
        self.who = self.who.with_locals((local, False) for local in locals_)

    # ---- statements -----------------------------------------------------------------------------------------

    def asked_of(self, body: s.Body) -> tuple[s.Body, bool]:
        """What is asked of a body, and whether needs behind it count too."""
        found: s.Body = []
        for statement in body:
            asked, goes_on = self.asked_by(statement)
            found += asked
            if not goes_on:
                return found, False
        return found, True

    def asked_by(self, x: s.Statement) -> tuple[s.Body, bool]:
        match x:
            case s.Let(local, value):
                if self.knows(value):
                    self.trust(local)
                return [x], True
            case s.Need(condition):
                return [evolve(x, condition=self.possible(condition))], True
            case s.If(condition, then, otherwise) if self.knows(condition):
                yes, no = self.asked_of(then), self.asked_of(otherwise)
                return [evolve(x, then=yes[0], otherwise=no[0])], goes_on_behind(condition, yes[1], no[1])
            case s.ForHolders(body=body):
                self.trust(x.holder, x.self_)
                inner, goes_on = self.asked_of(body)
                return [evolve(x, body=inner)], goes_on
            case s.CallRule(rule, arguments):
                can = m.Can(rule, arguments, span=x.span)
                return [needed(self.possible(can), x.span)], self.knows(can) and not reach(rule).acts
            case s.Perform(action, arguments):
                return [needed(self.possible(m.CanPerform(action, arguments)), x.span)], False
        return [], False

    # ---- conditions -----------------------------------------------------------------------------------------

    def possible(self, e: Expression | None) -> Expression:
        """What is left of a condition."""
        if e is None:
            return YES
        if self.knows(e):
            return e
        match e:
            case m.Junction(_, left, right):
                return evolve(e, left=self.possible(left), right=self.possible(right))
            case m.Can(_, arguments) if self.knows(*arguments):
                return m.Function("could", (e,), FLAG)
        return YES

    # ---- choices --------------------------------------------------------------------------------------------

    def something(self, x: s.Choose) -> Expression:
        """Could there be anything to choose?"""
        if not x.ways:
            return self.anything_in(x.binders, [])
        found: Expression = NO
        for way in x.ways:
            guard = self.possible(way.guard)
            found = m.Junction("or", found, m.Junction("and", guard, self.anything_in(way.binders, way.needs)))
        return found

    def anything_in(self, binders: Sequence[s.Binder], needs: Sequence[s.Need]) -> Expression:
        """Could there be anything that binders go over, and for which needs could hold?"""
        if not binders:
            found: Expression = YES
            for need in needs:
                found = m.Junction("and", found, self.possible(need.condition))
            return found
        binder, *rest = binders
        source = self.possible_source(binder.source)
        if source is None:
            return YES
        self.trust(binder.local)
        where = self.possible(binder.where)
        inner = self.anything_in(rest, needs)
        return m.Fold("any", binder.local, source, where, None if is_yes(inner) else inner, FLAG)

    def possible_source(self, source: Expression) -> Expression | None:
        """What could be chosen from; none if nothing is known of it."""
        if self.knows(source):
            return source
        if isinstance(source, m.ReadZone) and source.zone.seen.count == "all" and self.knows(source.of):
            return m.Function("unseen", (source,), source.type)
        return None

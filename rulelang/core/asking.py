"""What is asked of a rule before it is done: the statements in front of the first thing it does.

They change nothing, so they can be gone through whenever somebody wants to know whether the rule can be done. A call
stands for the needs of what is called, a choice for there being something to choose. Both back ends carry out what
stands here; neither decides what counts.
"""

from __future__ import annotations

from attrs import evolve, frozen

from rulelang.core.needs_order import is_mandatory, is_pure, reach
from rulelang.core.waiting import waits_itself
from rulelang.core.weave import weave
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Window
from rulelang.model.simplify import settle
from rulelang.model.visit import walk


def asked_of(body: s.Body, is_tried: bool = False, is_counted: bool = False) -> tuple[s.Body, bool]:
    """What is asked in front of the first thing that a body does, and whether it does nothing at all."""
    return Asking(is_tried, is_counted).of(body)


@frozen
class Asking:
    """What is tried on a copy besides need not be asked twice; what is counted stays, even if it asks nothing."""

    is_tried: bool
    is_counted: bool

    def of(self, body: s.Body) -> tuple[s.Body, bool]:
        found: s.Body = []
        for statement in body:
            asked, goes_on = self.by(statement)
            found += asked
            if not goes_on:
                return found, False
        return found, True

    def by(self, x: s.Statement) -> tuple[s.Body, bool]:
        """What is asked of one statement, and whether needs behind it count too."""
        match x:
            case s.Let() | s.Assign(m.ReadLocal()) | s.Need():
                return [x], True
            case s.Tell():
                return [], True
            case s.If(condition, then, otherwise):
                yes, no = self.of(then), self.of(otherwise)
                asked = evolve(x, then=yes[0], otherwise=no[0])
                return self.unless_empty(asked, yes[0], no[0]), goes_on_behind(condition, yes[1], no[1])
            case s.ForHolders(body=body):
                inner, goes_on = self.of(body)
                return self.unless_empty(evolve(x, body=inner), inner), goes_on
            case s.HeldChoice(then=then, otherwise=otherwise):
                yes, no = self.of(then), self.of(otherwise)
                return self.unless_empty(evolve(x, then=yes[0], otherwise=no[0]), yes[0], no[0]), yes[1] and no[1]
            case s.CallRule(rule) if self.is_tried and reach(rule).late:
                return [], False
            case s.CallRule(rule):
                return [x] if reach(rule).needs or self.is_counted else [], not reach(rule).acts
            case s.Each() | s.Repeat() if is_pure(x.body) and not any(map(waits_itself, walk(x))):
                return [x], True
            case s.Choose() if is_mandatory(x) and not self.is_tried:
                return [x], False
            case s.Perform():
                return [x], False
        return [], False

    def unless_empty(self, x: s.Statement, *bodies: s.Body) -> s.Body:
        return [x] if self.is_counted or any(bodies) else []


def goes_on_behind(condition: m.Expression, then: bool, otherwise: bool) -> bool:
    """Do needs behind a branch count? Of a condition that is known before the game starts only one side matters."""
    match settle(condition):
        case m.Const(value):
            return then if value else otherwise
    return then and otherwise


def only_needs(body: s.Body, is_counted: bool = False) -> list[s.Need] | None:
    """The needs in front of what a body does, if there is nothing else to ask."""
    asked, _ = asked_of(body, is_counted=is_counted)
    while asked and isinstance(asked[-1], s.Let | s.Assign):  # a name that nothing is asked of
        asked.pop()
    needs = [x for x in asked if isinstance(x, s.Need)]
    return needs if len(needs) == len(asked) else None


def plain_needs(rule: Rule, is_counted: bool = False) -> list[s.Need] | None:
    """The needs of a rule, if they are all there is to ask about it."""
    woven = weave(rule)
    return None if woven.befores or reach(rule).late else only_needs(woven.main, is_counted)


def beginning(window: Window) -> tuple[s.Body, s.Choose | None]:
    """What a window begins with: what stands in front of the choice that is made as it is used, and that choice."""
    body = window.rule.body
    choice = s.first_choice(body)
    return (body, None) if choice is None else (body[: body.index(choice)], choice)

"""May it be done? The needs of rules and ways, asked without doing anything.

What counts is what stands in front of the first thing that is done. A rule that has needs behind it is tried on a
copy of the state.
"""

from __future__ import annotations

from attrs import define, field

from rulelang.core import nodes as c
from rulelang.core.from_model.decisions import Decisions
from rulelang.core.from_model.words import negation
from rulelang.core.needs_order import is_mandatory, is_pure, reach
from rulelang.model import expressions as m
from rulelang.model import statements as s

NO = (c.Return(c.Const(0)),)


@define(eq=False)
class Needs(Decisions):
    """A value that is 1 if all needs in front of a body hold."""

    is_tried: bool = False  # the rule is tried besides: what a trial finds need not be asked twice
    some: str = ""  # what is left as soon as an option is found
    is_pure: bool = True
    are_pure: list[bool] = field(factory=list)
    refusal: c.Body = NO

    def needs_of(self, body: s.Body) -> bool:
        """The needs of a body; false once it has done something."""
        return all(self.step(statement) for statement in body)

    def step(self, x: s.Statement) -> bool:
        match x:
            case s.Let() | s.Assign(m.ReadLocal()) | s.Need():
                self.plain(x)
                return True
            case s.Tell():
                return True
            case s.If(condition, then, otherwise):
                return self.branch(self.word(condition), then, otherwise)
            case s.CallRule(rule, arguments):
                if self.is_tried and reach(rule).late:
                    return False
                self.refuse_unless(c.Call(self.maker.can(rule), self.made_arguments(arguments)))
                return not reach(rule).acts
            case s.Perform():
                self.refuse_unless(self.word(m.CanPerform(x.action, x.arguments)))
                return False
            case s.Each() | s.Repeat() if is_pure(x.body) and not self.maker.waiting.part(x):
                self.plain(x)
                return True
            case s.Choose():
                self.mandatory(x)
                return False
            case s.ForHolders():
                self.for_holders(x, lambda: self.noted(x.body))
                return self.is_pure
            case s.HeldChoice():
                self.are_pure = []
                self.held_choice(x, self.noted)
                return all(self.are_pure)
        return False

    def need(self, condition: m.Expression, number: int) -> None:
        self.refuse_unless(self.word(condition))

    def noted(self, body: s.Body) -> None:
        """The needs of a body; whether it did nothing is noted."""
        self.is_pure = self.needs_of(body)
        self.are_pure.append(self.is_pure)

    def refuse_unless(self, test: c.Word) -> None:
        if test != c.Const(1):
            self.emit(c.If(negation(test), self.refusal))

    def nested(self, body: s.Body) -> tuple[c.Body, bool]:
        with self.body() as inner:
            is_pure = self.needs_of(body)
        return tuple(inner), is_pure

    def branch(self, test: c.Word, then: s.Body, otherwise: s.Body) -> bool:
        if isinstance(test, c.Const):
            return self.needs_of(then if test.value else otherwise)
        yes, is_pure = self.nested(then)
        no, is_pure_too = self.nested(otherwise)
        self.emit(c.If(test, yes, no))
        return is_pure and is_pure_too

    def mandatory(self, x: s.Choose) -> None:
        """A choice that must be made needs something to choose."""
        if not is_mandatory(x) or self.is_tried:
            return
        with self.block("some") as some:
            self.some = some
            if x.binders:
                self.offers(x)
            else:
                self.offer_ways(x)
            self.emit(*self.refusal)

    def found_option(self, words: tuple[c.Word, ...]) -> None:
        self.emit(c.Leave(self.some))

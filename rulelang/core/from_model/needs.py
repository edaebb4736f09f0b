"""May it be done? What is asked of rules and ways, without doing anything; `core/asking.py` decides what that is.

A rule that has needs behind what it does first is tried on a copy of the state.
"""

from __future__ import annotations

from attrs import define

from rulelang.core import nodes as c
from rulelang.core.asking import asked_of
from rulelang.core.from_model.decisions import Decisions
from rulelang.core.terms import negation
from rulelang.model import expressions as m
from rulelang.model import statements as s

NO = (c.Return(c.Const(0)),)


@define(eq=False)
class Needs(Decisions):
    """A value that is 1 if all that is asked of a body holds."""

    some: str = ""  # what is left as soon as an option is found
    refusal: c.Body = NO

    def needs_of(self, body: s.Body, is_tried: bool = False) -> bool:
        """What is asked of a body; does it do nothing?"""
        asked, goes_on = asked_of(body, is_tried)
        self.statements(asked)
        return goes_on

    def statement(self, x: s.Statement) -> None:
        match x:
            case s.CallRule(rule, arguments):
                self.refuse_unless(c.Call(self.maker.can(rule), self.made_arguments(arguments)))
            case s.Perform(action, arguments):
                self.refuse_unless(self.word(m.CanPerform(action, arguments)))
            case s.Choose():
                self.mandatory(x)
            case _:
                super().statement(x)

    def need(self, condition: m.Expression, number: int) -> None:
        self.refuse_unless(self.word(condition))

    def refuse_unless(self, test: c.Word) -> None:
        if test != c.Const(1):
            self.emit(c.If(negation(test), self.refusal))

    def mandatory(self, x: s.Choose) -> None:
        """A choice that must be made needs something to choose."""
        with self.block("some") as some:
            self.some = some
            if x.binders:
                self.offers(x)
            else:
                self.offer_ways(x)
            self.emit(*self.refusal)

    def found_option(self, words: tuple[c.Word, ...]) -> None:
        self.emit(c.Leave(self.some))

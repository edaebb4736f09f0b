"""Windows: what a player may use at each of his own decisions."""

from __future__ import annotations

from attrs import define

from rulelang.core import nodes as c
from rulelang.core.asking import beginning
from rulelang.core.from_model.needs import Needs
from rulelang.model.declarations import Window

NONE_OF_THEM = (c.Return(),)


@define(eq=False)
class WindowOptions(Needs):
    """An act that offers what a window begins with, if its needs hold."""

    refusal: c.Body = NONE_OF_THEM
    number: int = 0
    holder: c.Word = c.Const(0)
    card: c.Word = c.Const(0)
    is_first_choice: bool = False

    def options_of(self, window: Window) -> None:
        if window.source.card is not None:
            self.holder, self.card = (c.Read(slot) for slot in self.function.parameters)
        if window.guard is not None:
            self.refuse_unless(self.word(window.guard))
        front, choice = beginning(window)
        if not self.needs_of(front) or choice is None:
            self.emit(c.OfferWindow(self.number, self.holder, self.card, ()))
            return
        self.is_first_choice = True
        if choice.binders:
            self.offers(choice)
        else:
            self.offer_ways(choice)

    def found_option(self, words: tuple[c.Word, ...]) -> None:
        if self.is_first_choice:
            self.emit(c.OfferWindow(self.number, self.holder, self.card, words))
        else:
            super().found_option(words)

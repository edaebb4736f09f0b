"""Windows: what a player may use at each of his own decisions, and whether he could as far as all can tell."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from rulelang.core import nodes as c
from rulelang.core.from_model.needs import Needs
from rulelang.core.from_model.words import binary, index, junction, negation
from rulelang.core.information import ANYBODY, Reader
from rulelang.core.needs_order import reach
from rulelang.model import expressions as m
from rulelang.model import statements as s
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
        for x in window.rule.body:
            if isinstance(x, s.Choose) and self.maker.is_window_choice(x):
                self.is_first_choice = True
                if x.binders:
                    self.offers(x)
                else:
                    self.offer_ways(x)
                return
            if not self.step(x):
                break
        self.emit(c.OfferWindow(self.number, self.holder, self.card, ()))

    def found_option(self, words: tuple[c.Word, ...]) -> None:
        if self.is_first_choice:
            self.emit(c.OfferWindow(self.number, self.holder, self.card, words))
        else:
            super().found_option(words)


@define(eq=False)
class Possible(Needs):
    """A value that is 0 only if everybody can tell that something can not be done."""

    who: Reader = ANYBODY

    def knows(self, *expressions: m.Expression | None) -> bool:
        return bool(self.maker.module.knowledge.all_known(expressions, self.who))

    def trust(self, *locals_: m.Local) -> None:
        """What these hold is open, or tried for everything that it could be."""
        self.who = self.who.with_locals((local, False) for local in locals_)

    def possible(self, e: m.Expression | None) -> c.Word:
        """Could a condition hold?"""
        if e is None:
            return c.Const(1)
        if self.knows(e):
            return self.word(e)
        match e:
            case m.Junction(operator, left, right):
                return junction(operator, self.possible(left), self.possible(right))
            case m.Can(rule, arguments) if self.knows(*arguments):
                return c.Call(self.maker.could(rule), self.arguments(arguments))
        return c.Const(1)

    def step(self, x: s.Statement) -> bool:
        match x:
            case s.Let(local, value):
                if self.knows(value):
                    self.trust(local)
                return super().step(x)
            case s.Need(condition):
                self.refuse_unless(self.possible(condition))
                return True
            case s.If(condition) if self.knows(condition):
                return super().step(x)
            case s.ForHolders():
                self.trust(x.holder, x.self_)
                return super().step(x)
            case s.CallRule(rule, arguments):
                self.refuse_unless(self.possible(m.Can(rule, arguments)))
                return self.knows(m.Can(rule, arguments)) and not reach(rule).acts
            case s.Perform(action, arguments):
                self.refuse_unless(self.possible(m.CanPerform(action, arguments)))
        return False

    # ---- windows ------------------------------------------------------------------------------------------

    def window(self, window: Window) -> None:
        """Could a window be used, as far as everybody can tell?"""
        self.refuse_unless(self.possible(window.guard))
        for x in window.rule.body:
            if isinstance(x, s.Choose) and self.maker.is_window_choice(x):
                self.something(x)
                return
            if not self.step(x):
                break
        self.emit(c.Return(c.Const(1)))

    def something(self, x: s.Choose) -> None:
        """Could there be anything to choose?"""
        if not x.ways:
            self.anything_in(x.binders, lambda: c.Const(1), c.Const(1))
        for way in x.ways:
            guard = self.possible(way.guard)
            self.anything_in(way.binders, lambda way=way: self.possible_needs(way), guard)  # type: ignore[misc]
        self.emit(c.Return(c.Const(0)))

    def possible_needs(self, way: s.Way) -> c.Word:
        test: c.Word = c.Const(1)
        for need in way.needs:
            test = junction("and", test, self.possible(need.condition))
        return test

    def anything_in(self, binders: tuple[s.Binder, ...], then: Callable[[], c.Word], guard: c.Word) -> None:
        """The answer is yes if there could be anything, and something more could hold for it."""
        with self.body() as inner:
            self.anything_of(binders, then)
        self.emit(c.If(guard, tuple(inner)))

    def anything_of(self, binders: tuple[s.Binder, ...], then: Callable[[], c.Word]) -> None:
        yes = c.Return(c.Const(1))
        if not binders:
            self.emit(c.If(then(), (yes,)))
            return
        source = binders[0].source
        if self.knows(source):
            self.one_of(binders, self.items(source), then, lambda item: c.Const(1))
        elif isinstance(source, m.ReadZone) and source.zone.seen.count == "all" and self.knows(source.of):
            members = self.items(m.All(source.zone.card, source.type))
            with self.body() as inner:
                self.one_of(binders, members, then, lambda item: self.is_unseen(source, item))
            self.emit(c.If(binary(">", c.Size(self.items(source)), c.Const(0)), tuple(inner)))
        else:
            self.emit(yes)

    def one_of(
        self,
        binders: tuple[s.Binder, ...],
        items: c.Items,
        then: Callable[[], c.Word],
        may_be: Callable[[c.Slot], c.Word],
    ) -> None:
        item = self.bind(binders[0].local)
        self.trust(binders[0].local)
        with self.body() as inner:
            test = junction("and", may_be(item), self.possible(binders[0].where))
            with self.body() as wanted:
                self.anything_of(binders[1:], then)
            self.emit(c.If(test, tuple(wanted)))
        self.emit(c.For(item, items, tuple(inner)))

    def is_unseen(self, source: m.ReadZone, card: c.Slot) -> c.Word:
        """A card of a closed zone could be any that does not lie where everybody sees it."""
        root = source.zone.card.root
        opened = self.maker.layout.constants[self.maker.layout.open_zones()]
        values = [number in opened for number in self.maker.data.zone_numbers(root)]
        deck = self.maker.data.decks[root]
        table = self.maker.data.table((root, "open"), f"open_{deck.name}", values)
        zone = c.Location(deck, index(c.Read(card), deck.cards))
        return negation(c.Cell(table, index(zone, len(values))))

"""Could it be done, as far as everybody can tell? What not all may know is taken to be as it would have to be.

Whether a player is asked is seen by all, so it must not hang on what only he knows. A window is offered
if it could be used: conditions on what is open are asked, those on what is hidden are left out, and a card
in a hand that is closed could be any card that does not lie open elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.backends.python.needs import NeedsWriter
from rulelang.backends.python.statements import INDENT
from rulelang.core.information import ANYBODY
from rulelang.core.needs_order import reach
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Window


class PossibleWriter(NeedsWriter):
    """Writes a function that is false only if everybody can tell that something can not be done."""

    who = ANYBODY

    def knows(self, *expressions: m.Expression | None) -> bool:
        return bool(self.module.knowledge.all_known(expressions, self.who))

    def trust(self, *locals_: m.Local) -> None:
        """What these hold is open, or tried for everything that it could be."""
        self.who = self.who.with_locals((local, False) for local in locals_)

    # ---- conditions --------------------------------------------------------------------------------

    def possible(self, e: m.Expression | None) -> str:
        """Could a condition hold?"""
        if e is None:
            return "True"
        if self.knows(e):
            return self.write(e)
        match e:
            case m.Junction(operator, left, right):
                return self.junction(operator, self.possible(left), self.possible(right))
            case m.Can(rule, arguments) if self.knows(*arguments):
                return self.could(rule, arguments)
            case _:
                return "True"

    def could(self, rule: Rule, arguments: tuple[m.Expression, ...]) -> str:
        return f"{self.module.could_rule(rule)}({', '.join(['S', *map(self.write, arguments)])})"

    # ---- statements --------------------------------------------------------------------------------

    def step(self, x: s.Statement) -> bool:
        match x:
            case s.Let(local, value):
                if self.knows(value):
                    self.trust(local)
                return super().step(x)
            case s.Need(condition):
                self.need(x, self.possible(condition))
                return True
            case s.If(condition) if self.knows(condition):
                return super().step(x)
            case s.ForHolders():
                self.trust(x.holder, x.self_)
                return super().step(x)
            case s.CallRule(rule, arguments):
                self.asks(self.possible(m.Can(rule, arguments)))
                return self.knows(m.Can(rule, arguments)) and not reach(rule).acts
            case s.Perform(action, arguments):
                self.asks(self.possible(m.CanPerform(action, arguments)))
        return False

    def asks(self, test: str) -> None:
        if test != "True":
            self.line(f"if not {test}:")
            self.line(f"{INDENT}return False")

    # ---- windows -----------------------------------------------------------------------------------

    def window(self, window: Window) -> None:
        """Could a window be used, as far as everybody can tell?"""
        self.asks(self.possible(window.guard))
        for statement in window.rule.body:
            if isinstance(statement, s.Choose) and self.module.is_window_choice(statement):
                self.line(f"return {self.something(statement)}")
                return
            if not self.step(statement):
                break
        self.line("return True")

    def something(self, x: s.Choose) -> str:
        """Could there be anything to choose?"""
        if x.ways:
            tests = [self.possible_way(way) for way in x.ways]
            return "True" if "True" in tests else " or ".join(tests)
        return self.anything_in(x.binders)

    def anything_in(self, binders: Sequence[s.Binder], then: Callable[[], str] = lambda: "True") -> str:
        """Could there be anything that binders go over, and for which something more could hold?"""
        clauses = ""
        saved = dict(self.env)
        for binder in binders:
            source = self.possible_source(binder)
            if source is None:
                break
            self.env[binder.local] = name = self.fresh(binder.local.name)
            self.trust(binder.local)
            where = self.possible(binder.where)
            clauses += f" for {name} in {source}" + ("" if where == "True" else f" if {where}")
        else:
            test = then()
            clauses += "" if test == "True" else f" if {test}"
        self.env = saved
        return f"any(True{clauses})" if clauses else "True"

    def possible_way(self, way: s.Way) -> str:
        guard = self.possible(way.guard)
        if not way.binders:
            return self.junction("and", guard, self.possible_needs(way))
        return self.junction("and", guard, self.anything_in(way.binders, lambda: self.possible_needs(way)))

    def possible_needs(self, way: s.Way) -> str:
        test = "True"
        for need in way.needs:
            test = self.junction("and", test, self.possible(need.condition))
        return test

    def possible_source(self, binder: s.Binder) -> str | None:
        """What could be chosen from; none if nothing is known of it."""
        source = binder.source
        if self.knows(source):
            return self.apart(binder, self.source(source))
        if isinstance(source, m.ReadZone) and source.zone.seen.count == "all" and self.knows(source.of):
            card = source.zone.card
            cards = f"unseen({self.members(card)}, S.{self.layout.location(card)}, {self.layout.open_zones()})"
            return f"({self.apart(binder, cards)} if {self.source(source)} else ())"
        return None

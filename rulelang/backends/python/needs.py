"""May it be done? The needs of rules, ways and windows, asked without doing anything.

The needs of a rule are those in front of the first thing it does: its own, those of its `before`s,
and those of the rules it calls there. A rule may also do something first and call another with needs
afterwards (fees that add up along a way); then it is tried out on a copy of the game.
"""

from __future__ import annotations

from rulelang.backends.python.frames import FrameWriter
from rulelang.backends.python.statements import INDENT
from rulelang.core.counting import READ
from rulelang.core.needs_order import is_mandatory, is_pure, reach
from rulelang.core.weave import weave
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.visit import walk


class NeedsWriter(FrameWriter):
    """Writes a function that is true if all needs in front of a body hold."""

    failure = "return False"
    tried = False  # the rule is tried out besides: what a trial finds need not be asked twice

    def count(self, statement: s.Statement) -> None:
        """Whoever asks does nothing."""

    def count_asked(self, call: s.CallRule) -> None:
        """Count that it is asked whether a rule can be called: some are asked and never called."""
        if self.counters is not None and call.span.file.text:
            self.line(f"S.asked[{self.counters.number(call.span, READ)}] += 1")

    def fail(self, need: s.Need) -> str:
        return "return False"

    def fail_choice(self, choose: s.Choose) -> str:
        return "return False"

    def needs_of(self, body: s.Body) -> bool:
        """The needs of a body; false once it has done something."""
        return all(self.marked_step(statement) for statement in body)

    def marked_step(self, x: s.Statement) -> bool:
        with self.written_for(x):
            return self.step(x)

    def step(self, x: s.Statement) -> bool:
        match x:
            case s.Let() | s.Assign(m.ReadLocal()):
                self.statement(x)
                return True
            case s.Need(condition):
                self.need(x, self.write(condition))
                return True
            case s.Tell():
                return True
            case s.If(condition, then, otherwise):
                return self.branch(self.write(condition), then, otherwise)
            case s.ForHolders():
                holder, card = self.bind_plain(x.holder), self.bind_plain(x.self_)
                self.line(f"for {holder}, {card} in {self.holders(x.card, x.title, x.stacks)}:")
                return self.nested(x.body)
            case s.HeldChoice():
                return self.held_needs(x)
            case s.CallRule(rule, arguments):
                self.count_asked(x)
                return self.called(rule, [self.write(a) for a in arguments])
            case s.Perform():
                self.performed(x)
                return False
            case s.Each() | s.Repeat() if is_pure(x.body) and not self.waiting.part(x):
                self.statement(x)
                return True
            case s.Choose():
                self.mandatory(x)
                return False
        return False

    def statement(self, x: s.Statement) -> None:
        if isinstance(x, s.Need):
            self.need(x, self.write(x.condition))
        else:
            super().statement(x)

    def need(self, x: s.Need, test: str) -> None:
        if test != "True":
            self.line(f"if not {test}:")
            self.line(f"{INDENT}{self.fail(x)}")

    def nested(self, body: s.Body) -> bool:
        self.depth += 1
        start = len(self.lines)
        pure = self.needs_of(body)
        if len(self.lines) == start:
            self.line("pass")
        self.depth -= 1
        return pure

    def branch(self, test: str, then: s.Body, otherwise: s.Body) -> bool:
        if test in ("True", "False"):
            return self.needs_of(then if test == "True" else otherwise)
        self.line(f"if {test}:")
        pure = self.nested(then)
        if otherwise:
            self.line("else:")
            pure = self.nested(otherwise) and pure
        return pure

    def held_needs(self, x: s.HeldChoice) -> bool:
        pair = self.fresh("pair")
        self.line(f"{pair} = {self.held_pair(x)}")
        self.line(f"if {pair} is not None:")
        self.depth += 1
        self.line(f"{self.bind_plain(x.holder)}, {self.bind_plain(x.self_)} = {pair}")
        pure = self.needs_of(x.then)
        self.depth -= 1
        self.line("else:")
        return self.nested(x.otherwise) and pure

    def called(self, rule: Rule, arguments: list[str]) -> bool:
        if self.tried and reach(rule).late:
            return False
        self.asked_can[rule] = None
        self.line(f"if not can_{rule.index}({', '.join(['S', *arguments])}):")
        self.line(f"{INDENT}{self.failure}")
        return not reach(rule).acts

    def performed(self, x: s.Perform) -> None:
        from rulelang.model.expressions import CanPerform

        self.line(f"if not {self.write(CanPerform(x.action, x.arguments))}:")
        self.line(f"{INDENT}{self.failure}")

    def some_option(self, x: s.Choose) -> str:
        """Is there anything to choose?"""
        if not self.asks_can(x):
            return self.options(x)
        binder = x.binders[0]
        with self.bound(binder.local) as name:
            return f"any({self.write(binder.where)} for {name} in {self.choosable(binder)})"  # type: ignore[arg-type]

    def mandatory(self, x: s.Choose) -> None:
        """A choice that must be made needs something to choose."""
        if not is_mandatory(x) or self.tried:
            return
        if x.binders:
            self.line(f"if not {self.some_option(x)}:")
            self.line(f"{INDENT}{self.fail_choice(x)}")
            return
        tests = self.some_way(x)
        if "True" not in tests:
            self.line(f"if not ({' or '.join(tests) or 'False'}):")
            self.line(f"{INDENT}{self.fail_choice(x)}")


PLAIN_CHANGES = (s.Assign, s.Increase, s.Move, s.Pay)
MOST_INLINE = 40


def plain_needs(rule: Rule) -> list[s.Need] | None:
    """The needs of a rule, if they are all there is to ask about it."""
    woven = weave(rule)
    if woven.befores or reach(rule).late:
        return None
    needs: list[s.Need] = []
    for statement in woven.main:
        if isinstance(statement, s.Need):
            needs.append(statement)
        elif isinstance(statement, PLAIN_CHANGES):
            break
        else:
            return None
    if sum(1 for _ in walk([n.condition for n in needs])) > MOST_INLINE:
        return None
    return needs

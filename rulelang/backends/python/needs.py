"""May it be done? What is asked of rules, ways and windows, without doing anything.

What counts is decided in `core/asking.py`. A rule that has needs behind what it does first (fees that add up along a
way) is tried out on a copy of the game besides.
"""

from __future__ import annotations

from rulelang.backends.python.frames import FrameWriter
from rulelang.backends.python.statements import INDENT
from rulelang.core.asking import asked_of
from rulelang.core.counting import READ
from rulelang.core.questions import asks_can
from rulelang.model import expressions as m
from rulelang.model import statements as s


class NeedsWriter(FrameWriter):
    """Writes a function that is true if all that is asked of a body holds."""

    failure = "return False"

    def needs_of(self, body: s.Body, is_tried: bool = False) -> bool:
        """What is asked of a body; does it do nothing?"""
        asked, goes_on = asked_of(body, is_tried, self.counters is not None)
        self.asked(asked)
        return goes_on

    def asked(self, asked: s.Body) -> None:
        if asked:
            self.body(asked)

    def count(self, statement: s.Statement) -> None:
        """Whoever asks does nothing."""

    def statement(self, x: s.Statement) -> None:
        match x:
            case s.Need(condition):
                self.refuse_unless(self.write(condition))
            case s.CallRule(rule, arguments):
                self.count_asked(x)
                self.asked_can[rule] = None
                self.refuse_unless(f"can_{rule.index}({', '.join(['S', *map(self.write, arguments)])})")
            case s.Perform(action, arguments):
                self.refuse_unless(self.write(m.CanPerform(action, arguments)))
            case s.Choose():
                self.refuse_unless(self.some_option(x))
            case _:
                super().statement(x)

    def count_asked(self, call: s.CallRule) -> None:
        """Count that it is asked whether a rule can be called: some are asked and never called."""
        if self.counters is not None and call.span.file.text:
            self.line(f"S.asked[{self.counters.number(call.span, READ)}] += 1")

    def refuse_unless(self, test: str) -> None:
        if test != "True":
            self.line(f"if not {test}:")
            self.line(f"{INDENT}{self.failure}")

    def some_option(self, x: s.Choose) -> str:
        """Is there anything to choose?"""
        if x.ways:
            tests = self.some_way(x)
            return "True" if "True" in tests else f"({' or '.join(tests)})"
        if not asks_can(x):
            return self.options(x)
        binder = x.binders[0]
        with self.bound(binder.local) as name:
            return f"any({self.write(binder.where)} for {name} in {self.choosable(binder)})"  # type: ignore[arg-type]

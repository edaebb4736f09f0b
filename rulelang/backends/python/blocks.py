"""Blocks and frames: how a rule that waits is cut, and where its locals are kept.

A rule that may wait for a decision becomes several functions, its blocks. A frame is a list: the
block to go on with, then the values of the rule's locals. Blocks hand over to one another by calling
the next one (forwards) or by leaving it in the frame (loops, calls, decisions), so that the whole
state of a game in progress is plain lists that can be copied at any decision.
"""

from __future__ import annotations

from typing import Any, TypeGuard

from rulelang.backends.python.merge import merge_blocks
from rulelang.backends.python.sites import Sites
from rulelang.backends.python.statements import INDENT, StatementWriter
from rulelang.backends.python.straighten import straighten
from rulelang.core.answers import Answers
from rulelang.core.shown import card_kind
from rulelang.core.tables import safe
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Kind, Rule
from rulelang.model.expressions import Local
from rulelang.model.types import Type

LEVELS = {"turn": 0, "phase": 1, "round": 2}


class BlockWriter(StatementWriter):
    """Writes one waiting rule (or the body of a turn or phase) as blocks; what waits is left to others."""

    def __init__(self, answers: Answers, sites: Sites, module: Any, label: str) -> None:
        super().__init__(answers, sites)
        self.module = module
        self.label = label
        self.slots: dict[Local, int] = {}
        self.size = 1
        self.blocks: list[str] = []
        self.block = ""
        self.loads: dict[str, int] = {}
        self.set_here: set[str] = set()
        self.frame_loops: list[tuple[str, str]] = []
        self.labels = 0
        self.open = False
        self.on_return: list[str] = []
        self.previous: s.Statement | None = None
        self.level_bases: dict[str, int] = {}
        self.bases_slot = 0
        self.acting = "S.acting"
        self.kept: dict[str, list[tuple[str, int]]] = {}
        self.spoken: set[int] = set()
        self.fixed_items: dict[int, m.Expression] = {}  # what loops go through that need not be kept
        self.level_ends: dict[str, list[str]] = {level: [] for level in LEVELS}
        self.rule_end: str | None = None
        self.part_end: str | None = None
        self.card_slots: list[tuple[int, Kind]] = []

    def waiting_statement(self, x: s.Statement) -> None:
        """A statement in which the rule may wait."""
        raise NotImplementedError

    # ---- blocks and slots ------------------------------------------------------------------------

    def new_label(self) -> str:
        self.labels += 1
        label = f"{self.label}_{self.labels - 1}"
        self.note_turn(label)
        return label

    def note_turn(self, label: str) -> None:
        """Whoever waits at a block of a turn has the turn."""
        if self.level_ends["turn"]:
            self.module.turn_returns.add(label)

    def open_block(self, label: str) -> None:
        self.module.card_slots[label] = self.card_slots
        self.block, self.lines, self.loads, self.open = label, [], {}, True
        self.depth = 1
        self.set_here = set()

    def close_block(self) -> None:
        loads = [f"{INDENT}{name} = f[{slot}]" for name, slot in self.loads.items()]
        text = [f"def {self.block}(S, f):", *loads, *(self.lines or [INDENT + "pass"])]
        self.blocks.append("\n".join(text))
        self.open = False

    def goto(self, label: str) -> None:
        """Forwards: go straight on."""
        self.line(f"return {label}(S, f)")

    def come_back(self, label: str) -> None:
        """Backwards: leave it to the loop that runs the blocks."""
        self.line(f"again {label}")

    def slot(self, local: Local | None = None, holds: Type | None = None) -> int:
        """A new place in the frame, for a local or for things of a type."""
        number = self.size
        self.size += 1
        if local is not None:
            self.slots[local] = number
            holds = local.type
        kind = card_kind(holds) if holds is not None else None
        if kind is not None:
            self.card_slots.append((number, kind))
        return number

    def local(self, local: Local) -> str:
        if local in self.env:
            return self.env[local]
        number = self.slots[local]
        name = f"{safe(local.name)}_f{number}"
        if local.changes:
            return f"f[{number}]"
        if name not in self.set_here:
            self.loads.setdefault(name, number)
        return name

    def store(self, local: Local, text: str) -> None:
        """Bind a local for this and all later blocks."""
        number = self.slots.get(local) or self.slot(local)
        self.env.pop(local, None)
        if local.changes:  # what it holds is only ever in the frame
            self.line(f"f[{number}] = {text}")
            return
        name = f"{safe(local.name)}_f{number}"
        self.line(f"{name} = f[{number}] = {text}")
        self.set_here.add(name)

    # ---- a rule ----------------------------------------------------------------------------------

    def write_rule(
        self, parameters: tuple[Local, ...], body: s.Body, enter: list[str], leave: list[str], rule: Rule | None = None
    ) -> str:
        """All blocks of a rule, or of a level within one; the name of the first."""
        for parameter in parameters:
            self.slot(parameter)
        start = self.new_label()
        self.on_return = leave
        self.open_block(start)
        for text in enter:
            self.line(text)
        self.on_return = [*leave, *self.keep_acting(rule, body)]
        self.frame_body(body, last=not self.on_return)
        if self.open:
            self.leave_rule()
            self.close_block()
        merged = merge_blocks(self.blocks, start, self.module.turn_returns, self.spoken)
        self.blocks = straighten(merged, self.layout.helpers_by_name())
        return start

    # ---- what is being carried out ---------------------------------------------------------------

    def keep_acting(self, rule: Rule | None, body: s.Body) -> list[str]:
        """A rule that `acting` is asked of, or a way in it, begins; the lines that end it.

        A way may be left from within by any stop or pass: whatever leads out of it sets things right again.
        """
        number = self.answers.world.acting_tests.get(rule.name) if rule is not None else None
        if number is None and not self.answers.has_asked_way(body):
            return []
        before = f"f[{self.slot()}]"
        self.line(f"{before} = S.acting")
        self.acting = before
        if number is not None:
            self.begin_acting(number)
        return [f"S.acting = {before}"]

    def begin_acting(self, number: int) -> None:
        self.acting = f"(*{self.acting}, {number})"
        self.line(f"S.acting = {self.acting}")

    def leave_rule(self) -> None:
        if self.rule_end is not None:
            self.goto(self.rule_end)
            return
        for text in self.on_return:
            self.line(text)
        self.line("S.stack.pop()")
        self.line("f[0] = None")
        self.line("return")

    def frame_body(self, body: s.Body, last: bool = False, after: s.Statement | None = None) -> None:
        """Statements one after another; afterwards a block is open, at what follows them.

        With `last`, nothing follows in the whole rule: a call at the end takes the rule's place.
        """
        for number, statement in enumerate(body):
            if not self.open:
                return
            self.previous = body[number - 1] if number else after
            with self.written_for(statement):
                self.count(statement)
                self.any_statement(statement, last and number == len(body) - 1)

    def any_statement(self, x: s.Statement, last: bool) -> None:
        if isinstance(x, s.Part):
            self.part(x)
        elif self.waiting.part(x):
            if last and self.is_called(x):
                self.hand_over(x)
            else:
                self.waiting_statement(x)
        elif isinstance(x, s.Let):
            self.store(x.local, self.snapshot(x.value))
        else:
            self.statement(x)

    def part(self, x: s.Part) -> None:
        """A body with an end of its own, to which a `stop` of the rule leads."""
        before, end = self.part_end, self.new_label()
        self.part_end = end
        self.then(x.body, end)
        self.part_end = before
        self.open_block(end)
        if self.answers.has_asked_way(x.body):
            self.line(f"S.acting = {self.acting}")

    def is_called(self, x: s.Statement) -> TypeGuard[s.CallRule]:
        """Is it a call that gets a frame of its own?"""
        return isinstance(x, s.CallRule) and not self.answers.inlining.rule(x.rule)

    def hand_over(self, x: s.CallRule) -> None:
        """The last call of a rule: its frame takes the place of this one."""
        self.line(f"S.stack[-1] = {self.module.frame(x.rule, [self.write(a) for a in x.arguments])}")
        self.line("f[0] = None")
        self.line("return")
        self.close_block()

    def then(self, body: s.Body, after: str, previous: s.Statement | None = None) -> None:
        """A body in the open block, then on to a label."""
        self.frame_body(body, after=previous)
        if self.open:
            self.goto(after)
            self.close_block()

    def push(self, frame: str) -> None:
        """Call: a new frame on top, and come back to the next block."""
        after = self.new_label()
        self.line(f"S.stack.append({frame})")
        self.line(f"f[0] = {after}")
        self.line("return")
        self.close_block()
        self.open_block(after)

    def inlined(self, x: s.CallRule) -> None:
        """A rule that is called here only: its body, with the arguments as names."""
        for parameter, argument in zip(x.rule.parameters, x.arguments, strict=True):
            self.store(parameter, self.snapshot(argument))
        end = self.new_label()
        enter, leave = self.module.entering(x.rule)
        around = self.rule_end, self.part_end, self.frame_loops, self.sites.current_rule, self.acting
        self.rule_end, self.part_end, self.frame_loops, self.sites.current_rule = end, None, [], x.rule.name
        for text in enter:
            self.line(text)
        body = self.answers.inlining.bodies[x.rule]
        leave = [*leave, *self.keep_acting(x.rule, body)]
        self.then(body, end)
        self.rule_end, self.part_end, self.frame_loops, self.sites.current_rule, self.acting = around
        self.open_block(end)
        for text in leave:
            self.line(text)

    def waiting_if(self, condition: m.Expression, then: s.Body, otherwise: s.Body) -> None:
        test = self.write(condition)
        if test in ("True", "False"):
            self.frame_body(then if test == "True" else otherwise)
            return
        yes, after = self.new_label(), self.new_label()
        no = self.new_label() if otherwise else after
        self.line(f"if {test}:")
        self.line(f"{INDENT}return {yes}(S, f)")
        self.line(f"return {no}(S, f)")
        self.close_block()
        self.open_block(yes)
        self.then(then, after)
        if otherwise:
            self.open_block(no)
            self.then(otherwise, after)
        self.open_block(after)

    def uses(self, label: str) -> bool:
        text = f"{label}(S, f)"
        return any(text in b for b in self.blocks) or any(text in line for line in self.lines)


def rule_label(rule: Rule) -> str:
    return f"r{rule.index}_{safe(rule.name)}"

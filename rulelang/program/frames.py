"""Rules that wait, cut into blocks.

A rule that may wait for a decision becomes several functions, its blocks. A frame is a list: the
block to go on with, then the values of the rule's locals. Blocks hand over to one another by calling
the next one (forwards) or by leaving it in the frame (loops, calls, decisions), so that the whole
state of a game in progress is plain lists that can be copied at any decision.
"""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import Any, TypeGuard

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Kind, Rule
from rulelang.model.expressions import Local
from rulelang.model.types import Entity, Type, strip
from rulelang.model.walk import free_locals, read_locals, walk
from rulelang.program.choices import tabled_options
from rulelang.program.expressions import is_atom
from rulelang.program.layout import Layout, safe
from rulelang.program.merge import merge_blocks
from rulelang.program.reach import is_mandatory
from rulelang.program.runtime import INCREMENT, MASK, MULTIPLIER
from rulelang.program.showing import card_kind as kind_of_cards
from rulelang.program.sites import Sites
from rulelang.program.statements import INDENT, StatementWriter
from rulelang.program.straighten import straighten
from rulelang.program.suspend import Waiting

LEVELS = {"turn": 0, "phase": 1, "round": 2}


class FrameWriter(StatementWriter):
    """Writes one waiting rule (or the body of a turn or phase) as blocks."""

    def __init__(self, layout: Layout, waiting: Waiting, sites: Sites, module: Any, label: str) -> None:
        super().__init__(layout, waiting, sites)
        self.module = module
        self.label = label
        self.slots: dict[int, int] = {}
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
        self.kept: dict[str, list[tuple[str, int]]] = {}
        self.spoken: set[int] = set()
        self.fixed_items: dict[int, str] = {}
        self.level_ends: dict[str, list[str]] = {level: [] for level in LEVELS}
        self.rule_end: str | None = None
        self.part_end: str | None = None
        self.card_slots: list[tuple[int, Kind]] = []
        module.card_slots[label] = self.card_slots

    # ---- blocks and slots -----------------------------------------------------------------------------

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
            self.slots[id(local)] = number
            holds = local.type
        kind = kind_of_cards(holds) if holds is not None else None
        if kind is not None:
            self.card_slots.append((number, kind))
        return number

    def local(self, local: Local) -> str:
        if id(local) in self.env:
            return self.env[id(local)]
        number = self.slots[id(local)]
        name = f"{safe(local.name)}_f{number}"
        self.types[name] = local.type
        if name not in self.set_here:
            self.loads.setdefault(name, number)
        return name

    def store(self, local: Local, text: str) -> None:
        """Bind a local for this and all later blocks."""
        number = self.slots.get(id(local)) or self.slot(local)
        name = f"{safe(local.name)}_f{number}"
        self.types[name] = local.type
        self.env.pop(id(local), None)
        self.line(f"{name} = f[{number}] = {text}")
        self.set_here.add(name)

    # ---- a rule -----------------------------------------------------------------------------------------

    def write_rule(self, parameters: tuple[Local, ...], body: s.Body, enter: list[str], leave: list[str]) -> str:
        """All blocks of a rule; the name of the first."""
        for parameter in parameters:
            self.slot(parameter)
        start = self.new_label()
        self.on_return = leave
        self.open_block(start)
        for text in enter:
            self.line(text)
        self.frame_body(body, last=not leave)
        if self.open:
            self.leave_rule()
            self.close_block()
        merged = merge_blocks(self.blocks, start, self.module.turn_returns, self.spoken)
        self.blocks = straighten(merged, self.layout.helpers_by_name())
        return start

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
            if isinstance(statement, s.Part):
                self.part(statement)
            elif self.waiting.part(statement):
                if last and number == len(body) - 1 and self.is_called(statement):
                    self.hand_over(statement)
                    return
                self.waiting_statement(statement)
            elif isinstance(statement, s.Let):
                self.store(statement.local, self.snapshot(statement.value))
            else:
                self.statement(statement)

    def part(self, x: s.Part) -> None:
        """A body with an end of its own, to which a `stop` of the rule leads."""
        before, end = self.part_end, self.new_label()
        self.part_end = end
        self.then(x.body, end)
        self.part_end = before
        self.open_block(end)

    def is_called(self, x: s.Statement) -> TypeGuard[s.CallRule]:
        """Is it a call that gets a frame of its own?"""
        return isinstance(x, s.CallRule) and not self.module.inlining.rule(x.rule)

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

    # ---- statements that wait -----------------------------------------------------------------------------

    def waiting_statement(self, x: s.Statement) -> None:
        match x:
            case s.Choose() if x.ways:
                self.choose_way(x)
            case s.Choose() if x.chance:
                self.choose_by_chance(x)
            case s.Choose():
                self.choose(x)
            case s.If(condition, then, otherwise):
                self.waiting_if(condition, then, otherwise)
            case s.Each() if x.picker is not None:
                self.each_in_chosen_order(x)
            case s.Each():
                self.waiting_each(x)
            case s.Repeat():
                self.waiting_repeat(x)
            case s.CallRule(rule) if self.module.inlining.rule(rule):
                self.inlined(x)
            case s.CallRule(rule, arguments):
                self.push(self.module.frame(rule, [self.write(a) for a in arguments]))
            case s.Perform():
                self.perform(x)
            case s.Shuffle(zone):
                self.waiting_shuffle(x, zone)
            case s.Draw():
                self.waiting_draw(x)
            case s.Turn():
                self.turn(x)
            case s.Level():
                self.level(x)
            case s.OfferWindow():
                self.offer_window(x)
            case s.ForHolders():
                self.waiting_holders(x)
            case s.HeldChoice():
                self.waiting_held_choice(x)
            case _:
                raise AssertionError(type(x).__name__)

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
        around = self.rule_end, self.part_end, self.frame_loops, self.sites.current_rule
        self.rule_end, self.part_end, self.frame_loops, self.sites.current_rule = end, None, [], x.rule.name
        for text in enter:
            self.line(text)
        self.then(self.module.inlining.bodies[id(x.rule)], end)
        self.rule_end, self.part_end, self.frame_loops, self.sites.current_rule = around
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

    # ---- loops ----------------------------------------------------------------------------------------------

    def waiting_each(self, x: s.Each) -> None:
        if len(x.binders) > 1 and x.key is None:
            inner = s.Each(x.binders[1:], x.body, span=x.span)
            x = s.Each(x.binders[:1], [inner], at_once=x.at_once, span=x.span)
        binder = x.binders[0]
        items, index = self.slot(holds=binder.local.type), self.slot()
        source = self.sorted_source(x) if x.key is not None else self.unchanging(binder.source)
        if is_fixed(source):
            self.fixed_items[items] = source
        else:
            self.line(f"f[{items}] = {source}")
        self.line(f"f[{index}] = 0")
        if x.at_once:
            self.event(x, "True")
        head, body, after = self.new_label(), self.new_label(), self.new_label()
        self.goto(head)
        self.close_block()
        self.loop_head(x, binder, (items, index), (head, body, after))
        self.open_block(body)
        self.frame_loops.append(("each", after))
        self.frame_body(x.body)
        self.frame_loops.pop()
        if self.open:
            self.come_back(head)
            self.close_block()
        self.open_block(after)
        if x.at_once:
            self.event(x, "False")

    def unchanging(self, e: m.Expression) -> str:
        """A collection that stays as it is while the loop waits."""
        text = self.write(e)
        tables = isinstance(e, m.All | m.Owned | m.ReadColumn | m.Range | m.Items)
        ways = isinstance(e, m.Function) and e.name in ("clockwise", "counterclockwise", "ways", "ways_into")
        return text if tables or ways else f"tuple({text})"

    def counted_items(self, items: int, index: int) -> tuple[str, str]:
        """How many items a loop goes through, and the one at its index."""
        fixed = self.fixed_items.get(items)
        numbers = re.fullmatch(r"range\((?:(\d+), )?(\d+)\)", fixed or "")
        if numbers is not None:
            low, end = int(numbers[1] or 0), int(numbers[2])
            return str(end - low), f"i_{index} + {low}" if low else f"i_{index}"
        self.line(f"items_{items} = {fixed or f'f[{items}]'}")
        return f"len(items_{items})", f"items_{items}[i_{index}]"

    def loop_head(self, x: s.Each, binder: s.Binder, slots: tuple[int, int], labels: tuple[str, str, str]) -> None:
        """Run the body for one item after another, here, as long as it comes to its end by itself."""
        (items, index), (head, body, after) = slots, labels
        number = self.slots.get(id(binder.local)) or self.slot(binder.local)
        self.open_block(head)
        size, item = self.counted_items(items, index)
        self.line(f"while (i_{index} := f[{index}]) < {size}:")
        self.depth += 1
        self.line(f"f[{index}] = i_{index} + 1")
        name = f"{safe(binder.local.name)}_f{number}"
        with self.bound(binder.local, name):
            self.line(f"{name} = f[{number}] = {item}")
            if binder.where is not None and x.key is None:
                test = self.write(binder.where)
                if test != "True":
                    self.line(f"if not {test}:")
                    self.line(f"{INDENT}continue")
        self.line(f"{body}(S, f)")
        self.line(f"if f[0] is not {head}:")
        self.line(f"{INDENT}return")
        self.depth -= 1
        self.goto(after)
        self.close_block()

    def each_in_chosen_order(self, x: s.Each) -> None:
        binder, picker = x.binders[0], x.picker
        assert picker is not None
        rest = self.slot(holds=binder.local.type)
        self.slots.get(id(binder.local)) or self.slot(binder.local)
        self.line(f"f[{rest}] = tuple({self.write(binder.source)})")
        head, resume, after = self.new_label(), self.new_label(), self.new_label()
        self.goto(head)
        self.close_block()
        self.open_block(head)
        self.line(f"options = {self.filtered(f'f[{rest}]', binder)}")
        self.line("if not options:")
        self.line(f"{INDENT}return {after}(S, f)")
        self.ask(picker, resume, single=True)
        self.close_block()
        self.open_block(resume)
        self.store(binder.local, "S.choice")
        self.line(f"f[{rest}] = without(f[{rest}], S.choice)")
        self.frame_loops.append(("each", after))
        self.frame_body(x.body)
        self.frame_loops.pop()
        if self.open:
            self.come_back(head)
            self.close_block()
        self.open_block(after)

    def waiting_repeat(self, x: s.Repeat) -> None:
        head, after = self.new_label(), self.new_label()
        count = None
        if x.mode in ("times", "up_to"):
            count = self.slot()
            self.line(f"f[{count}] = {self.write(x.bound)}")  # type: ignore[arg-type]
        self.goto(head)
        self.close_block()
        self.open_block(head)
        if count is not None:
            self.line(f"if f[{count}] <= 0:")
            self.line(f"{INDENT}return {after}(S, f)")
            self.line(f"f[{count}] -= 1")
        elif x.bound is not None:
            self.line(f"if not {self.write(x.bound)}:")
            self.line(f"{INDENT}return {after}(S, f)")
        self.frame_loops.append(("repeat_until" if x.mode in ("until_done", "up_to") else "repeat", after))
        self.frame_body(x.body)
        self.frame_loops.pop()
        if self.open:
            self.come_back(head)
            self.close_block()
        self.open_block(after)

    def waiting_holders(self, x: s.ForHolders) -> None:
        items, index = self.slot(), self.slot()
        self.line(f"f[{items}] = tuple({self.holders(x.card, x.title, x.stacks)})")
        self.line(f"f[{index}] = 0")
        head, after = self.new_label(), self.new_label()
        self.goto(head)
        self.close_block()
        self.open_block(head)
        self.line(f"if f[{index}] >= len(f[{items}]):")
        self.line(f"{INDENT}return {after}(S, f)")
        self.line(f"pair = f[{items}][f[{index}]]")
        self.line(f"f[{index}] += 1")
        self.store(x.holder, "pair[0]")
        self.store(x.self_, "pair[1]")
        self.frame_body(x.body)
        if self.open:
            self.come_back(head)
            self.close_block()
        self.open_block(after)

    def waiting_held_choice(self, x: s.HeldChoice) -> None:
        yes, no, after = self.new_label(), self.new_label(), self.new_label()
        pair = self.slot()
        self.line(f"f[{pair}] = {self.held_pair(x)}")
        self.line(f"return ({yes} if f[{pair}] is not None else {no})(S, f)")
        self.close_block()
        self.open_block(yes)
        self.store(x.holder, f"f[{pair}][0]")
        self.store(x.self_, f"f[{pair}][1]")
        self.then(x.then, after)
        self.open_block(no)
        self.then(x.otherwise, after)
        self.open_block(after)

    def stop(self, x: s.Stop) -> None:
        if x.what in ("each", "repeat") and not (self.loop_marks and self.loop_marks[-1] == x.what):
            for kind, exit_label in reversed(self.frame_loops):
                if kind.startswith(x.what):
                    self.line(f"return {exit_label}(S, f)")
                    break
        elif x.what == "rule" and self.part_end is not None:
            self.goto(self.part_end)
        elif x.what == "rule":
            self.leave_rule()
        elif x.what in LEVELS and self.level_ends[x.what]:
            self.goto(self.level_ends[x.what][-1])
        elif x.what in LEVELS:
            self.line(f"del S.stack[S.bases[{LEVELS[x.what]}]:]")
            self.line("f[0] = None")
            self.line("return")
        elif x.what == "game" and not x.after:
            self.finish(str(self.sites.reason(x.reason)))
        else:
            super().stop(x)
        if self.depth == 1 and self.open:
            self.close_block()

    def finish(self, reason: str) -> None:
        """The game is over: there are no frames any more, this one included."""
        self.line(f"finish(S, {reason})")
        self.line("f[0] = None")
        self.line("return")

    # ---- decisions ------------------------------------------------------------------------------------------

    def filtered(self, source: str, binder: s.Binder) -> str:
        """The items of a source that a binder's condition lets through, as a new list."""
        with self.bound(binder.local) as name:
            where = self.write(binder.where) if binder.where is not None else "True"
        if where == "True":
            return f"[*{source}]"
        source, where = self.enumerated(binder, name, source, where)
        return f"[{name} for {source} if {where}]"

    def enumerated(self, binder: s.Binder, name: str, source: str, where: str) -> tuple[str, str]:
        """All members of a kind by a field of theirs: the field's list is gone through, with its numbers."""
        kind = binder.source.kind if isinstance(binder.source, m.All) else None
        if kind is None or kind.parent is not None:
            return f"{name} in {source}", where
        for field in kind.fields.values():
            slot = self.layout.slot(field)
            read = f"S.{slot}[{name}]"
            if field.owner is kind and not field.per and read in where and source == f"range({len(kind.members)})":
                value = self.fresh(field.name)
                return f"{name}, {value} in enumerate(S.{slot})", where.replace(read, value)
        return f"{name} in {source}", where

    def hoisted(self, text: str) -> str:
        """A comprehension that reads state many times: each slot is read once, before it."""
        if " for " not in text:
            return text
        for slot in dict.fromkeys(re.findall(r"\bS\.(\w+)", text)):
            name = f"{slot}_now"
            self.line(f"{name} = S.{slot}")
            text = re.sub(rf"\bS\.{slot}\b", name, text)
        return text

    def options(self, x: s.Choose) -> str:
        """What may be chosen: one value each, or tuples for a joint choice."""
        if len(x.binders) == 1:
            binder = x.binders[0]
            source = self.source(binder.source)
            if binder.where is None and not isinstance(binder.source, m.ReadZone) and not x.optional:
                return self.apart(binder, source)
            return self.apart(binder, self.filtered(source, binder))
        return tabled_options(self, x) or self.joint_options(x)

    def apart(self, binder: s.Binder, text: str) -> str:
        """Cards that are just alike are offered once."""
        kind = card_kind(binder)
        if kind is not None and self.layout.has_copies(kind):
            return f"unlike({text}, {self.layout.rows(kind)})"
        return text

    def joint_options(self, x: s.Choose) -> str:
        names, clauses = [], ""
        saved = dict(self.env)
        for binder in x.binders:
            source = self.apart(binder, self.source(binder.source))
            name = self.fresh(binder.local.name)
            self.env[id(binder.local)] = name
            where = self.write(binder.where) if binder.where is not None else "True"
            source, where = self.enumerated(binder, name, source, where)
            clauses += f" for {source}" + ("" if where == "True" else f" if {where}")
            names.append(name)
        self.env = saved
        return f"[({', '.join(names)}){clauses}]"

    def ask(self, x: s.Choose, resume: str, single: bool) -> None:
        """Hand out the options, or take the only one."""
        world = self.layout.world
        windows = self.opens_windows(x)
        if single and not world.ask_always and not x.anyway:
            test = " and not window" if windows else ""
            self.line(f"if len(options) == 1{test}:")
            self.line(f"{INDENT}S.choice = options[0]")
            self.line(f"{INDENT}return {resume}(S, f)")
        if x.optional or windows:
            extra = (["*window"] if windows else []) + (["PASS"] if x.optional else [])
            self.line(f"S.options = [*options, {', '.join(extra)}]")
        else:
            self.line("S.options = options")
        self.line(f"S.decider = {self.write(x.by)}")  # type: ignore[arg-type]
        self.line(f"S.point = {self.point(x)}")
        self.line(f"f[0] = {resume}")
        self.line("return")

    def point(self, x: s.Choose) -> int:
        """The number of a decision; what its question speaks of stays in the frame."""
        spoken = read_locals([x.binders, x.ways, x.by, x.prompt, x.text])
        self.spoken |= {self.slots[id(local)] for local in spoken if id(local) in self.slots}
        return int(self.module.point(x, self.slots))

    def opens_windows(self, x: s.Choose) -> bool:
        return bool(self.layout.world.windows) and not x.uninterrupted and not x.chance

    def choose(self, x: s.Choose) -> None:
        windows = self.opens_windows(x)
        resume, after = self.new_label(), self.new_label()
        forced = self.module.is_window_choice(x)
        used = self.slot() if windows and is_mandatory(x) else None
        if used is not None:
            self.line(f"f[{used}] = None")
        if windows or forced:
            again = self.new_label()
            self.goto(again)
            self.close_block()
            self.open_block(again)
            if forced:
                self.line("if S.forced is not NOTHING_FORCED:")
                self.line(f"{INDENT}S.choice, S.forced = S.forced, NOTHING_FORCED")
                self.line(f"{INDENT}return {resume}(S, f)")
            if windows:
                self.line(f"window = {self.windows_text(x)}")
        asked = self.module.tries and self.asks_can(x)
        self.line(f"options = {self.one_in_trial(x) if asked else self.hoisted(self.options(x))}")
        self.nothing_to_choose(x, resume, after, used)
        if asked:
            self.end_trial()
        if used is not None:
            self.line("if window:")
            self.line(f"{INDENT}window = leaving_a_choice(S, window, reopen_{again}, use_window)")
        self.ask(x, resume, single=not x.optional)
        self.close_block()
        self.open_block(resume)
        if windows:
            self.take_window(again, used)
        self.take_choice(x, after)
        if x.body or x.otherwise is not None:
            self.finish_choose(x, after)
        elif self.uses(after):
            self.goto(after)
            self.close_block()
            self.open_block(after)

    def windows_text(self, x: s.Choose) -> str:
        """The options of windows; in a trial nobody uses them."""
        return f"() if S.trial else windows(S, {self.write(x.by)})"  # type: ignore[arg-type]

    def asks_can(self, x: s.Choose) -> bool:
        """Is every option asked whether it can be done?"""
        where = x.binders[0].where if len(x.binders) == 1 else None
        return where is not None and any(isinstance(n, m.Can | m.CanPerform) for n in walk(where))

    def one_in_trial(self, x: s.Choose) -> str:
        """All options; in a trial the first is enough."""
        binder = x.binders[0]
        with self.bound(binder.local) as name:
            source = self.source(binder.source)
            where = self.write(binder.where)  # type: ignore[arg-type]
        return f"at_least_one({name} for {name} in {source} if {where}) if S.trial else {self.options(x)}"

    def end_trial(self) -> None:
        """What is left can be done: a trial has its answer, even if only one option is left.

        The frame goes on nowhere, so that a loop around the choice does not take it for done.
        """
        self.line("if S.trial:")
        self.line(f"{INDENT}S.options = ()")
        self.line(f"{INDENT}f[0] = None")
        self.line(f"{INDENT}return")

    def uses(self, label: str) -> bool:
        text = f"{label}(S, f)"
        return any(text in b for b in self.blocks) or any(text in line for line in self.lines)

    def take_window(self, again: str, used: int | None = None) -> None:
        """A window was used: do it, then ask anew. With `used`, that is noted there."""
        self.line("if type(S.choice) is WindowOption:")
        self.line(f"{INDENT}use_window(S)")
        self.line(f"{INDENT}f[0] = reopen_{again}")
        self.line(f"{INDENT}return")
        note = f"{INDENT}f[{used}] = True\n" if used is not None else ""
        self.blocks.append(f"def reopen_{again}(S, f):\n{INDENT}S.window = 0\n{note}{INDENT}return {again}(S, f)")

    def nothing_to_choose(self, x: s.Choose, resume: str, after: str, used: int | None) -> None:
        test = "if not options:"
        if x.otherwise is not None:
            other = f"{after}_other"
            self.line(test)
            self.line(f"{INDENT}return {other}(S, f)")
        elif x.optional:
            self.line(test)
            if x.body:
                self.line(f"{INDENT}return {self.pass_label(after)}(S, f)")
            else:
                self.line(f"{INDENT}S.choice = PASS")
                self.line(f"{INDENT}return {resume}(S, f)")
        elif x.body:
            self.line(test)
            self.line(f"{INDENT}return {after}(S, f)")
        else:
            self.line(test)
            self.depth += 1
            if used is not None:
                # A window that had decisions of its own has taken away what there was: the rule is over.
                self.line(f"if f[{used}] and not S.trial:")
                self.depth += 1
                self.leave_rule()
                self.depth -= 1
            self.line(f"raise NeedFailed({self.module.nothing_to_choose(x)})")
            self.depth -= 1

    def pass_label(self, after: str) -> str:
        """Where a pass leads: out of `repeat until done`, else on."""
        if self.frame_loops and self.frame_loops[-1][0] == "repeat_until":
            return self.frame_loops[-1][1]
        return after

    def take_choice(self, x: s.Choose, after: str) -> None:
        """Bind what was chosen; a pass skips the body."""
        if (x.optional and (x.body or x.otherwise is not None)) or (x.optional and self.pass_label(after) != after):
            self.line("if S.choice is PASS:")
            self.line(f"{INDENT}return {self.pass_label(after)}(S, f)")
        maybe = x.optional and not x.body
        if len(x.binders) == 1:
            self.store(x.binders[0].local, "None if S.choice is PASS else S.choice" if maybe else "S.choice")
        else:
            for number, binder in enumerate(x.binders):
                text = f"S.choice[{number}]"
                self.store(binder.local, f"None if S.choice is PASS else {text}" if maybe else text)

    def finish_choose(self, x: s.Choose, after: str) -> None:
        self.then(x.body, after, x)
        if x.otherwise is not None:
            self.open_block(f"{after}_other")
            self.then(x.otherwise, after)
        self.open_block(after)

    def choose_by_chance(self, x: s.Choose) -> None:
        """Chance decides: drawn at once, or asked for, one thing at a time."""
        after = self.new_label()
        for binder in x.binders:
            resume = self.new_label()
            source = self.source(binder.source)
            if self.plain_roll(x, binder, source, resume):
                continue
            self.line(f"options = {self.filtered(source, binder)}")
            if x.body or x.otherwise is not None:
                other = f"{after}_other" if x.otherwise is not None else after
                self.line("if not options:")
                self.line(f"{INDENT}return {other}(S, f)")
            weights = self.weights(binder)
            self.line("if S.ask and len(options) > 1:")
            self.line(f"{INDENT}S.options = options")
            self.line(f"{INDENT}S.weights = {weights or 'None'}")
            self.line(f"{INDENT}S.decider = None")
            self.line(f"{INDENT}S.point = {self.point(x)}")
            self.line(f"{INDENT}f[0] = {resume}")
            self.line(f"{INDENT}return")
            index = f"weighted(S, {weights})" if weights else "roll(S, len(options))"
            self.line(f"S.choice = options[{index}]")
            if self.sites.listening:
                self.event(x, "S.choice", str(x.binders.index(binder)))
            self.goto(resume)
            self.close_block()
            self.open_block(resume)
            self.store(binder.local, "S.choice")
        if x.body or x.otherwise is not None:
            self.finish_choose(x, after)

    def plain_roll(self, x: s.Choose, binder: s.Binder, source: str, resume: str) -> bool:
        """Even odds over a fixed run of numbers: a number is rolled, and no list is made of the options."""
        found = re.fullmatch(r"range\((?:(\d+), )?(\d+)\)", source)
        if not found or binder.where is not None or self.weights(binder) or self.sites.listening:
            return False
        low, high = int(found[1] or 0), int(found[2])
        if high - low < 2:
            return False
        self.line("if S.ask:")
        self.line(f"{INDENT}S.options = {source}")
        self.line(f"{INDENT}S.weights = S.decider = None")
        self.line(f"{INDENT}S.point = {self.point(x)}")
        self.line(f"{INDENT}f[0] = {resume}")
        self.line(f"{INDENT}return")
        self.line(f"S.rng = chance = (S.rng * {MULTIPLIER} + {INCREMENT}) & {MASK}")
        self.line(f"S.choice = ((chance >> 33) * {high - low} >> 31)" + (f" + {low}" if low else ""))
        self.goto(resume)
        self.close_block()
        self.open_block(resume)
        self.store(binder.local, "S.choice")
        return True

    def weights(self, binder: s.Binder) -> str | None:
        kind = strip(binder.local.type)
        column = kind.kind.find("weight") if isinstance(kind, Entity) else None
        if column is None:
            return None
        name = self.fresh("x")
        return f"[{self.layout.column(column)}[{name}] for {name} in options]"  # type: ignore[arg-type]

    def choose_way(self, x: s.Choose) -> None:
        windows = self.opens_windows(x)
        again, resume, after = self.new_label(), self.new_label(), self.new_label()
        self.goto(again)
        self.close_block()
        self.open_block(again)
        if windows:
            self.line(f"window = {self.windows_text(x)}")
        tests = [self.module.way_test(self, x, number) for number in range(len(x.ways))]
        if self.module.tries and "True" not in tests and not x.optional and x.otherwise is None:
            self.line("if S.trial:")
            self.line(f"{INDENT}if not ({' or '.join(tests)}):")
            self.line(f"{INDENT * 2}raise NeedFailed({self.module.nothing_to_choose(x)})")
            self.line(f"{INDENT}S.options = ()")
            self.line(f"{INDENT}f[0] = None")
            self.line(f"{INDENT}return")
        self.line(f"options = {ways_text(tests)}")
        if "True" not in tests:
            self.line("if not options:")
            if x.otherwise is not None:
                self.line(f"{INDENT}return {after}_other(S, f)")
            else:
                self.line(f"{INDENT}return {self.pass_label(after) if x.optional else after}(S, f)")
        self.ask(x, resume, single=not x.optional)
        self.close_block()
        self.write_ways(x, (again, resume, after), windows)

    def write_ways(self, x: s.Choose, labels: tuple[str, str, str], windows: bool) -> None:
        again, resume, after = labels
        self.open_block(resume)
        if windows:
            self.take_window(again)
        if x.optional:
            self.line("if S.choice is PASS:")
            self.line(f"{INDENT}return {self.pass_label(after)}(S, f)")
        names = [self.new_label() for _ in x.ways]
        for number, name in enumerate(names[:-1]):
            self.line(f"if S.choice == {number}:")
            self.line(f"{INDENT}return {name}(S, f)")
        self.line(f"return {names[-1]}(S, f)")
        self.close_block()
        for name, way in zip(names, x.ways, strict=True):
            self.open_block(name)
            self.then(after_needs(way.body), after)
        if x.otherwise is not None:
            self.open_block(f"{after}_other")
            self.then(x.otherwise, after)
        self.open_block(after)

    # ---- chance, calls, levels ----------------------------------------------------------------------------------

    def waiting_shuffle(self, x: s.Shuffle, zone: m.Expression) -> None:
        assert isinstance(zone, m.ReadZone)
        number = self.zone_number(zone)
        self.event(x, number)
        if zone.zone.card.root.name in self.sites.showing.kinds:
            self.line(f"mixed(S, {self.layout.location(zone.zone.card)!r}, {number})")
        like = self.layout.rows(zone.zone.card)
        after = self.new_label()
        self.line("if S.ask:")
        self.line(
            f"{INDENT}S.stack.append([ask_shuffle, {number}, 0, {like}, {self.module.chance_point(zone.zone.card)}])"
        )
        self.line(f"{INDENT}f[0] = {after}")
        self.line(f"{INDENT}return")
        self.line(f"shuffle(S, {number})")
        self.goto(after)
        self.close_block()
        self.open_block(after)

    def waiting_draw(self, x: s.Draw) -> None:
        arguments = self.draw_call(x)
        after = self.new_label()
        like = self.layout.rows(x.zone.card)
        location = self.layout.location(x.zone.card)
        given = arguments.split(", ", 1)[1].replace(f"S.{location}", repr(location))
        self.line("if S.ask:")
        self.line(f"{INDENT}S.stack.append([ask_draw, {given}, {like}, {self.module.chance_point(x.zone.card)}])")
        self.line(f"{INDENT}f[0] = {after}")
        self.line(f"{INDENT}return")
        self.line(f"draw({arguments})")
        self.goto(after)
        self.close_block()
        self.open_block(after)

    def perform(self, x: s.Perform) -> None:
        given = [self.write(a) for a in x.arguments]
        if isinstance(x.action, m.EffectOf):
            given = [self.write(x.action.of), *given]
        after = self.new_label()
        self.line(f"f[0] = {after}")
        self.line(f"perform(S, {self.write(x.action)}, ({''.join(g + ', ' for g in given)}))")
        self.line("return")
        self.close_block()
        self.open_block(after)

    def inner_frame(self, body: s.Body, kind: str) -> str:
        """The body of a turn or phase has a frame of its own, so that it can be left as a whole."""
        call = body[0] if len(body) == 1 else None
        if call is not None and self.is_called(call) and self.waiting.rule(call.rule):
            return str(self.module.frame(call.rule, [self.write(a) for a in call.arguments]))
        captured = free_locals(body)
        start, size = self.module.inner(self, captured, body, kind)
        values = [self.local(local) for local in captured]
        pads = ["None"] * (size - 1 - len(values))
        return f"[{', '.join([start, *values, *pads])}]"

    def turn(self, x: s.Turn) -> None:
        player = self.write(x.player)
        if not is_atom(player):
            name = self.fresh("player")
            self.line(f"{name} = {player}")
            player = name
        slot = f"S.{self.layout.slot(self.layout.world.fields['actor'])}"
        actor, after = self.slot(), self.new_label()
        self.skip("skip_actor", player, f"{after}_on")
        self.line(f"f[{actor}] = {slot}")
        self.line(f"{slot} = {player}")
        shut = self.slot() if self.layout.world.windows else None
        if shut is not None:
            self.line(f"f[{shut}] = S.window")
            self.line("S.window %= NOBODYS_TURN")
        self.event(x, player)
        self.enter_level("turn", x.body, after)
        self.line(f"{slot} = f[{actor}]")
        if shut is not None:
            self.line(f"S.window = f[{shut}]")
        if self.layout.world.acting_tests:
            self.line("S.acting = None")
        self.leave_level("turn", after)

    def skip(self, slot: str, wanted: str, on: str) -> None:
        """Where positions are set up, play may begin at a certain phase or player."""
        if self.module.staging:
            self.line(f"if S.{slot} is not None:")
            self.line(f"{INDENT}if S.{slot} != {wanted}:")
            self.line(f"{INDENT * 2}return {on}(S, f)")
            self.line(f"{INDENT}S.{slot} = None")

    def enter_level(self, level: str, body: s.Body, after: str) -> None:
        """The body of a turn, phase or round, and then the block in which it ends."""
        self.reset(level)
        if level != "turn" and level in self.module.left_levels:
            self.keep_turn(after)
        if self.module.inlining.level(level):
            self.level_ends[level].append(after)
            self.then(body, after)
            self.level_ends[level].pop()
        else:
            self.enter_frame(level, body, after)
        self.open_block(after)

    def enter_frame(self, level: str, body: s.Body, after: str) -> None:
        """A body that is left from afar has a frame of its own, and its base is noted."""
        bases = self.slot()
        self.level_bases[after] = bases
        self.line(f"f[{bases}] = S.bases")
        new = ["S.bases[0]", "S.bases[1]", "S.bases[2]"]
        new[LEVELS[level]] = "len(S.stack)"
        self.line(f"S.bases = ({', '.join(new)})")
        if level == "turn":
            self.module.turn_returns.add(after)
        self.line(f"S.stack.append({self.inner_frame(body, level)})")
        self.line(f"f[0] = {after}")
        self.line("return")
        self.close_block()

    def keep_turn(self, after: str) -> None:
        """A phase or round may be left from within a turn or a window, which then do not come to their end."""
        slots = [f"S.{self.layout.slot(self.layout.world.fields['actor'])}"]
        slots += ["S.window"] if self.layout.world.windows else []
        slots += ["S.acting"] if self.layout.world.acting_tests else []
        self.kept[after] = [(slot, self.slot()) for slot in slots]
        for slot, place in self.kept[after]:
            self.line(f"f[{place}] = {slot}")

    def leave_level(self, level: str, after: str) -> None:
        if after in self.level_bases:
            self.line(f"S.bases = f[{self.level_bases[after]}]")
        for slot, place in self.kept.get(after, ()):
            self.line(f"{slot} = f[{place}]")
        if level in self.module.ending_levels:
            self.line(f"if S.ending is not None and S.ending[0] == {level!r}:")
            self.depth += 1
            self.finish("S.ending[1]")
            self.depth -= 1
        self.goto(f"{after}_on")
        self.close_block()
        self.open_block(f"{after}_on")

    def reset(self, level: str) -> None:
        """State that lasts a turn, phase or round starts afresh."""
        for text in self.module.resets(level):
            self.line(text)

    def level(self, x: s.Level) -> None:
        after = self.new_label()
        if x.level == "phase":
            name = self.text_constant(x.name)
            self.skip("skip_to", name, f"{after}_on")
            self.line(f"S.phase = {name}")
        number = self.layout.slot(self.layout.world.fields["round.number"])
        self.event(x, f"S.{number} + 1" if x.level == "round" else "None")
        self.enter_level(x.level, x.body, after)
        if x.level == "phase":
            self.line("S.phase = None")
        self.leave_level(x.level, after)

    def offer_window(self, x: s.OfferWindow) -> None:
        again, resume, after = self.new_label(), self.new_label(), self.new_label()
        shut = self.slot()
        self.line(f"f[{shut}] = S.window")
        self.goto(again)
        self.close_block()
        self.open_block(again)
        self.line("S.window = 0")
        self.line(f"options = windows(S, {self.write(x.player)})")
        self.line("if not options:")
        self.line(f"{INDENT}return {after}(S, f)")
        self.line("S.options = [*options, PASS]")
        self.line(f"S.decider = {self.write(x.player)}")
        self.line(f"S.point = {self.module.point(x)}")
        self.line(f"f[0] = {resume}")
        self.line("return")
        self.close_block()
        self.open_block(resume)
        self.line("if S.choice is PASS:")
        self.line(f"{INDENT}return {after}(S, f)")
        self.line("use_window(S)")
        self.line(f"f[0] = {again}")
        self.line("return")
        self.close_block()
        self.open_block(after)
        self.line(f"S.window = f[{shut}]")


def after_needs(body: s.Body) -> s.Body:
    """A way that was offered can be gone: what it needs in front need not be asked again."""
    return list(dropwhile(lambda statement: isinstance(statement, s.Need), body))


def ways_text(tests: list[str]) -> str:
    """The numbers of the ways that can be gone, by their tests."""
    if all(t == "True" for t in tests):
        return f"range({len(tests)})"
    open_ways = [n for n, t in enumerate(tests) if t != "True"]
    if len(open_ways) == 1:
        rest = [n for n in range(len(tests)) if n != open_ways[0]]
        return f"({tuple(range(len(tests)))!r} if {tests[open_ways[0]]} else {tuple(rest)!r})"
    listed = ", ".join(f"({number}, {test})" for number, test in enumerate(tests))
    return f"[n for n, possible in ({listed},) if possible]"


def is_fixed(source: str) -> bool:
    """Does a collection hold the same whenever it is asked for?"""
    return re.fullmatch(r"range\([\d, ]+\)|[A-Z]\w*(\[\d+\])*", source) is not None


def card_kind(binder: s.Binder) -> Kind | None:
    """The kind of card a binder goes over, if it does."""
    kind = strip(binder.local.type)
    return kind.kind.root if isinstance(kind, Entity) and kind.kind.root.sort == "card" else None


def rule_label(rule: Rule) -> str:
    return f"r{rule.index}_{safe(rule.name)}"

"""The whole program of a game as one Python module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from rulelang.backends.python.blocks import rule_label
from rulelang.backends.python.expressions import ExpressionWriter
from rulelang.backends.python.faults import words_for
from rulelang.backends.python.frames import FrameWriter
from rulelang.backends.python.needs import NeedsWriter
from rulelang.backends.python.places import unmarked
from rulelang.backends.python.playouts import WON
from rulelang.backends.python.runtime import FAULTS, Meter
from rulelang.backends.python.sites import Sites
from rulelang.backends.python.statements import INDENT, StatementWriter
from rulelang.budget import WORK_OF_BLOCK, WORK_OF_CALL
from rulelang.core.agreed import NOTHING_TO_CHOOSE
from rulelang.core.answers import Answers
from rulelang.core.asking import beginning, only_needs
from rulelang.core.needs_order import reach
from rulelang.core.possible import could_do, could_use
from rulelang.core.shown import seers
from rulelang.core.tables import Layout, plain, safe
from rulelang.core.waiting import performable
from rulelang.core.weave import weave
from rulelang.errors import RuleFault
from rulelang.interrupts import look_up
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Rule, Value, Window
from rulelang.model.expressions import Local
from rulelang.model.proofs.cost import AT_ONCE, parts_of
from rulelang.model.types import Many, Number, strip
from rulelang.model.visit import free_locals, walk
from rulelang.model.world import World
from rulelang.printable import visible
from rulelang.source import Span


class ModuleWriter:
    """Collects the functions of a program; writers of single rules come back here for what they share."""

    def __init__(self, world: World, listening: bool, staging: bool = False, counting: bool = False) -> None:
        self.world = world
        self.staging = staging
        self.answers = Answers(world, counting)
        self.layout = self.answers.layout
        self.waiting = self.answers.waiting
        self.sites = Sites(listening)
        self.turn_returns: set[str] = set()
        self.card_slots: dict[str, list[tuple[int, Kind]]] = {}  # of the frame of each block
        self.point_slots: dict[int, dict[Local, int]] = {}  # where the locals are kept that decisions speak of
        self.functions: list[str] = []
        self.file = f"<rules of {safe(world.name)}>"
        self.line_places: dict[str, dict[int, int]] = {}
        self.starts: dict[int, tuple[str, int]] = {}
        self.pending_can: dict[Rule, None] = {}
        self.pending_could: dict[Rule, None] = {}
        self.pending_values: dict[Value, None] = {}
        self.done_can: set[Rule] = set()
        self.done_values: set[Value] = set()
        self.done_could: set[Rule] = set()
        self.way_count = 0
        self.inner_count = 0
        self.needs_perform = False

    # ---- where cards are spoken of ------------------------------------------------------------------------

    def cards_in_frame(self, block: str) -> tuple[tuple[int, Kind], ...]:
        """The places in a frame that hold cards, by the block it goes on with, and of which kind."""
        return tuple(self.card_slots.get(block, ()))

    # ---- what single rules ask for ------------------------------------------------------------------------

    def point(self, x: s.Choose | s.OfferWindow | Kind, slots: dict[Local, int] | None = None) -> int:
        """The number of a decision; `slots` says where the locals of its rule are kept."""
        number = self.answers.point(x)
        self.point_slots.setdefault(number, slots or {})
        return number

    def nothing_to_choose(self, x: s.Choose) -> int:
        return NOTHING_TO_CHOOSE + x.index

    def frame(self, rule: Rule, arguments: list[str]) -> str:
        """The text of a new frame for a waiting rule; in a trial, of one that is elsewhere a part of another."""
        if self.answers.inlining.rule(rule) and rule.index not in self.starts:
            self.write_waiting_rule(rule, self.answers.inlining.bodies[rule], f"# {rule.name}, to be tried")
        return f"[{', '.join([f'{rule_label(rule)}_0', *arguments])}@pad_{rule.index}@]"

    def resets(self, level: str) -> list[str]:
        lines = []
        for field in self.answers.all_fields():
            if field.lasts == level:
                slot = self.layout.slot(field)
                start = f"S0.{slot}" if field.is_scalar else f"S0.{slot}[:]"
                lines.append(f"S.{slot} = {start}")
                if field in self.answers.showing.fields:
                    lines.append(f"written(S, {slot!r})")
        return lines

    def inner(
        self, outer: FrameWriter, captured: list[Local], outside: dict[Local, str], body: s.Body, kind: str
    ) -> tuple[str, int]:
        """A frame for the body of a turn or a phase; its first block and size. It reaches for names `outside` of it."""
        self.inner_count += 1
        writer = FrameWriter(self.answers, self.sites, self, f"{outer.label}_{kind}{self.inner_count}")
        writer.env |= outside
        start = writer.write_rule(tuple(captured), body, [], [])
        self.take(writer)
        self.functions += writer.blocks
        return start, writer.size

    def take(self, writer: ExpressionWriter) -> None:
        """Remember what a writer's text calls."""
        self.pending_can |= writer.asked_can
        self.pending_could |= writer.asked_could
        self.pending_values |= writer.called_values
        self.needs_perform = self.needs_perform or writer.can_perform

    def way_test(self, outer: StatementWriter, way: s.Way) -> str:
        """An expression that is true if a way can be gone, with what its binders stand for."""
        plain_test = self.plain_way_test(outer, way)
        if plain_test is not None:
            return plain_test
        self.way_count += 1
        name = f"way_{self.way_count}"
        captured = free_locals([way.body, way.guard])
        writer = self.needs_writer(name, captured)
        if way.guard is not None:
            writer.refuse_unless(writer.write(way.guard))
        writer.needs_of(way.body)
        self.take(writer)
        if not writer.lines:
            return "True"
        writer.line("return True")
        self.functions.append("\n".join([self.header(name, writer, captured), *writer.lines]))
        return f"{name}({', '.join(['S', *(outer.local(c) for c in captured)])})"

    def plain_way_test(self, outer: StatementWriter, way: s.Way) -> str | None:
        """A way that has only plain needs in front of what it does: the needs themselves."""
        needs = only_needs(way.body, outer.counters is not None)
        if needs is None:
            return None
        text = outer.write(way.guard) if way.guard is not None else "True"
        for need in needs:
            text = outer.junction("and", text, outer.write(need.condition))
        return text

    def needs_writer(self, label: str, parameters: Sequence[Local]) -> NeedsWriter:
        """A writer of a function with these parameters."""
        writer = NeedsWriter(self.answers, self.sites, self, label)
        writer.open_block(writer.label)
        for parameter in parameters:
            writer.bind_plain(parameter)
        return writer

    def header(self, name: str, writer: StatementWriter, parameters: list[Local] | tuple[Local, ...]) -> str:
        return f"def {name}({', '.join(['S', *(writer.local(p) for p in parameters)])}):"

    # ---- the module ---------------------------------------------------------------------------------------------

    def write(self) -> str:
        """The source of the program."""
        for rule in self.world.rules.values():
            look_up()
            self.write_rule(rule)
        self.write_windows()
        self.write_could_use()
        self.write_scores()
        self.write_always()
        self.write_performing()
        self.write_pending()
        source = "\n\n\n".join([self.state_class(), *self.functions, *self.layout.new_helpers(), self.tables()])
        for index, (_, size) in self.starts.items():
            rule = next(r for r in self.world.rules.values() if r.index == index)
            pads = ", None" * (size - 1 - len(rule.parameters))
            source = source.replace(f"@pad_{index}@", pads)
        return self.unmarked(source, self.file)

    def unmarked(self, source: str, file: str) -> str:
        """The source as Python reads it from a file of that name; where its lines come from is noted."""
        text, self.line_places[file] = unmarked(source)
        return text

    def write_rule(self, rule: Rule) -> None:
        self.sites.current_rule = rule.name
        woven = weave(rule)
        comment = f"# {rule.name}  ({in_one_line(rule.span)})"
        if self.answers.inlining.rule(rule):
            return
        if self.waiting.rule(rule):
            self.write_waiting_rule(rule, woven.body, comment)
            return
        writer = StatementWriter(self.answers, self.sites)
        names = [writer.bind_plain(p) for p in rule.parameters]
        enter, leave = self.entering(rule)
        for text in enter:
            writer.line(text)
        writer.ended_by(leave, woven.body)
        self.take(writer)
        self.functions.append(
            "\n".join([comment, f"def rule_{rule.index}({', '.join(['S', *names])}):", *writer.lines])
        )

    def counting(self, thing: Rule | Value) -> str:
        """A call of something that may come back to itself is counted."""
        return f"work(S, {WORK_OF_CALL + self.layout.effort.weigh(parts_of(thing))})"

    @property
    def work_of_copy(self) -> int:
        """What it takes to make a copy of a match."""
        sizes = [field.size for field in self.answers.all_fields() if not field.is_scalar]
        return WORK_OF_BLOCK + (sum(sizes) + sum(len(kind.members) for kind in self.answers.card_roots())) // AT_ONCE

    def entering(self, rule: Rule) -> tuple[list[str], list[str]]:
        """What an action does first and last besides its body."""
        enter, leave = self.sites.telling(rule)
        if rule in self.answers.circular:
            enter.append(self.counting(rule))
        if self.sites.listening and rule.is_action:
            enter.append(f"S.events.append(({self.sites.number(rule)},))")
        for field in rule.fields:
            slot = self.layout.slot(field)
            enter.append(f"S.{slot} = S0.{slot}" + ("" if field.is_scalar else "[:]"))
            if field in self.answers.showing.fields:
                enter.append(f"written(S, {slot!r})")
        if rule.name in self.world.acting_tests and not self.waiting.rule(rule):
            enter.append(f"S.acting += ({self.world.acting_tests[rule.name]},)")
            leave.append("S.acting = S.acting[:-1]")
        if rule.uninterrupted and self.world.windows and self.waiting.rule(rule):
            enter.append("S.window += 1")
            leave.append("S.window -= 1")
        return enter, leave

    def write_waiting_rule(self, rule: Rule, body: s.Body, comment: str) -> None:
        around, self.sites.current_rule = self.sites.current_rule, rule.name
        writer = FrameWriter(self.answers, self.sites, self, rule_label(rule))
        enter, leave = self.entering(rule)
        start = writer.write_rule(rule.parameters, body, enter, leave, rule)
        self.take(writer)
        self.starts[rule.index] = (start, writer.size)
        self.functions.append(comment)
        self.functions += writer.blocks
        self.sites.current_rule = around

    def write_pending(self) -> None:
        """`can`, `could` and value functions, and those that they call in turn."""
        while True:
            rules = [r for r in self.pending_can if r not in self.done_can]
            guessed = [r for r in self.pending_could if r not in self.done_could]
            values = [v for v in self.pending_values if v not in self.done_values]
            if not rules and not guessed and not values:
                return
            for rule in rules:
                self.done_can.add(rule)
                self.write_can(rule)
            for rule in guessed:
                self.done_could.add(rule)
                self.write_could_do(rule)
            for value in values:
                self.done_values.add(value)
                self.write_value(value)

    def write_can(self, rule: Rule) -> None:
        self.sites.current_rule = rule.name
        writer = self.needs_writer(f"can_{rule.index}", rule.parameters)
        names = [writer.local(p) for p in rule.parameters]
        if rule in self.answers.circular:
            writer.line(self.counting(rule))
        is_tried = reach(rule).late
        for part in weave(rule).parts:
            writer.needs_of(part, is_tried)
        if is_tried:
            weight = self.layout.effort.weigh_asking(rule) + self.work_of_copy
            writer.line(f"return try_rule(S, lambda T: {self.call_text(rule, names)}, {weight})")
        else:
            writer.line("return True")
        self.take(writer)
        header = f"# can {rule.name}\ndef can_{rule.index}({', '.join(['S', *names])}):"
        self.functions.append("\n".join([header, *writer.lines]))

    def call_text(self, rule: Rule, arguments: list[str]) -> str:
        text = f"rule_{rule.index}({', '.join(['T', *arguments])})"
        if self.waiting.rule(rule):
            text = f"T.stack.append({self.frame(rule, arguments)})"
        # What is asked in a trial counts as asked; what is done there is not done.
        return text if self.layout.counters is None else f"asked_in(S, T) or {text}"

    def write_value(self, value: Value) -> None:
        writer = ExpressionWriter(self.layout, fast=True)
        names = []
        for parameter in value.parameters:
            writer.env[parameter] = writer.fresh(parameter.name)
            names.append(writer.env[parameter])
        text = writer.text(writer.words.value(value))
        count = f"{INDENT}{self.counting(value)}\n" if value in self.answers.circular else ""
        self.take(writer)
        mark = self.sites.mark(value, f"value {value.name}")
        self.functions.append(
            f"# value {value.name}  ({in_one_line(value.span)})\n"
            f"def value_{value.index}({', '.join(['S', *names])}):\n{count}{INDENT}return {text}{mark}",
        )

    # ---- windows --------------------------------------------------------------------------------------------------

    def write_windows(self) -> None:
        if not self.world.windows:
            return
        lines = ["def windows(S, player):", f"{INDENT}out = []", f"{INDENT}if S.window:", f"{INDENT * 2}return out"]
        for number, window in enumerate(self.world.windows):
            lines += self.window_lines(number, window)
        lines.append(f"{INDENT}return out")
        self.functions.append("\n".join(lines))
        makers = []
        for window in self.world.windows:
            rule = window.rule
            names = [f"a{i}" for i in range(len(rule.parameters))]
            makers.append(
                f"lambda {', '.join(names)}: {self.frame(rule, names)}"
                if self.waiting.rule(rule)
                else f"rule_{rule.index}"
            )
        kinds = [self.waiting.rule(w.rule) for w in self.world.windows]
        self.functions.append(
            f"WINDOW_MAKERS = ({', '.join(makers)},)\nWINDOW_WAITS = {tuple(kinds)!r}\n\n\n"
            "def use_window(S):\n"
            "    option = S.choice\n"
            "    S.window = 1\n"
            "    S.forced = option.value\n"
            "    if WINDOW_WAITS[option.window]:\n"
            "        S.stack.append(WINDOW_MAKERS[option.window](*option.arguments))\n"
            "    else:\n"
            "        S.forced = NOTHING_FORCED\n"
            "        WINDOW_MAKERS[option.window](S, *option.arguments)"
        )

    def window_lines(self, number: int, window: Window) -> list[str]:
        """Lines that add the options of a window for a player."""
        name = f"window_{number}"
        self.sites.current_rule = window.rule.name
        writer = self.needs_writer(name, window.rule.parameters)
        writer.failure = "return ()"
        names = [writer.local(p) for p in window.rule.parameters]
        if window.guard is not None:
            writer.refuse_unless(writer.write(window.guard))
        self.window_options(writer, window)
        self.take(writer)
        self.functions.append("\n".join([f"def {name}({', '.join(['S', *names])}):", *writer.lines]))
        if window.source.card is not None:
            held = writer.holders(window.source.card, window.source.title or 0, window.source.stacks)
            return [
                f"{INDENT}for holder, card in {held}:",
                f"{INDENT * 2}if holder == player and player == S.g_actor:",
                f"{INDENT * 3}out += [WindowOption({number}, (holder, card), x) for x in {name}(S, holder, card)]",
            ]
        return [
            f"{INDENT}if player == S.g_actor:",
            f"{INDENT * 2}out += [WindowOption({number}, (), x) for x in {name}(S)]",
        ]

    def window_options(self, writer: NeedsWriter, window: Window) -> None:
        front, choice = beginning(window)
        if not writer.needs_of(front) or choice is None:
            writer.line("return (NOTHING_FORCED,)")
        elif choice.binders:
            writer.line(f"return {writer.options(choice)}")
        else:
            writer.line(f"return {writer.way_options(choice)}")

    # ---- what could be done, as far as all can tell ---------------------------------------------------------

    def write_could_use(self) -> None:
        """Could a player use a window, besides those of which everybody knows whether he can?"""
        if not self.answers.closed_windows:
            return
        lines = [
            "def could_use(S, player):",
            f"{INDENT}if S.window or player != S.g_actor:",
            f"{INDENT * 2}return False",
        ]
        for window in self.answers.closed_windows:
            lines += self.could_use_lines(window)
        self.functions.append("\n".join([*lines, f"{INDENT}return False"]))

    def could_use_lines(self, window: Window) -> list[str]:
        name = f"could_use_{self.world.windows.index(window)}"
        self.write_could(name, name, window.rule.parameters, could_use(self.answers.knowledge, window))
        if window.source.card is None:
            return [f"{INDENT}if {name}(S):", f"{INDENT * 2}return True"]
        held = ExpressionWriter(self.layout).holders(window.source.card, window.source.title or 0, window.source.stacks)
        return [
            f"{INDENT}for holder, card in {held}:",
            f"{INDENT * 2}if holder == player and {name}(S, holder, card):",
            f"{INDENT * 3}return True",
        ]

    def write_could_do(self, rule: Rule) -> None:
        """A function that tells whether all needs of a rule could hold."""
        first = self.counting(rule) if rule in self.answers.circular else None
        asked = could_do(self.answers.knowledge, rule)
        self.write_could(f"could_{rule.index}", f"could {rule.name}", rule.parameters, asked, first)

    def write_could(
        self, name: str, title: str, parameters: tuple[Local, ...], asked: s.Body, first: str | None = None
    ) -> None:
        writer = self.needs_writer(name, parameters)
        writer.words.counters = None  # what all could think is not what is asked
        if first is not None:
            writer.line(first)
        writer.asked(asked)
        writer.line("return True")
        self.take(writer)
        self.functions.append("\n".join([f"# {title}", self.header(name, writer, parameters), *writer.lines]))

    # ---- scores and invariants ------------------------------------------------------------------------------------

    def write_scores(self) -> None:
        for name, score in (("score", self.world.score), ("estimate", self.world.estimate)):
            if score is None:
                continue
            writer = ExpressionWriter(self.layout)
            writer.env[score.player] = "p"
            value = writer.write(score.value)
            ties = [writer.write(t) for t in score.ties]
            self.take(writer)
            mark = self.sites.mark(score.value, f"the {name}")
            self.functions.append(f"def {name}(S, p):\n{INDENT}return {value}{mark}")
            self.functions.append(
                f"def {name}_rank(S, p):\n{INDENT}return ({''.join(t + ', ' for t in [value, *ties])}){mark}"
            )
        for number, measure in enumerate(self.world.measures.values()):
            writer = ExpressionWriter(self.layout)
            if measure.player is not None:
                writer.env[measure.player] = "p"
            value = writer.write(measure.value)
            self.take(writer)
            mark = self.sites.mark(measure.value, f"the measure {measure.name}")
            self.functions.append(f"def measure_{number}(S, p=None):\n{INDENT}return {value}{mark}")
        self.write_worth()

    def write_worth(self) -> None:
        """How good a position is for bots: by the estimate, else the score; who has won knows no better one."""
        judge = "estimate" if self.world.estimate is not None else "score" if self.world.score is not None else None
        ranks = f"[score_rank(S, q) for q in range({self.world.players})]"
        won = f"score_rank(S, p) == max({ranks})" if self.world.score is not None else "True"
        self.functions.append(
            f"def worth(S, p):\n{INDENT}if S.over:\n{INDENT * 2}return {WON} if {won} else -{WON}\n"
            f"{INDENT}return {f'{judge}(S, p)' if judge is not None else '0'}"
        )

    def write_always(self) -> None:
        writer = ExpressionWriter(self.layout)
        marks = [self.sites.mark(n, "what always holds") for n in self.world.always]
        tests = [f"{writer.write(n.condition)},{mark}" for n, mark in zip(self.world.always, marks, strict=True)]
        self.take(writer)
        self.functions.append("\n".join(["def invariants(S):", f"{INDENT}return (", *tests, f"{INDENT})"]))
        if tests:
            self.functions.append(f"def always_holds(S):\n{INDENT}return all(invariants(S))")

    # ---- performing -----------------------------------------------------------------------------------------------

    def write_performing(self) -> None:
        rules = performable(self.world)
        for rule in rules:
            self.pending_can[rule] = None
        makers, cans = [], []
        for rule in rules:
            names = [f"a{i}" for i in range(len(rule.parameters))]
            inside = ", ".join(["S", *names])
            if self.waiting.rule(rule):
                makers.append(f"{rule.index}: lambda {inside}: S.stack.append({self.frame(rule, names)})")
            else:
                makers.append(f"{rule.index}: rule_{rule.index}")
            cans.append(f"{rule.index}: can_{rule.index}")
        self.performing = (
            f"ACTIONS = {{{', '.join(makers)}}}\nCANS = {{{', '.join(cans)}}}\n\n\n"
            "def perform(S, action, arguments):\n"
            "    ACTIONS[action](S, *arguments)\n\n\n"
            "def can_perform(S, action, arguments):\n"
            "    return action is not None and CANS[action](S, *arguments)"
        )

    @cached_property
    def is_round_number_idle(self) -> bool:
        """Is the number of the round counted, and does nothing in the rules hang on it?"""
        world, number = self.world, self.world.fields["round.number"]
        things: list[Rule | Value] = [*world.rules.values(), *world.values.values()]
        trees = [parts_of(thing) for thing in things]
        trees += [[field.start for field in self.answers.all_fields()], [zone.limit for zone in world.zones.values()]]
        nodes = list(walk(trees))
        counted = {id(node.target) for node in nodes if isinstance(node, s.Increase)}
        return not any(isinstance(n, m.ReadField) and n.field is number and id(n) not in counted for n in nodes)

    # ---- state ----------------------------------------------------------------------------------------------------

    def seldom(self) -> dict[str, tuple[bool, str]]:
        """Slots that not every game has: is it used, and what it holds if nobody changes it."""
        levels = [n.level for r in self.world.rules.values() for n in walk(r.bodies) if isinstance(n, s.Level)]
        return {
            "acting": (bool(self.world.acting_tests), "()"),
            "ending": (bool(self.answers.ending_levels), "None"),
            "bases": (self.answers.tries or bool(self.answers.inlining.left_from_afar), "(0, 0, 0)"),
            "trial": (self.answers.tries or bool(self.world.windows), "False"),
            "window": (bool(self.world.windows), "0"),
            "forced": (bool(self.world.windows), "NOTHING_FORCED"),
            "skip_to": (self.staging, "None"),
            "skip_actor": (self.staging, "None"),
            "phase": ("phase" in levels, "None"),
            **dict.fromkeys(("seed", "luck", "lots"), (bool(self.layout.streams), "0")),
        }

    def state_class(self) -> str:
        """The state of a match: flat slots, and a copy that shares nothing that changes."""
        seldom = self.seldom()
        scalars = [
            "ask",
            "options",
            "weights",
            "decider",
            "point",
            "choice",
            "bank",
            "over",
            "reason",
            "steps",
            "rounds",
        ]
        scalars += ["quiet"]
        scalars += ["items"] if self.answers.list_fields() else []
        scalars += [name for name, (is_used, _) in seldom.items() if is_used]
        scalars += ["shown"] if self.answers.showing.is_any else []
        scalars += ["boxed"] if self.answers.showing.boxed else []
        lists: list[str] = ["counts"] if self.layout.streams else []
        for field in self.answers.all_fields():
            (scalars if field.is_scalar else lists).append(self.layout.slot(field))
        roots = self.answers.card_roots()
        lists += [self.layout.location(k) for k in roots]
        lists += [f"held_{safe(name)}" for name in sorted(self.answers.held_kinds)]
        counts = ["done", "asked"] if self.layout.counters is not None else []
        slots = [*scalars, *lists, "zones", "stack", "events", *counts]
        lines = [f"class State:\n{INDENT}__slots__ = ({', '.join(repr(x) for x in slots)},)"]
        lines += [f"{INDENT}{name} = {start}" for name, (is_used, start) in seldom.items() if not is_used]
        lines.append(f"\n{INDENT}def copy(self):")
        lines.append(f"{INDENT * 2}other = new_state(State)")
        lines += [f"{INDENT * 2}other.{x} = self.{x}" for x in scalars]
        lines += [f"{INDENT * 2}other.{x} = self.{x}[:]" for x in lists]
        lines.append(f"{INDENT * 2}other.zones = {'[z[:] for z in self.zones]' if self.world.zones else 'self.zones'}")
        lines.append(f"{INDENT * 2}other.stack = [f[:] for f in self.stack]")
        lines.append(f"{INDENT * 2}other.events = []")
        lines += [f"{INDENT * 2}other.{x} = Counter()" for x in counts]
        lines.append(f"{INDENT * 2}return other")
        lines += self.counted_items()
        return "new_state = object.__new__\n\n\n" + "\n".join(lines) + self.held_functions()

    def counted_items(self) -> list[str]:
        """How many items all lists of a match hold."""
        fields = self.answers.list_fields()
        if not fields:
            return []
        slots = [(f"self.{self.layout.slot(field)}", field.is_scalar) for field in fields]
        sizes = [f"len({x} or ())" if is_scalar else f"sum([len(x or ()) for x in {x}])" for x, is_scalar in slots]
        return [f"\n{INDENT}def count_items(self):", f"{INDENT * 2}return {' + '.join(sizes)}"]

    def held_functions(self) -> str:
        """Who holds which cards, kept up to date when such cards move."""
        text = ""
        for name in sorted(self.answers.showing.kinds - self.answers.held_kinds):
            text += f"\n\n\ndef moved_{safe(name)}(S, card, zone):\n    {self.went(name)}"
        for name in sorted(self.answers.held_kinds):
            kind = next(k for k in self.answers.card_roots() if k.name == name)
            zones: dict[int, int] = {}
            for zone in self.world.zones.values():
                if zone.card.root is kind and zone.per is self.world.player and zone.seen.by == "all":
                    zones |= {zone.base + p: p for p in range(self.world.players)}
            slot = f"held_{safe(name)}"
            title = self.layout.titles(kind)
            text += (
                f"\n\n\nHELD_{safe(name)} = {zones!r}\n\n\n"
                f"def moved_{safe(name)}(S, card, zone):\n"
                f"    holder = HELD_{safe(name)}.get(S.{self.layout.location(kind)}[card])\n"
                f"    if holder is not None:\n"
                f"        S.{slot}[{title}[card]] = without(S.{slot}[{title}[card]], (holder, card))\n"
                f"    holder = HELD_{safe(name)}.get(zone)\n"
                f"    if holder is not None:\n"
                f"        S.{slot}[{title}[card]] += ((holder, card),)"
            )
            text += f"\n    {self.went(name)}" if name in self.answers.showing.kinds else ""
        return text

    def went(self, name: str) -> str:
        """A line for cards that may have been shown."""
        kind = next(k for k in self.answers.card_roots() if k.name == name)
        return f"if S.shown: went(S, {self.layout.location(kind)!r}, card, zone, {seers(self.world, kind)!r})"

    def tables(self) -> str:
        starts = ", ".join(f"{index}: {start}" for index, (start, _) in self.starts.items())
        sizes = {index: size for index, (_, size) in self.starts.items()}
        rules = ", ".join(f"{r.index}: rule_{r.index}" for r in self.world.rules.values() if not self.waiting.rule(r))
        return f"{self.performing}\n\n\nSTARTS = {{{starts}}}\nSIZES = {sizes!r}\nRULES = {{{rules}}}\n"


def in_one_line(place: Span) -> str:
    """A place for a comment: a file may have any name, and what follows a line end in it would be code."""
    return visible(str(place))


def starting_values(world: World, layout: Layout, field: Field, namespace: dict[str, Any]) -> Any:
    """What a field holds at the start: what its column says, else what `starts` says, else nothing."""
    started = started_values(world, layout, field, namespace)
    if field.initial_column is None:
        return started
    column = {n: plain(value) for n, value in field.initial_column.items()}
    return [column.get(n // field.width, value) for n, value in enumerate(started)]


def started_values(world: World, layout: Layout, field: Field, namespace: dict[str, Any]) -> Any:
    """What `starts` gives: evaluated once, from tables and options alone."""
    empty = default_value(field)
    if field.start is None:
        return empty if field.is_scalar else [empty] * field.size
    writer = ExpressionWriter(layout)
    if field.start_local is not None:
        writer.env[field.start_local] = "it"
    text = writer.write(field.start)
    namespace = {**namespace, **layout.constants}
    function = eval(compile(f"lambda S, it: {text}", f"<{safe(field.name)}>", "eval"), namespace)  # noqa: S307
    try:
        return started(field, function)
    except FAULTS as error:
        raise RuleFault(f"the start of `{field.name}`: {words_for(error)}", field.start.span) from None


def started(field: Field, function: Callable[[Any, int | None], Any]) -> Any:
    """What a field holds at the start, by a function of the member it is kept for."""
    empty = default_value(field)
    if field.is_scalar:
        return stored(function(Meter(), None))
    members = range(len(field.owner.root.members)) if field.owner else range(len(field.per[0].root.members))
    width = field.width if field.owner else field.width // len(field.per[0].root.members)
    own = set(field.owner.ids) if field.owner else set(members)
    meter = Meter()
    return [stored(function(meter, it)) if it in own else empty for it in members for _ in range(width)]


def stored(value: Any) -> Any:
    return tuple(value) if isinstance(value, list | range) else value


def default_value(field: Field) -> Any:
    kind = field.type
    if isinstance(kind, Number):
        return max(0, kind.low or 0)
    if isinstance(strip(kind), Many) and strip(kind) is kind:
        return ()
    from rulelang.model.types import Entity, Flag

    if isinstance(kind, Flag):
        return False
    if isinstance(kind, Entity):
        return kind.kind.ids[0] if kind.kind.ids else 0
    return None


def uses_state(expression: m.Expression) -> bool:
    return any(isinstance(n, m.ReadField | m.ReadZone) for n in walk(expression))

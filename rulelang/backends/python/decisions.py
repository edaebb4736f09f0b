"""Decisions of a rule that waits: what may be chosen, asking for it, and going on with the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from rulelang.backends.python.blocks import BlockWriter
from rulelang.backends.python.choices import tabled_options
from rulelang.backends.python.statements import INDENT
from rulelang.budget import WORK_OF_OPTION
from rulelang.core.bodies import after_needs, run_of
from rulelang.core.needs_order import is_mandatory
from rulelang.core.purposes import die_purpose
from rulelang.core.questions import asks_can, is_asked_anyway, opens_windows, takes_the_only
from rulelang.core.shown import card_kind
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.types import Entity, strip
from rulelang.model.visit import read_locals


class DecisionWriter(BlockWriter):
    """Writes the choices of a rule: by players, between ways, by chance."""

    # ---- options ---------------------------------------------------------------------------------

    def choosable(self, binder: s.Binder) -> str:
        """What a choice goes through."""
        text = self.source(binder.source)
        if self.layout.effort.is_known(binder.source):
            return text
        return self.counted_work(text, WORK_OF_OPTION + self.layout.effort.weigh(binder.where))

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
            source = self.choosable(binder)
            if binder.where is None and not isinstance(binder.source, m.ReadZone) and not x.optional:
                return self.apart(binder, source)
            return self.apart(binder, self.filtered(source, binder))
        return tabled_options(self, x) or self.joint_options(x)

    def apart(self, binder: s.Binder, text: str) -> str:
        """Cards that are just alike are offered once."""
        kind = card_kind(binder.local.type)
        if kind is not None and self.layout.has_copies(kind):
            return f"unlike({text}, {self.layout.rows(kind)})"
        return text

    def joint_options(self, x: s.Choose) -> str:
        with self.gone_over(x.binders) as (names, clauses):
            return f"[({', '.join(names)}){clauses}]"

    @contextmanager
    def gone_over(self, binders: Sequence[s.Binder]) -> Iterator[tuple[list[str], str]]:
        """The names of binders, and what of a comprehension goes over them; within, the names are bound."""
        names, clauses = [], ""
        saved = dict(self.env)
        for binder in binders:
            source = self.apart(binder, self.choosable(binder))
            name = self.fresh(binder.local.name)
            self.env[binder.local] = name
            where = self.write(binder.where) if binder.where is not None else "True"
            source, where = self.enumerated(binder, name, source, where)
            clauses += f" for {source}" + ("" if where == "True" else f" if {where}")
            names.append(name)
        yield names, clauses
        self.env = saved

    # ---- the options of ways -----------------------------------------------------------------------

    def way_options(self, x: s.Choose) -> str:
        """The numbers of the ways that can be gone, those with binders with what can be chosen for them."""
        if not x.is_parametrised:
            return ways_text([self.module.way_test(self, way) for way in x.ways])
        return f"[{', '.join(self.options_of_way(way, number) for number, way in enumerate(x.ways))}]"

    def options_of_way(self, way: s.Way, number: int) -> str:
        if not way.binders:
            test = self.module.way_test(self, way)
            return f"({number},)" if test == "True" else f"*((({number},),) if {test} else ())"
        guard = self.write(way.guard) if way.guard is not None else "True"
        names, clauses = self.each_way(way)
        listed = f"[({', '.join([str(number), *names])}){clauses}]"
        return f"*{listed}" if guard == "True" else f"*({listed} if {guard} else ())"

    def some_way(self, x: s.Choose) -> list[str]:
        """For each way, the test whether there is an option of it."""
        return [self.way_is_open(way) for way in x.ways]

    def way_is_open(self, way: s.Way) -> str:
        if not way.binders:
            return str(self.module.way_test(self, way))
        guard = self.write(way.guard) if way.guard is not None else "True"
        _, clauses = self.each_way(way)
        return self.junction("and", guard, f"any(True{clauses})")

    def each_way(self, way: s.Way) -> tuple[list[str], str]:
        """The names of a way's binders, and what goes over all options of it, its needs asked too."""
        with self.gone_over(way.binders) as (names, clauses):
            test = self.module.way_test(self, evolve(way, guard=None))
            return names, clauses + ("" if test == "True" else f" if {test}")

    # ---- asking ----------------------------------------------------------------------------------

    def ask(self, x: s.Choose, resume: str) -> None:
        """Hand out the options, or take the only one."""
        windows = opens_windows(self.layout.world, x)
        if takes_the_only(self.layout.world, x):
            test = (" and not window" if windows else "") + (" and not may_pass" if x.may_pass is not None else "")
            if windows and self.answers.closed_windows:
                test += f" and (S.trial or not could_use(S, {self.write(x.by)}))"  # type: ignore[arg-type]
            self.line(f"if len(options) == 1{test}:")
            self.line(f"{INDENT}S.choice = options[0]")
            self.line(f"{INDENT}return {resume}(S, f)")
        if x.optional or windows:
            passing = "PASS" if x.may_pass is None else "*((PASS,) if may_pass else ())"
            extra = (["*window"] if windows else []) + ([passing] if x.optional else [])
            self.line(f"S.options = [*options, {', '.join(extra)}]")
        else:
            self.line("S.options = options")
        self.line(f"S.decider = {self.write(x.by)}")  # type: ignore[arg-type]
        self.line(f"S.point = {self.point(x)}")
        self.line(f"f[0] = {resume}")
        self.line("return")

    def point(self, x: s.Choose) -> int:
        """The number of a decision; what its question speaks of stays in the frame."""
        spoken = read_locals([x.binders, x.ways, x.by, x.prompt, x.text, x.passing, x.cost])
        for local in spoken:
            if local.changes and local in self.env:  # it is kept in another frame
                number = self.slots.get(local) or self.slot(local)
                self.line(f"f[{number}] = {self.env[local]}")
        self.spoken |= {self.slots[local] for local in spoken if local in self.slots}
        return int(self.module.point(x, self.slots))

    def choose(self, x: s.Choose) -> None:
        windows = opens_windows(self.layout.world, x)
        resume, after = self.new_label(), self.new_label()
        forced = self.answers.is_window_choice(x)
        used = self.slot() if windows and is_mandatory(x) else None
        if used is not None:
            self.line(f"f[{used}] = None")
        if windows or forced:
            again = self.new_label()
            self.goto(again)
            self.close_block()
            self.open_block(again)
            if forced:
                self.take_forced(resume)
            if windows:
                self.line(f"window = {self.windows_text(x)}")
        asked = self.answers.tries and asks_can(x)
        self.line(f"options = {self.one_in_trial(x) if asked else self.hoisted(self.options(x))}")
        self.asks_to_pass(x)
        self.nothing_to_choose(x, resume, after, used)
        if asked:
            self.end_trial()
        if used is not None:
            self.line("if window:")
            self.line(f"{INDENT}window = leaving_a_choice(S, window, reopen_{again}, use_window)")
        self.ask(x, resume)
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

    def take_forced(self, resume: str) -> None:
        """Who used the window has chosen already."""
        self.line("if S.forced is not NOTHING_FORCED:")
        self.line(f"{INDENT}S.choice, S.forced = S.forced, NOTHING_FORCED")
        self.line(f"{INDENT}return {resume}(S, f)")

    def windows_text(self, x: s.Choose) -> str:
        """The options of windows; in a trial nobody uses them."""
        return f"() if S.trial else windows(S, {self.write(x.by)})"  # type: ignore[arg-type]

    def one_in_trial(self, x: s.Choose) -> str:
        """All options; in a trial the first is enough."""
        binder = x.binders[0]
        with self.bound(binder.local) as name:
            source = self.choosable(binder)
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

    def take_window(self, again: str, used: int | None = None) -> None:
        """A window was used: do it, then ask anew. With `used`, that is noted there."""
        self.line("if type(S.choice) is WindowOption:")
        self.line(f"{INDENT}use_window(S)")
        self.line(f"{INDENT}f[0] = reopen_{again}")
        self.line(f"{INDENT}return")
        note = f"{INDENT}f[{used}] = True\n" if used is not None else ""
        self.module.card_slots[f"reopen_{again}"] = self.card_slots
        self.blocks.append(f"def reopen_{again}(S, f):\n{INDENT}S.window = 0\n{note}{INDENT}return {again}(S, f)")

    def asks_to_pass(self, x: s.Choose) -> None:
        if x.may_pass is not None:
            self.line(f"may_pass = {self.write(x.may_pass)}")

    def nothing_there(self, x: s.Choose) -> str | None:
        """The test for a choice that nobody is asked for; none if somebody always is."""
        if not (x.optional and is_asked_anyway(self.layout.world, x)):
            return "if not options:"
        # Who has nothing but `pass` left is asked like anybody else.
        return None if x.may_pass is None else "if not options and not may_pass:"

    def passed(self, x: s.Choose, after: str) -> str:
        """Where a pass leads: to `otherwise`, if there is one."""
        return f"{after}_other" if x.otherwise is not None else self.pass_label(after)

    def nothing_to_choose(self, x: s.Choose, resume: str, after: str, used: int | None) -> None:
        test = self.nothing_there(x)
        if test is None:
            return
        if x.otherwise is not None:
            self.line(test)
            if not x.body:
                self.forget_names(x)
            self.line(f"{INDENT}return {after}_other(S, f)")
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
        if x.optional and (x.body or self.passed(x, after) != after):
            self.line("if S.choice is PASS:")
            if not x.body:
                self.forget_names(x)
            self.line(f"{INDENT}return {self.passed(x, after)}(S, f)")
        maybe = x.optional and not x.body
        if len(x.binders) == 1:
            self.store(x.binders[0].local, "None if S.choice is PASS else S.choice" if maybe else "S.choice")
        else:
            for number, binder in enumerate(x.binders):
                text = f"S.choice[{number}]"
                self.store(binder.local, f"None if S.choice is PASS else {text}" if maybe else text)

    def forget_names(self, x: s.Choose) -> None:
        """Nothing was chosen: the names, which live on, stand for nothing."""
        for binder in x.binders:
            self.line(f"{INDENT}f[{self.slots.get(binder.local) or self.slot(binder.local)}] = None")

    def finish_choose(self, x: s.Choose, after: str) -> None:
        self.then(x.body, after, x)
        self.write_otherwise(x, after)

    def write_otherwise(self, x: s.Choose, after: str) -> None:
        """What is done if the body is not: nothing to choose, or passed, which also ends `repeat until done`."""
        if x.otherwise is not None:
            self.open_block(f"{after}_other")
            self.then(x.otherwise, self.pass_label(after) if x.optional else after)
        self.open_block(after)

    # ---- chance ----------------------------------------------------------------------------------

    def choose_by_chance(self, x: s.Choose) -> None:
        """Chance decides: drawn at once, or asked for, one thing at a time."""
        after = self.new_label()
        for binder in x.binders:
            resume = self.new_label()
            if self.plain_roll(x, binder, resume):
                continue
            self.line(f"options = {self.filtered(self.source(binder.source), binder)}")
            if x.body or x.otherwise is not None:
                other = f"{after}_other" if x.otherwise is not None else after
                self.line("if not options:")
                self.line(f"{INDENT}return {other}(S, f)")
            weights, point = self.weights(binder), self.point(x)
            self.line("if S.ask and len(options) > 1:")
            self.line(f"{INDENT}S.options = options")
            self.line(f"{INDENT}S.weights = {weights or 'None'}")
            self.line(f"{INDENT}S.decider = None")
            self.line(f"{INDENT}S.point = {point}")
            self.line(f"{INDENT}f[0] = {resume}")
            self.line(f"{INDENT}return")
            stream = self.die_stream(x, binder)
            index = f"weighted(S, {weights}, {stream})" if weights else f"roll(S, len(options), {stream})"
            self.line(f"S.choice = options[{index}]")
            if self.sites.listening:
                self.event(x, "S.choice", str(x.binders.index(binder)))
            self.goto(resume)
            self.close_block()
            self.open_block(resume)
            self.store(binder.local, "S.choice")
        if x.body or x.otherwise is not None:
            self.finish_choose(x, after)

    def plain_roll(self, x: s.Choose, binder: s.Binder, resume: str) -> bool:
        """Even odds over a fixed run of numbers: a number is rolled, and no list is made of the options."""
        run = run_of(binder.source)
        if run is None or len(run) < 2 or binder.where is not None or self.weights(binder) or self.sites.listening:
            return False
        point = self.point(x)
        self.line("if S.ask:")
        self.line(f"{INDENT}S.options = {self.write(binder.source)}")
        self.line(f"{INDENT}S.weights = S.decider = None")
        self.line(f"{INDENT}S.point = {point}")
        self.line(f"{INDENT}f[0] = {resume}")
        self.line(f"{INDENT}return")
        first = f" + {run.start}" if run.start else ""
        self.line(f"S.choice = roll(S, {len(run)}, {self.die_stream(x, binder)}){first}")
        self.goto(resume)
        self.close_block()
        self.open_block(resume)
        self.store(binder.local, "S.choice")
        return True

    def die_stream(self, x: s.Choose, binder: s.Binder) -> str:
        """What a throw of dice draws from: the table of keys, and where in it its own begin."""
        return f"CHANCE, {self.layout.streams[die_purpose(x, binder)]}"

    def weights(self, binder: s.Binder) -> str | None:
        kind = strip(binder.local.type)
        column = kind.kind.find("weight") if isinstance(kind, Entity) else None
        if column is None:
            return None
        name = self.fresh("x")
        return f"[{self.layout.column(column)}[{name}] for {name} in options]"  # type: ignore[arg-type]

    # ---- ways and windows ------------------------------------------------------------------------

    def choose_way(self, x: s.Choose) -> None:
        windows = opens_windows(self.layout.world, x)
        again, resume, after = self.new_label(), self.new_label(), self.new_label()
        self.goto(again)
        self.close_block()
        self.open_block(again)
        if self.answers.is_window_choice(x):
            self.take_forced(resume)
        if windows:
            self.line(f"window = {self.windows_text(x)}")
        tests = self.some_way(x)
        if self.answers.tries and "True" not in tests and not x.optional and x.otherwise is None:
            self.line("if S.trial:")
            self.line(f"{INDENT}if not ({' or '.join(tests)}):")
            self.line(f"{INDENT * 2}raise NeedFailed({self.module.nothing_to_choose(x)})")
            self.line(f"{INDENT}S.options = ()")
            self.line(f"{INDENT}f[0] = None")
            self.line(f"{INDENT}return")
        self.line(f"options = {self.way_options(x)}")
        self.asks_to_pass(x)
        nothing = self.nothing_there(x)
        if "True" not in tests and nothing is not None:
            self.line(nothing)
            self.line(
                f"{INDENT}return {self.passed(x, after) if x.optional or x.otherwise is not None else after}(S, f)"
            )
        self.ask(x, resume)
        self.close_block()
        self.write_ways(x, (again, resume, after), windows)

    def write_ways(self, x: s.Choose, labels: tuple[str, str, str], windows: bool) -> None:
        again, resume, after = labels
        self.open_block(resume)
        if windows:
            self.take_window(again)
        if x.optional:
            self.line("if S.choice is PASS:")
            self.line(f"{INDENT}return {self.passed(x, after)}(S, f)")
        names = [self.new_label() for _ in x.ways]
        picked = "S.choice[0]" if x.is_parametrised else "S.choice"
        for number, name in enumerate(names[:-1]):
            self.line(f"if {picked} == {number}:")
            self.line(f"{INDENT}return {name}(S, f)")
        self.line(f"return {names[-1]}(S, f)")
        self.close_block()
        for name, way in zip(names, x.ways, strict=True):
            self.open_block(name)
            for number, binder in enumerate(way.binders, 1):
                self.store(binder.local, f"S.choice[{number}]")
            asked, around = self.answers.number_of_way(x, way), self.acting
            if asked is not None:
                self.begin_acting(asked)
            self.frame_body(after_needs(way.body))
            self.acting = around
            if self.open:
                if asked is not None:
                    self.line(f"S.acting = {around}")
                self.goto(after)
                self.close_block()
        self.write_otherwise(x, after)

    def offer_window(self, x: s.OfferWindow) -> None:
        again, resume, after = self.new_label(), self.new_label(), self.new_label()
        shut = self.slot()
        self.line(f"f[{shut}] = S.window")
        self.goto(again)
        self.close_block()
        self.open_block(again)
        self.line("S.window = 0")
        self.line(f"options = windows(S, {self.write(x.player)})")
        unusable = f" and not could_use(S, {self.write(x.player)})" if self.answers.closed_windows else ""
        self.line(f"if not options{unusable}:")
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

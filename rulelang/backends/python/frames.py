"""Rules that wait, statement by statement: `blocks.py` cuts them, `decisions.py` asks, `loops.py` goes round;
here are calls, chance with cards, and the levels of the round that a rule can stop.
"""

from __future__ import annotations

from rulelang.backends.python.blocks import LEVELS
from rulelang.backends.python.expressions import is_atom
from rulelang.backends.python.loops import LoopWriter
from rulelang.backends.python.statements import INDENT
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.expressions import Local
from rulelang.model.visit import free_locals


class FrameWriter(LoopWriter):
    """Writes every statement of a rule that may wait."""

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
            case s.CallRule(rule) if self.answers.inlining.rule(rule):
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

    def stop(self, x: s.Stop) -> None:
        if x.what in ("each", "repeat") and all(loop.kind != x.what for loop in self.loops):
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
            self.finish(str(self.answers.reason(x.reason)))
        else:
            super().stop(x)
        if self.depth == 1 and self.open:
            self.close_block()

    def finish(self, reason: str) -> None:
        """The game is over: there are no frames any more, this one included."""
        self.line(f"finish(S, {reason})")
        self.line("f[0] = None")
        self.line("return")

    # ---- chance and calls ------------------------------------------------------------------------

    def waiting_shuffle(self, x: s.Shuffle, zone: m.Expression) -> None:
        assert isinstance(zone, m.ReadZone)
        number = self.zone_number(zone)
        self.event(x, number)
        if zone.zone.card.root.name in self.answers.showing.kinds:
            self.line(f"mixed(S, {self.layout.location(zone.zone.card)!r}, {number})")
        like = self.layout.rows(zone.zone.card)
        after = self.new_label()
        self.line("if S.ask:")
        self.line(
            f"{INDENT}S.stack.append([ask_shuffle, {number}, 0, {like}, {self.module.point(zone.zone.card.root)}])"
        )
        self.line(f"{INDENT}f[0] = {after}")
        self.line(f"{INDENT}return")
        self.line(f"shuffle(S, {number}, {self.deck_stream(zone.zone, zone)})")
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
        self.line(f"{INDENT}S.stack.append([ask_draw, {given}, {like}, {self.module.point(x.zone.card.root)}])")
        self.line(f"{INDENT}f[0] = {after}")
        self.line(f"{INDENT}return")
        self.line(f"draw({arguments}, {self.draw_stream(x)})")
        self.goto(after)
        self.close_block()
        self.open_block(after)

    def perform(self, x: s.Perform) -> None:
        asked = self.words.performed(x.action, x.arguments)
        after = self.new_label()
        self.line(f"f[0] = {after}")
        self.line(f"perform(S, {self.text(asked.action)}, {self.tuple_text(asked.arguments)})")
        self.line("return")
        self.close_block()
        self.open_block(after)

    # ---- turns, phases and rounds ----------------------------------------------------------------

    def inner_frame(self, body: s.Body, kind: str) -> str:
        """The body of a turn or phase has a frame of its own, so that it can be left as a whole."""
        call = body[0] if len(body) == 1 else None
        if call is not None and self.is_called(call) and self.waiting.rule(call.rule):
            return str(self.module.frame(call.rule, [self.write(a) for a in call.arguments]))
        read = free_locals(body)
        captured = [local for local in read if not local.changes]
        outside = {local: self.from_within(local, kind) for local in read if local.changes}
        start, size = self.module.inner(self, captured, outside, body, kind)
        values = [self.local(local) for local in captured]
        pads = ["None"] * (size - 1 - len(values))
        return f"[{', '.join([start, *values, *pads])}]"

    def from_within(self, local: Local, level: str) -> str:
        """A name that changes, as the frame of a level within this one reads and writes it: it stays here.

        The frame of a level stands right below its base. A name that is not of this frame either is reached by the
        bases as they were before, which are kept here.
        """
        around = f"S.stack[S.bases[{LEVELS[level]}] - 1]"
        place = self.local(local)
        if place.startswith("f["):
            return around + place.removeprefix("f")
        return place.replace("S.bases", f"{around}[{self.bases_slot}]")

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
        acting = self.slot() if self.layout.world.acting_tests else None
        if acting is not None:
            self.line(f"f[{acting}] = S.acting")
        self.event(x, player)
        self.enter_level("turn", x.body, after)
        self.line(f"{slot} = f[{actor}]")
        if shut is not None:
            self.line(f"S.window = f[{shut}]")
        if acting is not None:
            self.line(f"S.acting = f[{acting}]")
        self.leave_level("turn", after)

    def level(self, x: s.Level) -> None:
        after = self.new_label()
        if x.level == "phase":
            name = self.text_constant(x.name)
            self.skip("skip_to", name, f"{after}_on")
            self.line(f"S.phase = {name}")
        number = self.layout.slot(self.layout.world.fields["round.number"])
        main = self.layout.world.main
        if x.level == "round" and main is not None and self.sites.current_rule == main.name:
            self.line(f"next_round(S, {(number if self.module.is_round_number_idle else '')!r})")
            if self.layout.streams:
                self.line("renew(S)")
        self.event(x, f"S.{number} + 1" if x.level == "round" else "None")
        self.enter_level(x.level, x.body, after)
        if x.level == "phase":
            self.line("S.phase = None")
        self.leave_level(x.level, after)

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
        if level != "turn" and level in self.answers.left_levels:
            self.keep_turn(after)
        if self.answers.inlining.level(level):
            self.level_ends[level].append(after)
            self.then(body, after)
            self.level_ends[level].pop()
        else:
            self.enter_frame(level, body, after)
        self.open_block(after)

    def enter_frame(self, level: str, body: s.Body, after: str) -> None:
        """A body that is left from afar has a frame of its own, and its base is noted."""
        bases = self.bases_slot = self.slot()
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
        if level in self.answers.ending_levels:
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

"""Statements that never wait, to lines of Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import define, field

from rulelang.backends.python.expressions import ExpressionWriter, is_atom
from rulelang.backends.python.sites import Sites
from rulelang.core.answers import Answers
from rulelang.core.bodies import does_nothing, drawn, one_in_another
from rulelang.core.shown import card_kind, cards_in, seers
from rulelang.core.tables import safe
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Kind, Zone
from rulelang.model.types import Entity, Many, Maybe, Number, strip
from rulelang.model.visit import walk

INDENT = "    "


@define(eq=False)
class Loop:
    """A loop that is being written, and the flags that say that one around it is left too."""

    kind: str
    left: dict[str, Loop] = field(factory=dict)


class StatementWriter(ExpressionWriter):
    """Writes plain statements as lines, at the current depth."""

    def __init__(self, answers: Answers, sites: Sites) -> None:
        super().__init__(answers.layout, fast=True)
        self.answers = answers
        self.waiting = answers.waiting
        self.sites = sites
        self.lines: list[str] = []
        self.depth = 1
        self.mark = ""
        self.loops: list[Loop] = []

    def line(self, text: str) -> None:
        self.lines.append(INDENT * self.depth + text + self.mark)

    @contextmanager
    def written_for(self, node: Any) -> Iterator[None]:
        """Lines written within are those of a statement."""
        before, self.mark = self.mark, self.sites.mark(node) or self.mark
        yield
        self.mark = before

    def event(self, statement: Any, *values: str) -> None:
        """Tell that something happened, if anybody listens."""
        if self.sites.listening:
            number = self.sites.number(statement)
            self.line(f"S.events.append(({number}, {''.join(v + ', ' for v in values)}))")

    def count(self, statement: s.Statement) -> None:
        """Count that a statement is carried out, in a program that counts."""
        number = self.number_of(statement)
        if number is not None:
            self.line(f"S.done[{number}] += 1")

    def number_of(self, statement: s.Statement) -> int | None:
        """The number of a statement in a program that counts."""
        return self.counters.of_statement(statement) if self.counters is not None else None

    def bind_plain(self, local: m.Local) -> str:
        """A Python variable for a local, for the rest of the function."""
        name = self.fresh(local.name)
        self.env[local] = name
        return name

    # ---- the switch -------------------------------------------------------------------------------------

    def body(self, body: s.Body) -> None:
        start = len(self.lines)
        for statement in body:
            with self.written_for(statement):
                self.count(statement)
                self.statement(statement)
            if isinstance(statement, s.Stop):
                break
        if len(self.lines) == start:
            self.line("pass")

    def indented(self, body: s.Body) -> None:
        self.depth += 1
        self.body(body)
        self.depth -= 1

    def statement(self, x: s.Statement) -> None:
        match x:
            case s.Let(local, value):
                text = self.snapshot(value)
                self.line(f"{self.bind_plain(local)} = {text}")
            case s.Assign(m.ReadLocal(local), value):
                self.put(x, local, value)
            case s.Assign(target, value):
                self.assign(x, target, value)
            case s.Increase(target, amount):
                self.increase(x, target, amount)
            case s.Move():
                self.move(x)
            case s.Draw():
                self.draw(x)
            case s.Pay():
                self.pay(x)
            case s.If(condition, then, otherwise):
                self.if_(condition, then, otherwise)
            case s.Each():
                self.each(x)
            case s.Repeat():
                self.repeat(x)
            case s.Need(condition):
                test = self.write(condition)
                if test != "True":
                    self.line(f"if not {test}:")
                    self.line(f"{INDENT}raise NeedFailed({x.index})")
            case s.Stop():
                self.stop(x)
            case s.Reveal():
                self.reveal(x)
            case s.Tell():
                self.tell(x)
            case s.CallRule(rule) if does_nothing(rule):
                pass
            case s.CallRule(rule) if self.waiting.inlines(rule):
                self.inlined_plain(x)
            case s.CallRule(rule, arguments):
                self.line(f"rule_{rule.index}({', '.join(['S', *map(self.write, arguments)])})")
            case s.ForHolders():
                self.for_holders(x)
            case s.HeldChoice():
                self.held_choice(x)
            case s.Part():
                self.part(x)
            case _:
                raise AssertionError(f"{type(x).__name__} waits")

    def inlined_plain(self, x: s.CallRule) -> None:
        """A short rule that never waits: what it does, in place of a call."""
        for parameter, argument in zip(x.rule.parameters, x.arguments, strict=True):
            text = self.snapshot(argument)
            if is_atom(text):
                self.env[parameter] = text
            else:
                self.line(f"{self.bind_plain(parameter)} = {text}")
        around, self.sites.current_rule = self.sites.current_rule, x.rule.name
        enter, leave = self.sites.telling(x.rule)
        for text in enter:
            self.line(text)
        self.body(self.waiting.plain_bodies[x.rule])
        for text in leave:
            self.line(text)
        self.sites.current_rule = around

    def ended_by(self, last: Sequence[str], body: s.Body) -> None:
        """A body and the lines that end it, however it is left."""
        if not last:
            self.body(body)
            return
        self.line("try:")
        self.indented(body)
        self.line("finally:")
        for text in last:
            self.line(INDENT + text)

    def snapshot(self, e: m.Expression) -> str:
        """A value that later changes do not touch."""
        text = self.write(e)
        return f"tuple({text})" if isinstance(e, m.ReadZone) else text

    # ---- changing state ---------------------------------------------------------------------------------

    def stored(self, e: m.Expression, how: str = "tuple(") -> str:
        """A value as it is kept in the state: lists are tuples."""
        text = self.write(e)
        if isinstance(strip(e.type), Many) and not isinstance(e, m.Const | m.Items):
            return f"{how}{text})"
        return text

    def put(self, x: Any, local: m.Local, value: m.Expression) -> None:
        """Something else is put into a name; nobody is told, and it has no end but that of all counting."""
        name = self.local(local)
        self.line(f"{name} = {self.stored(value, 'held(S, ')}")
        steps = isinstance(value, m.Arithmetic) and value.operator != "*" and is_bounded(value.right)
        if grows(value) and isinstance(strip(value.type), Number) and not steps:
            self.line(f"if not LEAST_NUMBER <= {name} <= MOST_NUMBER:")
            self.line(f"{INDENT}raise OutOfRange({self.sites.number(x)}, {name})")

    def assign(self, x: Any, target: m.Expression, value: m.Expression) -> None:
        assert isinstance(target, m.ReadField)
        place, changed = self.noted(target, self.stored(value, "kept(S, "))
        self.rewritten(target)
        self.line(f"{self.read_field(target)} = {changed}")
        if not isinstance(value, m.Const):
            self.keep_in_range(x, target, *range_of(target, grows(value)))
        self.event(x, place, changed, self.lying(target))

    def keep_in_range(self, x: Any, target: m.ReadField, low: str | None, high: str | None) -> None:
        """A number that was just written is one that its field may hold."""
        place = self.read_field(target)
        inside = " <= ".join(part for part in (low, place, high) if part is not None)
        if inside != place:
            known = f"{place} is not None and " if isinstance(target.field.type, Maybe) else ""
            self.line(f"if {known}not {inside}:")
            self.line(f"{INDENT}raise OutOfRange({self.sites.number(x)}, {place})")

    def noted(self, target: m.ReadField, text: str) -> tuple[str, str]:
        """Whose field it is and what changes it, for the event: both as they are before the change."""
        if not self.sites.listening:
            return "", text
        place, changed = self.fresh("place"), self.fresh("changed")
        self.line(f"{place} = {self.place(target)}")
        self.line(f"{changed} = {text}")
        return place, changed

    def lying(self, target: m.ReadField) -> str:
        """Where the cards lie that a field speaks of, for the event; nothing if it speaks of none."""
        kind = strip(target.field.type)
        many = isinstance(kind, Many)
        card = strip(kind.inner) if isinstance(kind, Many) else kind
        if not self.sites.listening or not isinstance(card, Entity) or card.kind.root.box < 0:
            return "None"
        items = self.source(target) if many else f"({self.source(target)},)"
        name = self.fresh("card")
        return f"tuple([S.{self.layout.location(card.kind)}[{name}] for {name} in {items} if {name} is not None])"

    def place(self, target: m.ReadField) -> str:
        """The owner of a field and the members it is kept for."""
        keys = ([self.write(target.of)] if target.of is not None else []) + [self.write(k) for k in target.keys]
        return f"({''.join(k + ', ' for k in keys)})"

    def increase(self, x: Any, target: m.Expression, amount: m.Expression) -> None:
        assert isinstance(target, m.ReadField)
        place, text = self.noted(target, self.write(amount))
        self.rewritten(target)
        if isinstance(target.type, Many):
            self.line(f"{self.read_field(target)} = put_in(S, {self.read_field(target)}, {text})")
        elif text.startswith("-") and text[1:].isdigit():
            self.line(f"{self.read_field(target)} -= {text[1:]}")
            self.keep_in_range(x, target, range_of(target)[0], None)
        elif text.isdigit():
            self.line(f"{self.read_field(target)} += {text}")
            self.keep_in_range(x, target, None, range_of(target)[1])
        else:
            self.line(f"{self.read_field(target)} += {text}")
            self.keep_in_range(x, target, *range_of(target, not is_bounded(amount)))
        self.event(x, place, text, self.read_field(target), self.lying(target))

    def reveal(self, x: s.Reveal) -> None:
        """What is shown is kept account of, if not everybody sees it anyway."""
        reader = self.write(x.to) if x.to is not None else "None"
        self.event(x, self.stored(x.what), reader, self.origin(x.what))
        viewers = f"({reader},)" if x.to is not None else repr((None, *range(self.layout.world.players)))
        kind = card_kind(x.what.type)
        if kind is not None and kind.name in self.answers.showing.kinds:
            cards = self.write(x.what) if isinstance(strip(x.what.type), Many) else f"({self.write(x.what)},)"
            self.line(f"show(S, {self.layout.location(kind)!r}, {cards}, {viewers})")
        if isinstance(x.what, m.ReadField) and x.what.field in self.answers.showing.fields:
            place = self.field_index(x.what)
            self.line(f"show(S, {self.layout.slot(x.what.field)!r}, ({place},), {viewers})")

    def tell(self, x: s.Tell) -> None:
        """The author's sentence: what its holes hold now, and where the cards lie that they speak of."""
        if not self.sites.listening:
            return
        holes = x.text.holes
        values = "".join(f"{self.stored(hole)}, " for hole in holes)
        cards = "".join(f"{self.cards_of(hole)}, " for hole in holes)
        reader = self.write(x.to) if x.to is not None else "None"
        self.event(x, reader, f"({values})", f"({cards})")

    def cards_of(self, hole: m.Expression) -> str:
        """The cards that a hole speaks of, each with its kind and where it lies."""
        found = []
        for e in cards_in(hole):
            kind = card_kind(e.type)
            assert kind is not None
            name = self.fresh("card")
            cards = self.source(e) if isinstance(strip(e.type), Many) else f"({self.write(e)},)"
            place = f"S.{self.layout.location(kind)}[{name}]"
            found.append(f"*(({kind.name!r}, {name}, {place}) for {name} in {cards} if {name} is not None), ")
        return f"({''.join(found)})"

    def rewritten(self, target: m.ReadField) -> None:
        """A field is about to be written: who was shown it knows it no longer."""
        if target.field in self.answers.showing.fields:
            place = self.field_index(target)
            self.line(f"written(S, {self.layout.slot(target.field)!r}, {place})")

    def origin(self, what: m.Expression) -> str:
        """Where something that is revealed is kept: the place of a field, the number of a zone."""
        match what:
            case m.ReadField():
                return self.place(what)
            case m.ReadZone():
                return self.zone_number(what)
            case _ if isinstance(what.type, Entity) and what.type.kind.root.box >= 0:
                return f"S.{self.layout.location(what.type.kind)}[{self.write(what)}]"
            case _:
                return "None"

    def zone_target(self, to: m.Expression, card: Kind) -> str:
        return self.zone_number(to) if isinstance(to, m.ReadZone) else str(max(card.root.box, 0))

    def move(self, x: s.Move) -> None:
        to = self.zone_target(x.to, x.card)
        loc = f"S.{self.layout.location(x.card)}"
        if x.many:
            name = self.fresh("card")
            self.line(f"for {name} in tuple({self.write(x.what)}):")
            self.depth += 1
            self.move_one(x, name, to, loc)
            self.depth -= 1
            return
        name = self.fresh("card")
        self.line(f"{name} = {self.write(x.what)}")
        if x.optional:
            self.line(f"if {name} is not None:")
            self.depth += 1
            self.move_one(x, name, to, loc)
            self.depth -= 1
        else:
            self.move_one(x, name, to, loc)

    def move_one(self, x: s.Move, card: str, to: str, loc: str) -> None:
        target = to
        if not is_atom(to):
            target = self.fresh("zone")
            self.line(f"{target} = {to}")
        self.event(x, card, f"{loc}[{card}]", target)
        if not isinstance(x.to, m.ReadZone) and x.card.root.name in self.answers.showing.boxed:
            seen = seers(self.layout.world, x.card.root)
            self.line(f"boxed(S, {self.layout.location(x.card)!r}, {card}, {seen!r}, {self.layout.world.players})")
        held = self.held(x.card)
        if held:
            self.line(f"moved_{held}(S, {card}, {target})")
        self.line(f"S.zones[{loc}[{card}]].remove({card})")
        where = "append(" if x.bottom else "insert(0, "
        self.line(f"S.zones[{target}].{where}{card})")
        self.line(f"{loc}[{card}] = {target}")

    def held(self, kind: Kind) -> str | None:
        """Cards that work while they are held are kept in a list of holders; of cards that are shown, who saw them."""
        name = kind.root.name
        return safe(name) if name in self.answers.held_kinds or name in self.answers.showing.kinds else None

    def draw(self, x: s.Draw) -> None:
        assert isinstance(x.source, m.ReadZone)
        assert isinstance(x.to, m.ReadZone)
        call = self.draw_call(x)
        self.line(f"draw({call}, {self.draw_stream(x)})")

    def deck_stream(self, deck: Zone, of: m.ReadZone) -> str:
        """What a shuffle draws from."""
        return f"CHANCE, {self.text(self.words.deck_stream(deck, of))}"

    def draw_stream(self, x: s.Draw) -> str:
        """What is drawn from where a deck may have to be made anew."""
        assert isinstance(x.source, m.ReadZone)
        if x.zone.refill is None:
            return "(), 0"
        return self.deck_stream(x.zone, x.source)

    def draw_call(self, x: s.Draw) -> str:
        """The arguments of the run-time function that draws."""
        assert isinstance(x.source, m.ReadZone)
        assert isinstance(x.to, m.ReadZone)
        card = x.zone.card.root
        to = self.zone_number(x.to)
        refill = str(x.zone.refill.base) if x.zone.refill is not None else "None"
        held = self.held(card)
        listener = str(self.sites.number(x)) if self.sites.listening else "None"
        return (
            f"S, {self.write(drawn(x))}, {self.zone_number(x.source)}, {to}, S.{self.layout.location(card)}, {refill}, "
            f"{'moved_' + held if held else 'None'}, {listener}"
        )

    def pay(self, x: s.Pay) -> None:
        amount = self.write(x.amount)
        if not is_atom(amount):
            name = self.fresh("amount")
            self.line(f"{name} = {amount}")
            amount = name
        self.event(x, amount, *(self.purse(p) for p in (x.payer, x.payee)))
        for end in (x.payer, x.payee):
            if isinstance(end, m.ReadField):
                self.rewritten(end)
        if isinstance(x.payer, m.ReadField):
            purse = self.read_field(x.payer)
            self.line(f"{purse} -= {amount}")
            self.line(f"if {purse} < 0:")
            self.line(f"{INDENT}raise Overspent({self.sites.number(x)})")
        else:
            self.line(f"S.bank -= {amount}")
        if isinstance(x.payee, m.ReadField):
            self.line(f"{self.read_field(x.payee)} += {amount}")
        else:
            self.line(f"S.bank += {amount}")

    def purse(self, e: m.Expression | None) -> str:
        return self.place(e) if isinstance(e, m.ReadField) else "None"

    # ---- control ------------------------------------------------------------------------------------------

    def if_(self, condition: m.Expression, then: s.Body, otherwise: s.Body) -> None:
        test = self.write(condition)
        if test == "True":
            self.body(then)
            return
        if test == "False":
            if otherwise:
                self.body(otherwise)
            return
        self.line(f"if {test}:")
        self.indented(then)
        while len(otherwise) == 1 and isinstance(otherwise[0], s.If):
            inner = otherwise[0]
            text = self.write(inner.condition)
            if text in ("True", "False"):
                break
            number = self.number_of(inner)
            self.line(f"elif {text}:" if number is None else f"elif came_to(S, {number}) or {text}:")
            self.indented(inner.then)
            otherwise = inner.otherwise
        if otherwise:
            self.line("else:")
            self.indented(otherwise)

    def each(self, x: s.Each) -> None:
        if x.key is not None:
            source = self.sorted_source(x)
            self.loop("each", f"for {self.sorted_target(x)} in {source}:", x.body)
            return
        if len(x.binders) > 1:
            x = one_in_another(x)
        binder = x.binders[0]
        source = self.steady(binder.source, binder.where, x.body)
        head = f"for {self.bind_plain(binder.local)} in {source}:"
        where = self.write(binder.where) if binder.where is not None else "True"
        skip = () if where == "True" else (f"if not {where}:", f"{INDENT}continue")
        self.loop("further" if x.is_further else "each", head, x.body, skip)

    def loop(self, kind: str, head: str, body: s.Body, begin: Sequence[str] = ()) -> None:
        """A loop in Python; where one around it is left from within, so is this."""
        start = len(self.lines)
        self.line(head)
        self.depth += 1
        for text in begin:
            self.line(text)
        self.loops.append(loop := Loop(kind))
        self.body(body)
        self.loops.pop()
        self.depth -= 1
        for flag, outer in loop.left.items():
            if self.loops[-1] is outer:
                self.lines.insert(start, f"{INDENT * self.depth}{flag} = False")
            self.line(f"if {flag}:")
            self.line(f"{INDENT}break")

    def leave_loop(self, kind: str) -> None:
        """Out of the innermost loop of its kind, and of all loops in it."""
        at = max(at for at, loop in enumerate(self.loops) if loop.kind == kind)
        if at < len(self.loops) - 1:
            flag = self.fresh("left")
            for inner in self.loops[at + 1 :]:
                inner.left[flag] = self.loops[at]
            self.line(f"{flag} = True")
        self.line("break")

    def sorted_target(self, x: s.Each) -> str:
        names = [self.bind_plain(b.local) for b in x.binders]
        return names[0] if len(names) == 1 else f"({', '.join(names)})"

    def sorted_source(self, x: s.Each) -> str:
        names = []
        clauses = ""
        saved = dict(self.env)
        for binder in x.binders:
            name = self.fresh(binder.local.name)
            source = self.gone_through(binder.source, binder.where, x.key, x.body)
            self.env[binder.local] = name
            names.append(name)
            where = f" if {self.write(binder.where)}" if binder.where is not None else ""
            clauses += f" for {name} in {source}{where}"
        item = names[0] if len(names) == 1 else f"({', '.join(names)})"
        key = self.write(x.key)  # type: ignore[arg-type]
        self.env = saved
        return f"by_key([({key}, {item}){clauses}])"

    def steady(self, e: m.Expression, *inner: Any) -> str:
        """A collection to loop over while the body changes things: a zone is copied first."""
        text = self.gone_through(e, *inner)
        return f"{text}[:]" if isinstance(e, m.ReadZone) else text

    def repeat(self, x: s.Repeat) -> None:
        condition = self.write(x.condition) if x.condition is not None else "True"
        if x.count is not None:
            times = f"range({self.write(x.count)})"
            if not isinstance(x.count, m.Const):
                times = self.counted_work(times, self.weight(x.condition, x.body))
            head = f"for {self.fresh('turn')} in {times}:"
            begin = () if condition == "True" else (f"if not {condition}:", f"{INDENT}break")
            self.loop("repeat", head, x.body, begin)
        else:
            self.loop("repeat", f"while {condition}:", x.body, (f"work(S, {self.weight(x.condition, x.body)})",))

    def weight(self, *nodes: Any) -> int:
        """The work of one pass of a loop."""
        return 1 + self.layout.effort.weigh(*nodes)

    def stop(self, x: s.Stop) -> None:
        if x.what in ("each", "repeat"):
            self.leave_loop(x.what)
        elif x.what == "rule":
            self.line("return")
        elif x.what == "game" and x.after:
            self.line(f"S.ending = ({x.after!r}, {self.answers.reason(x.reason)})")
        elif x.what == "game":
            self.line(f"raise Over({self.answers.reason(x.reason)})")
        else:
            self.line(f"raise Leave({x.what!r})")

    def part(self, x: s.Part) -> None:
        """A function within the function: `return` leaves only this."""
        name = self.fresh("part")
        self.line(f"def {name}():")
        self.indented(x.body)
        self.line(f"{name}()")

    def for_holders(self, x: s.ForHolders) -> None:
        holder, card = self.bind_plain(x.holder), self.bind_plain(x.self_)
        self.line(f"for {holder}, {card} in tuple({self.holders(x.card, x.title, x.stacks)}):")
        self.indented(x.body)

    def held_pair(self, x: s.HeldChoice) -> str:
        """The first holder and card for which the guard holds, or none."""
        holder, card = self.fresh("holder"), self.fresh("card")
        with self.bound(x.holder, holder), self.bound(x.self_, card):
            guard = self.write(x.guard) if x.guard is not None else "True"
        test = "" if guard == "True" else f" if {guard}"
        return f"next((({holder}, {card}) for {holder}, {card} in {self.holders(x.card, x.title, True)}{test}), None)"

    def held_choice(self, x: s.HeldChoice) -> None:
        pair = self.fresh("pair")
        self.line(f"{pair} = {self.held_pair(x)}")
        self.line(f"if {pair} is not None:")
        self.depth += 1
        self.line(f"{self.bind_plain(x.holder)}, {self.bind_plain(x.self_)} = {pair}")
        self.body(x.then)
        self.depth -= 1
        self.line("else:")
        self.indented(x.otherwise)


def range_of(target: m.ReadField, grows: bool = False) -> tuple[str | None, str | None]:
    """The least and the most that a field may hold; of numbers that grow, the most that anybody counts with."""
    kind = strip(target.field.type)
    if not isinstance(kind, Number):
        return None, None
    least, most = ("LEAST_NUMBER", "MOST_NUMBER") if grows else (None, None)
    return (least if kind.low is None else str(kind.low)), (most if kind.high is None else str(kind.high))


def is_bounded(value: m.Expression) -> bool:
    """Is a number known to be small? It takes for ever to get far with such steps."""
    kind = strip(value.type)
    return isinstance(kind, Number) and kind.low is not None and kind.high is not None


def grows(value: m.Expression) -> bool:
    """May a number be more than all that it was made from?"""
    return any(isinstance(node, m.Arithmetic | m.CallValue | m.Fold) for node in walk(value))

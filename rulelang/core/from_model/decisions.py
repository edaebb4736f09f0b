"""Statements in which a rule may wait: choices, chance, calls, loops around them, and the levels of a round."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, evolve

from rulelang.core import nodes as c
from rulelang.core.agreed import NOBODYS_TURN, NOTHING_TO_CHOOSE
from rulelang.core.bodies import after_needs, one_in_another
from rulelang.core.data import NotYet
from rulelang.core.from_model.flat import index
from rulelang.core.from_model.statements import LEVELS, Statements
from rulelang.core.needs_order import is_mandatory
from rulelang.core.purposes import die_purpose
from rulelang.core.questions import asks_can, is_asked_anyway, opens_windows, takes_the_only
from rulelang.core.shown import card_kind
from rulelang.core.terms import NOTHING, arithmetic, compared, junction, negation
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Column, Kind, Rule
from rulelang.model.types import Entity, Type, strip


@define(eq=False)
class Decisions(Statements):
    """All statements of a rule that may wait."""

    def waiting(self, x: s.Statement) -> None:
        match x:
            case s.Choose() if x.ways:
                self.choose_way(x)
            case s.Choose() if x.chance:
                self.by_chance(x)
            case s.Choose():
                self.choose(x)
            case s.If(condition, then, otherwise):
                self.if_(condition, then, otherwise)
            case s.Each() if x.picker is not None:
                self.in_chosen_order(x, x.picker)
            case s.Each():
                self.waiting_each(x)
            case s.Repeat():
                self.repeat(x)
            case s.CallRule(rule, arguments) if self.maker.inlining.rule(rule):
                self.inlined(rule, arguments)
            case s.CallRule(rule, arguments):
                self.emit(c.Push(self.maker.wait(rule), self.made_arguments(arguments)))
            case s.Shuffle(m.ReadZone() as zone):
                self.shuffle(zone)
            case s.Draw():
                self.draw(x)
            case s.Turn():
                self.turn(x)
            case s.Level():
                self.level(x)
            case s.Perform(action, arguments):
                self.perform(action, arguments)
            case s.OfferWindow():
                self.offer_window(x)
            case s.ForHolders():
                self.for_holders(x, lambda: self.statements(x.body))
            case s.HeldChoice():
                self.held_choice(x, self.statements)
            case _:
                raise NotYet(f"`{type(x).__name__}` within a rule that asks")

    # ---- options --------------------------------------------------------------------------------------------

    def offers(self, x: s.Choose, is_enough: c.Body = ()) -> None:
        """Go through all options of a choice; what is to be done as soon as there is one."""
        self.offer_each(x.binders, [], is_enough=is_enough)

    def offer_each(
        self, binders: tuple[s.Binder, ...], chosen: list[c.Word], way: s.Way | None = None, is_enough: c.Body = ()
    ) -> None:
        binder, rest = binders[0], binders[1:]
        items = self.items(binder.source)
        item = self.bind(binder.local)
        kind = card_kind(binder.local.type)
        seen: c.Slot | None = None
        if kind is not None and self.maker.layout.has_copies(kind):
            seen = self.slot("seen", bound=len(kind.members))
            self.emit(c.Fill(seen, self.row_of(())))
        with self.body() as inner:
            test = self.word(binder.where) if binder.where is not None else c.Const(1)
            with self.body() as wanted:
                if rest:
                    self.offer_each(rest, [*chosen, c.Read(item)], way)
                else:
                    can_go = self.maker.way_test(self, way) if way is not None else c.Const(1)
                    with self.body() as found:
                        self.found_option((*chosen, c.Read(item)))
                        self.emit(*is_enough)
                    self.emit(c.If(can_go, tuple(found)))
            if seen is not None and kind is not None:
                wanted = [self.once(kind, seen, item, tuple(wanted))]
            self.emit(*wanted) if test == c.Const(1) else self.emit(c.If(test, tuple(wanted)))
        self.emit(c.For(item, items, tuple(inner)))

    def found_option(self, words: tuple[c.Word, ...]) -> None:
        self.emit(c.Offer(words))

    def once(self, kind: Kind, seen: c.Slot, card: c.Slot, wanted: c.Body) -> c.Statement:
        """Cards that are just alike are offered once."""
        values = self.maker.layout.constants[self.maker.layout.rows(kind)]
        table = self.maker.data.table((kind, "like"), f"like_{kind.name}", values)
        like = c.Cell(table, index(c.Read(card), len(values)))
        return c.If(negation(c.In(c.Kept(seen), like)), (c.Append(seen, like), *wanted))

    def nothing_offered(self) -> c.Word:
        return compared("=", c.Machine("options"), c.Const(0))  # type: ignore[no-any-return]

    # ---- choices --------------------------------------------------------------------------------------------

    def choose(self, x: s.Choose) -> None:
        names = [self.slot(b.local.name, "frame", holds=b.local.type) for b in x.binders]
        used = self.slot("used", "frame") if opens_windows(self.maker.world, x) and is_mandatory(x) else None
        if used is not None:
            self.emit(c.Set(used, c.Const(0)))
        with self.block("after") as after:
            other = self.maker.label("other") if x.otherwise is not None else None
            passing = self.passing(x, names, after, other)
            with self.body() as asked:
                with self.answered(x, used) as label:
                    self.emit(c.ClearOptions())
                    is_tried = self.maker.tries and asks_can(x)
                    # In a trial one option is enough: to ask of each what each leads to would take for ever.
                    self.offers(x, (c.EndTrial(),) if is_tried else ())
                    may_pass = self.may_pass(x)
                    self.nothing_to_choose(x, passing, after, other, may_pass, used)
                    if is_tried:
                        self.emit(c.EndTrial())
                    self.ask(x, may_pass, label, used)
                if x.optional:
                    self.emit(c.IfPassed(passing))
                self.emit(c.Take(tuple(names)))
                self.env |= {b.local: name for b, name in zip(x.binders, names, strict=True)}
                self.statements(x.body)
                if other is not None:
                    self.emit(c.Leave(after))
            self.with_otherwise(x, tuple(asked), other)
        self.env |= {b.local: name for b, name in zip(x.binders, names, strict=True)}

    @contextmanager
    def answered(self, x: s.Choose, used: c.Slot | None = None) -> Iterator[str]:
        """A question, put again after each window that is used; what goes with a window is answered already."""
        windows, forced = opens_windows(self.maker.world, x), self.maker.answers.is_window_choice(x)
        label = self.maker.label("question")
        if not windows and not forced:
            yield label
            return
        with self.block("answered") as answered:
            with self.body() as inner:
                if forced:
                    self.emit(c.If(c.Machine("has_forced"), (c.TakeForced(), c.Leave(answered))))
                yield label
                if windows:
                    self.emit(c.If(negation(c.Machine("chosen_window")), (c.Leave(answered),)))
                    self.emit(c.UseWindow(), c.SetMachine("window", c.Const(0)))
                    if used is not None:
                        self.emit(c.Set(used, c.Const(1)))
                else:
                    self.emit(c.Leave(answered))
            self.emit(c.Loop(tuple(inner)))

    def with_otherwise(self, x: s.Choose, asked: c.Body, other: str | None) -> None:
        """What is asked, and what is done if nothing is chosen."""
        if other is None or x.otherwise is None:
            self.emit(*asked)
            return
        self.emit(c.Block(other, asked))
        self.statements(x.otherwise)
        if x.optional and self.until_done is not None:
            self.emit(c.Leave(self.until_done))

    @property
    def until_done(self) -> str | None:
        """The loop that a pass ends."""
        return self.loops[-1][1] if self.loops and self.loops[-1][0] == "repeat_until" else None

    def passing(self, x: s.Choose, names: list[c.Slot], after: str, other: str | None) -> c.Body:
        """What comes of a pass: the names stand for nothing, and it goes on elsewhere."""
        forgotten = () if x.body else tuple(c.Set(name, NOTHING) for name in names)
        return (*forgotten, c.Leave(other or self.until_done or after))

    def may_pass(self, x: s.Choose) -> c.Word | None:
        return self.held(self.word(x.may_pass), "may_pass") if x.may_pass is not None else None

    def nothing_there(self, x: s.Choose, may_pass: c.Word | None) -> c.Word | None:
        """The test for a choice that nobody is asked for; none if somebody always is."""
        if not (x.optional and is_asked_anyway(self.maker.world, x)):
            return self.nothing_offered()
        return None if may_pass is None else junction("and", self.nothing_offered(), negation(may_pass))

    def nothing_to_choose(
        self,
        x: s.Choose,
        passing: c.Body,
        after: str,
        other: str | None,
        may_pass: c.Word | None,
        used: c.Slot | None = None,
    ) -> None:
        test = self.nothing_there(x, may_pass)
        if test is None:
            return
        if other is not None or x.optional:
            self.emit(c.If(test, passing))
        elif x.body or x.ways:
            self.emit(c.If(test, (c.Leave(after),)))
        else:
            self.emit(c.If(test, (*self.taken_away(used), c.Fail(NOTHING_TO_CHOOSE + x.index))))

    def taken_away(self, used: c.Slot | None) -> c.Body:
        """A window that had decisions of its own has taken away what there was: the rule is over."""
        if used is None:
            return ()
        is_over = junction("and", c.Read(used), negation(c.Machine("trial")))
        return (c.If(is_over, (c.Leave(self.rule_end) if self.rule_end is not None else c.Return(),)),)

    def ask(self, x: s.Choose, may_pass: c.Word | None, label: str, used: c.Slot | None = None) -> None:
        """Hand out the options, or take the only one."""
        by = self.word(x.by)  # type: ignore[arg-type]
        windows = opens_windows(self.maker.world, x)
        count = self.slot("count") if windows else None
        if count is not None:
            self.emit(c.Set(count, c.Machine("options")))
            offered = c.Do(self.maker.offer_windows(), (by,))
            self.emit(c.If(negation(c.Machine("trial")), (offered,)))
            if used is not None:
                self.emit(c.If(compared("<", c.Read(count), c.Machine("options")), (c.KeepUseful(label),)))
        with self.body() as asked:
            if x.optional:
                offer = c.OfferPass()
                self.emit(offer if may_pass is None else c.If(may_pass, (offer,)))
            self.emit(c.Ask(by, self.maker.answers.point(x), label))
        if not takes_the_only(self.maker.world, x):
            self.emit(*asked)
            return
        only = compared("=", c.Machine("options"), c.Const(1))
        if count is not None:
            only = junction("and", only, compared("=", c.Read(count), c.Const(1)))
        if may_pass is not None:
            only = junction("and", only, negation(may_pass))
        if windows and self.maker.answers.closed_windows:
            could = c.Call(self.maker.could_use(), (by,))
            only = junction("and", only, junction("or", c.Machine("trial"), negation(could)))
        self.emit(c.If(only, (c.PickOnly(),), tuple(asked)))

    def choose_way(self, x: s.Choose) -> None:
        chosen = self.slot("way", "frame")
        with self.block("after") as after:
            other = self.maker.label("other") if x.otherwise is not None else None
            passing = self.passing(x, [], after, other)
            with self.body() as asked:
                with self.answered(x) as label:
                    self.emit(c.ClearOptions())
                    is_open = self.offer_ways(x)
                    if self.maker.tries and not is_open and not x.optional and x.otherwise is None:
                        nothing = c.If(self.nothing_offered(), (c.Fail(NOTHING_TO_CHOOSE + x.index),))
                        self.emit(c.If(c.Machine("trial"), (nothing, c.EndTrial())))
                    may_pass = self.may_pass(x)
                    self.nothing_to_choose(x, passing, after, other, may_pass)
                    self.ask(x, may_pass, label)
                if x.optional:
                    self.emit(c.IfPassed(passing))
                self.emit(c.Take((chosen,)))
                for number, way in enumerate(x.ways):
                    self.emit(c.If(compared("=", c.Read(chosen), c.Const(number)), self.way_body(x, way, chosen)))
                if other is not None:
                    self.emit(c.Leave(after))
            self.with_otherwise(x, tuple(asked), other)

    def way_body(self, x: s.Choose, way: s.Way, chosen: c.Slot) -> c.Body:
        """What is done on a way, with what was chosen for its names."""
        with self.body() as inner:
            names = [self.slot(b.local.name, "frame", holds=b.local.type) for b in way.binders]
            if names:
                self.emit(c.Take((chosen, *names)))
                self.env |= {b.local: name for b, name in zip(way.binders, names, strict=True)}
            around, asked = self.acting, self.maker.answers.number_of_way(x, way)
            if asked is not None:
                self.begin_acting(asked)
            self.statements(after_needs(way.body))
            self.acting = around
            if asked is not None and around is not None:
                self.emit(c.SetMachine("acting", around))
        return tuple(inner)

    def offer_ways(self, x: s.Choose) -> bool:
        """Offer the ways that can be gone; is one of them always open?"""
        is_open = False
        for number, way in enumerate(x.ways):
            first = c.Const(number)
            if not way.binders:
                test = self.maker.way_test(self, way)
                is_open = is_open or test == c.Const(1)
                with self.body() as offered:
                    self.found_option((first,))
                self.emit(*offered) if test == c.Const(1) else self.emit(c.If(test, tuple(offered)))
                continue
            guard = self.word(way.guard) if way.guard is not None else c.Const(1)
            with self.body() as offered:
                self.offer_each(way.binders, [first], evolve(way, guard=None))
            self.emit(c.If(guard, tuple(offered)))
        return is_open

    def in_chosen_order(self, x: s.Each, picker: s.Choose) -> None:
        if opens_windows(self.maker.world, picker):
            raise NotYet("windows while an order is chosen")
        binder = x.binders[0]
        rest = self.kept(self.items(binder.source), "frame", binder.local.type).slot
        name = self.slot(binder.local.name, "frame", holds=binder.local.type)
        with self.block("each") as label:
            self.loops.append(("each", label))
            with self.body() as inner:
                self.emit(c.ClearOptions())
                item = self.bind(binder.local)
                test = self.word(binder.where) if binder.where is not None else c.Const(1)
                self.emit(c.For(item, c.Kept(rest), (c.If(test, (c.Offer((c.Read(item),)),)),)))
                self.emit(c.If(self.nothing_offered(), (c.Leave(label),)))
                self.ask(picker, None, "")
                self.emit(c.Take((name,)))
                self.env[binder.local] = name
                self.take_out(rest, c.Read(name))
                self.statements(x.body)
            self.emit(c.Loop(tuple(inner)))
            self.loops.pop()

    # ---- chance ---------------------------------------------------------------------------------------------

    def by_chance(self, x: s.Choose) -> None:
        with self.block("after") as after:
            other = self.maker.label("other") if x.otherwise is not None else None
            with self.body() as drawn:
                for binder in x.binders:
                    self.chance(x, binder, other or after)
                self.statements(x.body)
                if other is not None:
                    self.emit(c.Leave(after))
            self.with_otherwise(x, tuple(drawn), other)

    def chance(self, x: s.Choose, binder: s.Binder, nothing: str) -> None:
        """One thing that chance decides; a trial does not look into the future."""
        stream = self.maker.layout.streams[die_purpose(x, binder)]
        kind = strip(binder.local.type)
        weight = kind.kind.find("weight") if isinstance(kind, Entity) else None
        assert weight is None or isinstance(weight, Column)
        items = self.items(binder.source)
        name = self.slot(binder.local.name, "frame", holds=binder.local.type)
        if isinstance(items, c.Numbers) and binder.where is None and weight is None:
            count = arithmetic("+", arithmetic("-", items.high, items.low), c.Const(1))
            if isinstance(count, c.Const) and count.value >= 2:
                self.trial_ends(c.Const(1))
                self.emit(c.Roll(name, count, stream))
                self.emit(c.Set(name, arithmetic("+", c.Read(name), items.low)))
                self.env[binder.local] = name
                return
        found = self.slot("options", bound=self.maker.bound_of(items))
        item = self.bind(binder.local)
        test = self.word(binder.where) if binder.where is not None else c.Const(1)
        self.emit(c.Fill(found, self.row_of(())))
        self.emit(c.For(item, items, (c.If(test, (c.Append(found, c.Read(item)),)),)))
        size = c.Size(c.Kept(found))
        if x.body or x.otherwise is not None:
            self.emit(c.If(compared("=", size, c.Const(0)), (c.Leave(nothing),)))
        self.trial_ends(compared(">", size, c.Const(1)))
        at = self.slot("at")
        if weight is None:
            self.emit(c.Roll(at, size, stream))
        else:
            self.weighted(found, at, self.maker.data.known(self.maker.layout.column(weight))[0], stream)
        self.emit(c.Set(name, c.Item(c.Kept(found), c.Read(at))))
        self.env[binder.local] = name

    def trial_ends(self, test: c.Word) -> None:
        if self.maker.can_be_tried:
            self.emit(c.If(test, (c.EndTrial(),)))

    def weighted(self, found: c.Slot, at: c.Slot, weights: c.Table, stream: int) -> None:
        """An index, with the odds of the weights."""
        item, total, point = self.slot("item"), self.slot("total"), self.slot("point")
        cell = c.Cell(weights, index(c.Read(item), len(weights.words)))
        with self.block("drawn") as drawn:
            self.emit(c.Set(total, c.Const(0)))
            self.emit(c.For(item, c.Kept(found), (c.Set(total, arithmetic("+", c.Read(total), cell)),)))
            self.emit(c.Roll(point, c.Read(total), stream), c.Set(at, c.Const(0)))
            less = c.Set(point, arithmetic("-", c.Read(point), cell))
            done = c.If(compared("<", c.Read(point), c.Const(0)), (c.Leave(drawn),))
            on = c.Set(at, arithmetic("+", c.Read(at), c.Const(1)))
            self.emit(c.For(item, c.Kept(found), (less, done, on)))
            self.emit(c.Set(at, arithmetic("-", c.Size(c.Kept(found)), c.Const(1))))

    def shuffle(self, zone: m.ReadZone) -> None:
        deck = self.maker.data.decks[zone.zone.card.root]
        if deck.shown is not None:
            self.emit(c.Forget(deck, self.zone(zone)))
        if self.maker.can_be_tried:
            self.emit(c.EndTrial())
        self.emit(c.Shuffle(deck, self.zone(zone), self.deck_stream(zone.zone, zone)))

    # ---- calls and loops ------------------------------------------------------------------------------------

    def inlined(self, rule: Rule, arguments: tuple[m.Expression, ...]) -> None:
        """A rule that is called here only: its body, with the arguments as names."""
        for parameter, argument in zip(rule.parameters, arguments, strict=True):
            self.let(parameter, argument)
        around = self.rule_end, self.part_end, self.loops, self.acting
        self.loops, self.part_end = [], None
        body = self.maker.inlining.bodies[rule]
        before = self.entering(rule, body)
        with self.block(rule.name.rpartition(".")[2]) as self.rule_end:
            self.statements(body)
        self.rule_end, self.part_end, self.loops, self.acting = around
        self.leaving(rule, before)

    def entering(self, rule: Rule, body: s.Body) -> c.Slot | None:
        """What a rule does before its body; where it is kept what was under way, if it changes that."""
        self.emit(*(c.Reset(self.maker.data.stores[f]) for f in rule.fields))
        number = self.maker.world.acting_tests.get(rule.name)
        kept = None
        if number is not None or self.maker.answers.has_asked_way(body):
            kept = self.slot("acting", "frame")
            self.emit(c.Set(kept, c.Machine("acting")))
            self.acting = c.Read(kept)
        if number is not None:
            self.begin_acting(number)
        self.shut_windows(rule, "+")
        return kept

    def leaving(self, rule: Rule, kept: c.Slot | None) -> None:
        if kept is not None:
            self.emit(c.SetMachine("acting", c.Read(kept)))
        self.shut_windows(rule, "-")

    def begin_acting(self, number: int) -> None:
        """A rule or a way that is asked of is under way besides."""
        assert self.acting is not None
        self.acting = c.Binary("|", self.acting, self.maker.acting_bit(number))
        self.emit(c.SetMachine("acting", self.acting))

    def shut_windows(self, rule: Rule, how: str) -> None:
        """Nobody uses a window in a rule that is not to be interrupted."""
        if rule.uninterrupted and self.maker.world.windows and self.maker.waiting.rule(rule):
            self.emit(c.SetMachine("window", arithmetic(how, c.Machine("window"), c.Const(1))))

    def perform(self, action: m.Expression, arguments: tuple[m.Expression, ...]) -> None:
        """Call whichever rule an action is."""
        which, asked = self.slot("action", "frame"), self.maker.words.performed(action, arguments)
        self.emit(c.Set(which, self.flat(asked.action)))
        words = [self.held(self.flat(given), "given") for given in asked.arguments]
        with self.block("performed") as performed:
            for rule in asked.rules:
                if self.maker.waiting.rule(rule):
                    call: c.Statement = c.Push(self.maker.wait(rule), tuple(words))
                else:
                    call = c.Do(self.maker.act(rule), tuple(words))
                self.emit(c.If(compared("=", c.Read(which), c.Const(rule.index)), (call, c.Leave(performed))))
            self.emit(c.Raise())

    def offer_window(self, x: s.OfferWindow) -> None:
        """Let a player use his windows until he is done."""
        shut = self.slot("shut", "frame")
        self.emit(c.Set(shut, c.Machine("window")))
        with self.block("done") as done:
            with self.body() as inner:
                player = self.word(x.player)
                self.emit(c.SetMachine("window", c.Const(0)), c.ClearOptions())
                self.emit(c.Do(self.maker.offer_windows(), (player,)))
                nothing = self.nothing_offered()
                if self.maker.answers.closed_windows:
                    nothing = junction("and", nothing, negation(c.Call(self.maker.could_use(), (player,))))
                self.emit(c.If(nothing, (c.Leave(done),)))
                self.emit(c.OfferPass(), c.Ask(player, self.maker.answers.point(x)))
                self.emit(c.IfPassed((c.Leave(done),)), c.UseWindow())
            self.emit(c.Loop(tuple(inner)))
        self.emit(c.SetMachine("window", c.Read(shut)))

    def waiting_each(self, x: s.Each) -> None:
        if len(x.binders) > 1 and x.key is None:
            x = one_in_another(x)
        if x.key is not None:
            self.waiting_in_order(x)
            return
        binder = x.binders[0]
        at = self.slot("at", "frame")
        items = self.pinned(self.items(binder.source), binder.local.type)
        item = self.bind(binder.local, "frame")
        with self.block("each") as label:
            self.loops.append(("further" if x.is_further else "each", label))
            with self.body() as inner:
                test = self.word(binder.where) if binder.where is not None else c.Const(1)
                body = self.made(x.body)
                self.emit(*body) if test == c.Const(1) else self.emit(c.If(test, body))
            self.emit(c.For(item, items, tuple(inner), at))
            self.loops.pop()

    def waiting_in_order(self, x: s.Each) -> None:
        order, found = self.sorted(x)
        item, at = self.slot("item", "frame"), self.slot("at", "frame")
        with self.block("each") as label:
            self.loops.append(("further" if x.is_further else "each", label))
            with self.body() as inner:
                self.take_sorted(x, item, found)
                self.statements(x.body)
            self.emit(c.For(item, c.Kept(order), tuple(inner), at))
            self.loops.pop()

    def pinned(self, items: c.Items, holds: Type) -> c.Items:
        """Items that can be found again when the rule goes on: what they hang on is kept in the frame."""
        match items:
            case c.Row(rows, place):
                return c.Row(rows, c.Index(self.pin(place.word), place.size, place.is_proved))
            case c.Numbers(low, high):
                return c.Numbers(self.pin(low), self.pin(high))
            case c.Kept(slot) if slot.place == "frame":
                return items
        return self.kept(items, "frame", holds)

    def pin(self, word: c.Word) -> c.Word:
        if isinstance(word, c.Const):
            return word
        slot = self.slot("pinned", "frame")
        self.emit(c.Set(slot, word))
        return c.Read(slot)

    # ---- the levels of a round ------------------------------------------------------------------------------

    def turn(self, x: s.Turn) -> None:
        actor = self.maker.data.store("actor")
        before = self.slot("before", "frame")
        player = self.word(x.player)
        self.emit(c.Set(before, c.Load(actor, c.HERE)), c.Write(actor, c.HERE, player))
        acting = self.slot("acting", "frame") if self.maker.world.acting_tests else None
        if acting is not None:
            self.emit(c.Set(acting, c.Machine("acting")))
        shut = self.slot("shut", "frame") if self.maker.world.windows else None
        if shut is not None:
            self.emit(c.Set(shut, c.Machine("window")))
            self.emit(c.SetMachine("window", c.Binary("%", c.Machine("window"), c.Const(NOBODYS_TURN))))
        self.in_level("turn", x.body)
        self.emit(c.Write(actor, c.HERE, c.Read(before)))
        if shut is not None:
            self.emit(c.SetMachine("window", c.Read(shut)))
        if acting is not None:
            self.emit(c.SetMachine("acting", c.Read(acting)))
        self.ending("turn")

    def level(self, x: s.Level) -> None:
        if x.level == "phase":
            self.emit(c.SetMachine("phase", c.Const(self.maker.data.text(x.name))))
        if x.level == "round" and self.maker.is_main(self.function):
            self.emit(c.NextRound())
        kept = self.keep_turn() if x.level in self.maker.answers.left_levels else []
        self.in_level(x.level, x.body)
        if x.level == "phase":
            self.emit(c.SetMachine("phase", NOTHING))
        self.emit(*kept)
        self.ending(x.level)

    def keep_turn(self) -> list[c.Statement]:
        """A phase or round may be left from within a turn, which then does not come to its end."""
        actor = self.maker.data.store("actor")
        who = self.slot("who", "frame")
        self.emit(c.Set(who, c.Load(actor, c.HERE)))
        back: list[c.Statement] = [c.Write(actor, c.HERE, c.Read(who))]
        names = ["window"] if self.maker.world.windows else []
        names += ["acting"] if self.maker.world.acting_tests else []
        for name in names:
            kept = self.slot(name, "frame")
            self.emit(c.Set(kept, c.Machine(name)))
            back.append(c.SetMachine(name, c.Read(kept)))
        return back

    def in_level(self, level: str, body: s.Body) -> None:
        self.emit(*(c.Reset(self.maker.data.stores[f]) for f in self.maker.data.stores if f.lasts == level))
        is_marked = not self.maker.inlining.level(level)
        kept = [self.slot(name, "frame") for name in c.MARKS] if is_marked else []
        self.emit(*(c.Set(slot, c.Machine(name)) for slot, name in zip(kept, c.MARKS, strict=False)))
        with self.block(level) as label:
            self.levels[level].append(label)
            if is_marked:
                self.emit(c.Mark(level, label))
            self.statements(body)
            self.levels[level].pop()
        if is_marked:
            self.emit(c.Landing(label))
        self.emit(*(c.SetMachine(name, c.Read(slot)) for slot, name in zip(kept, c.MARKS, strict=False)))

    def ending(self, level: str) -> None:
        if level in self.maker.answers.ending_levels:
            now = compared("=", c.Machine("ending"), c.Const(LEVELS[level]))
            self.emit(c.If(now, (c.End(c.Machine("ending_reason")),)))

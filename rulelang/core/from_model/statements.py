"""Statements that never wait; what waits is in `decisions.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import define, field

from rulelang.core import nodes as c
from rulelang.core.bodies import does_nothing, drawn, kind_of
from rulelang.core.data import NotYet
from rulelang.core.from_model.flat import Flat, index
from rulelang.core.from_model.words import is_list
from rulelang.core.shown import card_kind
from rulelang.core.terms import arithmetic, compared, is_none, negation
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Source, Zone
from rulelang.model.expressions import Local

# How many pairs of several names can be put in order; with more the game is played in Python.
MOST_PAIRS = 1024
LEVELS = {level: number for number, level in enumerate(c.LEVELS, 1)}


@define(eq=False)
class Statements(Flat):
    """The statements of one function."""

    loops: list[tuple[str, str]] = field(factory=list)  # what a `stop` can leave: its kind, and its block
    levels: dict[str, list[str]] = field(factory=lambda: {level: [] for level in LEVELS})
    rule_end: str | None = None
    part_end: str | None = None
    acting: c.Word | None = None  # what is under way at this place, in a rule that changes it

    # ---- bodies -------------------------------------------------------------------------------------------

    def statements(self, body: s.Body) -> None:
        """Statements one after another; behind one that leaves there is nothing."""
        for x in body:
            self.statement(x)
            if isinstance(x, s.Stop):
                return

    def made(self, body: s.Body) -> c.Body:
        with self.body() as inner:
            self.statements(body)
        return tuple(inner)

    @contextmanager
    def block(self, name: str) -> Iterator[str]:
        """Statements made within can be left."""
        label = self.maker.label(name)
        with self.body() as inner:
            yield label
        self.emit(c.Block(label, tuple(inner)))
        if self.acting is not None:  # whatever leads out of a way sets things right again
            self.emit(c.SetMachine("acting", self.acting))

    def statement(self, x: s.Statement) -> None:
        if self.maker.waiting.part(x) and not isinstance(x, s.Part):
            self.waiting(x)
        else:
            self.plain(x)

    def waiting(self, x: s.Statement) -> None:
        """A statement in which the rule may wait."""
        raise NotImplementedError

    def plain(self, x: s.Statement) -> None:
        match x:
            case s.Let(local, value):
                self.let(local, value)
            case s.Assign(m.ReadLocal(local), value):
                self.put(local, value)
            case s.Assign(target, value):
                self.assign(target, value)
            case s.Increase(target, amount):
                self.increase(target, amount)
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
                self.need(condition, x.index)
            case s.Stop():
                self.stop(x)
            case s.Reveal():
                self.reveal(x)
            case s.Tell():
                pass  # who listens plays the choices again in the plain engine
            case s.CallRule(rule, arguments):
                if not does_nothing(rule):
                    self.emit(c.Do(self.maker.act(rule), self.made_arguments(arguments)))
            case s.ForHolders():
                self.for_holders(x, lambda: self.statements(x.body))
            case s.HeldChoice():
                self.held_choice(x, self.statements)
            case s.Part(body):
                around = self.part_end
                with self.block("part") as self.part_end:
                    self.statements(body)
                self.part_end = around
            case _:
                raise NotYet(f"`{type(x).__name__}`")

    # ---- changing the state -------------------------------------------------------------------------------

    def let(self, local: Local, value: m.Expression) -> None:
        if not is_list(local.type):
            word = self.word(value)
            self.emit(c.Set(self.bind(local, self.place_of_locals), word))
            return
        items = self.items(value)
        bound = self.maker.bound_of_type(local.type) if local.changes else 0
        made = self.slot(local.name, self.place_of_locals, max(bound, self.maker.bound_of(items)), local.type)
        self.emit(c.Fill(made, items))
        self.env[local] = made

    def put(self, local: Local, value: m.Expression) -> None:
        """Something else into a name."""
        slot = self.env[local]
        if slot.bound:
            self.emit(c.Fill(slot, self.items(value)))
        else:
            self.emit(c.Set(slot, self.word(value)))

    @property
    def place_of_locals(self) -> c.Place:
        return "frame" if self.function.sort == "wait" else "temp"

    def assign(self, target: m.Expression, value: m.Expression) -> None:
        store, at = self.target(target)
        if store.bound:
            self.emit(c.WriteList(store, at, self.passable(self.term(value))))
        else:
            self.emit(c.Write(store, at, self.word(value)))

    def increase(self, target: m.Expression, amount: m.Expression) -> None:
        store, at = self.target(target)
        if store.bound:
            self.emit(c.AppendTo(store, at, self.word(amount)))
        else:
            self.emit(c.Write(store, at, arithmetic("+", c.Load(store, at), self.word(amount))))

    def target(self, target: m.Expression) -> tuple[c.Store, c.Index]:
        assert isinstance(target, m.ReadField)
        place = self.place(target)
        shown = self.maker.data.shown_fields.get(target.field)
        if shown is not None:  # who was shown it knows it no longer
            self.emit(c.Write(shown, place, c.Const(0)))
        return self.maker.data.stores[target.field], place

    def move(self, x: s.Move) -> None:
        deck = self.maker.data.decks[x.card.root]
        is_out = not isinstance(x.to, m.ReadZone)
        to = self.zone(x.to) if isinstance(x.to, m.ReadZone) else c.Const(0)
        if x.many:
            card = self.slot("card")
            one = c.MoveCard(deck, index(c.Read(card), deck.cards), to, x.bottom, is_out)
            self.emit(c.For(card, self.kept(self.items(x.what)), (one,)))
            return
        word = self.held(self.word(x.what), "card")
        one = c.MoveCard(deck, index(word, deck.cards), to, x.bottom, is_out)
        self.emit(c.If(is_none(word, negated=True), (one,)) if x.optional else one)

    def draw(self, x: s.Draw) -> None:
        assert isinstance(x.source, m.ReadZone)
        assert isinstance(x.to, m.ReadZone)
        deck = self.maker.data.decks[x.zone.card.root]
        to = self.zone(x.to)
        refill = c.Const(self.maker.data.first_zone(x.zone.refill)) if x.zone.refill is not None else None
        stream = self.deck_stream(x.zone, x.source) if refill is not None else c.Const(0)
        self.emit(c.DrawCards(deck, self.word(drawn(x)), self.zone(x.source), to, refill, stream))

    def deck_stream(self, deck: Zone, of: m.ReadZone) -> c.Word:
        return self.flat(self.maker.words.deck_stream(deck, of))

    def pay(self, x: s.Pay) -> None:
        amount = self.held(self.word(x.amount), "amount")
        if isinstance(x.payer, m.ReadField):
            store, at = self.target(x.payer)
            left = arithmetic("-", c.Load(store, at), amount)
            self.emit(c.If(compared("<", left, c.Const(0)), (c.Overspent(),)), c.Write(store, at, left))
        else:
            self.bank("-", amount)
        if isinstance(x.payee, m.ReadField):
            store, at = self.target(x.payee)
            self.emit(c.Write(store, at, arithmetic("+", c.Load(store, at), amount)))
        else:
            self.bank("+", amount)

    def bank(self, how: str, amount: c.Word) -> None:
        self.emit(c.SetMachine("bank", arithmetic(how, c.Machine("bank"), amount)))

    def reveal(self, x: s.Reveal) -> None:
        """What is shown is kept account of, if not everybody sees it anyway."""
        data = self.maker.data
        viewers: c.Word = c.Const(data.everybody)
        if x.to is not None:
            bits = data.table("bits", "bit_of", [1 << player for player in range(self.maker.players)])
            viewers = c.Cell(bits, index(self.held(self.word(x.to), "viewer"), len(bits.words)))
        kind = card_kind(x.what.type)
        if kind is not None and data.decks[kind].shown is not None:
            deck, card = data.decks[kind], self.slot("card")
            one = c.Show(deck, index(c.Read(card), deck.cards), viewers)
            guarded = c.If(is_none(c.Read(card), negated=True), (one,))
            if is_list(x.what.type):
                self.emit(c.For(card, self.items(x.what), (guarded,)))
            else:
                self.emit(c.Set(card, self.word(x.what)), guarded)
        if isinstance(x.what, m.ReadField) and x.what.field in data.shown_fields:
            store, place = data.shown_fields[x.what.field], self.place(x.what)
            self.emit(c.Write(store, place, c.Binary("|", c.Load(store, place), viewers)))

    # ---- cards that are held ------------------------------------------------------------------------------

    def holders(self, x: s.ForHolders | s.HeldChoice | Source, stacks: bool) -> tuple[c.Slot, c.Slot]:
        """Who holds a card, and which copies: two lists of slots, in step."""
        card, title = x.card, x.title
        assert card is not None
        deck = self.maker.data.decks[card.root]
        held = deck.held
        assert held is not None
        owners = [None if who == c.NONE else who for who in deck.holders]
        table = self.maker.data.table((card.root, "holders"), f"holder_{deck.name}", owners)
        place = self.place_of_locals
        cards, players = self.slot("cards", place, held.bound), self.slot("holders", place, held.bound)
        one, who = self.slot("card"), self.slot("holder")
        both: tuple[c.Statement, ...] = (c.Append(players, c.Read(who)), c.Append(cards, c.Read(one)))
        if not stacks:
            both = (c.If(negation(c.In(c.Kept(players), c.Read(who))), both),)
        zone = c.Location(deck, index(c.Read(one), deck.cards))
        found = c.Set(who, c.Cell(table, index(zone, len(table.words))))
        empty = self.row_of(())
        self.emit(c.Fill(cards, empty), c.Fill(players, empty))
        self.emit(c.For(one, c.LoadList(held, index(c.Const(title or 0), held.places)), (found, *both)))
        return players, cards

    def for_holders(self, x: s.ForHolders, body: Callable[[], None]) -> None:
        """The body once for each copy of a card that is held."""
        players, cards = self.holders(x, x.stacks)
        place = self.place_of_locals
        at = self.slot("at", place)
        with self.body() as inner:
            for local, items in ((x.holder, players), (x.self_, cards)):
                self.emit(c.Set(self.bind(local, place), c.Item(c.Kept(items), c.Read(at))))
            body()
        last = arithmetic("-", c.Size(c.Kept(players)), c.Const(1))
        kept = self.slot("place", "frame") if place == "frame" else None
        self.emit(c.For(at, c.Numbers(c.Const(0), last), tuple(inner), kept))

    def held_choice(self, x: s.HeldChoice, body: Callable[[s.Body], None]) -> None:
        """For the first copy whose guard holds, one body; if there is none, the other."""
        players, cards = self.holders(x, stacks=True)
        place = self.place_of_locals
        holder, card, at = self.bind(x.holder, place), self.bind(x.self_, place), self.slot("at")
        is_there = self.slot("is_there", place)
        with self.block("found") as found:
            self.emit(c.Set(is_there, c.Const(0)))
            with self.body() as inner:
                self.emit(c.Set(holder, c.Item(c.Kept(players), c.Read(at))))
                self.emit(c.Set(card, c.Item(c.Kept(cards), c.Read(at))))
                guard = self.word(x.guard) if x.guard is not None else c.Const(1)
                self.emit(c.If(guard, (c.Set(is_there, c.Const(1)), c.Leave(found))))
            last = arithmetic("-", c.Size(c.Kept(players)), c.Const(1))
            self.emit(c.For(at, c.Numbers(c.Const(0), last), tuple(inner)))
        with self.body() as then:
            body(x.then)
        with self.body() as otherwise:
            body(x.otherwise)
        self.emit(c.If(c.Read(is_there), tuple(then), tuple(otherwise)))

    # ---- control ------------------------------------------------------------------------------------------

    def if_(self, condition: m.Expression, then: s.Body, otherwise: s.Body) -> None:
        test = self.word(condition)
        if isinstance(test, c.Const):
            self.statements(then if test.value else otherwise)
            return
        self.emit(c.If(test, self.made(then), self.made(otherwise)))

    def need(self, condition: m.Expression, number: int) -> None:
        test = self.word(condition)
        if test != c.Const(1):
            self.emit(c.Need(test, number))

    def each(self, x: s.Each) -> None:
        with self.block("each") as label:
            self.loops.append(("each", label))
            if x.key is not None:
                self.in_order(x)
            else:
                self.each_of(x.binders, x.body)
            self.loops.pop()

    def each_of(self, binders: tuple[s.Binder, ...], body: s.Body) -> None:
        binder = binders[0]
        items = self.steady(self.items(binder.source))
        item = self.bind(binder.local)
        with self.body() as inner:
            test = self.word(binder.where) if binder.where is not None else c.Const(1)
            with self.body() as wanted:
                if len(binders) > 1:
                    self.each_of(binders[1:], body)
                else:
                    self.statements(body)
            self.emit(*wanted) if test == c.Const(1) else self.emit(c.If(test, tuple(wanted)))
        self.emit(c.For(item, items, tuple(inner)))

    def steady(self, items: c.Items) -> c.Items:
        """Items that stay what they are while the body changes things."""
        return self.kept(items) if isinstance(items, c.Cards | c.LoadList) else items

    def in_order(self, x: s.Each) -> None:
        """The items of a loop in the order of its key."""
        order, found = self.sorted(x)
        at = self.slot("at")
        with self.body() as inner:
            self.take_sorted(x, at, found)
            self.statements(x.body)
        self.emit(c.For(at, c.Kept(order), tuple(inner)))

    def take_sorted(self, x: s.Each, at: c.Slot, found: list[c.Slot]) -> None:
        """What the names of a sorted loop stand for this time."""
        for binder, items in zip(x.binders, found, strict=True):
            item = self.bind(binder.local, self.place_of_locals)
            self.emit(c.Set(item, c.Item(c.Kept(items), c.Read(at))))

    def sorted(self, x: s.Each) -> tuple[c.Slot, list[c.Slot]]:
        """In which order to go through a loop, and for each of its names what it stands for."""
        assert x.key is not None
        keys = x.key.items if isinstance(x.key, m.Items) else (x.key,)
        if any(is_list(key.type) for key in keys):
            raise NotYet("an order by a list that is worked out")
        bound, place = self.bound_of_pairs(x.binders), self.place_of_locals
        found = [self.slot("found", place, bound, binder.local.type) for binder in x.binders]
        ranked = [self.slot("keys", bound=bound) for _ in keys]
        order = self.slot("order", place, bound)
        self.emit(*(c.Fill(slot, self.row_of(())) for slot in (order, *found, *ranked)))
        self.collect(x.binders, keys, found, [*found, *ranked])
        last = arithmetic("-", c.Size(c.Kept(found[0])), c.Const(1))
        self.emit(c.Fill(order, c.Numbers(c.Const(0), last)))
        for key in reversed(ranked):  # equal ones stay in their order, so the last key comes first
            now, at = self.slot("now", bound=bound), self.slot("at")
            one = c.Append(now, c.Item(c.Kept(key), c.Read(at)))
            self.emit(c.Fill(now, self.row_of(())), c.For(at, c.Kept(order), (one,)), c.Sort(order, now))
        return order, found

    def bound_of_pairs(self, binders: tuple[s.Binder, ...]) -> int:
        """How many things there are to be put in order: of several names all pairs."""
        found = 1
        for binder in binders:
            with self.body():
                found *= self.maker.bound_of(self.items(binder.source))
                self.bind(binder.local)
        return min(found, MOST_PAIRS)

    def collect(
        self,
        binders: tuple[s.Binder, ...],
        keys: tuple[m.Expression, ...],
        found: list[c.Slot],
        into: list[c.Slot],
        chosen: tuple[c.Word, ...] = (),
    ) -> None:
        """Put whatever the names of a loop stand for, and its keys, into lists that are in step."""
        if not binders:
            words = (*chosen, *map(self.word, keys))
            self.emit(*(c.Append(slot, word) for slot, word in zip(into, words, strict=True)))
            return
        binder = binders[0]
        items = self.items(binder.source)
        item = self.bind(binder.local)
        with self.body() as inner:
            test = self.word(binder.where) if binder.where is not None else c.Const(1)
            with self.body() as wanted:
                self.collect(binders[1:], keys, found, into, (*chosen, c.Read(item)))
            self.emit(c.If(test, tuple(wanted)))
        self.emit(c.For(item, items, tuple(inner)))

    def repeat(self, x: s.Repeat) -> None:
        with self.block("repeat") as label:
            self.loops.append((kind_of(x), label))
            self.emit_loop(x, label)
            self.loops.pop()

    def emit_loop(self, x: s.Repeat, label: str) -> None:
        """Again and again, so often at most, as long as a condition holds."""
        left = self.slot("left", self.place_of_locals) if x.count is not None else None
        if left is not None:
            self.emit(c.Set(left, self.word(x.count)))  # type: ignore[arg-type]
        with self.body() as inner:
            if left is not None:
                self.emit(c.If(compared("<=", c.Read(left), c.Const(0)), (c.Leave(label),)))
                self.emit(c.Set(left, arithmetic("-", c.Read(left), c.Const(1))))
            if x.condition is not None:
                test = negation(self.word(x.condition))
                if test != c.Const(0):
                    self.emit(c.If(test, (c.Leave(label),)))
            self.statements(x.body)
        self.emit(c.Loop(tuple(inner)))

    def stop(self, x: s.Stop) -> None:
        if x.what in ("each", "repeat"):
            self.emit(c.Leave(next(label for kind, label in reversed(self.loops) if kind.startswith(x.what))))
        elif x.what == "rule":
            end = self.part_end or self.rule_end
            self.emit(c.Leave(end) if end is not None else c.Return())
        elif x.what == "game" and x.after:
            self.emit(c.SetMachine("ending", c.Const(LEVELS[x.after])))
            self.emit(c.SetMachine("ending_reason", c.Const(self.maker.answers.reason(x.reason))))
        elif x.what == "game":
            self.emit(c.End(c.Const(self.maker.answers.reason(x.reason))))
        elif self.levels[x.what]:
            self.emit(c.Leave(self.levels[x.what][-1]))
        else:
            self.emit(c.LeaveLevel(x.what))

"""The core of a program: every function that can be reached from set-up, the rounds, the scores.

Which rules wait and what is written into its caller are `answers` that both back ends share; so are the numbers of
decisions and reasons, by which a state of one can be told in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import define, field, frozen

from rulelang.core import nodes as c
from rulelang.core import terms as t
from rulelang.core.answers import Answers, Playable
from rulelang.core.data import LIST_BOUND, Data, NotYet
from rulelang.core.from_model.decisions import Decisions
from rulelang.core.from_model.flat import Flat
from rulelang.core.from_model.needs import Needs
from rulelang.core.from_model.statements import Statements
from rulelang.core.from_model.windows import WindowOptions
from rulelang.core.from_model.words import Words, is_list
from rulelang.core.inlining import Inlining
from rulelang.core.needs_order import reach
from rulelang.core.possible import could_do, could_use
from rulelang.core.tables import Layout, safe
from rulelang.core.terms import negation
from rulelang.core.waiting import Waiting
from rulelang.core.weave import weave
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Score, Value, Window
from rulelang.model.expressions import Local
from rulelang.model.types import Entity, Type, strip
from rulelang.model.visit import free_locals
from rulelang.model.world import World

MOST_ASKED = 30


@frozen
class Spoken:
    """The decks of the words of options: by decision or window, by way, by word."""

    points: tuple[tuple[tuple[c.Deck | None, ...], ...], ...]
    windows: tuple[tuple[tuple[c.Deck | None, ...], ...], ...]


@frozen(eq=False)
class Core:
    """A whole program."""

    name: str
    players: int
    data: Data
    functions: tuple[c.Function, ...]
    setup: c.Function | None
    main: c.Function
    ranks: tuple[c.Function, ...]  # the score of a player, and the tie-breaks in order
    keys: tuple[int, ...]  # of the streams of chance
    widest: int  # how many words an option has
    spoken: Spoken  # which words of options are cards
    windows: tuple[c.Function, ...] = ()  # what is done when they are used
    always: c.Function | None = None  # does everything hold that always does?
    judge: c.Function | None = None  # how good a position is for a player, while the game goes on

    @property
    def is_chancy(self) -> bool:
        """Does chance play a part?"""
        return bool(self.keys)


def core_of(program: Playable) -> Core:
    """The core of a program; raises `NotYet` where its rules say something the core can not."""
    return Maker(program).core()


@define(eq=False)
class Maker:
    """Makes functions as they are asked for."""

    program: Playable
    functions: list[c.Function] = field(factory=list)
    data: Data = field(init=False)
    answers: Answers = field(init=False)
    words: Words = field(init=False)
    _known: dict[Any, c.Function] = field(factory=dict)
    _waiting_to_be_made: list[Callable[[], None]] = field(factory=list)
    _labels: int = 0
    # Some functions are given up again: a name is never given twice.
    _begun: int = 0
    _main: c.Function | None = None

    def __attrs_post_init__(self) -> None:
        self.data = Data(self.program)
        self.answers = self.program.answers
        self.words = Words(self.answers.layout)

    @property
    def world(self) -> World:
        return self.answers.world

    @property
    def layout(self) -> Layout:
        return self.answers.layout

    @property
    def waiting(self) -> Waiting:
        """Which rules may have to wait."""
        return self.answers.waiting

    @property
    def inlining(self) -> Inlining:
        """Which rules are written into those that call them."""
        return self.answers.inlining

    @property
    def players(self) -> int:
        return self.world.players

    @property
    def tries(self) -> bool:
        """Are rules tried on copies?"""
        return self.answers.tries

    # ---- the whole ----------------------------------------------------------------------------------------

    def core(self) -> Core:
        if self.world.main is None:
            raise NotYet("a game without rounds")
        setup = self.world.rules.get("setup")
        started = self.started(setup) if setup is not None else None
        main = self.wait(self.world.main)
        ranks = self.ranks(self.world.score) if self.world.score is not None else ()
        windows = tuple(map(self.used, self.world.windows))
        always = self.always() if self.world.always else None
        estimate = self.world.estimate
        judge = self.judge(estimate) if estimate is not None else ranks[0] if ranks else None
        while self._waiting_to_be_made:
            self._waiting_to_be_made.pop()()
        offers = [n for f in self.functions for n in statements_in(f.body) if isinstance(n, c.Offer | c.OfferWindow)]
        return Core(
            self.world.name,
            self.players,
            self.data,
            tuple(self.functions),
            started,
            main,
            ranks,
            self.layout.constants["CHANCE"] if self.layout.streams else (),
            max((len(offer.words) for offer in offers), default=1),
            self.spoken(),
            windows,
            always,
            judge,
        )

    def used(self, window: Window) -> c.Function:
        """What is done when a window is used."""
        return self.wait(window.rule) if self.waiting.rule(window.rule) else self.act(window.rule)

    def started(self, setup: Rule) -> c.Function:
        return self.wait(setup) if self.waiting.rule(setup) else self.act(setup)

    def judge(self, estimate: Score) -> c.Function:
        words = self.begin("value", "estimate", "the estimate")
        words.parameter(estimate.player)
        words.emit(c.Return(words.word(estimate.value)))
        return self.end(words)

    def spoken(self) -> Spoken:
        """Which words of the options of each decision and each window are cards."""
        points = tuple(
            self.decks_of(x if isinstance(x, s.Choose) and not x.chance else None) for x in self.answers.points
        )
        windows = tuple(self.decks_of(s.first_choice(window.rule.body)) for window in self.world.windows)
        return Spoken(points, windows)

    def decks_of(self, x: s.Choose | None) -> tuple[tuple[c.Deck | None, ...], ...]:
        """The decks of the words of an option, for each way of a choice; without ways it has one."""
        if x is None:
            return ()
        of_word = self.data.deck_of
        if x.ways:
            return tuple((None, *(of_word(b.local.type) for b in way.binders)) for way in x.ways)
        return (tuple(of_word(b.local.type) for b in x.binders),)

    def ranks(self, score: Score) -> tuple[c.Function, ...]:
        """The score of a player, and what breaks ties, each as a value."""
        found = []
        for number, expression in enumerate([score.value, *score.ties]):
            words = self.begin("value", f"rank_{number}")
            words.parameter(score.player)
            words.emit(c.Return(words.word(expression)))
            found.append(self.end(words))
        return tuple(found)

    def always(self) -> c.Function:
        """Does everything hold that always does?"""
        words = self.begin("value", "always", "what always holds")
        for need in self.world.always:
            words.emit(c.If(negation(words.word(need.condition)), (c.Return(c.Const(0)),)))
        words.emit(c.Return(c.Const(1)))
        return self.end(words)

    # ---- functions ----------------------------------------------------------------------------------------

    def begin(self, sort: c.Nature, name: str, title: str = "", kind: type[Flat] = Flat) -> Any:
        """A function under way."""
        made = c.Function(f"{safe(name)}_{self._begun}", sort, title)
        self._begun += 1
        self.functions.append(made)
        return kind(self, made)

    def end(self, words: Flat) -> c.Function:
        words.function.body = tuple(words.out)
        return words.function

    def finish(self, words: Flat, write: Callable[[Any], None]) -> None:
        write(words)
        self.end(words)

    def asked(self, how: str, what: Value | Rule) -> c.Function:
        """The function that gives a value, or tells whether a rule can be done, or could."""
        if isinstance(what, Value):
            return self.value(what)
        return self.can(what) if how == "can" else self.could(what)

    def value(self, value: Value) -> c.Function:
        key = ("value", value)
        if key not in self._known:
            words = self.begin("value", value.name, f"value {value.name}")
            self._known[key] = made = words.function
            made.is_circular = value.recursive or value in self.answers.circular
            for parameter in value.parameters:
                words.parameter(parameter)
            if is_list(value.type):
                made.result = c.Slot("result", "given", self.bound_of_type(value.type))
            self._waiting_to_be_made.append(lambda: self.finish(words, lambda w: w.value_body(value)))
        return self._known[key]

    def act(self, rule: Rule) -> c.Function:
        return self.rule_function("act", rule, Statements)

    def wait(self, rule: Rule) -> c.Function:
        return self.rule_function("wait", rule, Decisions)

    def rule_function(self, sort: c.Nature, rule: Rule, kind: type[Statements]) -> c.Function:
        key = (sort, rule)
        if key not in self._known:
            words = self.begin(sort, rule.name, f"rule {rule.name}", kind)
            self._known[key] = made = words.function
            made.is_circular = rule in self.answers.circular
            if rule is self.world.main:
                self._main = made
            for parameter in rule.parameters:
                words.parameter(parameter)
            self._waiting_to_be_made.append(lambda: self.finish(words, lambda w: self.rule_body(w, rule)))
        return self._known[key]

    def rule_body(self, words: Any, rule: Rule) -> None:
        if isinstance(words, Decisions):
            body = weave(rule).body
            before = words.entering(rule, body)
            with words.block("rule") as words.rule_end:
                words.statements(body)
            words.leaving(rule, before)
            words.emit(c.Return())
            return
        words.emit(*(c.Reset(self.data.stores[f]) for f in rule.fields))
        number = self.world.acting_tests.get(rule.name)
        if number is None:
            words.statements(weave(rule).body)
            return
        before = words.slot("before")
        words.emit(c.Set(before, c.Machine("acting")))
        words.emit(c.SetMachine("acting", c.Binary("|", c.Read(before), self.acting_bit(number))))
        with words.block("rule") as words.rule_end:
            words.statements(weave(rule).body)
        words.emit(c.SetMachine("acting", c.Read(before)))

    def can(self, rule: Rule) -> c.Function:
        """A value that is 1 if all needs of a rule hold."""
        key = ("can", rule)
        if key not in self._known:
            words = self.begin("value", f"can_{rule.name}", f"can {rule.name}", Needs)
            self._known[key] = made = words.function
            made.is_circular = rule in self.answers.circular
            for parameter in rule.parameters:
                words.parameter(parameter)
            self._waiting_to_be_made.append(lambda: self.finish(words, lambda w: self.can_body(w, rule)))
        return self._known[key]

    def can_body(self, words: Needs, rule: Rule) -> None:
        is_tried = reach(rule).late
        for part in weave(rule).parts:
            words.needs_of(part, is_tried)
        if not is_tried:
            words.emit(c.Return(c.Const(1)))
            return
        tried = self.wait(rule) if self.waiting.rule(rule) else self.act(rule)
        found = words.slot("found")
        given = tuple(c.Kept(p) if p.bound else c.Read(p) for p in words.function.parameters)
        words.emit(c.Try(found, tried, given), c.Return(c.Read(found)))

    def way_test(self, outer: Flat, way: s.Way) -> c.Word:
        """A word that is 1 if a way can be gone."""
        captured = free_locals([way.body, way.guard])
        captured = [local for local in captured if local in outer.env]
        words = self.begin("value", f"way_{way.name}", f"way {way.name}", Needs)
        for local in captured:
            words.parameter_like(local, outer.env[local])
        if way.guard is not None:
            words.refuse_unless(words.word(way.guard))
        words.needs_of(way.body)
        if not words.out:
            self.functions.remove(words.function)
            return c.Const(1)
        words.emit(c.Return(c.Const(1)))
        given = [outer.env[local] for local in captured]
        return c.Call(self.end(words), tuple(c.Kept(slot) if slot.bound else c.Read(slot) for slot in given))

    def can_one_of(self, rules: tuple[Rule, ...], count: int) -> c.Function:
        key = ("can one of", rules, count)
        if key not in self._known:
            words = self.begin("value", "can_perform", "can perform")
            given = [words.slot(name, "given") for name in ("action", *(f"given_{i}" for i in range(count)))]
            words.function.parameters = tuple(given)
            self._known[key] = words.function
            self._waiting_to_be_made.append(lambda: self.finish(words, lambda w: self.can_one(w, rules)))
        return self._known[key]

    def can_one(self, words: Flat, rules: tuple[Rule, ...]) -> None:
        action, *given = (c.Read(slot) for slot in words.function.parameters)
        for rule in rules:
            asked = c.Return(c.Call(self.can(rule), tuple(given)))
            words.emit(c.If(c.Binary("=", action, c.Const(rule.index)), (asked,)))
        words.emit(c.Return(c.Const(0)))

    def changed_by_card(self, words: Flat, x: t.Changed) -> None:
        """The body of a function that gives a value as cards change it."""
        inner = Statements(self, words.function, words.env, words.out)
        found = inner.slot("found")
        inner.emit(c.Set(found, inner.flat(x.before)))
        players, cards = inner.holders(x.source, x.source.stacks)
        at = inner.slot("at")
        with inner.body() as body:
            for local, items in ((x.source.holder, players), (x.source.self_, cards)):
                assert local is not None
                inner.emit(c.Set(inner.bind(local), c.Item(c.Kept(items), c.Read(at))))
            amount = inner.flat(x.amount)
            new = amount if x.how == "to" else c.Binary("+", c.Read(found), amount)
            inner.emit(c.If(inner.flat(x.where), (c.Set(found, new),)))
        last = c.Binary("-", c.Size(c.Kept(players)), c.Const(1))
        inner.emit(c.For(at, c.Numbers(c.Const(0), last), tuple(body)), c.Return(c.Read(found)))

    # ---- windows ------------------------------------------------------------------------------------------

    @property
    def can_be_tried(self) -> bool:
        """Are there trials, of rules or of windows?"""
        return self.tries or bool(self.world.windows)

    def offer_windows(self) -> c.Function:
        """An act that offers all windows of a player who has the turn."""
        if "windows" not in self._known:
            words = self.begin("act", "offer_windows", "", Statements)
            self._known["windows"] = words.function
            player = words.parameter(Local("player", Entity(self.world.player)))
            offered = [self.window_options(number, window) for number, window in enumerate(self.world.windows)]
            words.emit(c.If(c.Machine("window"), (c.Return(),)))
            calls = [partial(c.Do, function) for function in offered]
            self.for_windows(words, self.world.windows, player, calls)
            self.end(words)
        return self._known["windows"]

    def for_windows(
        self, words: Statements, windows: list[Window], player: c.Slot, calls: Sequence[Callable[[Any], c.Statement]]
    ) -> None:
        """Something for each window of a player, for those of cards with who holds it and which copy."""
        has_turn = c.Binary("=", c.Read(player), c.Load(self.data.store("actor"), c.HERE))
        for window, call in zip(windows, calls, strict=True):
            if window.source.card is None:
                words.emit(c.If(has_turn, (call(()),)))
                continue
            players, cards = words.holders(window.source, window.source.stacks)
            at = words.slot("at")
            holder, card = (c.Item(c.Kept(items), c.Read(at)) for items in (players, cards))
            is_his = c.Binary("and", c.Binary("=", holder, c.Read(player)), has_turn)
            last = c.Binary("-", c.Size(c.Kept(players)), c.Const(1))
            words.emit(c.For(at, c.Numbers(c.Const(0), last), (c.If(is_his, (call((holder, card)),)),)))

    def window_options(self, number: int, window: Window) -> c.Function:
        words = self.begin("act", f"window_{number}", f"window {window.name}", WindowOptions)
        words.number = number
        for parameter in window.rule.parameters:
            words.parameter(parameter)
        words.options_of(window)
        return self.end(words)

    def could_use(self) -> c.Function:
        """Could a player use a window, besides those of which everybody knows whether he can?"""
        if "could use" not in self._known:
            words = self.begin("value", "could_use", "", Statements)
            self._known["could use"] = words.function
            player = words.parameter(Local("player", Entity(self.world.player)))
            shut = c.Binary(
                "or", c.Machine("window"), c.Binary("!=", c.Read(player), c.Load(self.data.store("actor"), c.HERE))
            )
            words.emit(c.If(shut, (c.Return(c.Const(0)),)))
            found = [self.could_use_one(window) for window in self.answers.closed_windows]
            calls = [partial(yes_if, function) for function in found]
            self.for_windows(words, self.answers.closed_windows, player, calls)
            words.emit(c.Return(c.Const(0)))
            self.end(words)
        return self._known["could use"]

    def could_use_one(self, window: Window) -> c.Function:
        words = self.begin("value", f"could_use_{window.name}", f"could use {window.name}", Needs)
        for parameter in window.rule.parameters:
            words.parameter(parameter)
        self.could_body(words, could_use(self.answers.knowledge, window))
        return self.end(words)

    def could(self, rule: Rule) -> c.Function:
        """A value that is 0 only if everybody can tell that a need of a rule does not hold."""
        key = ("could", rule)
        if key not in self._known:
            words = self.begin("value", f"could_{rule.name}", f"could {rule.name}", Needs)
            self._known[key] = made = words.function
            made.is_circular = rule in self.answers.circular
            for parameter in rule.parameters:
                words.parameter(parameter)
            asked = could_do(self.answers.knowledge, rule)
            self._waiting_to_be_made.append(lambda: self.finish(words, lambda w: self.could_body(w, asked)))
        return self._known[key]

    def could_body(self, words: Needs, asked: s.Body) -> None:
        words.statements(asked)
        words.emit(c.Return(c.Const(1)))

    # ---- answers ------------------------------------------------------------------------------------------

    def label(self, name: str) -> str:
        self._labels += 1
        return f"{safe(name)}_{self._labels}"

    def is_main(self, function: c.Function) -> bool:
        return function is self._main

    def acting_bit(self, number: int) -> c.Const:
        """What stands for a rule or a way that `acting` is asked of, among those under way."""
        if number > MOST_ASKED:
            raise NotYet(f"that `acting` is asked of more than {MOST_ASKED} rules")
        return c.Const(1 << number)

    def bound_of_type(self, type_: Type) -> int:
        """How many items a list of a type may have that nothing else is known of."""
        inner = strip(strip(type_).inner)  # type: ignore[union-attr]
        return max(LIST_BOUND, len(inner.kind.root.members)) if isinstance(inner, Entity) else LIST_BOUND

    def bound_of(self, items: c.Items) -> int:
        match items:
            case c.Row(rows):
                return max(1, max(map(len, rows.rows), default=1))
            case c.Cards(deck):
                return max(1, deck.cards)
            case c.LoadList(store):
                return store.bound
            case c.Kept(slot):
                return slot.bound
            case c.Numbers(c.Const(low), c.Const(high)):
                return max(1, high - low + 1)  # type: ignore[no-any-return]
        return 256


def yes_if(function: c.Function, given: tuple[c.Argument, ...]) -> c.Statement:
    return c.If(c.Call(function, given), (c.Return(c.Const(1)),))


def statements_in(body: c.Body) -> list[c.Statement]:
    """All statements of a body, those within others too."""
    found: list[c.Statement] = []
    for statement in body:
        found.append(statement)
        for name in ("body", "then", "otherwise"):
            inner = getattr(statement, name, None)
            if isinstance(inner, tuple):
                found += statements_in(inner)
    return found

"""What words can be: so that what is proved need not be checked while playing.

Each slot has a range, the least and the most that is ever put into it, and whether it may be none. They are found
by going through all functions again and again until nothing grows; what goes on growing may be anything. Branches
tell nothing: a range holds wherever a slot is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
from attrs import define, evolve, field, frozen

from rulelang.core import nodes as c
from rulelang.core.from_model.maker import Core, statements_in

# How often ranges may grow step by step before they are let go.
PATIENCE = 6


@frozen
class Range:
    """From the least to the most; nothing at all if the least is greater. May it be none besides?"""

    low: int
    high: int
    may_be_none: bool = False

    def __or__(self, other: Range) -> Range:
        none = self.may_be_none or other.may_be_none
        if self.low > self.high:
            return evolve(other, may_be_none=none)
        if other.low > other.high:
            return evolve(self, may_be_none=none)
        return Range(min(self.low, other.low), max(self.high, other.high), none)

    def fits(self, low: int, high: int) -> bool:
        """Is it within these?"""
        return not self.may_be_none and (self.low > self.high or (low <= self.low and self.high <= high))


NOTHING = Range(1, 0)
FLAG = Range(0, 1)
ANY = Range(c.LEAST, c.MOST, True)
NUMBER = Range(c.LEAST, c.MOST)
# Words of the machine of which more is known than that they are words.
MACHINE = {"options": Range(0, 1 << 20), "window": Range(0, 1 << 20), "trial": FLAG, "bank": NUMBER}


def of_words(words: tuple[int, ...]) -> Range:
    known = [word for word in words if word != c.NONE]
    return Range(min(known, default=1), max(known, default=0), len(known) < len(words))


def proved(core: Core) -> Core:
    """The same program, in which whatever can be shown to fit is marked."""
    ranges = Ranges(core)
    ranges.settle()
    for function in core.functions:
        function.body = rewritten(function.body, ranges.mark)
    return core


@define(eq=False)
class Ranges:
    """The ranges of all slots of a program, and of what functions give."""

    core: Core
    slots: dict[c.Slot, Range] = field(factory=dict)
    results: dict[c.Function, Range] = field(factory=dict)
    with_windows: list[list[Range]] = field(factory=list)  # what may be chosen together with a window
    grown: bool = False

    def settle(self) -> None:
        for function in self.core.ranks:
            self.put(function.parameters[0], Range(0, self.core.players - 1))
        for turn in range(100):
            self.grown = False
            self.with_windows = self.window_offers()
            for function in self.core.functions:
                self.go_through(function, turn > PATIENCE)
            if not self.grown:
                return
        raise AssertionError("ranges grow for ever")

    def window_offers(self) -> list[list[Range]]:
        found = [x for f in self.core.functions for x in statements_in(f.body) if isinstance(x, c.OfferWindow)]
        return [[self.word(word) for word in x.words] for x in found]

    def put(self, slot: c.Slot, found: Range, is_wide: bool = False) -> None:
        before = self.slots.get(slot, NOTHING)
        after = before | found
        if after != before:
            self.grown = True
            self.slots[slot] = evolve(NUMBER, may_be_none=after.may_be_none) if is_wide else after

    def go_through(self, function: c.Function, is_wide: bool) -> None:
        offers = []
        for x in statements_in(function.body):
            match x:
                case c.Set(slot, value):
                    self.put(slot, self.word(value), is_wide)
                case c.For(slot, items):
                    self.put(slot, self.items(items), is_wide)
                case c.Fill(slot, items):
                    self.put(slot, self.items(items), is_wide)
                case c.Append(slot, value):
                    self.put(slot, self.word(value), is_wide)
                case c.FillBy(slot, called, arguments):
                    self.give(called, arguments, is_wide)
                    if called.result is not None:
                        self.put(slot, self.slots.get(called.result, NOTHING), is_wide)
                case c.Do(called, arguments) | c.Push(called, arguments):
                    self.give(called, arguments, is_wide)
                case c.Try(slot, called, arguments):
                    self.put(slot, FLAG)
                    self.give(called, arguments, is_wide)
                case c.Roll(slot, below):
                    self.put(slot, Range(0, max(0, self.word(below).high - 1)), is_wide)
                case c.Offer(words):
                    offers.append([self.word(word) for word in words])
                case c.Take(slots):
                    for number, slot in enumerate(slots):
                        for offer in (*offers, *self.with_windows):
                            if len(offer) > number:
                                self.put(slot, offer[number], is_wide)
                case c.Return(value) if value is not None:
                    self.give_back(function, self.word(value), is_wide)
            for word in words_of(x):
                if isinstance(word, c.Call):
                    self.give(word.function, word.arguments, is_wide)

    def give(self, function: c.Function, arguments: tuple[c.Argument, ...], is_wide: bool) -> None:
        for slot, argument in zip(function.parameters, arguments, strict=True):
            is_list = isinstance(argument, c.Row | c.Cards | c.LoadList | c.Kept | c.Numbers)
            self.put(slot, self.items(argument) if is_list else self.word(argument), is_wide)  # type: ignore[arg-type]

    def give_back(self, function: c.Function, found: Range, is_wide: bool) -> None:
        before = self.results.get(function, NOTHING)
        after = before | found
        if after != before:
            self.grown = True
            self.results[function] = evolve(NUMBER, may_be_none=after.may_be_none) if is_wide else after

    # ---- words --------------------------------------------------------------------------------------------

    def word(self, x: c.Word) -> Range:
        match x:
            case c.Const():
                return of_words((x.word,))
            case c.Read(slot):
                return self.slots.get(slot, NOTHING)
            case c.Fitting(inner, size):
                found = self.word(inner)
                return found if found.fits(0, size - 1) else Range(0, size - 1)
            case c.Machine(name):
                return MACHINE.get(name, ANY)
            case c.Load(store):
                return Range(store.low, store.high, store.may_be_none)
            case c.Cell(table) | c.Find(table):
                return of_words(table.words + ((c.NONE,) if isinstance(x, c.Find) else ()))
            case c.Location(deck):
                return Range(0, deck.zones - 1)
            case c.Size(items):
                return Range(0, bound_of(items))
            case c.Item(items):
                return self.items(items) | Range(0, 0)
            case c.In() | c.Same():
                return FLAG
            case c.Unary(how, inner):
                return self.unary(how, self.word(inner))
            case c.Binary(how, left, right):
                return self.binary(how, self.word(left), self.word(right))
            case c.Select(condition, then, otherwise):
                return self.some_of(condition, then) | self.word(otherwise)
            case c.Call(function):
                return self.results.get(function, NOTHING)

    def some_of(self, condition: c.Word, then: c.Word) -> Range:
        """What a word is where a condition holds: if it says so, not none."""
        found = self.word(then)
        known = isinstance(condition, c.Binary) and condition.how == "!=" and condition.left == then
        if known and condition.right == c.Const(None):  # type: ignore[union-attr]
            return evolve(found, may_be_none=False)
        return found

    def unary(self, how: str, inner: Range) -> Range:
        if how == "not":
            return FLAG
        if inner.low > inner.high:
            return inner
        if how == "negative":
            return within(-inner.high, -inner.low)
        return within(0, max(abs(inner.low), abs(inner.high)))

    def binary(self, how: str, left: Range, right: Range) -> Range:
        if how not in c.ARITHMETIC and how not in ("min", "max", "|"):
            return FLAG
        if left.low > left.high or right.low > right.high:
            return NOTHING
        match how:
            case "+":
                return within(left.low + right.low, left.high + right.high)
            case "-":
                return within(left.low - right.high, left.high - right.low)
            case "*":
                ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
                return within(min(ends), max(ends))
            case "%" if right.low > 0:
                return Range(0, right.high - 1)
            case "//" if right.low > 0:
                ends = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
                return within(min(ends), max(ends))
            case "&" if right.low >= 0:
                return Range(0, right.high)
            case "|" if left.low >= 0 and right.low >= 0:
                return Range(0, (1 << max(left.high, right.high).bit_length()) - 1)
            case "min":
                return Range(min(left.low, right.low), min(left.high, right.high))
            case "max":
                return Range(max(left.low, right.low), max(left.high, right.high))
        return NUMBER

    def items(self, x: c.Items) -> Range:
        match x:
            case c.Row(rows):
                return of_words(tuple(word for row in rows.rows for word in row))
            case c.Cards(deck):
                return Range(0, deck.cards - 1)
            case c.LoadList():
                return Range(-32_767, 32_767)
            case c.Kept(slot):
                return self.slots.get(slot, NOTHING)
            case c.Numbers(low, high):
                first, last = self.word(low), self.word(high)
                return NOTHING if first.low > first.high else Range(first.low, max(first.low, last.high))

    # ---- marks --------------------------------------------------------------------------------------------

    def mark(self, x: Any) -> Any:
        """A node with what is proved of it."""
        match x:
            case c.Index(word, size):
                return evolve(x, is_proved=x.is_proved or self.word(word).fits(0, size - 1))
            case c.Fitting(word, size):
                return evolve(x, is_proved=self.word(word).fits(0, size - 1))
            case c.Binary(how, left, right) if how in c.ARITHMETIC:
                return evolve(x, is_proved=self.is_small(how, self.word(left), self.word(right)))
            case c.Write(store, _, value):
                found = self.word(value)
                fits = evolve(found, may_be_none=False).fits(store.low, store.high)
                return evolve(x, is_proved=fits and (store.may_be_none or not found.may_be_none))
        return x

    def is_small(self, how: str, left: Range, right: Range) -> bool:
        """Does arithmetic stay within 32 bits, and is nothing divided by nought?"""
        if left.may_be_none or right.may_be_none or left.low > left.high or right.low > right.high:
            return False
        match how:
            case "+":
                found = (left.low + right.low, left.high + right.high)
            case "-":
                found = (left.low - right.high, left.high - right.low)
            case "*":
                ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
                found = (min(ends), max(ends))
            case _:
                return right.low > 0
        return found[0] >= c.LEAST and found[1] <= c.MOST


def within(low: int, high: int) -> Range:
    """What is left of a result: beyond 32 bits there is a fault."""
    return Range(max(low, c.LEAST), min(high, c.MOST))


def bound_of(items: c.Items) -> int:
    match items:
        case c.Row(rows):
            return max(map(len, rows.rows), default=0)
        case c.Cards(deck):
            return deck.cards
        case c.LoadList(store):
            return store.bound
        case c.Kept(slot):
            return slot.bound
        case c.Numbers():
            return 1 << 20


# ---- going through trees --------------------------------------------------------------------------------


def is_node(thing: Any) -> bool:
    return attrs.has(type(thing)) and type(thing).__module__ == c.__name__ and not isinstance(thing, NAMED)


NAMED = (c.Slot, c.Store, c.Table, c.Rows, c.Deck, c.Function)


def words_of(x: Any) -> list[Any]:
    """All words and lists in a statement, but for those of statements within it."""
    found: list[Any] = []
    for attribute in attrs.fields(type(x)):
        part = getattr(x, attribute.name)
        for thing in part if isinstance(part, tuple) else (part,):
            for inner in thing if isinstance(thing, tuple) else (thing,):
                if is_node(inner) and not isinstance(inner, c.Statement):
                    found.append(inner)
                    found += words_of(inner)
    return found


def rewritten(x: Any, change: Callable[[Any], Any]) -> Any:
    """A tree with every node changed, the innermost first."""
    if isinstance(x, tuple):
        return tuple(rewritten(part, change) for part in x)
    if not is_node(x):
        return x
    parts = {a.name: getattr(x, a.name) for a in attrs.fields(type(x))}
    new = {name: rewritten(part, change) for name, part in parts.items()}
    changed = {name: part for name, part in new.items() if part is not parts[name]}
    return change(evolve(x, **changed) if changed else x)

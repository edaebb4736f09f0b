"""What numbers come to stand where: in fields, in the parameters of rules and values, and what values give.

Everything begins with what fields start with. All rules are gone through with what is known so far, and what they
write is put to it, until nothing is new; a range that goes on growing is taken to be endless that way, and then
once more reckoned, so that what rules ask before they write counts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import count
from math import inf
from typing import Any

from rulelang.checks.guards import Guards, Path
from rulelang.checks.numbers import numbers_after, within
from rulelang.checks.roots import outside_of_rules
from rulelang.core.weave import weave
from rulelang.interrupts import look_up
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule, Source, Value
from rulelang.model.proofs.intervals import ANY, EMPTY, End, Interval, one
from rulelang.model.proofs.known import Known, Ranges, is_number, of_type
from rulelang.model.proofs.touched import TAKES_NUMBERS, Sorts, Touched, takes_numbers
from rulelang.model.resolve.starts import all_fields
from rulelang.model.types import Maybe, strip
from rulelang.model.visit import ByNode, walk
from rulelang.model.world import World

EXACT = 2  # passes before a range that still grows is taken to reach the next number that rules speak of
HANDING_ON: Sorts = frozenset({TAKES_NUMBERS})
STEPPED = 8  # passes before it is taken to be endless


def ranges_of(world: World, touched: Touched, literal: bool = False) -> Ranges:
    """The ranges of all numbers in the rules of a world."""
    return Noting(world, touched, literal).settled()


def started(field: Field, known: Known) -> Interval:
    if field.initial_column is not None:
        numbers = [value for value in field.initial_column.values() if isinstance(value, int)]
        from_rows = ANY if known.literal else hull(numbers)
        return from_rows | (known.interval(field.start) if field.start is not None else EMPTY)
    if field.start is not None:
        return known.interval(field.start)
    if isinstance(field.type, Maybe):
        return EMPTY
    return one(max(0, strip(field.type).low or 0))  # type: ignore[union-attr]


def hull(numbers: list[int]) -> Interval:
    return Interval(min(numbers), max(numbers)) if numbers else EMPTY


class Watched(dict[Any, Interval]):
    """Ranges that remember which of them were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[Any] = set()

    def get(self, key: Any, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)


class Noting(Guards):
    """Notes what is written and handed on by each thing; a thing is gone through again when what it read is new."""

    def __init__(self, world: World, touched: Touched, literal: bool) -> None:
        self.ranges = Watched()
        super().__init__(world, touched, literal, self.ranges)
        self.nothing = self.nothing.but(opened=nothing_opened, deepest=1)
        self.things: list[Any] = [
            *world.rules.values(),
            *world.values.values(),
            *(e for _, e in outside_of_rules(world)),
        ]
        self.read: dict[int, set[Any]] = {}
        self.notes: list[dict[Any, Interval]] = [{} for _ in self.things]
        self.noting: dict[Any, Interval] = {}
        self.told = ByNode(up_to_numbers)
        self.marks = marks_of(world)
        self.begin: dict[Any, Interval] = {f: started(f, self.nothing) for f in all_fields(world) if is_number(f.type)}
        things: list[Rule | Value] = [*world.rules.values(), *world.values.values()]
        for thing in things:
            self.begin |= {p: EMPTY for p in thing.parameters if is_number(p.type)}
        named = (node for rule in world.rules.values() for node in walk(rule.bodies) if isinstance(node, s.Let))
        self.begin |= {x.local: EMPTY for x in named if x.local.changes and is_number(x.local.type)}
        self.begin |= {value: EMPTY for value in world.values.values() if is_number(value.type)}
        for rule in (*touched.performed, *touched.windows, *rules_in_tables(world)):
            self.begin |= anything(rule)

    def settled(self) -> Ranges:
        """Passes until nothing is new, and one more for what has become endless on the way."""
        self.ranges.update(self.begin)
        changed: set[Any] | None = None
        for turn in count():
            self.go_through(changed)
            grown = {key: self.before(key) | found for key, found in self.reckoned().items()}
            changed = {key for key, range_ in grown.items() if self.before(key) != range_}
            if not changed:
                break
            for key in changed:
                self.ranges[key] = grown[key] if turn < EXACT else self.widened(self.before(key), grown[key], turn)
        self.go_through({key for key, range_ in self.ranges.items() if inf in (-range_.low, range_.high)})
        return self.reckoned()

    def widened(self, old: Interval, grown: Interval, turn: int) -> Interval:
        """Further on the sides on which a range still grows: to the next number that rules compare with."""
        if old.is_empty:
            return grown
        marks = self.marks if turn < STEPPED else [-inf, inf]
        low = old.low if grown.low >= old.low else marks[bisect_right(marks, grown.low) - 1]
        high = old.high if grown.high <= old.high else marks[bisect_left(marks, grown.high)]
        return Interval(low, high)

    def before(self, key: Any) -> Interval:
        return dict.get(self.ranges, key, EMPTY)

    def reckoned(self) -> Ranges:
        """All notes put together."""
        found = {**self.begin}
        for notes in self.notes:
            for key, range_ in notes.items():
                found[key] = found.get(key, EMPTY) | range_
        return found

    def go_through(self, changed: set[Any] | None) -> None:
        """All things, or those that read what has changed."""
        for number, thing in enumerate(self.things):
            if changed is None or self.read[number] & changed:
                self.ranges.asked = self.read[number] = set()
                self.noting = self.notes[number] = {}
                self.go_into(thing)

    def go_into(self, thing: Any) -> None:
        look_up()
        match thing:
            case Rule():
                self.walk(self.told(thing), Path(thing, self.nothing))
            case Value():
                self.note_value(thing)
            case _:
                self.note_calls(thing, self.nothing)

    def note(self, key: Any, found: Interval) -> None:
        self.noting[key] = self.noting.get(key, EMPTY) | found

    def note_value(self, value: Value) -> None:
        """What a value gives, changes included."""
        if value.body is None or not is_number(value.type):
            return
        found = self.nothing.interval(value.body)
        for change in (c for c in value.changes if c.how == "to"):
            found |= self.nothing.interval(change.amount)
        for change in (c for c in value.changes if c.how == "by"):
            found += self.nothing.interval(change.amount) * copies(change.source)
        self.note(value, found)

    def note_calls(self, x: Any, known: Known) -> None:
        for e, there in within(x, known, HANDING_ON):
            match e:
                case m.CallValue(value, arguments):
                    self.hand_on(value, arguments, there)
                case m.Can(rule, arguments):
                    self.hand_on(rule, arguments, there)
                case m.Const(Rule() as rule):  # whoever performs it hands it what he likes
                    for parameter, found in anything(rule).items():
                        self.note(parameter, found)

    def look(self, x: s.Statement, path: Path) -> None:
        known = path.known
        self.note_calls(x, known)
        match x:
            case s.CallRule(rule, arguments):
                self.hand_on(rule, arguments, known)
            case s.Let(local, value) | s.Assign(m.ReadLocal(local), value) if local in self.begin:
                self.note(local, known.interval(value))
            case s.Assign() | s.Increase() | s.Pay():
                for target, found in numbers_after(x, known):
                    self.note(target.field, found & of_type(target.field.type))

    def hand_on(self, thing: Rule | Value, arguments: tuple[m.Expression, ...], known: Known) -> None:
        for parameter, argument in zip(thing.parameters, arguments, strict=True):
            if is_number(parameter.type):
                self.note(parameter, known.interval(argument))

    def must(self, path: Path, duty: Any) -> None:
        """What must hold is looked at elsewhere."""

    def call(self, x: s.CallRule, path: Path) -> None:
        self.wrote(path, self.touched.writes(x))


def up_to_numbers(rule: Rule) -> s.Body:
    """What a rule does, up to the last statement that has to do with numbers."""
    body = weave(rule).body
    last = max((number for number, x in enumerate(body, 1) if any(map(is_of_numbers, walk(x)))), default=0)
    return body[:last]


def is_of_numbers(node: Any) -> bool:
    """Does a node put a number somewhere, or hand one on?"""
    match node:
        case s.Let(local) | s.Assign(m.ReadLocal(local)):
            return local.changes and is_number(local.type)
        case s.Assign(target) | s.Increase(target):
            return is_number(target.type)
        case s.CallRule(thing) | m.CallValue(thing) | m.Can(thing) | m.Const(Rule() as thing):
            return takes_numbers(thing)
    return isinstance(node, s.Pay)


def nothing_opened(_: m.Can) -> None:
    return None


def anything(rule: Rule) -> Ranges:
    """The parameters of a rule that may be handed whatever they may be."""
    return {p: of_type(p.type) for p in rule.parameters if is_number(p.type)}


def rules_in_tables(world: World) -> Iterator[Rule]:
    for kind in world.kinds.values():
        for column in kind.columns.values():
            yield from (cell for cell in column.values if isinstance(cell, Rule))


def copies(source: Source) -> Interval:
    """How often a change may be in force at once."""
    if source.card is None or not source.stacks:
        return Interval(0, 1)
    return Interval(0, sum(member.title == source.title for member in source.card.root.members))


def marks_of(world: World) -> list[End]:
    """The numbers that rules compare with, those next to them, and the ends of all numbers, in order."""
    found: set[End] = {-inf, 0, inf}
    for node in walk([*(rule.bodies for rule in world.rules.values()), *(v.body for v in world.values.values())]):
        for side in (node.left, node.right) if isinstance(node, m.Compare) and is_number(node.left.type) else ():
            if isinstance(side, m.Const) and isinstance(side.value, int):
                found |= {side.value - 1, side.value, side.value + 1}
    return sorted(found)

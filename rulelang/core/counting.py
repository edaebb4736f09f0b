"""What a program counts if it is asked to: `count n`, for coverage and for whether a rule ever happened.

A number stands for a place in a rule file and for what is counted there, so the counts of several programs of the
same files add up. What is `done` is counted in the match alone; how conditions are answered is counted in its
trials as well, for there some needs are asked and nowhere else. Copies begin at nought: what a bot thinks is not
what happens. Which rows of tables were looked up is counted as well, each by its place.

A program that does not count has nothing of this in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from rulelang.core import terms as t
from rulelang.core.nodes import Const
from rulelang.model import statements as s
from rulelang.model.declarations import Grid, Kind
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.source import LoweredSpan, Span

DONE, READ, HELD, FAILED, NAMED = "done", "read", "held", "failed", "named"


@frozen
class Counted:
    """A place, and what is counted there.

    A statement is `done`, a value `read`, and so is a call that is asked for; a condition `held` or `failed`. A row of
    a table is `named`.

    What a mechanism stands for shares the place of the mechanism's block; there the text tells it apart.
    """

    file: str
    start: int
    what: str
    text: str = ""


def counted(span: Span, what: str) -> Counted:
    return Counted(span.file.name, span.start, what, span.text if isinstance(span, LoweredSpan) else "")


@define(eq=False)
class Counters:
    """Numbers for the places of a world, given out as its rules are written."""

    world: World
    keys: list[Counted | None] = field(factory=list)  # none: a number between two rows
    _numbers: dict[Counted, int] = field(factory=dict)
    _asked: dict[int, Span] = field(factory=dict)
    _read: dict[int, Span] = field(factory=dict)
    _rows: dict[Kind | Grid, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._asked = {id(condition): span for condition, span in conditions(self.world)}
        self._read = {id(e): span for e, span in reckonings(self.world)}

    def number(self, span: Span, *what: str) -> int:
        """The number of what is counted at a place; of several things that of the first, the others follow it."""
        first = counted(span, what[0])
        if first not in self._numbers:
            for each in what:
                key = counted(span, each)
                self._numbers[key] = len(self.keys)
                self.keys.append(key)
        return self._numbers[first]

    def of_statement(self, statement: s.Statement) -> int | None:
        """The number of a statement that stands in a file."""
        has_place = not isinstance(statement, s.Part) and bool(statement.span.file.text)
        return self.number(statement.span, DONE) if has_place else None

    def noted(self, e: Any, term: t.Term) -> t.Term:
        """The term of an expression, counted if it is a condition or a value."""
        asked, read = self._asked.get(id(e)), self._read.get(id(e))
        if asked is not None and not isinstance(term, Const):
            term = t.Counted("judged", self.number(asked, HELD, FAILED), term)
        return term if read is None else t.Counted("reckoned", self.number(read, READ), term)

    def row(self, table: Kind | Grid, term: t.Term) -> t.Term:
        """What says which row of a table is meant, counted at that row."""
        if table not in self._rows:
            places = dict(rows_of(table))
            first, last = min(places, default=0), max(places, default=0)
            self._rows[table] = len(self.keys) - first
            self.keys += [counted(places[row], NAMED) if row in places else None for row in range(first, last + 1)]
        return t.Counted("named", self._rows[table], term)

    def sums(self, numbers: Mapping[int, int]) -> dict[Counted, int]:
        """What was counted, by what it stands for; several numbers may stand for one row."""
        found = Counter[Counted]()
        for number, times in numbers.items():
            if (key := self.keys[number]) is not None:
                found[key] += times
        return found


def rows_of(table: Kind | Grid) -> Iterator[tuple[int, Span]]:
    """The rows of a table, by what they are looked up by, each with where it stands."""
    if isinstance(table, Grid):
        yield from zip(table.rows, table.places, strict=True)
    else:
        yield from ((number, table.root.members[number].span) for number in table.ids)


def conditions(world: World) -> Iterator[tuple[Any, Span]]:
    """The conditions of rules, ways, windows and amendments, each with where it stands."""
    for rule in world.rules.values():
        for node in walk(rule.bodies):
            if isinstance(node, s.Need | s.If):
                yield node.condition, node.span
            elif isinstance(node, s.Choose):
                yield from ((way.guard, way.span) for way in node.ways if way.guard is not None)
        yield from ((a.guard, a.span) for a in rule.amendments if a.guard is not None)
    for value in world.values.values():
        yield from ((change.guard, change.span) for change in value.changes if change.guard is not None)
    yield from ((window.guard, window.span) for window in world.windows if window.guard is not None)


def reckonings(world: World) -> Iterator[tuple[Any, Span]]:
    """What values are, and what changes them."""
    for value in world.values.values():
        if value.body is not None and value.span.file.text:
            yield value.body, value.span
        yield from ((change.amount, change.span) for change in value.changes)


@frozen
class Happening:
    """An amendment of a rule or a value: it came to something if any of these was counted."""

    what: str  # as rules write it: `after enter`
    variant: str | None
    span: Span
    keys: frozenset[Counted]


def happenings(world: World) -> Iterator[Happening]:
    """The amendments in force: did a house rule ever change anything?"""
    for rule in world.rules.values():
        for a in rule.amendments:
            done = frozenset(counted(node.span, DONE) for node in walk(a.body) if hasattr(node, "span"))
            keys = done if a.body else frozenset({counted(a.span, HELD)})
            how = "instead of" if a.how == "instead" else a.how
            yield Happening(f"{how} {rule.name}", a.source.variant, a.span, keys)
    for value in world.values.values():
        for change in value.changes:
            keys = frozenset({counted(change.span, READ)})
            yield Happening(f"change {value.name}", change.source.variant, change.span, keys)

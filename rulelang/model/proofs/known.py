"""What is known at a place in the rules: conditions that hold there, and the range of every number.

`Known` is a value: a condition on the way adds to it, a change of state takes away what hung on that state.
It answers three ways: a condition surely holds, surely does not, or nobody knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import inf
from typing import Any, TypeVar

from attrs import field, frozen

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field
from rulelang.model.expressions import Local
from rulelang.model.proofs.intervals import ANY, EMPTY, NATURAL, End, Interval, around, one
from rulelang.model.proofs.likeness import LARGEST, Key, size, substituted
from rulelang.model.proofs.touched import NOTHING, Places, Touched
from rulelang.model.types import Maybe, Number, Type, strip

DEEPEST = 6  # values within values
MOST_TRIED = 40  # members of which each is tried
MOST_KNOWN = 300  # facts and ranges: each is looked at whenever something is written

K = TypeVar("K")
V = TypeVar("V")
Ranges = Mapping[Any, Interval]  # of fields, of the parameters of rules and values, and of what values give
NO_RANGES: Ranges = {}
Opened = Callable[[m.Can], list[m.Expression] | None]


@frozen
class Fact:
    holds: bool
    reads: Places


@frozen
class Gap:
    """One number is at most so much more than another."""

    most: End
    reads: Places
    pile: Field | None = None  # that the other is: it may grow, and the gap is only less


@frozen
class Bound:
    interval: Interval
    reads: Places
    pile: Field | None = None  # that the number is: it may grow, and is no less


@frozen(slots=False)
class Known:
    """`opened` tells which conditions together mean that a rule can be done, if that is known."""

    touched: Touched
    opened: Opened
    # Only what the author wrote there: tables, options, named values and the number of players may be others.
    literal: bool = False
    ranges: Ranges = NO_RANGES
    deepest: int = DEEPEST
    facts: dict[Key, Fact] = field(factory=dict)
    bounds: dict[Key, Bound] = field(factory=dict)
    gaps: dict[tuple[Key, Key], Gap] = field(factory=dict)
    all_of: dict[Key, tuple[m.Fold, Places]] = field(factory=dict)  # what holds for all of a collection
    names: dict[Local, Key] = field(factory=dict)
    aliases: dict[Local, Places] = field(factory=dict)
    asked: set[tuple[Key, bool]] = field(factory=set)  # what held once on the way here, whatever was done since

    # ---- learning -----------------------------------------------------------------------------------------

    def given(self, condition: m.Expression | None, holds: bool = True) -> Known:
        """After a condition was asked and held, or did not."""
        if condition is None:
            return self
        made = self.but(
            facts=newest(self.facts),
            bounds=newest(self.bounds),
            gaps=newest(self.gaps),
            all_of=newest(self.all_of),
            asked=set(self.asked),
        )
        made.learn(condition, holds, 0)
        return made

    def but(self, **changes: Any) -> Known:
        """The same but for some parts; `evolve` takes ten times as long."""
        made = object.__new__(Known)
        made.__dict__.update(self.__dict__, **changes)
        return made

    def was_asked(self, condition: m.Expression) -> bool:
        """Did a condition hold somewhere on the way here?"""
        core, holds = self._condition(condition)
        if core[0] == "there is":
            return any(key[:2] == core[:2] and core[2] <= key[2] and said == holds for key, said in self.asked)
        return (core, holds) in self.asked

    def forget(self, keys: Iterable[Key]) -> Known:
        lost = set(keys)
        return self.but(asked={a for a in self.asked if a[0] not in lost})

    def learn(self, e: m.Expression, holds: bool, depth: int) -> None:
        """Note a condition, and what follows from it."""
        reads = self._reads(e)
        core, said = self._condition(e)
        self.facts[core] = Fact(holds == said, reads)
        self.asked.add((core, holds == said))
        match e:
            case m.Negation(inner):
                self.learn(inner, not holds, depth)
            case m.Junction(operator, left, right) if (operator == "and") == holds:
                self.learn(left, holds, depth)
                self.learn(right, holds, depth)
            case m.Fold("all", _, _, None) if holds:
                self.all_of[core] = (e, reads)
            case m.Compare(operator, left, right):
                self._bound(operator if holds else OPPOSITE[operator], left, right, reads)
            case m.CallValue() if depth < self.deepest and (body := self.touched.inlined(e)) is not None:
                self.learn(body, holds, depth + 1)
            case m.Can() if holds and depth < self.deepest:
                for condition in self.opened(e) or ():
                    self.learn(condition, True, depth + 1)

    def _bound(self, operator: str, left: m.Expression, right: m.Expression, reads: Places) -> None:
        if not is_number(left.type) or not is_number(right.type):
            return
        for here, there, sign in ((left, right, operator), (right, left, MIRROR[operator])):
            found = self.interval(there)
            limit = {
                "<": Interval(-inf, found.high - 1),
                "<=": Interval(-inf, found.high),
                ">": Interval(found.low + 1),
                ">=": Interval(found.low),
                "=": found,
            }.get(sign, ANY)
            key = self._key(here)
            old = self.bounds.get(key)
            self.bounds[key] = Bound(limit & (old.interval if old else ANY), reads, self._pile(here))
            if sign in ("<", "<=", "="):
                self._gap(here, there, -1 if sign == "<" else 0, reads)

    def _gap(self, less: m.Expression, more: m.Expression, most: int, reads: Places) -> None:
        (low, below), (high, above) = self.split(less), self.split(more)
        old = self.gaps.get((low, high))
        found = most + above - below
        pile = self._pile(more)
        self.gaps[low, high] = Gap(
            min(found, old.most) if old else found, reads, pile if pile not in self._reads(less) else None
        )

    def _pile(self, e: m.Expression) -> Field | None:
        """The field that a number is read from, if where it is read does not hang on that field."""
        if not isinstance(e, m.ReadField):
            return None
        parts = (part for part in (e.of, *e.keys) if part is not None)
        return None if any(e.field in self._reads(part) for part in parts) else e.field

    def _reads(self, e: Any) -> Places:
        """The state that an expression hangs on, and what the names in it stand for."""
        found = self.touched.reads(e)
        if not self.aliases:
            return found
        return found.union(*(self.aliases.get(local, NOTHING) for local in self.touched.keys.locals_in(e)))

    def _key(self, e: Any) -> Key:
        return self.touched.keys.of(e, self.names)

    def _condition(self, e: m.Expression) -> tuple[Key, bool]:
        return self.touched.keys.condition(e, self.names)

    def split(self, e: m.Expression) -> tuple[Key, int]:
        """A number as something and a fixed number more."""
        match e:
            case m.Arithmetic("+" | "-" as sign, left, m.Const(int() as amount) as fixed) if self._is_fixed(fixed):
                core, more = self.split(left)
                return core, more + (amount if sign == "+" else -amount)
            case m.Arithmetic("+", m.Const(int() as amount) as fixed, right) if self._is_fixed(fixed):
                core, more = self.split(right)
                return core, more + amount
        return self._key(e), 0

    def _is_fixed(self, e: m.Const) -> bool:
        return not self.literal or is_literal(e)

    def at_most(self, less: m.Expression, more: m.Expression) -> bool:
        """Is a number never more than another, whatever they are?"""
        (low, below), (high, above) = self.split(less), self.split(more)
        room = above - below
        if within_reach(low, high) and room >= 0:
            return True
        return any(
            gap.most + (0 if onward == high else self.gaps[onward, high].most) <= room
            for (start, onward), gap in self.gaps.items()
            if start == low and (onward == high or (onward, high) in self.gaps)
        )

    def let(self, local: Local, value: m.Expression) -> Known:
        """A name for a value: as long as nothing it hangs on changes, it is that value."""
        itself = frozenset({local} if local.changes else ())
        known = self.but(bounds={**self.bounds, ("local", id(local)): Bound(self.interval(value), itself)})
        key = self._key(value)
        if size(key) > LARGEST:
            return known
        reads = self._reads(value) | itself
        return known.but(names={**self.names, local: key}, aliases={**self.aliases, local: reads})

    def put(self, local: Local, value: m.Expression) -> Known:
        """Something else is put into a name."""
        held, itself = self.interval(value), frozenset({local})
        known = self.without(itself)
        if local not in self.touched.reads(value):
            return known.let(local, value)
        return known.but(bounds={**known.bounds, ("local", id(local)): Bound(held, itself)})

    def bound_to(self, local: Local, source: m.Expression, where: m.Expression | None = None) -> Known:
        """A name for one of a collection."""
        bounds = {**self.bounds, ("local", id(local)): Bound(self.element(source), frozenset())}
        known = self.but(bounds=bounds, gaps=dict(self.gaps))
        if isinstance(source, m.Range):
            read = m.ReadLocal(local, local.type)
            known._gap(source.low, read, 0, self._reads(source.low))  # noqa: SLF001 - of its own kind
            known._gap(read, source.high, 0, self._reads(source.high))  # noqa: SLF001
        else:
            known = known.given(self.touched.is_in(source, local))
        return known.given(where)

    def without(self, places: Places, grown: Places = NOTHING) -> Known:
        """After a change of some state; that some of it only grew leaves what it was at least."""
        if not places:
            return self
        lost = [local for local, reads in self.aliases.items() if reads & places]
        return self.but(
            facts={k: f for k, f in self.facts.items() if not f.reads & places},
            bounds={
                k: Bound(Interval(b.interval.low), b.reads, b.pile) if b.reads & grown else b
                for k, b in self.bounds.items()
                if not b.reads & places or is_at_least(b, places, grown)
            },
            gaps={k: g for k, g in self.gaps.items() if not g.reads & places or is_at_least(g, places, grown)},
            all_of={k: (e, reads) for k, (e, reads) in self.all_of.items() if not reads & places},
            names={k: v for k, v in self.names.items() if k not in lost},
            aliases={k: v for k, v in self.aliases.items() if k not in lost},
        )

    def each_of(self, binder: s.Binder) -> Iterator[m.Expression]:
        """What is known to hold for all of a collection, of the one that a loop has come to."""
        for e, _ in self.all_of.values():
            if e.body is not None and self._key(e.source) == self._key(binder.source):
                yield substituted(e.body, {e.local: m.ReadLocal(binder.local, binder.local.type)})

    def written(self, target: m.ReadField, found: Interval) -> Known:
        """After a field was written: what it holds now."""
        pile = self._pile(target)
        if pile is None:
            return self
        return self.but(bounds={**newest(self.bounds), self._key(target): Bound(found, self._reads(target), pile)})

    # ---- conditions -----------------------------------------------------------------------------------------

    def truth(self, e: m.Expression, depth: int = 0) -> bool | None:
        """Does a condition hold here?"""
        core, said = self._condition(e)
        found = self._known(core)
        if found is not None:
            return found == said
        match e:
            case m.Const(bool() as value):
                return value
            case m.Negation(inner):
                inside = self.truth(inner, depth)
                return None if inside is None else not inside
            case m.Junction(operator, left, right):
                return self._junction(operator == "and", left, right, depth)
            case m.Compare(operator, left, right):
                return self._compare(operator, left, right)
            case m.IsNone(inner, negated):
                return self._is_none(inner, negated)
            case m.Fold("any" | "all" as how, _, source, where, body):
                return self._fold(how, source, where, body, e, depth)
            case m.Function("some", (items,)):
                return self.some(items)
            case m.CallValue() if (
                depth < self.deepest and not self.literal and (said_by := self.touched.inlined(e)) is not None
            ):
                return self.truth(said_by, depth + 1)
            case m.Can() if depth < self.deepest:
                return self._can(e, depth)
            case m.Contains(m.Const(tuple() | range() as values), item, negated) if is_number(item.type):
                found_in = self._among(values, self.interval(item))
                return None if found_in is None else found_in != negated
        return None

    def _among(self, values: Any, found: Interval) -> bool | None:
        """Is a number one of some? Or none of them?"""
        inside = [v for v in values if v is not None and v in found]
        if not inside and not found.is_empty:
            return False
        if -inf < found.low and found.high < inf and len(set(inside)) == found.high - found.low + 1:
            return True
        return None

    def _known(self, core: Key) -> bool | None:
        found = self.facts.get(core)
        if found is not None:
            return found.holds
        match core:
            case ("there is", source, kept):
                # There is one of which more is known; or there is none though less is asked.
                for key, fact in self.facts.items():
                    if key[0] == "there is" and key[1] == source:
                        if fact.holds and kept <= key[2]:
                            return True
                        if not fact.holds and kept >= key[2]:
                            return False
            case ("<", left, right):
                for other in (("<", right, left), ("=", frozenset((left, right)))):
                    if other in self.facts and self.facts[other].holds:
                        return False
            case ("and", parts):
                truths = [self._part(key, holds) for key, holds in parts]
                return False if False in truths else None if None in truths else True
        return self._last_left(core)

    def _last_left(self, core: Key) -> bool | None:
        """Of things of which one holds, the last that is left does."""
        for key, fact in self.facts.items():
            if key[0] != "or" or not fact.holds:
                continue
            for part, holds in key[1]:
                if part == core and all(
                    other in self.facts and self.facts[other].holds != said for other, said in key[1] if other != core
                ):
                    return bool(holds)
        return None

    def _part(self, key: Key, holds: bool) -> bool | None:
        found = self._known(key)
        return None if found is None else found == holds

    def _junction(self, both: bool, left: m.Expression, right: m.Expression, depth: int) -> bool | None:
        first = self.truth(left, depth)
        if first is (not both):
            return not both
        second = self.given(left, both).truth(right, depth)
        if second is (not both):
            return not both
        return both if first is both and second is both else None

    def _compare(self, operator: str, left: m.Expression, right: m.Expression) -> bool | None:
        if not (is_number(left.type) and is_number(right.type)):
            return self._same(operator, left, right)
        one, two = self.interval(left), self.interval(right)
        if operator in ("<=", ">="):
            less, more = (left, right) if operator == "<=" else (right, left)
            if self.at_most(less, more):
                return True
        found = {
            "=": one.equal(two),
            "!=": one.equal(two),
            "<": one.less(two),
            ">=": one.less(two),
            ">": two.less(one),
            "<=": two.less(one),
        }[operator]
        return found if found is None or operator in ("=", "<", ">") else not found

    def _same(self, operator: str, left: m.Expression, right: m.Expression) -> bool | None:
        one, two = self.fixed(left), self.fixed(right)
        if one is not None and two is not None and operator in ("=", "!="):
            return bool(one.value == two.value) == (operator == "=")
        return None

    def fixed(self, e: m.Expression) -> m.Const | None:
        """What an expression says as long as nothing is played: a member, or what stands in its row."""
        match e:
            case m.Const():
                return e
            case m.ReadColumn(column, m.Const(int() as row)) if not self.literal and row < len(column.values):
                return m.Const(column.values[row], e.type)
        return None

    def _is_none(self, inner: m.Expression, negated: bool) -> bool | None:
        if not isinstance(inner.type, Maybe) and not (isinstance(inner, m.Const) and inner.value is None):
            return negated
        found = None
        if isinstance(inner, m.Fold) and inner.how in ("first", "last", "min", "max") and inner.where is None:
            found = self.some(inner.source)
        elif isinstance(inner, m.Function) and inner.name in ("first", "last", "min", "max"):
            found = self.some(inner.arguments[0])
        return None if found is None else found == negated

    def _fold(self, how: str, source: m.Expression, where: Any, body: Any, e: m.Fold, depth: int) -> bool | None:
        known = self.bound_to(e.local, source)
        kept = True if where is None else known.truth(where, depth + 1)
        if kept is None and self.size(source).low > 1 and leaves_out_one(where, e.local):
            kept = True if how == "any" else None
        asked = True if body is None else known.given(where).truth(body, depth + 1)
        some = self.some(source)
        if how == "any" and body is None and kept is None:
            kept = self._holds_for_one(e, some, depth)
        if how == "any":
            if some is False or kept is False or asked is False:
                return False
            return True if some and kept and asked else None
        if asked is True or some is False or kept is False:
            return True
        return False if some and kept and asked is False else None

    def _holds_for_one(self, e: m.Fold, some: bool | None, depth: int) -> bool | None:
        """Is there one that has the least, or the most, of something? Is there one in a table?"""
        if some and self._asks_for_extreme(e):
            return True
        if self.literal or not isinstance(e.source, m.All) or len(e.source.kind.ids) > MOST_TRIED:
            return None
        return True if any(self.truth(one, depth + 1) for one in self.touched.of_each(e)) else None

    def _asks_for_extreme(self, e: m.Fold) -> bool:
        source, where, local = e.source, e.where, e.local
        if not isinstance(where, m.Compare) or where.operator != "=":
            return False
        for own, other in ((where.left, where.right), (where.right, where.left)):
            wanted = self._key(other)
            for how in ("min", "max"):
                extreme = m.Fold(how, local, source, None, own, own.type)
                if wanted == self._key(extreme) or wanted[:2] == ("OrElse", self._key(extreme)):
                    return True
        return False

    def _can(self, e: m.Can, depth: int) -> bool | None:
        conditions = self.opened(e)
        if conditions is None:
            return None
        truths = [self.truth(condition, depth + 1) for condition in conditions]
        return False if False in truths else None if None in truths else True

    # ---- collections ------------------------------------------------------------------------------------------

    def some(self, e: m.Expression) -> bool | None:
        """Is there anything in a collection?"""
        found = self._known(("there is", self._key(e), frozenset()))
        if found is not None:
            return found
        size = self.size(e)
        return True if size.low > 0 else False if size.high == 0 else None

    def size(self, e: m.Expression) -> Interval:
        """How many there are."""
        match e:
            case m.All() | m.Owned() | m.Const() | m.Function() | m.ReadColumn() if self.literal:
                return NATURAL
            case m.All(kind):
                return one(len(kind.ids))
            case m.Owned(kind):
                counts = [
                    sum(kind.root.members[i].owner == p for i in kind.ids) for p in range(self.touched.world.players)
                ]
                return around(counts)
            case m.Const(tuple() | list() | range() as value):
                return one(len(value))
            case m.Items(items):
                return one(len(items))
            case m.Range(low, high):
                found = self.interval(high) - self.interval(low) + one(1)
                return Interval(max(0, found.low), max(0, found.high))
            case m.ReadZone():
                return Interval(0, len(e.zone.card.root.members))
            case m.ReadColumn() if isinstance(strip(e.type), type(strip(e.column.type))):
                return around(len(v) for i in e.column.kind.ids if isinstance(v := e.column.values[i], tuple | list))
            case m.Function("clockwise" | "counterclockwise"):
                return one(self.touched.world.players)
            case m.Function("distinct", (items,)):
                found = self.size(items)
                return Interval(min(1, found.low), found.high)
            case m.Function("reverse" | "list", (items,)):
                return self.size(items)
            case m.Function("without", (items, _)):
                found = self.size(items)
                return Interval(max(0, found.low - 1), found.high)
            case m.Function("take", (items, number)):
                found, most = self.size(items), self.interval(number)
                return Interval(max(0, min(found.low, most.low)), max(0, min(found.high, most.high)))
            case m.Function("ways" | "ways_into" as name, arguments):
                return self._ways(e, name, arguments)
            case m.Fold("list", _, source, where):
                found = self.size(source)
                return found if where is None else Interval(0, found.high)
            case m.Choice(condition, value, other):
                return self.given(condition).size(value) | self.given(condition, False).size(other)
        return NATURAL

    def _ways(self, e: m.Function, name: str, arguments: tuple[m.Expression, ...]) -> Interval:
        graph = e.graph
        if graph is None:
            return NATURAL
        ends = graph.way.columns["from" if name == "ways" else "to"].values
        if len(arguments) > 1:
            return Interval(0, len(ends))
        counts = Counter(ends)
        return around(counts[place] for place in strip(arguments[0].type).kind.ids)  # type: ignore[union-attr]

    def element(self, e: m.Expression) -> Interval:
        """The range of the numbers in a collection."""
        match e:
            case m.Range(low, high):
                return Interval(self.interval(low).low, self.interval(high).high)
            case m.Const(tuple() | list() | range() as value) if is_number(e.type.inner):  # type: ignore[union-attr]
                return around(v for v in value if v is not None) if not self.literal else ANY
            case m.Items(items) if all(is_number(item.type) for item in items):
                found = Interval(1, 0)
                for item in items:
                    found |= self.interval(item)
                return found
            case m.Function("distinct" | "reverse" | "list" | "take" | "without", (items, *_)):
                return self.element(items)
            case m.Fold("list", local, source, where, body):
                known = self.bound_to(local, source, where)
                return known.element(source) if body is None else known.interval(body)
        inner = getattr(e.type, "inner", None)
        return of_type(inner) if inner is not None and not self.literal else ANY

    # ---- numbers ----------------------------------------------------------------------------------------------

    def interval(self, e: m.Expression, depth: int = 0) -> Interval:
        """The range of a number."""
        found = self._interval(e, depth)
        if not self.literal or isinstance(e, m.ReadField):
            found &= of_type(e.type)
        if (key := self._key(e)) in self.bounds:
            found &= self.bounds[key].interval
        if isinstance(e, m.ReadField):
            found &= self.ranges.get(e.field, of_purse(e.field))
        if isinstance(e, m.ReadLocal) and (plain := ("local", id(e.local))) in self.bounds:
            found &= self.bounds[plain].interval
        return found

    def _interval(self, e: m.Expression, depth: int) -> Interval:
        match e:
            case m.Const(bool()):
                return ANY
            case m.Const(int() as value):
                return one(value) if not self.literal or is_literal(e) else ANY
            case m.ReadColumn() | m.ReadGrid() | m.CallValue() if self.literal:
                return ANY
            case m.Arithmetic(operator, left, right):
                first, second = self.interval(left, depth), self.interval(right, depth)
                return {"+": first.__add__, "-": first.__sub__, "*": first.__mul__}[operator](second)
            case m.Divide(left, right):
                return divided(self.interval(left, depth), self.interval(right, depth))
            case m.Choice(condition, value, other):
                return self.given(condition).interval(value, depth) | self.given(condition, False).interval(
                    other, depth
                )
            case m.OrElse(value, other):
                return self.interval(value, depth) | self.interval(other, depth)
            case m.ReadColumn() if isinstance(cell := self.fixed(e), m.Const) and isinstance(cell.value, int):
                return one(cell.value)
            case m.ReadColumn():
                cells = [e.column.values[i] for i in e.column.kind.ids if i < len(e.column.values)]
                return around(c for c in cells if isinstance(c, int)) if cells else ANY
            case m.ReadGrid():
                cells = [c for c in e.grid.cells.values() if isinstance(c, int)]
                return around(cells) if cells else ANY
            case m.Fold("count", _, source, where):
                size = self.size(source)
                return size if where is None else Interval(0, size.high)
            case m.Function("count", (items,)):
                return self.size(items)
            case m.Fold("sum", local, source, where, body) if body is not None:
                each = self.bound_to(local, source, where).interval(body, depth)
                size = self.size(source)
                return each * (size if where is None else Interval(0, size.high)) if not each.is_empty else one(0)
            case m.Fold("min" | "max", local, source, where, body) if body is not None:
                return self.bound_to(local, source, where).interval(body, depth)
            case m.Function("min" | "max" as name, arguments) if len(arguments) > 1:
                ranges = [self.interval(a, depth) for a in arguments]
                pick = min if name == "min" else max
                return Interval(pick(r.low for r in ranges), pick(r.high for r in ranges))
            case m.Function("remainder", (_, divisor)):
                high = self.interval(divisor, depth)
                return Interval(0, high.high - 1) if high.low > 0 else ANY
            case m.Function("abs"):
                return NATURAL
            case m.Function("seat"):
                return Interval(1, inf if self.literal else self.touched.world.players)
            case m.Function("position", (_, items)):
                return Interval(0, self.size(items).high)
            case m.CallValue(value):
                found = self.ranges.get(value, ANY)
                body = self.touched.inlined(e) if depth < self.deepest else None
                return found if body is None else found & self.interval(body, depth + 1)
            case m.ReadLocal(local):
                return self.ranges.get(local, ANY)
        return ANY


def is_at_least(found: Gap | Bound, places: Places, grown: Places) -> bool:
    """Does so much of what is known stay: that a pile, which only grew, is no smaller?"""
    return found.pile in grown and not found.reads & (places - {found.pile})


MIRROR = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "!=": "="}


def newest(found: Mapping[K, V]) -> dict[K, V]:
    """So much as is kept in mind: of a rule that asks and does thousands of things, what it asked last."""
    made = dict(found)
    for key in list(islice(made, max(0, len(made) - MOST_KNOWN))):
        del made[key]
    return made


def is_literal(e: m.Expression) -> bool:
    """Is a number written out where it stands?"""
    return e.span.text.lstrip("- ").replace("_", "").isdigit()


def is_number(type_: Type) -> bool:
    return isinstance(strip(type_), Number)


def of_purse(field: Field) -> Interval:
    """Money and tokens, which only payments change, are never below nothing, unless they begin there."""
    plain = strip(field.type)
    if not isinstance(plain, Number) or not plain.is_kept:
        return ANY
    match field.start:
        case None:
            return NATURAL
        case m.Const(int(start)) if start >= 0:
            return NATURAL
    return ANY


def of_type(type_: Type) -> Interval:
    """The range that a type was declared with."""
    plain = strip(type_)
    if not isinstance(plain, Number):
        return ANY
    low = plain.low if plain.low is not None else -inf
    return Interval(low, plain.high if plain.high is not None else inf)


def divided(left: Interval, right: Interval) -> Interval:
    if left.is_empty or right.is_empty:
        return EMPTY
    if right.low <= 0 or inf in (abs(left.low), abs(left.high)):
        return NATURAL if left.low >= 0 and right.low > 0 else ANY
    ends = [int(a / b) if b != inf else 0 for a in (left.low, left.high) for b in (right.low, right.high)]
    return Interval(min(ends) - 1 if left.low < 0 else min(ends), max(ends) + 1)


def within_reach(low: Key, high: Key) -> bool:
    """Is one number another, or the least of it and others, or is that the most of this and others?"""
    if low == high:
        return True
    if low[:2] == ("Function", ("min",)) and any(within_reach(part, high) for part in low[2]):
        return True
    return high[:2] == ("Function", ("max",)) and any(within_reach(low, part) for part in high[2])


def leaves_out_one(e: m.Expression, local: Local) -> bool:
    """Is a condition that something is not another thing? All but one of a collection are kept then."""
    match e:
        case m.Compare("!=", left, right):
            reads = [isinstance(side, m.ReadLocal) and side.local is local for side in (left, right)]
            return any(reads) and not all(reads)
    return False

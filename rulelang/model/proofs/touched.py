"""What conditions read and what rules write: fields, zones and names that change, values and calls included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from attrs import evolve

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Kind, Rule, Value, Zone
from rulelang.model.expressions import Local
from rulelang.model.proofs.cost import parts_of
from rulelang.model.proofs.likeness import Keys, substituted
from rulelang.model.types import FLAG, Entity, Number, strip
from rulelang.model.visit import ByNode, ByNodes, child_names, children, is_node, walk
from rulelang.model.world import World
from rulelang.source import LoweredSpan

Place = Field | Zone | Local
Places = frozenset[Place]
NOTHING: Places = frozenset()
BODIES = frozenset({"body", "then", "otherwise"})  # an expression may have parts of these names, which are no lists
NO_SORTS: frozenset[Any] = frozenset()
NOTHING_CALLED: frozenset[Any] = frozenset()
T = TypeVar("T")
Sorts = frozenset[Any]  # of nodes: their classes, the names of functions, and what is handed numbers
TAKES_NUMBERS = "takes numbers"
MOST_PARTS = 20_000  # of a value that is followed into those it calls


class Touched:
    """Answers for one world; each rule and value is gone through once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.zones = {
            kind: frozenset(z for z in world.zones.values() if z.card.root is kind) for kind in world.kinds.values()
        }
        fields = [*world.fields.values(), *(f for kind in world.kinds.values() for f in kind.fields.values())]
        self.everything: Places = frozenset((*fields, *world.zones.values()))
        effects = {r for kind in world.kinds.values() for rules in kind.effects.values() for r in rules.values()}
        self.performed = [rule for rule in world.rules.values() if rule.is_action or rule in effects]
        self.windows = [window.rule for window in world.windows]
        self._reads: dict[Rule | Value, Places] = {}
        self._writes: dict[Rule, Places] = {}
        self.keys = Keys()
        self.parts = ByNode(self._parts_in)
        self.inlined = ByNode(self._inlined)
        self.is_in = ByNodes(is_in)
        self.of_each = ByNode(self._of_each)
        self.negated: ByNode[m.Expression] = ByNode(m.Negation)
        self.either = ByNodes(lambda one, other: m.Junction("or", one, other))
        self.asks: ByNode[m.Can] = ByNode(asks)
        self.asks_itself: ByNode[m.Expression] = ByNode(asks_itself)
        self.some = ByNode(some)
        self.bodiless = ByNode(bodiless)
        self._members = ByNode(members)
        self._replaced: dict[tuple[int, ...], tuple[Any, ...]] = {}
        self.sorts = ByNode(self._sorts_in)
        self.read_here = ByNode(self._read_here_in)
        self.reads = ByNode(self._reads_in)
        self.written_here = ByNode(self._written_here_in)
        self._written_in = ByNode(self._writes_in)
        self._parts_of: ByNode[list[Any]] = ByNode(parts_of)

    def forget(self) -> None:
        """Let all answers go at once: they hold one another, and would wait for the garbage collector."""
        vars(self.keys).clear()
        vars(self).clear()

    @cached_property
    def called(self) -> frozenset[Rule]:
        """The rules that authors call."""
        return frozenset(x.rule for x in self._calls if not isinstance(x.span, LoweredSpan))

    @cached_property
    def called_by_mechanisms(self) -> frozenset[Rule]:
        return frozenset(x.rule for x in self._calls if isinstance(x.span, LoweredSpan))

    @cached_property
    def _calls(self) -> list[s.CallRule]:
        nodes = (node for rule in self.world.rules.values() for node in walk(rule.bodies))
        return [node for node in nodes if isinstance(node, s.CallRule)]

    # ---- said otherwise ---------------------------------------------------------------------------------

    def replaced(self, e: Any, values: Mapping[Local, m.Expression]) -> Any:
        """An expression with other expressions in the place of locals; the same again for the same."""
        put = [each for local in self.keys.locals_in(e) if local in values for each in (local, values[local])]
        if not put:
            return e
        key = (id(e), *map(id, put))
        if key not in self._replaced:  # all are kept, so that no other comes to have the identity of one
            self._replaced[key] = (substituted(e, values), e, *put)
        return self._replaced[key][0]

    def _inlined(self, e: m.CallValue) -> m.Expression | None:
        """What a value stands for, if nothing changes it and it is not made of too many others."""
        value = e.value
        if value.changes or value.recursive or value.body is None or self.parts(value) > MOST_PARTS:
            return None
        return self.replaced(value.body, dict(zip(value.parameters, e.arguments, strict=True)))  # type: ignore[no-any-return]

    def _parts_in(self, value: Value) -> int:
        """Of how many nodes a value is made, with those of the values that it calls."""
        nodes = list(walk(value.body))
        called = [node.value for node in nodes if isinstance(node, m.CallValue) and not node.value.recursive]
        return len(nodes) + sum(map(self.parts, called))

    def _of_each(self, e: m.Fold) -> list[m.Expression]:
        """What a fold asks of one of a table, asked of each of its members."""
        kind = e.source.kind  # type: ignore[union-attr]
        return [self.replaced(e.where, {e.local: member}) for member in self._members(kind)]

    # ---- reading ----------------------------------------------------------------------------------------

    def _reads_in(self, thing: Any) -> Places:
        """The state that an expression, or the needs of a rule, may hang on."""
        found, called = self.read_here(thing)
        return found.union(*(self.reads_of(each) for each in called))

    def reads_of(self, thing: Rule | Value) -> Places:
        """The state that a rule or value may read, with all that it calls."""
        if thing not in self._reads:
            found: set[Place] = set()
            waiting, seen = [thing], {thing}
            while waiting:
                each = waiting.pop()
                if each in self._reads:
                    found |= self._reads[each]
                    continue
                here, called = self.read_here(self._parts_of(each))
                found |= here
                found.update(self.held(each))
                waiting += called - seen
                seen |= called
            self._reads[thing] = frozenset(found)
        return self._reads[thing]

    def _read_here_in(self, thing: Any) -> tuple[Places, frozenset[Rule | Value]]:
        """What a tree reads itself, and what it calls."""
        inside = [self.read_here(part) for part in children(thing)]
        match thing:
            case m.ReadField():
                inside.append((frozenset({thing.field}), NOTHING_CALLED))
            case m.ReadZone():
                inside.append((frozenset({thing.zone}), NOTHING_CALLED))
            case m.ReadLocal(local) if local.changes:
                inside.append((frozenset({local}), NOTHING_CALLED))
            case m.CanPerform() | m.Function("acting"):
                inside.append((self.everything, NOTHING_CALLED))
            case m.CallValue():
                inside.append((NOTHING, frozenset({thing.value})))
            case m.Can() | s.CallRule():
                inside.append((NOTHING, frozenset({thing.rule})))
        return joined(inside)

    def held(self, thing: Rule | Value) -> Iterable[Zone]:
        """Where the cards lie that amend something while they are held."""
        amendments = thing.amendments if isinstance(thing, Rule) else thing.changes
        for amendment in amendments:
            if amendment.source.card is not None:
                yield from self.zones[amendment.source.card.root]

    def _sorts_in(self, thing: Any) -> Sorts:
        """The sorts of nodes in a tree, without the bodies of statements."""
        if isinstance(thing, list | tuple):
            return NO_SORTS.union(*map(self.sorts, thing))
        if not is_node(thing) or isinstance(thing, Local):
            return NO_SORTS
        parts = [(name, getattr(thing, name)) for name in child_names(type(thing))]
        inside = [self.sorts(part) for name, part in parts if not (name in BODIES and isinstance(part, list))]
        return NO_SORTS.union((sort_of(thing),), *inside)

    # ---- writing ----------------------------------------------------------------------------------------

    def writes(self, *things: Any) -> Places:
        """The state that statements may change, with all that they call."""
        return NOTHING.union(*map(self._written_in, things))

    def _writes_in(self, thing: Any) -> Places:
        found, called = self.written_here(thing)
        return found.union(*(self.writes_of(rule) for rule in called))

    def writes_of(self, rule: Rule) -> Places:
        """The state that a rule may change, with all that it calls."""
        if rule not in self._writes:
            found: set[Place] = set()
            waiting, seen = [rule], {rule}
            while waiting:
                each = waiting.pop()
                if each in self._writes:
                    found |= self._writes[each]
                    continue
                here, called = self.written_here(self._parts_of(each))
                found |= here
                waiting += called - seen
                seen |= called
            self._writes[rule] = frozenset(found)
        return self._writes[rule]

    def _written_here_in(self, thing: Any) -> tuple[Places, frozenset[Rule]]:
        """What a tree writes itself, and which rules it calls."""
        found: set[Place] = set()
        called = frozenset(self.note(thing, found))
        return joined([*map(self.written_here, children(thing)), (frozenset(found), called)])

    def note(self, node: Any, found: set[Place]) -> Iterable[Rule]:
        """Note what one statement writes; the rules that it may call."""
        match node:
            case s.Assign(m.ReadField() as target) | s.Increase(m.ReadField() as target):
                found.add(target.field)
            case s.Assign(m.ReadLocal(local)):
                found.add(local)
            case s.Move():
                found |= self.zones[node.card.root]
            case s.Draw():
                found |= self.zones[node.zone.card.root]
            case s.Shuffle():
                found |= {node.what.zone} if isinstance(node.what, m.ReadZone) else set()
            case s.Pay():
                found |= {purse.field for purse in (node.payer, node.payee) if isinstance(purse, m.ReadField)}
            case s.Turn():
                found.add(self.world.fields["actor"])
            case s.Level():
                every = self.everything
                found |= {f for f in every if isinstance(f, Field) and f.lasts is not None}
            case s.CallRule():
                found |= set(node.rule.fields)
                return [node.rule]
            case s.Perform():
                return self.performed
            case s.Choose() if not node.uninterrupted:
                return self.windows
            case s.OfferWindow():
                return self.windows
        return ()


def joined(found: Sequence[tuple[Places, frozenset[T]]]) -> tuple[Places, frozenset[T]]:
    """Places, and what is called, of several parts; mostly one part has all there is."""
    told = [each for each in found if each[0] or each[1]]
    if len(told) == 1:
        return told[0]
    return NOTHING.union(*(places for places, _ in told)), frozenset().union(*(called for _, called in told))


def sort_of(node: Any) -> Any:
    match node:
        case m.Function(name):
            return name
        case m.CallValue(thing) | m.Can(thing) | m.Const(Rule() as thing) if takes_numbers(thing):
            return TAKES_NUMBERS
    return type(node)


def takes_numbers(thing: Rule | Value) -> bool:
    return any(isinstance(strip(parameter.type), Number) for parameter in thing.parameters)


def asks(x: s.CallRule) -> m.Can:
    """The question whether a call can be done."""
    return m.Can(x.rule, x.arguments)


def asks_itself(rule: Rule) -> m.Can:
    """The question whether a rule can be done with what it was handed."""
    return m.Can(rule, tuple(m.ReadLocal(p, p.type) for p in rule.parameters))


def some(binders: tuple[s.Binder, ...]) -> m.Expression:
    """There is something to choose."""
    first, *others = binders
    return m.Fold("any", first.local, first.source, first.where, some(tuple(others)) if others else None, FLAG)


def bodiless(x: s.Choose | s.Turn | s.Level) -> s.Statement:
    """A statement without those in it."""
    return evolve(x, body=[], ways=(), otherwise=None) if isinstance(x, s.Choose) else evolve(x, body=[])


def is_in(items: m.Expression, local: Local) -> m.Expression:
    """That a local is one of a collection."""
    return m.Contains(items, m.ReadLocal(local, local.type), False)


def members(kind: Kind) -> list[m.Const]:
    """The members of a table as expressions."""
    return [m.Const(number, Entity(kind)) for number in kind.ids]

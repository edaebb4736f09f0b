"""What conditions read and what rules write: fields, zones and names that change, values and calls included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule, Value, Zone
from rulelang.model.expressions import Local
from rulelang.model.proofs.cost import parts_of
from rulelang.model.proofs.likeness import Keys, substituted
from rulelang.model.types import Entity
from rulelang.model.visit import ByNode, walk
from rulelang.model.world import World

Place = Field | Zone | Local
Places = frozenset[Place]
NOTHING: Places = frozenset()


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
        self.inlined = ByNode(inlined)
        self.is_in = ByNode(is_in)
        self.of_each = ByNode(of_each)
        self.read_here = ByNode(self._read_here_in)
        self.reads = ByNode(self._reads_in)
        self._written_in = ByNode(self._writes_in)

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
                here, called = self.read_here(parts_of(each))
                found |= here
                found.update(self.held(each))
                waiting += called - seen
                seen |= called
            self._reads[thing] = frozenset(found)
        return self._reads[thing]

    def _read_here_in(self, thing: Any) -> tuple[Places, set[Rule | Value]]:
        """What a tree reads itself, and what it calls."""
        found: set[Place] = set()
        called: set[Rule | Value] = set()
        for node in walk(thing):
            match node:
                case m.ReadField():
                    found.add(node.field)
                case m.ReadZone():
                    found.add(node.zone)
                case m.ReadLocal(local) if local.changes:
                    found.add(local)
                case m.CanPerform() | m.Function("acting"):
                    found |= self.everything
                case m.CallValue():
                    called.add(node.value)
                case m.Can() | s.CallRule():
                    called.add(node.rule)
        return frozenset(found), called

    def held(self, thing: Rule | Value) -> Iterable[Zone]:
        """Where the cards lie that amend something while they are held."""
        amendments = thing.amendments if isinstance(thing, Rule) else thing.changes
        for amendment in amendments:
            if amendment.source.card is not None:
                yield from self.zones[amendment.source.card.root]

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
                here, called = self.written_here(parts_of(each))
                found |= here
                waiting += called - seen
                seen |= called
            self._writes[rule] = frozenset(found)
        return self._writes[rule]

    def written_here(self, thing: Any) -> tuple[Places, set[Rule]]:
        found: set[Place] = set()
        called: set[Rule] = set()
        for node in walk(thing):
            called.update(self.note(node, found))
        return frozenset(found), called

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


def inlined(e: m.CallValue) -> m.Expression | None:
    """What a value stands for, if nothing changes it."""
    value = e.value
    if value.changes or value.recursive or value.body is None:
        return None
    return substituted(value.body, dict(zip(value.parameters, e.arguments, strict=True)))  # type: ignore[no-any-return]


def is_in(items: m.Expression, local: Local) -> m.Expression:
    """That a local is one of a collection."""
    return m.Contains(items, m.ReadLocal(local, local.type), False)


def of_each(e: m.Fold) -> list[m.Expression]:
    """What a fold asks of one of a table, asked of each of its members."""
    kind = e.source.kind  # type: ignore[union-attr]
    return [substituted(e.where, {e.local: m.Const(number, Entity(kind))}) for number in kind.ids]

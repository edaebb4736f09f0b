"""What may be known of an expression: does it rest only on what its reader may see?

An expression is open if it reads nothing but what is seen by all. For one reader more is known: what
`seen by owner` things hold that are his own. Locals carry hidden things along: a local is closed if
anything hidden may flow into it by a `let`, a `set`, a binder or an argument; that is settled once, for all rules.
What is put into a name where a condition holds tells of the condition too.
And a local is kept if a hidden field is set from it: what was chosen then is told to nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from rulelang.core.needs_order import is_act, is_change, is_mandatory, reach
from rulelang.core.waiting import actions_of
from rulelang.core.weave import weave
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule, Seen, Value, Window, Zone
from rulelang.model.expressions import Expression, Local
from rulelang.model.types import Entity
from rulelang.model.visit import ByNode, child_names, is_node, read_locals, walk
from rulelang.model.world import World

Masks = Mapping[Field | Zone, bool]
NO_MASKS: Masks = {}


@frozen
class Reader:
    """Somebody who reads: which locals are his own, which he knows, and whether he has the turn."""

    mine: frozenset[Local] = frozenset()
    trusted: frozenset[Local] = frozenset()
    is_actor: bool = False
    masks: Masks = NO_MASKS

    def with_locals(self, bound: Iterable[tuple[Local, bool]]) -> Reader:
        """Knows these locals besides, of which some are his own."""
        pairs = list(bound)
        trusted = self.trusted | {i for i, _ in pairs}
        return evolve(self, trusted=trusted, mine=self.mine | {i for i, own in pairs if own})


ANYBODY = Reader()
# A value or rule, which of its parameters are the reader's own, and whether he has the turn.
Asked = tuple[Value | Rule, frozenset[Local], bool]


class Knowledge:
    """Which expressions a reader may know the value of."""

    def __init__(self, world: World, is_secret: Callable[[s.Choose], bool], announces: bool = False) -> None:
        self.world = world
        self.is_secret = is_secret
        self.closed: set[Local] = set()
        self.kept: set[Local] = set()
        self._busy: set[Asked] = set()
        self._found: dict[Asked, bool] = {}
        self._circles = 0  # how often something was met that was being looked at already
        self._asked = ByNode(asked_in_front)
        self._bodies = [node for rule in self.world.rules.values() for node in walk(rule.bodies)]
        self.announced = {local for node in self._bodies for local in self.seen_in(node)} if announces else set()
        self._flows = [flow for node in self._bodies for flow in self.flows(node)]
        self._around = [pair for rule in self.world.rules.values() for pair in told_by_putting(rule)]
        while self.close_locals():
            pass
        while self.keep_locals():
            pass

    def seen_in(self, node: Any) -> Iterator[Local]:
        """What is chosen before all eyes, and pieces that are moved: seen, whatever it hung on that they could be."""
        match node:
            case s.Choose() if not self.is_secret(node):
                yield from (binder.local for binder in node.all_binders)
            case s.Binder(Local(type=Entity(kind)) as local) if kind.sort == "piece":
                yield local

    def is_open(self, e: Expression) -> bool:
        """May everybody know the value?"""
        return self.knows(e, ANYBODY)

    # ---- expressions ------------------------------------------------------------------------------------

    def knows(self, e: Expression, who: Reader) -> bool:
        """May this reader know the value?"""
        match e:
            case m.ReadLocal(local):
                return local in who.trusted or local not in self.closed
            case m.ReadField(field, of, keys):
                at = (of,) if of is not None else keys
                return self.thing(field, field.seen.by, at, who) and self.all_known((*at, *keys), who)
            case m.ReadZone(zone, of):
                return self.thing(zone, zone.seen.by, [of], who) and self.all_known((of,), who)
            case m.Function("count" | "some", (m.ReadZone(zone, of),)):
                return self.zone_part(zone, "count", of, who)
            case m.Function("first", (m.ReadZone(zone, of),)):
                return self.zone_part(zone, "top", of, who)
            case m.Fold():
                return self.fold(e, who)
            case m.CallValue(value, arguments):
                return self.all_known(arguments, who) and self.value(value, arguments, who)
            case m.Can(rule, arguments):
                return self.all_known(arguments, who) and self.rule(rule, arguments, who)
            case m.CanPerform(action, arguments):
                return self.all_known((action, *arguments), who) and self.any_action(action, who)
            case _:
                return self.all_known(children(e), who)

    def all_known(self, expressions: Iterable[Expression | None], who: Reader) -> bool:
        return all(e is None or self.knows(e, who) for e in expressions)

    def thing(self, thing: Any, by: str | None, at: Sequence[Expression | None], who: Reader) -> bool:
        """A field or zone: open, or the reader's own."""
        own = any(e is not None and self.is_mine(e, who) for e in at)
        masked = who.masks.get(thing)
        return (by == "all" or (by == "owner" and own)) and (masked is None or (masked and own))

    def zone_part(self, zone: Any, part: str, of: Expression | None, who: Reader) -> bool:
        seen: Seen = zone.seen
        words = (seen.by, getattr(seen, part))
        return any(self.thing(zone, by, [of], who) for by in words) and self.all_known((of,), who)

    def is_mine(self, e: Expression, who: Reader) -> bool:
        """Is it surely the reader himself, or something of his?"""
        match e:
            case m.ReadLocal(local):
                return local in who.mine
            case m.ReadField(field):
                return who.is_actor and field is self.world.fields["actor"]
            case m.Function("owner_of", (of,)):
                return self.is_mine(of, who)
            case _:
                return False

    def fold(self, e: m.Fold, who: Reader) -> bool:
        bare = e.where is None and e.body is None and e.how in ("count", "any")
        if bare and isinstance(e.source, m.ReadZone):
            return self.zone_part(e.source.zone, "count", e.source.of, who)
        own = isinstance(e.source, m.Owned) and self.is_mine(e.source.of, who)
        inner = who.with_locals([(e.local, own)])
        return self.knows(e.source, who) and self.all_known((e.where, e.body), inner)

    def any_action(self, action: Expression, who: Reader) -> bool:
        """Whichever action it is, may the reader know whether it can be done?"""
        return all(self.rule(rule, (), who) for rule in actions_of(self.world, action))

    # ---- values and rules -------------------------------------------------------------------------------

    def inside(self, parameters: tuple[Local, ...], arguments: tuple[Expression, ...], who: Reader) -> Reader:
        """The reader in the body of what is called: of its caller's locals nothing is to be seen there."""
        mine = frozenset(p for p, a in zip(parameters, arguments, strict=False) if self.is_mine(a, who))
        return evolve(who, trusted=frozenset(parameters), mine=mine)

    def value(self, value: Value, arguments: tuple[Expression, ...], who: Reader) -> bool:
        return self.called(value, self.inside(value.parameters, arguments, who))

    def rule(self, rule: Rule, arguments: tuple[Expression, ...], who: Reader) -> bool:
        """May the reader know whether the needs of a rule hold?"""
        return self.called(rule, self.inside(rule.parameters, arguments, who))

    def called(self, thing: Value | Rule, who: Reader) -> bool:
        """May the reader know what is called? What is being looked at already adds nothing new.

        An answer is kept unless a circle was taken to be known for it, which it may turn out not to be.
        """
        asked = (thing, who.mine, who.is_actor)
        if who.masks is NO_MASKS and asked in self._found:
            return self._found[asked]
        if asked in self._busy:
            self._circles += 1
            return True
        before = self._circles
        self._busy.add(asked)
        known = self.value_parts(thing, who) if isinstance(thing, Value) else self.needs(thing, who)
        self._busy.remove(asked)
        if who.masks is NO_MASKS and (not known or self._circles == before or not self._busy):
            self._found[asked] = known
        return known

    def value_parts(self, value: Value, who: Reader) -> bool:
        holders = [h for c in value.changes for h in (c.source.holder, c.source.self_) if h is not None]
        inner = who.with_locals((h, False) for h in holders)
        return self.all_known([value.body, *(e for c in value.changes for e in (c.guard, c.amount))], inner)

    def needs(self, rule: Rule, who: Reader) -> bool:
        nodes, bound = self._asked(rule)
        inner = who.with_locals((local, False) for local in bound)
        return all(self.is_asked_openly(n, inner) for n in nodes)

    def knows_window(self, window: Window, who: Reader = ANYBODY) -> bool:
        """May the reader know whether, and for what, a window can be used?"""
        choices = [x for x in window.rule.body if isinstance(x, s.Choose)]
        return (
            self.all_known((window.guard,), who)
            and self.rule(window.rule, (), who)
            and all(self.knows_choice(x, who) for x in choices[:1])
        )

    def knows_choice(self, choose: s.Choose, who: Reader = ANYBODY) -> bool:
        """May the reader know what there is to choose?"""
        inner = who.with_locals((binder.local, False) for binder in choose.all_binders)
        nodes = [n for way in choose.ways for n in (way, *in_front(way.body))]
        return all(self.is_asked_openly(node, inner) for node in (*choose.all_binders, *nodes))

    def is_asked_openly(self, node: Any, who: Reader) -> bool:
        """May the reader know what a statement in front of a rule asks?"""
        match node:
            case s.CallRule(rule, arguments):
                return self.rule(rule, arguments, who)
            case s.Perform(action):
                return self.knows(action, who) and self.any_action(action, who)
            case _:
                return self.all_known(asked_by(node), who)

    # ---- closed locals ----------------------------------------------------------------------------------

    def close_locals(self) -> bool:
        """One pass over all rules; true if more locals were found closed."""
        before = len(self.closed)
        self._found.clear()
        for local, e in self._flows:
            if local not in self.closed and not self.is_open(e):
                self.closed.add(local)
        for asking, locals_ in self._around:
            if not locals_ <= self.closed and self.is_told_secretly(asking):
                self.closed |= locals_
        return len(self.closed) > before

    def is_told_secretly(self, asking: Any) -> bool:
        """Does it hang on something hidden what is done in a statement?"""
        if isinstance(asking, s.Choose) and self.is_secret(asking):
            return True
        return not self.all_known(steered_by(asking), ANYBODY)

    def keep_locals(self) -> bool:
        """One pass over all rules; true if more locals were found that hidden fields are set from."""
        before = len(self.kept)
        for node in self._bodies:
            match node:
                case s.Assign(m.ReadField(field), value) | s.Increase(m.ReadField(field), value):
                    if field.seen.by != "all":
                        self.kept |= set(read_locals(value))
                case s.Binder():
                    pass
                case _:
                    for local, e in self.flows(node):
                        if local in self.kept:
                            self.kept |= set(read_locals(e))
        return len(self.kept) > before

    def flows(self, node: Any) -> Iterator[tuple[Local, Expression]]:
        """Into which locals a node puts which values."""
        match node:
            case s.Let(local, value) | s.Assign(m.ReadLocal(local), value):
                yield local, value
            case s.Binder(local, source, where):
                yield local, source
                if where is not None and local not in self.announced:
                    yield local, where
            case s.Choose() if self.is_secret(node):
                self.closed |= {b.local for b in node.all_binders}
            case s.CallRule(rule, arguments):
                yield from zip(rule.parameters, arguments, strict=False)
            case s.Perform(action, arguments):
                given = (action.of, *arguments) if isinstance(action, m.EffectOf) else arguments
                for rule in actions_of(self.world, action):
                    yield from zip(rule.parameters, given, strict=False)
            case _:
                pass


def children(e: Expression) -> Iterator[Expression]:
    """The expressions right inside one."""
    kind: Any = type(e)
    for name in child_names(kind):
        inside = getattr(e, name)
        for item in inside if isinstance(inside, tuple) else (inside,):
            if is_node(item) and not isinstance(item, Local):
                yield item


def in_front(body: s.Body) -> Iterator[Any]:
    """What a body asks up to the first thing it does, and what that asks if it is a choice or a call."""
    for statement in body:
        if is_change(statement):
            return
        if isinstance(statement, s.Choose):
            if is_mandatory(statement):
                yield from walk([statement.binders, statement.ways])
            return
        yield from walk(statement)
        if any(is_act(n) or (isinstance(n, s.CallRule) and reach(n.rule).acts) for n in walk(statement)):
            return


def asked_in_front(rule: Rule) -> tuple[list[Any], list[Local]]:
    """The statements in front of a rule that ask or call something, and the locals that are bound there."""
    parts = weave(rule).parts
    nodes = list(walk(parts)) if reach(rule).late else [n for part in parts for n in in_front(part)]
    asking = [node for node in nodes if isinstance(node, s.CallRule | s.Perform) or asked_by(node)]
    return asking, list(bound_in(nodes))


def asked_by(node: Any) -> tuple[Expression | None, ...]:
    """What a statement in front of a rule asks."""
    match node:
        case s.Need(condition) | s.If(condition):
            return (condition,)
        case s.Let(_, value) | s.Assign(m.ReadLocal(), value):
            return (value,)
        case s.Binder(_, source, where):
            return (source, where)
        case s.HeldChoice() | s.Way():
            return (node.guard,)
        case s.Pay(amount, payer):
            return (amount, payer)
        case _:
            return ()


def told_by_putting(rule: Rule) -> Iterator[tuple[Any, set[Local]]]:
    """Statements that steer what is put into names: with those in them, or all of the rule if it may be left there."""
    put = put_into(rule.bodies)
    if not put:
        return
    for node in walk(rule.bodies):
        if steered_by(node) or isinstance(node, s.Choose):
            leaves = any(isinstance(inner, s.Stop) for inner in walk(node))
            yield node, put if leaves else put_into(node)


def put_into(thing: Any) -> set[Local]:
    """The names that something is put into."""
    targets = [node.target for node in walk(thing) if isinstance(node, s.Assign)]
    return {target.local for target in targets if isinstance(target, m.ReadLocal)}


def steered_by(node: Any) -> tuple[Expression | None, ...]:
    """What decides whether, and how often, the bodies in a statement are done."""
    match node:
        case s.If(condition):
            return (condition,)
        case s.Repeat(_, count, condition):
            return (count, condition)
        case s.Each(binders) | s.Choose(binders):
            return tuple(e for binder in binders for e in (binder.source, binder.where))
        case s.Way() | s.HeldChoice():
            return (node.guard,)
        case _:
            return ()


def bound_in(nodes: list[Any]) -> Iterator[Local]:
    """The locals that statements bind."""
    for node in nodes:
        match node:
            case s.Let(local) | s.Binder(local):
                yield local
            case s.ForHolders() | s.HeldChoice():
                yield from (node.holder, node.self_)
            case _:
                pass

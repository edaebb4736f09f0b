"""What must hold where a rule does something, and nobody has asked whether it does.

A rule with needs is done only where they hold: they follow from what is known on the way there, or somebody
asked `can`, or the rule that calls it is itself asked first. What stands in front of the first decision of a
rule is part of what `can` asks of it; what comes behind, and what the round does by itself, nobody asks.

A choice that must be made is such a need too: something must be there to choose. Numbers make claims: a payment that
there is so much, a place in a list that the list is so long. What a rule does not know of them, its callers must.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from attrs import define, evolve, field, frozen

from rulelang.checks.apart import kept_for_each
from rulelang.checks.numbers import Claim, claims, is_doubtful, numbers_after, only_grown, settled, wrong_numbers
from rulelang.checks.roots import outside_of_rules
from rulelang.core.needs_order import is_act, is_mandatory, reach
from rulelang.core.weave import weave
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import guards as say
from rulelang.interrupts import look_up
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.expressions import Local
from rulelang.model.proofs.known import NO_RANGES, Known, Ranges, is_number
from rulelang.model.proofs.likeness import LARGEST
from rulelang.model.proofs.touched import NOTHING, Places, Touched
from rulelang.model.types import FLAG
from rulelang.model.visit import ByNode, free_locals, walk
from rulelang.model.world import World
from rulelang.source import LoweredSpan, Span

UNKNOWN = m.Const(None, FLAG)
ROUND = frozenset({"main", "begin", "phase", "turn", "finish", "between"})


@frozen(eq=False)
class Duty:
    """A condition that must hold at a place: a need, or that there is something to choose."""

    condition: m.Expression
    of: s.Need | s.Choose | s.Perform
    span: Span
    asked: Rule | None = None  # the rule that could have been asked
    called: bool = False  # by a line of the author, which is where to ask


@define(eq=False)
class Path:
    """Where a walk through a rule has come to."""

    rule: Rule
    known: Known
    decided: bool = False  # what follows is no part of what `can` asks
    is_way: bool = False  # which is not tried out: only what stands in front of the first thing it does is asked
    written: Places = NOTHING
    lets: dict[Local, m.Expression] = field(factory=dict)
    open: list[Duty] = field(factory=list)
    claims: list[Claim] = field(factory=list)
    over: bool = False


class Guards:
    """Goes through all rules of a world."""

    def __init__(self, world: World, touched: Touched, literal: bool = False, ranges: Ranges = NO_RANGES) -> None:
        self.world = world
        self.touched = touched
        self.found: list[Diagnostic] = []
        self._fronts: dict[Rule, list[Duty]] = {}
        self._claims: dict[Rule, list[Claim]] = {}
        self._decides: dict[Rule, bool] = {}
        self._so_many: dict[s.Choose, m.Expression] = {}  # what choices of several things need
        self._opened = ByNode(self.opened_by_front)
        self.nothing = Known(self.touched, self.opened, literal, ranges=ranges)

    def problems(self) -> list[Diagnostic]:
        for rule in self.world.rules.values():
            self.front(rule)
        for name, thing in outside_of_rules(self.world) if self.nothing.ranges else ():
            for claim in claims(thing, self.nothing):
                self.tell_claim(evolve(claim, rule=name))
        return self.found

    # ---- rules ---------------------------------------------------------------------------------------------

    def front(self, rule: Rule) -> list[Duty]:
        """What must hold for a rule to be done, in terms of its parameters."""
        if rule not in self._fronts:
            look_up()
            self._fronts[rule] = []  # a rule that comes back to itself is asked by itself
            path = Path(rule, self.nothing, decided=rule.role == "setup")
            self.walk(weave(rule).body, path)
            self._fronts[rule] = path.open
            self._claims[rule] = self.left_to_callers(rule, path.claims)
            self._decides[rule] = path.decided
        return self._fronts[rule]

    def opened(self, e: m.Can) -> list[m.Expression] | None:
        """The conditions that together mean that a rule can be done, if they can be said outside of it."""
        self.front(e.rule)
        return self._opened(e) if e.rule in self._decides else self.opened_by_front(e)

    def opened_by_front(self, e: m.Can) -> list[m.Expression] | None:
        values = dict(zip(e.rule.parameters, e.arguments, strict=True))
        conditions = [duty.condition for duty in self._fronts[e.rule]]
        if any(is_can(c, e.rule) for c in conditions):
            return None
        return [self.touched.replaced(condition, values) for condition in conditions]

    # ---- duties --------------------------------------------------------------------------------------------

    def must(self, path: Path, duty: Duty) -> None:
        """Something must hold here."""
        truth = path.known.truth(duty.condition)
        if truth is True or path.known.was_asked(duty.condition):
            return
        if path.decided:
            self.tell(duty, truth is False)
        else:
            path.open.append(evolve(duty, condition=self.outside(duty.condition, path)))

    def outside(self, condition: m.Expression, path: Path) -> m.Expression:
        """A condition as whoever calls the rule could ask it; else he can only ask the rule itself."""
        said = self.touched.replaced(condition, path.lets)
        names_all = all(local in path.rule.parameters for local in free_locals(said))
        is_as_before = not self.touched.reads(condition) & path.written
        return said if names_all and is_as_before else self.touched.asks_itself(path.rule)

    def tell(self, duty: Duty, never: bool) -> None:
        """Word a duty that nobody has seen to; what mechanisms do is theirs to answer for."""
        of = duty.of
        if isinstance(duty.span, LoweredSpan) and not (never and isinstance(of, s.Choose)):
            return
        called = duty.asked.name if duty.asked is not None else "perform"
        if isinstance(of, s.Choose) and never:
            self.found.append(say.never_a_choice(of.span))
        elif isinstance(of, s.Choose) and not isinstance(of.span, LoweredSpan):
            self.found.append(say.no_choice(of.span, of.rule.name if of.rule is not None else ""))
        elif never:
            self.found.append(say.never_possible(duty.span, called, of.span))
        else:
            whose = of.rule.name if isinstance(of, s.Need | s.Choose) and of.rule is not None else called
            self.found.append(say.need_not_asked(duty.span, called, of.span, whose))

    # ---- numbers -------------------------------------------------------------------------------------------

    def look(self, x: s.Statement, path: Path) -> None:
        """Look at the numbers in a statement itself, without the bodies in it."""
        wrong = list(wrong_numbers(x, path.known))
        self.found += wrong
        for claim in claims(x, path.known) if self.nothing.ranges and not wrong else ():
            self.claim(evolve(claim, rule=path.rule.name), path)

    def claim(self, claim: Claim, path: Path) -> None:
        """Something that nobody knows here: whoever calls the rule may know it."""
        said = self.outside(claim.condition, path)
        if is_can(said, path.rule):
            self.tell_claim(claim)
        else:
            path.claims.append(evolve(claim, condition=said))

    def left_to_callers(self, rule: Rule, found: list[Claim]) -> list[Claim]:
        """What those who call a rule must know. The round has nothing to know; a mechanism knows its own figures."""
        has_callers = rule in self.touched.called and rule.role == "rule"
        is_mechanical = rule in self.touched.called_by_mechanisms
        for claim in found if is_mechanical or not has_callers else ():
            if not is_mechanical or not any(is_number(p.type) for p in free_locals(claim.condition)):
                self.tell_claim(claim)
        return found if has_callers else []

    def tell_claim(self, claim: Claim) -> None:
        if not isinstance(claim.span, LoweredSpan):
            self.found.append(claim.word(claim.span, rule=claim.rule))

    # ---- statements ----------------------------------------------------------------------------------------

    def walk(self, body: s.Body, path: Path) -> None:
        for statement in body:
            if path.over:
                return
            self.step(statement, path)
            path.decided |= path.is_way and acts(statement)

    def branch(self, body: s.Body, path: Path, known: Known, guard: m.Expression = UNKNOWN) -> Path:
        """A body on a path of its own; its duties are those of the path, if its guard holds."""
        inner = evolve(path, known=known, lets=dict(path.lets), open=[], claims=[])
        self.walk(body, inner)
        unless = UNKNOWN if guard is UNKNOWN else self.touched.negated(guard)
        for claim in inner.claims:
            said = claim.condition if guard is UNKNOWN else self.touched.either(unless, claim.condition)
            self.claim(evolve(claim, condition=said), path)
        for duty in inner.open:
            condition = self.touched.asks_itself(path.rule)
            if guard is not UNKNOWN and not is_can(duty.condition, path.rule):
                condition = self.outside(self.touched.either(unless, duty.condition), path)
            path.open.append(evolve(duty, condition=condition))
        path.decided |= inner.decided
        return inner

    def passes(self, body: s.Body, path: Path, known: Known) -> None:
        """The body of a loop: what it decides in a pass, it has decided before all that come after it."""
        before = path.decided
        self.branch(body, path, known)
        if path.decided and not before:
            self.branch(body, path, known)

    def wrote(self, path: Path, places: Places, grown: Places = NOTHING) -> None:
        path.known = path.known.without(places, grown)
        path.written |= places

    def fill(self, path: Path, x: s.Assign | s.Increase | s.Pay) -> None:
        """Fields hold something else; what numbers is known from what they held."""
        found = dict(numbers_after(x, path.known))
        self.wrote(path, self.touched.writes(x), only_grown(x, path.known))
        for target, number in found.items():
            path.known = path.known.written(target, number)

    def step(self, x: s.Statement, path: Path) -> None:
        if isinstance(x, s.Repeat):  # its condition is asked before every pass
            self.wrote(path, self.touched.writes(x.body))
        self.look(x, path)
        match x:
            case s.Let():
                self.let(x, path)
            case s.Assign(m.ReadLocal(local), value):
                path.known = path.known.put(local, value)
                path.written |= {local}
            case s.Need():
                self.need(x, path)
            case s.If():
                self.if_(x, path)
            case s.Choose():
                self.choose(x, path)
            case s.Each(binders, body):
                every = kept_for_each(x, path.known)
                self.wrote(path, self.touched.writes(body))
                path.decided |= x.picker is not None
                self.passes(body, path, reduce(Known.given, every, bound(path.known, binders)))
            case s.Repeat():
                self.repeat(x, path)
            case s.CallRule():
                self.call(x, path)
            case s.Perform(action, arguments):
                if any(self.front(rule) for rule in self.touched.performed):
                    self.must(path, Duty(m.CanPerform(action, arguments), x, x.span))
                self.wrote(path, self.touched.writes(x))
                path.decided = True
            case s.Turn(_, body) | s.Level(_, _, body):
                self.wrote(path, self.touched.writes(self.touched.bodiless(x)))
                path.decided = True
                self.walk(body, path)
                path.over = False
            case s.ForHolders(body=body) | s.Part(body):
                self.wrote(path, self.touched.writes(body))
                self.branch(body, path, path.known)
            case s.HeldChoice():
                self.wrote(path, self.touched.writes(x.then, x.otherwise))
                for part in (x.then, x.otherwise):
                    self.branch(part, path, path.known)
            case s.Stop():
                path.over = x.after is None
            case s.Assign() | s.Increase() | s.Pay():
                self.fill(path, x)
            case _:
                self.wrote(path, self.touched.writes(x))
                path.decided |= isinstance(x, s.OfferWindow)

    def let(self, x: s.Let, path: Path) -> None:
        path.known = path.known.let(x.local, x.value)
        # What it was at the start, callers can ask.
        if not x.local.changes and not self.touched.reads(x.value) & path.written:
            said = self.touched.replaced(x.value, path.lets)
            if sum(1 for _ in walk(said)) <= LARGEST:
                path.lets[x.local] = said

    def need(self, x: s.Need, path: Path) -> None:
        self.must(path, Duty(x.condition, x, x.span, path.rule))
        path.known = path.known.given(x.condition)
        if x.choice is not None:
            self._so_many[x.choice] = x.condition

    def repeat(self, x: s.Repeat, path: Path) -> None:
        self.passes(x.body, path, path.known.given(x.condition))
        path.known = self.asked_anew(path.known, [self._so_many[c] for c in x.body if c in self._so_many])

    def if_(self, x: s.If, path: Path) -> None:
        truth = path.known.truth(x.condition)
        branches = ((True, x.then, x.condition), (False, x.otherwise, self.touched.negated(x.condition)))
        decided, inner = path.decided, list[tuple[bool, Path]]()
        for holds, body, guard in branches:
            if truth is not (not holds):
                # What one branch decides is nothing to the other.
                start = evolve(path, decided=decided)
                known = path.known.given(x.condition, holds) if body else path.known  # who does nothing asks nothing
                inner.append((holds, self.branch(body, start, known, guard)))
                path.decided |= start.decided
        ends = [(holds, each.known) for holds, each in inner if not each.over]
        writes = self.touched.writes(x.then, x.otherwise)
        if len(ends) == 1:
            ((holds, known),) = ends
            path.known = known if known is not path.known else known.given(x.condition, holds)
        else:
            path.known = path.known.without(writes)
        path.written |= writes
        path.over = not ends

    def choose(self, x: s.Choose, path: Path) -> None:
        before = path.known
        condition = self.has_options(x, path)
        if condition is not None:
            self.must(path, Duty(condition, x, x.span, path.rule))
        path.decided = True
        self.wrote(path, self.touched.writes(self.touched.bodiless(x)))
        known = bound(path.known, x.binders)
        for way in x.ways:  # what its body needs is asked before the way is offered
            guarded = bound(known.given(way.guard), way.binders)
            inner = Path(path.rule, guarded, is_way=True, lets=dict(path.lets), written=path.written)
            self.walk(way.body, inner)
            for claim in inner.claims:
                self.claim(claim, path)
        self.branch(x.body, path, known)
        self.branch(x.otherwise or [], path, before)
        if x.binders and not x.body and not x.optional:
            path.known = known
        self.wrote(path, self.touched.writes(x.body, *(way.body for way in x.ways), x.otherwise))

    def has_options(self, x: s.Choose, path: Path) -> m.Expression | None:
        """That there is something to choose, where nothing is said for the case that there is not."""
        if x.chance and not x.otherwise and not x.body and not x.optional:
            return self.touched.some(x.binders)
        if not is_mandatory(x):
            return None
        if x.ways:
            return self.some_way(x, path)
        return self.touched.some(x.binders)

    def some_way(self, x: s.Choose, path: Path) -> m.Expression:
        found: m.Expression = m.Const(False, FLAG)
        for way in x.ways:
            inner = Path(path.rule, bound(path.known.given(way.guard), way.binders))
            self.walk(way.body, inner)
            each = way.guard or m.Const(True, FLAG)
            if way.binders:
                each = m.Junction("and", each, UNKNOWN if inner.open else self.touched.some(way.binders))
            for duty in inner.open if not way.binders else ():
                each = m.Junction("and", each, UNKNOWN if is_can(duty.condition, path.rule) else duty.condition)
            found = m.Junction("or", found, each)
        return found

    def call(self, x: s.CallRule, path: Path) -> None:
        asked = self.touched.asks(x)
        values = dict(zip(x.rule.parameters, x.arguments, strict=True))
        duties = self.front(x.rule)
        if duties and path.known.truth(asked) is not True and not path.known.was_asked(asked):
            for duty in duties:
                own = is_can(duty.condition, x.rule)
                condition = asked if own else self.touched.replaced(duty.condition, values)
                here = duty if duty.called or is_made(x) else evolve(duty, span=x.span, asked=x.rule, called=True)
                self.must(path, evolve(here, condition=condition))
        for claim in self._claims.get(x.rule, ()):
            said = evolve(claim, condition=self.touched.replaced(claim.condition, values))
            if is_doubtful(said.condition, path.known):
                self.claim(said, path)
        path.known = path.known.given(asked)
        needed = [asked, *(self.touched.replaced(duty.condition, values) for duty in duties)]
        path.known = self.asked_anew(path.known, needed)
        self.wrote(path, self.touched.writes(x))
        path.decided |= self._decides.get(x.rule, True)

    def asked_anew(self, known: Known, needed: Iterable[m.Expression]) -> Known:
        """Once something is done, it is another question whether it can be done again."""
        return known.forget([self.touched.keys.condition(each, known.names)[0] for each in needed])


class Settled(Guards):
    """Notes what every comparison says; one that stands in several places must say the same in all."""

    def __init__(self, world: World, touched: Touched) -> None:
        super().__init__(world, touched, literal=True)
        self.seen: dict[Span, set[bool | None]] = {}

    def look(self, x: s.Statement, path: Path) -> None:
        for e, truth in settled(x, path.known):
            self.seen.setdefault(e.span, set()).add(truth)


def bound(known: Known, binders: tuple[s.Binder, ...]) -> Known:
    for binder in binders:
        known = known.bound_to(binder.local, binder.source, binder.where)
    return known


def acts(statement: s.Statement) -> bool:
    """Does a statement change the game, or ask somebody?"""
    return any(is_act(n) or (isinstance(n, s.CallRule) and reach(n.rule).acts) for n in walk(statement))


def is_made(x: s.CallRule) -> bool:
    """Does a mechanism or the round do this call?"""
    return isinstance(x.span, LoweredSpan) or x.rule.role in ROUND


def is_can(e: m.Expression, rule: Rule) -> bool:
    return isinstance(e, m.Can) and e.rule is rule

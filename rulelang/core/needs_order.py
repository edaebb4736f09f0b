"""What rules may do, calls included: whether they act, whether they can be impossible, whether they must be tried.

Rules call one another, sometimes in circles and sometimes in very long chains. So each fact is settled for
all rules that can be reached at once: first what a rule shows by itself, then what it has from those it calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from attrs import frozen

from rulelang.core.weave import weave
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.expressions import Local
from rulelang.model.visit import child_names, is_node, walk

CHANGES = (s.Change, s.Reveal, s.Turn, s.Level, s.OfferWindow, s.Stop)
ENDS = (s.Choose, s.Perform, s.Turn, s.Level, s.OfferWindow)


@frozen
class Reach:
    """`acts`: changes something or asks somebody; `needs`: may be impossible; `late`: needs after it has acted."""

    acts: bool
    needs: bool
    late: bool


_KNOWN: WeakKeyDictionary[Rule, Reach] = WeakKeyDictionary()


def reach(rule: Rule) -> Reach:
    if rule not in _KNOWN:
        settle(rule)
    return _KNOWN[rule]


def settle(start: Rule) -> None:
    """Find out about a rule and all that it can reach."""
    calls = calls_of_new(start)
    known = [(rule, _KNOWN[rule]) for others in calls.values() for rule in others if rule in _KNOWN]
    acting = spread(
        {rule for rule in calls if any(is_act(n) for n in walk(rule.bodies))} | {r for r, each in known if each.acts},
        calls,
    )
    early = {rule: called(until_decided(rule.bodies)) for rule in calls}
    needy = spread({*filter(shows_need, calls)} | {rule for rule, each in known if each.needs}, early)
    facts = Facts(acting, needy)
    early = {rule: list(facts.called_early(rule)) for rule in calls}
    late = spread({*filter(facts.is_late, calls)} | {rule for rule, each in known if each.late}, early)
    for rule in calls:
        _KNOWN[rule] = Reach(rule in acting, rule in needy, rule in late)


def calls_of_new(start: Rule) -> dict[Rule, list[Rule]]:
    """A rule and those it calls, directly or not, that nothing is known of, with those that each calls."""
    found: dict[Rule, list[Rule]] = {}
    waiting = [start]
    while waiting:
        rule = waiting.pop()
        if rule not in found and rule not in _KNOWN:
            found[rule] = called(walk(rule.bodies))
            waiting += reversed(found[rule])
    return found


def spread(found: set[Rule], calls: Mapping[Rule, Iterable[Rule]]) -> set[Rule]:
    """The rules that have something themselves, and those that call one that has it."""
    callers: dict[Rule, list[Rule]] = {}
    for rule, others in calls.items():
        for other in others:
            callers.setdefault(other, []).append(rule)
    waiting = list(found)
    while waiting:
        new = [caller for caller in callers.get(waiting.pop(), ()) if caller not in found]
        found.update(new)
        waiting += new
    return found


def called(nodes: Iterable[Any]) -> list[Rule]:
    return [node.rule for node in nodes if isinstance(node, s.CallRule)]


def is_change(node: Any) -> bool:
    """Does a statement change the game? What is put into a name is gone with it."""
    return isinstance(node, CHANGES) and not (isinstance(node, s.Assign) and isinstance(node.target, m.ReadLocal))


def is_act(node: Any) -> bool:
    return is_change(node) or isinstance(node, s.Choose | s.Perform)


def is_pure(body: s.Body) -> bool:
    """Does a body only ask, and put things into names?"""
    return not any(is_act(node) or isinstance(node, s.CallRule) for node in walk(body))


def shows_need(rule: Rule) -> bool:
    if any(a.how == "forbid" for a in rule.amendments):
        return True
    return any(is_need(node) for node in until_decided(rule.bodies))


def is_need(node: Any) -> bool:
    return isinstance(node, s.Need) or (isinstance(node, s.Choose) and is_mandatory(node))


def is_mandatory(x: s.Choose) -> bool:
    """Must something be there to choose?"""
    return not (x.chance or x.optional or x.otherwise is not None or (x.binders and x.body))


def until_decided(thing: Any) -> Iterator[Any]:
    """A node and everything in it, without what comes of its decisions."""
    if isinstance(thing, list | tuple):
        for item in thing:
            yield from until_decided(item)
    elif is_node(thing) and not isinstance(thing, Local):
        yield thing
        if not isinstance(thing, s.Choose):
            for name in child_names(type(thing)):
                yield from until_decided(getattr(thing, name))


@frozen
class Facts:
    """Needs that come late, once it is known which rules act and which have needs."""

    acting: set[Rule]
    needy: set[Rule]

    def has_needs(self, body: Any) -> bool:
        """Are there needs in a body, up to its decisions?"""
        nodes = until_decided(body)
        return any(is_need(n) or (isinstance(n, s.CallRule) and n.rule in self.needy) for n in nodes)

    def acts(self, statement: Any) -> bool:
        nodes = walk(statement)
        return any(is_change(n) or (isinstance(n, s.CallRule) and n.rule in self.acting) for n in nodes)

    def is_late(self, rule: Rule) -> bool:
        """Are there needs behind the first thing it does, before any decision, its calls aside?"""
        woven = weave(rule)
        return any(self.is_late_body(part) for part in woven.parts) or any(map(self.has_needs, woven.afters))

    def is_late_body(self, body: s.Body) -> bool:
        done = False
        for statement in body:
            if isinstance(statement, ENDS):
                return False
            if done and self.has_needs([statement]):
                return True
            done = done or self.acts(statement)
            if isinstance(statement, s.If) and any(map(self.is_late_body, (statement.then, statement.otherwise))):
                return True
        return False

    def called_early(self, rule: Rule) -> Iterator[Rule]:
        """Rules that it calls before any decision."""
        for part in weave(rule).parts:
            yield from self.called_in(part)

    def called_in(self, body: s.Body) -> Iterator[Rule]:
        for statement in body:
            if isinstance(statement, ENDS):
                return
            if isinstance(statement, s.CallRule):
                yield statement.rule
            elif isinstance(statement, s.If):
                yield from self.called_in(statement.then)
                yield from self.called_in(statement.otherwise)

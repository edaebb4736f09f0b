"""What the engine relies on: every step between two decisions ends, and needs come first.

Rules, and values, call one another in a circle only with a number that goes down, a loop of unknown length
has a decision in every pass, and a need stands before the first thing its rule does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.diagnostics.wording import structure as say
from rulelang.interrupts import look_up
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule, Value
from rulelang.model.proofs.cost import Effort, calls, limit_chains, limit_work, parts_of
from rulelang.model.proofs.decreasing import Graph, Thing, counts_down
from rulelang.model.proofs.loops import missing
from rulelang.model.resolve.starts import check_starts
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.source import Span

# A line that says this was not read.
UNREAD = frozenset({"unknown-keyword", "foreign-word", "misspelt-verb"})
DOES = s.Change | s.Choose | s.Perform | s.CallRule | s.Turn


def prove(world: World) -> Effort | None:
    """Report what can not be shown to end; what things take, if all can."""
    called = calls()
    if limit_chains(world, called):
        return None
    find_circles(world)
    unread = [problem.span for problem in world.problems if problem.slug in UNREAD]
    for rule in world.rules.values():
        look_up()
        for body in rule.bodies:
            check_loops(world, body, unread)
            check_needs(world, rule, body)
    if world.problems:
        return None
    effort = Effort(world, called=called)
    limit_work(effort)
    check_starts(world)
    return effort


# ---- circles ------------------------------------------------------------------------------------------


def links_of(thing: Thing, performed: Iterable[Rule]) -> list[Thing]:
    """What a rule or value calls, amendments included; `perform` may call any action or effect."""
    found: dict[Thing, None] = {}
    for node in walk(parts_of(thing) if isinstance(thing, Value) else thing.bodies):
        if isinstance(node, s.CallRule) and isinstance(thing, Rule):
            found[node.rule] = None
        elif isinstance(node, m.CallValue) and isinstance(thing, Value):
            found[node.value] = None
        elif isinstance(node, s.Perform):
            found |= dict.fromkeys(performed)
    return list(found)


def performed_rules(world: World) -> list[Rule]:
    """Actions, and the effects of cards."""
    effects = {r for kind in world.kinds.values() for rules in kind.effects.values() for r in rules.values()}
    return [rule for rule in world.rules.values() if rule.is_action or rule in effects]


def find_circles(world: World) -> None:
    """Each circle of calls once, named from its first rule or value."""
    done: set[Thing] = set()
    performed = performed_rules(world)
    things: list[Thing] = [*world.rules.values(), *world.values.values()]
    graph = {thing: links_of(thing, performed) for thing in things}
    for thing in things:
        if thing not in done:
            follow(world, graph, thing, [], done)


def follow(world: World, graph: Graph, thing: Thing, path: list[Thing], done: set[Thing]) -> None:
    begun = next((i for i, t in enumerate(path) if t is thing), None)
    if begun is not None:
        if not counts_down(graph, thing):
            report_circle(world, path[begun:])
            done.add(thing)
        return
    if thing in done:
        return
    for called in graph.get(thing, ()):
        follow(world, graph, called, [*path, thing], done)
    done.add(thing)


def report_circle(world: World, circle: list[Thing]) -> None:
    first, *others = circle
    places = tuple(Label(t.span, f"`{t.name}`") for t in others)
    names = [*(t.name for t in circle), first.name]
    world.report(say.endless_recursion(first.span, names, places, isinstance(first, Value)))


# ---- loops --------------------------------------------------------------------------------------------


def check_loops(world: World, body: s.Body, unread: Iterable[Span]) -> None:
    """Loops that may never end; what could not be read in one is perhaps a decision."""
    for node in walk(body):
        if isinstance(node, s.Repeat) and node.count is None and node.mode != "forever":  # only the round may say so
            problem = endless(node)
            if problem is not None and not any(is_below(span, node.span) for span in unread):
                world.report(problem)


def endless(loop: s.Repeat) -> Diagnostic | None:
    """What keeps a loop from ending, if something does."""
    if not decides(loop.body):
        lacking = missing(loop) if loop.condition is not None else ""
        more = f", and {lacking}" if lacking else ""
        return None if lacking is None else say.endless_loop(loop.span, f"nobody decides anything in it{more}")
    if loop.condition is None and not may_be_left(loop.body):
        why = "it is done when an optional `choose` in it is passed, and there is none"
        return say.endless_loop(loop.span, why, "never done")
    return None


def may_be_left(body: s.Body) -> bool:
    """Is there an optional choice in a loop, or another way out?"""
    for node in walk(body):
        if isinstance(node, s.Stop | s.Perform) or (isinstance(node, s.Choose) and node.optional):
            return True
        called = node.rule.bodies if isinstance(node, s.CallRule) else ()
        if any(isinstance(n, s.Stop) and n.what not in ("rule", "each", "repeat") for n in walk(list(called))):
            return True
    return False


def is_below(span: Span, header: Span) -> bool:
    """Does a place stand in the body of a line: further down, and all up to it indented further?"""
    if span.file is not header.file or span.start < header.end:
        return False
    between = [span.file.line(number) for number in range(header.line + 1, span.line + 1)]
    return all(depth(line) > depth(span.file.line(header.line)) for line in between if line.strip())


def depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def decides(thing: Any, seen: frozenset[Rule] = frozenset()) -> bool:
    """Is there a decision, or a way out, somewhere in a body?"""
    for node in walk(thing):
        if isinstance(node, s.Choose | s.Perform | s.OfferWindow | s.Turn | s.Level):
            return True
        if isinstance(node, s.Each) and node.picker is not None:
            return True
        called = node.rule if isinstance(node, s.CallRule) and node.rule not in seen else None
        if called is not None and decides(called.bodies, seen | {called}):
            return True
    return False


# ---- needs --------------------------------------------------------------------------------------------


def check_needs(world: World, rule: Rule, body: s.Body, begun: s.Statement | None = None) -> s.Statement | None:
    """A need after the rule has begun to do something is too late; returns what begins it."""
    for statement in body:
        if isinstance(statement, s.Need):
            if begun is not None and statement.choice is None:
                world.report(say.late_need(statement.span, begun.span))
        elif isinstance(statement, s.If):
            first = check_needs(world, rule, statement.then, begun)
            second = check_needs(world, rule, statement.otherwise, begun)
            begun = begun or first or second
        elif isinstance(statement, s.Choose):
            # What follows a decision is a new beginning only inside its ways, where needs guard the way.
            for way in statement.ways:
                check_needs(world, rule, way.body, None)
            if statement.body:
                check_needs(world, rule, statement.body, begun or statement)
            begun = begun or statement
        elif isinstance(statement, s.Each | s.Repeat | s.Turn | s.Level | s.ForHolders):
            inner = check_needs(world, rule, statement.body, begun)
            begun = begun or inner
        elif isinstance(statement, DOES) and not is_pure_call(statement) and not is_noted(statement):
            begun = begun or statement
    return begun


def is_noted(statement: s.Statement) -> bool:
    """Does a statement only put something into a name?"""
    return isinstance(statement, s.Assign) and isinstance(statement.target, m.ReadLocal)


def is_pure_call(statement: s.Statement) -> bool:
    """A call of a rule that only has needs."""
    return isinstance(statement, s.CallRule) and not any(isinstance(n, DOES) for n in walk(statement.rule.bodies))

"""Who may know what decides: no choice may show its chooser what is hidden from him.

For every choice the things its options depend on are collected: zones and fields that not everybody
sees, with the player who does. Rules asked about with `can` and named values are followed with their
arguments. A choice may depend on what is open, on what the chooser himself sees, and on what the rule
reveals.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Any

from attrs import frozen

from rulelang.core.information import ANYBODY, Knowledge, Reader, put_into, steered_by
from rulelang.core.needs_order import is_mandatory, is_pure
from rulelang.core.shown import cards_in
from rulelang.core.waiting import actions_of
from rulelang.core.weave import weave
from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.interrupts import look_up
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Field, Rule, Zone
from rulelang.model.types import FLAG
from rulelang.model.visit import child_names, is_node, read_locals, walk
from rulelang.model.visit import children as parts_in
from rulelang.model.world import World
from rulelang.source import Span

# What is known, by what it is about: a local, the owner of one, `ACTOR`, `FOLLOWED` or `WORLD`.
Env = dict[Any, Any]
DEEPEST = 6
# Values call values: what was followed once with the same arguments is not followed again.
MOST_FOLLOWED = 300


@frozen
class Secret:
    """Something not everybody sees: what it is, and who does (none: nobody)."""

    what: Zone | Field
    owner: str | None
    span: Span


def leaks(world: World) -> Iterable[Diagnostic]:
    """Choices that depend on what the chooser may not know."""
    for rule in world.rules.values():
        look_up()
        revealed = {w for body in rule.bodies for w in revealed_in(body)}
        for body in rule.bodies:
            yield from leaks_in(body, {WORLD: world}, revealed)
    yield from told_secrets(world)


def told_secrets(world: World) -> Iterator[Diagnostic]:
    """Sentences for the log that tell their readers what they may not know.

    Which card a name stands for is told only to those who see the card: that is looked at in play. And what is
    chosen, or moved on the board, is seen, though it may hang on hidden money that it could be.
    """
    knowledge = Knowledge(world, lambda choose: choose.secret, announces=True)
    for rule in world.rules.values():
        revealed = {w for body in rule.bodies for w in revealed_in(body)}
        shown = [x.what.local for x in walk(rule.bodies) if isinstance(x, s.Reveal) and isinstance(x.what, m.ReadLocal)]
        for node in walk(rule.bodies):
            if isinstance(node, s.Tell):
                reader = reader_of(node.to).with_locals((local, True) for local in shown)
                for hole in node.text.holes:
                    if not revealed & set(things_read(hole)) and not may_tell(hole, reader, knowledge):
                        yield say.told_secret(hole.span)


def may_tell(hole: m.Expression, reader: Reader, knowledge: Knowledge) -> bool:
    """May a reader be told what a hole holds? What was chosen for a hidden field, only whoever has the turn."""
    if not reader.is_actor and knowledge.kept & set(read_locals(hole)):
        return False
    cards = (e.local for e in cards_in(hole) if isinstance(e, m.ReadLocal))
    return knowledge.knows(hole, reader.with_locals((card, False) for card in cards))


def reader_of(to: m.Expression | None) -> Reader:
    """Who reads a sentence: one player, or anybody."""
    match to:
        case m.ReadLocal(local):
            return Reader(mine=frozenset([local]))
        case m.ReadField(field) if field.name == "actor":
            return Reader(is_actor=True)
    return ANYBODY


def revealed_in(body: s.Body) -> Iterator[Zone | Field]:
    for node in walk(body):
        if isinstance(node, s.Reveal):
            yield from things_read(node.what)


def things_read(e: m.Expression) -> Iterator[Zone | Field]:
    """The zones and fields that an expression reads itself."""
    for read in walk(e):
        if isinstance(read, m.ReadZone):
            yield read.zone
        elif isinstance(read, m.ReadField):
            yield read.field


def leaks_in(body: s.Body, env: Env, revealed: set[Zone | Field]) -> Iterator[Diagnostic]:
    for statement in body:
        env = {**env, **told_by(statement, env)}
        match statement:
            case s.Choose():
                yield from leaks_of(statement, env, revealed)
                for chosen in statement.all_binders:
                    env = with_binder(chosen, env)
                for inner in (statement.body, statement.otherwise or [], *(w.body for w in statement.ways)):
                    yield from leaks_in(inner, env, revealed)
            case s.Let(local, value):
                env = {**env, local: text_of(value, env)}
            case s.Turn(player, inner):
                yield from leaks_in(inner, {**env, ACTOR: text_of(player, env)}, revealed)
            case s.Each():
                inner_env = env
                for binder in statement.binders:
                    inner_env = with_binder(binder, inner_env)
                yield from leaks_in(statement.body, inner_env, revealed)
            case _:
                for inner in bodies_in(statement):
                    yield from leaks_in(inner, env, revealed)


def bodies_in(statement: s.Statement) -> Iterator[s.Body]:
    """The bodies that stand right in a statement: what is a list in it."""
    return (part for part in parts_in(statement) if isinstance(part, list))


def told_by(statement: s.Statement, env: Env) -> Env:
    """What the names tell that something is put into, beside what they told before: hidden things behind the value,
    and behind what steers whether it is put there.
    """
    found: Env = {}
    put = {statement.local} if isinstance(statement, s.Let) else put_into(statement)
    if put:
        sources = [node.value for node in walk(statement) if isinstance(node, s.Let | s.Assign)]
        steered = [e for node in walk(statement) for e in steered_by(node) if e is not None]
        secret = tuple(each for e in (*sources, *steered) for each in secrets(e, env, 0))
        for local in put if secret else ():
            found[told_key(local)] = (*env.get(told_key(local), ()), *secret)
    return found


def told_key(local: m.Local) -> tuple[m.Local, str]:
    """Where it is noted which hidden things a name tells of, beside the name itself."""
    return (local, "told")


ACTOR = "actor"
FOLLOWED = "followed"
WORLD = "world"


def leaks_of(choose: s.Choose, env: Env, revealed: set[Zone | Field]) -> Iterator[Diagnostic]:
    if choose.chance or choose.by is None:
        return
    chooser = text_of(choose.by, env)
    for secret in secrets_of(choose, env):
        if secret.what in revealed or may_be_same(secret.owner, chooser):
            continue
        name = secret.what.name
        kind = "zone" if isinstance(secret.what, Zone) else "field"
        who = "the one who chooses"
        yield say.leaks_secret(secret.span, f"{kind} `{name}`", who, choose.span)
        return


def may_be_same(owner: str | None, chooser: str) -> bool:
    """Can the one who sees it be the one who chooses? Of a parameter nothing is known, so it can."""
    if owner is None:
        return False
    return owner == chooser or "?" in owner + chooser


def with_binder(binder: s.Binder, env: Env) -> Env:
    """A local that goes over a collection; pieces of a player are that player's."""
    return bound(binder.local, binder.source, env)


def bound(local: m.Local, source: m.Expression, env: Env) -> Env:
    env = {**env, local: f"{local.name}#{id(local)}"}
    if isinstance(source, m.Owned):
        env[owner_key(local)] = text_of(source.of, env)
    elif not isinstance(source, m.All):
        env[owner_key(local)] = "?"
    return env


def owner_key(local: m.Local) -> tuple[m.Local, str]:
    """Where the owner of a local piece is noted, beside the local itself."""
    return (local, "owner")


def secrets_of(choose: s.Choose, env: Env) -> Iterator[Secret]:
    env = {**env, FOLLOWED: set()}
    env = yield from secrets_of_binders(choose.binders, env)
    for way in choose.ways:
        if way.guard is not None:
            yield from secrets(way.guard, env, 0)
        inner = yield from secrets_of_binders(way.binders, env)
        for need in way.needs:
            yield from secrets(need.condition, inner, 0)
    if choose.may_pass is not None:
        yield from secrets(choose.may_pass, env, 0)
    for binder in (b for way in choose.ways for b in way.binders):
        env = with_binder(binder, env)
    for text in (choose.prompt, choose.text, choose.passing, *(way.text for way in choose.ways)):
        for piece in text.pieces if text is not None else ():
            if not isinstance(piece, str):
                yield from secrets(piece, env, 0)
    for cost in (choose.cost, *(way.cost for way in choose.ways)):
        if cost is not None:
            yield from secrets(cost.amount, env, 0)


def secrets_of_binders(binders: Iterable[s.Binder], env: Env) -> Generator[Secret, None, Env]:
    """What names show that options are made of; with them all that is known then."""
    for binder in binders:
        yield from secrets(binder.source, env, 0)
        env = with_binder(binder, env)
        if binder.where is not None:
            yield from secrets(binder.where, env, 0)
    return env


def text_of(e: m.Expression, env: Env) -> str:
    """A name for a player, the same for the same player."""
    match e:
        case m.ReadLocal(local):
            return str(env.get(local, f"?{local.name}"))
        case m.ReadField(field, of, keys):
            if field.name == "actor":
                return str(env.get(ACTOR, "actor"))
            inner = [text_of(x, env) for x in (*([of] if of is not None else []), *keys)]
            return f"{field.name}({','.join(inner)})"
        case m.Const(value):
            return f"={value}"
        case m.Function("owner_of", (m.ReadLocal(local),)) if owner_key(local) in env:
            return str(env[owner_key(local)])
        case m.Function(name, arguments):
            return f"{name}({','.join(text_of(a, env) for a in arguments)})"
    return "?"


def secrets(e: m.Expression, env: Env, depth: int) -> Iterator[Secret]:
    """Hidden things that the value of an expression shows."""
    if depth > DEEPEST:
        return
    match e:
        case m.Function("count" | "some", (m.ReadZone(zone, of),)):
            if zone.seen.count != "all":
                yield from zone_secret(zone, of, e.span, env)
            return
        case m.Function("first", (m.ReadZone(zone),)) if zone.seen.top == "all":
            return
        case m.Compare(_, m.ReadZone(zone, of), m.Const(())) if zone.seen.count == "all":
            return
        case m.Fold("count", _, m.ReadZone(zone), None, None) if zone.seen.count == "all":
            return
        case m.ReadLocal(local):
            yield from moved(env.get(told_key(local), ()), e.span)
        case m.ReadZone(zone, of):
            yield from zone_secret(zone, of, e.span, env)
        case m.ReadField(field, of, keys):
            yield from field_secret(field, of, keys, e.span, env)
        case m.CallValue(value, arguments) if follow(value, arguments, env):
            inner = passed(value.parameters, arguments, env)
            if value.body is not None:
                yield from moved(secrets(value.body, inner, depth + 1), e.span)
        case m.Can(rule, arguments) if follow(rule, arguments, env):
            inner = passed(rule.parameters, arguments, env)
            yield from moved(rule_secrets(rule, inner, depth + 1), e.span)
        case m.CanPerform(action, arguments):
            yield from moved(action_secrets(action, arguments, env, depth), e.span)
    if isinstance(e, m.Fold):
        env = bound(e.local, e.source, env)
    for name in child_names(type(e)):
        yield from children(getattr(e, name), env, depth)


def follow(what: Any, arguments: tuple[m.Expression, ...], env: Env) -> bool:
    """Is this the first time that it is followed with such arguments?"""
    followed = env.get(FOLLOWED)
    if not isinstance(followed, set):
        return True
    key = (what, *(text_of(a, env) for a in arguments))
    if key in followed or len(followed) > MOST_FOLLOWED:
        return False
    followed.add(key)
    return True


def children(thing: Any, env: Env, depth: int) -> Iterator[Secret]:
    if isinstance(thing, tuple | list):
        for item in thing:
            yield from children(item, env, depth)
    elif is_node(thing) and not isinstance(thing, m.Local):
        yield from secrets(thing, env, depth)


def moved(found: Iterable[Secret], span: Span) -> Iterator[Secret]:
    """What a called rule shows is shown where it is asked about."""
    for secret in found:
        yield Secret(secret.what, secret.owner, span)


def rule_secrets(rule: Rule, env: Env, depth: int) -> Iterator[Secret]:
    """What the needs of a rule show, with those of what stands in front of it."""
    revealed = {w for body in rule.bodies for w in revealed_in(body)}
    for part in weave(rule).parts:
        yield from (secret for secret in need_secrets(part, dict(env), depth) if secret.what not in revealed)


def need_secrets(body: s.Body, env: Env, depth: int) -> Iterator[Secret]:
    """What the needs of a body show, up to the first thing it does."""
    for statement in body:
        env |= told_by(statement, env)
        match statement:
            case s.Need(condition):
                yield from secrets(condition, env, depth)
            case s.Let(local, value):
                env[local] = text_of(value, env)
            case s.If(condition, then, otherwise):
                yield from need_secrets(then, dict(env), depth)
                yield from need_secrets(otherwise, dict(env), depth)
                if has_needs([then, otherwise]):
                    yield from secrets(condition, env, depth)
            case s.ForHolders():
                yield from need_secrets(statement.body, dict(env), depth)
            case s.HeldChoice():
                yield from need_secrets(statement.then, dict(env), depth)
                yield from need_secrets(statement.otherwise, dict(env), depth)
            case s.CallRule(rule, arguments):
                if follow(rule, arguments, env):
                    yield from rule_secrets(rule, passed(rule.parameters, arguments, env), depth + 1)
            case s.Perform(action, arguments):
                yield from action_secrets(action, arguments, env, depth)
            case s.Assign(m.ReadLocal()):
                pass
            case s.Choose() if is_mandatory(statement):
                yield from choice_secrets(statement, env)
                return
            case s.Each() | s.Repeat() if is_pure(statement.body):
                yield from need_secrets(statement.body, env, depth)
            case _:
                return


def choice_secrets(choose: s.Choose, env: Env) -> Iterator[Secret]:
    """What it shows that there is something to choose: of a heap that anything is taken from, only its size."""
    for binder in choose.binders:
        source = binder.source if binder.where is not None else m.Function("some", (binder.source,), FLAG)
        yield from moved(secrets(source, env, 0), choose.span)
        env = with_binder(binder, env)
        if binder.where is not None:
            yield from secrets(binder.where, env, 0)
    for way in choose.ways:
        if way.guard is not None:
            yield from secrets(way.guard, env, 0)


def has_needs(bodies: list[s.Body]) -> bool:
    return any(isinstance(node, s.Need | s.CallRule | s.Perform) for node in walk(bodies))


def action_secrets(action: m.Expression, arguments: tuple[m.Expression, ...], env: Env, depth: int) -> Iterator[Secret]:
    """What the needs of an action show, whichever it is."""
    given = (action.of, *arguments) if isinstance(action, m.EffectOf) else arguments
    for rule in actions_of(env[WORLD], action):
        if len(rule.parameters) == len(given) and follow(rule, given, env):
            yield from rule_secrets(rule, passed(rule.parameters, given, env), depth + 1)


def passed(parameters: tuple[m.Local, ...], arguments: tuple[m.Expression, ...], env: Env) -> Env:
    """What is known of arguments is known of the parameters they are passed to."""
    made = dict(env)
    for parameter, argument in zip(parameters, arguments, strict=True):
        made[parameter] = text_of(argument, env)
        owner = m.Function("owner_of", (argument,), parameter.type)
        if isinstance(argument, m.ReadLocal) and owner_key(argument.local) in env:
            made[owner_key(parameter)] = text_of(owner, env)
    return made


def zone_secret(zone: Zone, of: m.Expression | None, span: Span, env: Env) -> Iterator[Secret]:
    if zone.seen.by == "all":
        return
    owner = None
    if of is not None and zone.seen.by == "owner":
        pieces = zone.per is not None and zone.per.root.per_player
        owner = text_of(m.Function("owner_of", (of,), of.type) if pieces else of, env)
    yield Secret(zone, owner, span)


def field_secret(
    field: Field, of: m.Expression | None, keys: tuple[m.Expression, ...], span: Span, env: Env
) -> Iterator[Secret]:
    if field.seen.by == "all":
        return
    owner = None
    if field.seen.by == "owner":
        holder = of if of is not None else keys[0] if keys else None
        owner = text_of(holder, env) if holder is not None else None
        if of is not None and field.owner is not None and field.owner.root.per_player:
            owner = text_of(m.Function("owner_of", (of,), of.type), env)
    yield Secret(field, owner, span)

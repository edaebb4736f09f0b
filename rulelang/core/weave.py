"""A rule with everything that amends it, as parts in the order they are done."""

from __future__ import annotations

from attrs import evolve, frozen

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Amendment, Rule
from rulelang.model.statements import Body
from rulelang.model.types import FLAG
from rulelang.model.visit import walk


@frozen
class Woven:
    """Each part's needs are needs of the whole; parts are done one after another."""

    befores: tuple[Body, ...]
    main: Body
    afters: tuple[Body, ...]

    @property
    def parts(self) -> tuple[Body, ...]:
        return (*self.befores, self.main)

    @property
    def body(self) -> Body:
        """All of it; what amends a phase is done within the phase."""
        level = level_of(self.main)
        main = self.main if level is None else level.body
        whole = flat([*self.befores, *ended((main, *self.afters))])
        return whole if level is None else [evolve(level, body=whole)]


def ended(parts: tuple[Body, ...]) -> list[Body]:
    """Each part but the last ends by itself, even if it stops early, and the next follows."""
    found: list[Body] = [[s.Part(part)] if may_stop(part) else part for part in parts[:-1]]
    return [*found, parts[-1]]


def level_of(body: Body) -> s.Level | None:
    """The phase that a rule is, if it is one."""
    return body[0] if len(body) == 1 and isinstance(body[0], s.Level) else None


def may_stop(part: Body) -> bool:
    """May a part come to an early end?"""
    return any(isinstance(node, s.Stop) and node.what == "rule" for node in walk(part))


def flat(parts: list[Body]) -> Body:
    return [statement for part in parts for statement in part]


def weave(rule: Rule) -> Woven:
    """`forbid` first, every `before`, the rule or what stands instead of it, every `after`."""
    forbids = [forbidding(rule, a) for a in rule.amendments if a.how == "forbid"]
    befores = [guarded(a) for a in rule.amendments if a.how == "before"]
    afters = [guarded(a) for a in rule.amendments if a.how == "after"]
    level = level_of(rule.body)
    main = allowing(rule.body if level is None else level.body, [a for a in rule.amendments if a.how == "allow"])
    for amendment in rule.amendments:
        if amendment.how == "instead":
            main = replaced(amendment, main)
    return Woven((*forbids, *befores), main if level is None else [evolve(level, body=main)], tuple(afters))


def guarded(a: Amendment) -> Body:
    body: Body = a.body
    if a.guard is not None:
        body = [s.If(a.guard, body, [], span=a.span)]
    return for_holders(a, body)


def for_holders(a: Amendment, body: Body) -> Body:
    source = a.source
    if source.card is None or source.holder is None or source.self_ is None or source.title is None:
        return body
    return [s.ForHolders(source.card, source.title, source.holder, source.self_, source.stacks, body, span=a.span)]


def forbidding(rule: Rule, a: Amendment) -> Body:
    """A `forbid` is a need that its condition does not hold."""
    condition: m.Expression = m.Negation(a.guard) if a.guard is not None else m.Const(False, FLAG)
    need = s.Need(condition, a.said, a.cites, a.span, forbid_number(rule, a), rule)
    return for_holders(a, [need])


def forbid_number(rule: Rule, a: Amendment) -> int:
    """Needs made here are numbered below zero, by rule and place."""
    return -(rule.index * 100 + rule.amendments.index(a)) - 1


def allowing(body: Body, allows: list[Amendment]) -> Body:
    """An `allow` is an alternative to the needs it lifts."""
    body = list(body)
    for a in allows:
        body = [allowed(x, a) if isinstance(x, s.Need) else x for x in body]
    return body


def allowed(need: s.Need, a: Amendment) -> s.Need:
    if a.lifts and (need.reason is None or need.reason.source != a.lifts):
        return need
    condition: m.Expression
    condition = m.Const(True, FLAG) if a.guard is None else m.Junction("or", a.guard, need.condition)
    return evolve(need, condition=condition)


def replaced(a: Amendment, main: Body) -> Body:
    """What stands instead: under its guard, else what was there before."""
    if a.source.card is None:
        return a.body if a.guard is None else [s.If(a.guard, a.body, main, span=a.span)]
    source = a.source
    assert source.card is not None and source.title is not None  # noqa: PT018
    assert source.holder is not None and source.self_ is not None  # noqa: PT018
    held = s.HeldChoice(source.card, source.title, source.holder, source.self_, a.guard, a.body, main, span=a.span)
    return [held]

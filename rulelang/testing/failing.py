"""What a condition of a scenario was instead: the smallest part that fails, with the values that were seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.explain.needs import Reasons
from rulelang.model import expressions as m
from rulelang.model.types import Flag
from rulelang.model.visit import walk
from rulelang.play.evaluate import ERRORS, Env
from rulelang.text.template import said

if TYPE_CHECKING:
    from rulelang.testing.scenario import Runner

# What only scenarios may ask.
ASKED = frozenset({"offered", "asked", "over", "winner", "why_not_rule", "why_not_option", "hidden", "hidden_field"})


def failing(runner: Runner, e: m.Expression, text: str) -> str:
    """A sentence on a condition that does not hold; `text` is the condition as it is written."""
    part = smallest(runner, e)
    said = seen(runner, part)
    return f"`{part.span.quoted or text}` does not hold" + (f": {said}" if said else "")


def smallest(runner: Runner, e: m.Expression) -> m.Expression:
    """Of conditions that must all hold the first that does not."""
    while isinstance(e, m.Junction) and e.operator == "and":
        e = e.right if runner.evaluate(e.left) else e.left
    return e


def seen(runner: Runner, e: m.Expression) -> str:
    """The values in a condition that does not hold."""
    match e:
        case m.Junction("or", left, right):
            return " and ".join(filter(None, (seen(runner, left), seen(runner, right))))
        case m.Negation(inner) if is_asked(inner):
            return of_the_match(runner, inner)
        case m.Compare(operator, left, right):
            return f"{value(runner, left)} {operator} {value(runner, right)}"
        case m.Function(name) if name in ASKED:
            return of_the_match(runner, e)
    return "" if is_asked(e) else in_play(runner, e)


def is_asked(e: m.Expression) -> bool:
    """Does a condition ask about the match, and not only about what lies on the table?"""
    return any(isinstance(node, m.Function) and node.name in ASKED for node in walk(e))


def value(runner: Runner, e: m.Expression) -> str:
    return runner.match.words.keys.value(e.type, runner.evaluate(e))


def of_the_match(runner: Runner, e: m.Expression) -> str:
    """Who is asked what; or how the game has ended."""
    match = runner.match
    if match.over:
        won = ", ".join(runner.player_keys[player] for player in match.winners)
        return f"the game is over, and the winner is {won or 'nobody'}"
    who = "chance" if match.decision.player is None else runner.player_keys[match.decision.player]
    return f"`{who}` is asked, {match.decision.prompt} ({', '.join(match.decision.keys)})"


def in_play(runner: Runner, e: m.Expression) -> str:
    """The values of a condition on what lies on the table, or the need that stands against it."""
    reasons = Reasons(runner.match.words, runner.match.state, None, sees_all=True)
    try:
        found = reasons.explain(e, Env())
    except ERRORS:
        return ""
    told = [" ".join(sides) for sides in found.seen]
    if found.reason is not None:
        told.insert(0, f'"{said(runner.match.words, found.reason, "en")}"')
    elif found.need and found.need != e.span.quoted:
        told.insert(0, f"`{found.need}`")
    return ", ".join(told) or values(runner, e)


def values(runner: Runner, e: m.Expression) -> str:
    """What a condition that is no comparison rests on: the fields, zones and values in it."""
    told: dict[str, str] = {}
    for node in walk(e):
        if isinstance(node, m.ReadField | m.ReadZone | m.CallValue) and not isinstance(node.type, Flag):
            try:
                told[node.span.quoted] = value(runner, node)
            except (*ERRORS, AttributeError):
                continue
    return ", ".join(f"{name} is {what}" for name, what in told.items() if name)

"""Rounds, phases and turns: who acts, in what order, and when it is over."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.language.blocks import LABEL, Block
from rulelang.mechanisms.contract import Mechanism, rule, template
from rulelang.syntax import nodes
from rulelang.syntax.spell import word_of

ORDER = {
    "first": "the player who begins",
    "direction": "`clockwise` (else) or `counterclockwise`",
    "order": "the players in order, instead of the two above",
    "turns": "how many turns each has",
}

BLOCK = Block(
    "round",
    "What is done again and again until the game ends.",
    {**LABEL, **ORDER, "last": "the number of the last round"},
    members=("begin", "phase", "turn", "between", "finish"),
    body="members",
    example="round main\n  turn\n    take_a_card()",
)
PHASE = Block("phase", "A phase of the round.", {**LABEL, **ORDER}, members=("turn",), body="statements")
MEMBERS = (
    PHASE,
    Block("turn", "The turn of a player.", needs_name=False, body="statements"),
    Block("begin", "At the beginning of every round.", needs_name=False, body="statements"),
    Block("between", "Between two rounds.", needs_name=False, body="statements"),
    Block("finish", "At the end of every round.", needs_name=False, body="statements"),
)

PLAY = """
rule ROUNDNAME.play()
  repeat forever
    round ROUNDNAME
      add 1 to round.number
      ROUNDNAME.begin()
      PHASES()
      ROUNDNAME.finish()
    LAST()
    ROUNDNAME.between()
"""
TURNS = """
rule x()
  repeat TIMES times
    each whose_turn in ORDER
      turn of whose_turn
        TURNRULE()
"""
ONCE = """
rule x()
  each whose_turn in ORDER
    turn of whose_turn
      TURNRULE()
"""
LAST = """
rule x()
  if round.number >= LAST
    stop game because "the last round was played"
"""


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """A rule for each part, and one that plays them in order for ever."""
    name = str(block.path)
    items: list[nodes.Item] = []
    for part in ("begin", "between", "finish"):
        found = block.member(part)
        items.append(rule((name, part), (), found.body if found else (), found or block, part))
    calls: list[Any] = []
    phases = [i for i in block.body if isinstance(i, nodes.Block) and i.keyword == "phase"]
    for phase in phases:
        items += lower_phase(name, phase, block)
        calls.append(call((name, str(phase.path)), phase))
    if not phases:
        turn = block.member("turn")
        if turn is not None:
            items.append(rule((name, "turn"), (), turn.body, turn, "turn"))
            calls += turns(name, "turn", block, block)
    last = block.value("last")
    ending = template(LAST, block.header, {"LAST": last})[0].body if last is not None else ()  # type: ignore[union-attr]
    return [*items, play(name, block, calls, ending)], []


def play(name: str, block: nodes.Block, calls: list[Any], ending: Any) -> nodes.Item:
    text = PLAY.replace("ROUNDNAME", name).replace("    LAST()", "    LASTLINES()")
    (made,) = template(text, block.header, {"PHASES": calls, "LASTLINES": ending})
    assert isinstance(made, nodes.Block)
    return evolve(made, role="main")


def lower_phase(name: str, phase: nodes.Block, block: nodes.Block) -> list[nodes.Item]:
    """A phase is a rule; its `turn`, if it has one, another."""
    phase_name = str(phase.path)
    items: list[nodes.Item] = []
    body: list[Any] = []
    for item in phase.body:
        if isinstance(item, nodes.Block) and item.keyword == "turn" and not item.clauses:
            items.append(rule((name, f"{phase_name}_turn"), (), item.body, item, "turn"))
            body += turns(name, f"{phase_name}_turn", phase, block)
        elif not isinstance(item, nodes.Field):
            body.append(item)
    level = nodes.Block("phase", phase.path, None, phase.label, (), tuple(body), header=phase.header, span=phase.span)
    words = [item for item in phase.body if isinstance(item, nodes.Field) and item.path.names[0] == "label"]
    return [*items, rule((name, phase_name), (), (*words, level), phase, "phase")]


def turns(name: str, turn: str, phase: nodes.Block, block: nodes.Block) -> Any:
    """The loop that gives each player the turn."""
    times = phase.value("turns") or block.value("turns")
    holes = {"ORDER": order(phase, block), "TURNRULE": [call((name, turn), phase)]}
    if times is None:
        return template(ONCE, phase.header, holes)[0].body  # type: ignore[union-attr]
    return template(TURNS, phase.header, {**holes, "TIMES": times})[0].body  # type: ignore[union-attr]


def order(phase: nodes.Block, block: nodes.Block) -> nodes.Expression:
    """The players in the order of a phase, or of its round."""
    for owner in (phase, block):
        whole = owner.value("order")
        if whole is not None:
            return whole
    for owner in (phase, block):
        if owner.field("first") or owner.field("direction"):
            word = word_of(owner, "direction", "clockwise")
            first = owner.value("first") or block.value("first") or first_seat(owner)
            return nodes.Apply(nodes.Name(word, span=owner.header), (first,), span=owner.header)
    return nodes.Apply(nodes.Name("clockwise", span=block.header), (first_seat(block),), span=block.header)


def first_seat(block: nodes.Block) -> nodes.Expression:
    number = nodes.Number(1, span=block.header)
    return nodes.Apply(nodes.Name("seat", span=block.header), (number,), span=block.header)


def call(path: tuple[str, ...], like: nodes.Block) -> nodes.Call:
    return nodes.Call(nodes.Path(path, span=like.header), (), (), span=like.header)


ROUND = Mechanism(BLOCK, lower, MEMBERS)

"""A draft: all pick from their hands at once, then the hands are passed on.

What is picked is noted in secret and taken when all have picked, so that until then no hand changes: who
passed a hand on knows it as long as he would at the table.
"""

from __future__ import annotations

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.names import unknown_word
from rulelang.language.blocks import LABEL, Block
from rulelang.mechanisms.contract import Mechanism
from rulelang.mechanisms.reader import Reader, lowered, number
from rulelang.mechanisms.sentences import Line
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

WAYS = ("left", "right")

BLOCK = Block(
    "draft",
    "All pick cards from their hands at once, and pass their hands on.",
    {
        **LABEL,
        "from": "the zone of every player that is picked from and passed on",
        "to": "the zone of every player where what he picks goes",
        "picks": "how many cards each picks before the hands are passed on (else 1)",
        "pass": "`left` (else), `right`, or a condition between them:"
        " `left if remainder(round.number, 2) = 1 otherwise right`",
        "leave": "how many cards of a hand nobody picks (else 0)",
        "rest": "the zone where they go (else out of play)",
    },
    ("of",),
    body="members",
    example="draft pick of dish\n  from: hand\n  to: eaten\n  pass: left",
)

RULES = """
state
  NAME.picked: list(CARD) per player starts [] seen by owner

zone NAME.under_way of CARD per player seen by nobody

value NAME.picks gives PICKS
value NAME.leave gives LEAVE
value NAME.next(p: player) gives NEXT
value NAME.due(p: player) gives max(0, min(NAME.picks, count(p.HAND) - NAME.leave))

rule NAME.run()
  repeat up to count(CARD) times while any(p in player: NAME.due(p) > 0)
    NAME.once()
  each p in player
    move p.HAND to REST

rule NAME.once()
  each p in player at once
    NAME.pick(p)
  each p in player
    each c in NAME.picked[p]
      NAME.keep(p, c)
    set NAME.picked[p] to []
  each p in player
    move p.HAND to NAME.under_way[p]
  each p in player
    NAME.pass(p, NAME.next(p))

rule NAME.pick(p: player)
  let due = NAME.due(p)
  if count(p.HAND) > due
    repeat due times
      choose c in p.HAND - NAME.picked[p] by p asked anyway prompt "Which card do you pick?"
        add c to NAME.picked[p]
  otherwise
    set NAME.picked[p] to list(c in p.HAND)

rule NAME.keep(p: player, c: CARD)
  move c to p.KEPT

rule NAME.pass(p: player, q: player)
  move NAME.under_way[p] to q.HAND
  reveal q.HAND to p
"""


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """Hands under way, and what each has picked; `run` picks and passes until the hands are used up."""
    reader = Reader(block)
    at = block.header
    card, hand, kept = reader.clause("of"), reader.required("from"), reader.required("to")
    direction = reader.value("pass") or nodes.Name("left", span=at)
    holes = {
        "PICKS": reader.value("picks") or number(1, at),
        "LEAVE": reader.value("leave") or number(0, at),
        "NEXT": neighbour(reader, direction),
        "REST": reader.value("rest") or nodes.Name("box", span=at),
    }
    if hand is None or kept is None or reader.problems:
        return [], reader.problems
    words = {"NAME": reader.name, "CARD": card, "HAND": spell(hand), "KEPT": spell(kept)}
    return lowered(RULES, block, words, holes), reader.problems


def neighbour(reader: Reader, e: nodes.Expression) -> nodes.Expression:
    """`left if c otherwise right`, of a player `p`."""
    match e:
        case nodes.IfElse():
            return evolve(e, value=neighbour(reader, e.value), other=neighbour(reader, e.other))
        case nodes.Group():
            return evolve(e, inner=neighbour(reader, e.inner))
        case nodes.Name(name) if name in WAYS:
            return nodes.Apply(e, (nodes.Name("p", span=e.span),), span=e.span)
    reader.problems.append(unknown_word(e.span, "pass", spell(e), WAYS))
    return e


SAYS = (
    Line("all pick from their {from} at once and in secret, {picks} at a time"),
    Line("when all have picked, they take what they picked and pass the rest on"),
    Line("the rest goes to {next}"),
    Line("this is repeated until {leave} are left", usual=0, otherwise="this is repeated until nothing is left"),
)

DRAFT = Mechanism(BLOCK, lower, says=SAYS)

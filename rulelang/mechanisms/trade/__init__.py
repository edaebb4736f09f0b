"""Trade between players: an offer is built step by step, and the other side accepts or refuses it."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.language.blocks import LABEL, Block
from rulelang.mechanisms.contract import Mechanism
from rulelang.mechanisms.reader import Reader, lowered, number
from rulelang.mechanisms.sentences import Line
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name, spell

BLOCK = Block(
    "trade",
    "Players offer each other cards, named by a column; nobody sees whether the other could accept.",
    {
        **LABEL,
        "between": "the zone of every player that the cards come from and go to",
        "by": "the column of the card that names what is offered and asked: `good`, or `makes of good`",
        "give": "how many cards an offer gives: `1..3` (else 1)",
        "get": "how many cards it asks for (else 1)",
        "offers": "how many offers a player makes before the trade is over (else 3)",
        "order": "the players in order (else clockwise from the first seat)",
    },
    ("of",),
    body="members",
    example="trade barter of ware\n  between: hand\n  by: good\n  give: 1..2\n  get: 1..2\n  offers: 3",
)

RULES = """
state
  NAME.made: number per player starts 0
  NAME.quiet: number starts 0
  NAME.given: list(KIND) starts []
  NAME.asked: list(KIND) starts []

value NAME.offers(p: player) gives OFFERS
value NAME.gives_least(p: player) gives LOWGIVE
value NAME.gives_most(p: player) gives TOPGIVE
value NAME.gets_least(p: player) gives LOWGET
value NAME.gets_most(p: player) gives TOPGET
value NAME.has(p: player, k: KIND) gives count(c in p.ZONE where c.COLUMN = k)
value NAME.may_accept(q: player) gives all(k in KIND: NAME.has(q, k) >= count(x in NAME.asked where x = k))

rule NAME.run()
  each p in player
    set NAME.made[p] to 0
  set NAME.quiet to 0
  repeat while NAME.quiet < players
    each p in ORDER where NAME.quiet < players
      NAME.ask(p)

rule NAME.ask(p: player)
  add 1 to NAME.quiet
  if NAME.made[p] < NAME.offers(p)
    choose q in player where can(NAME.open(p, q)) by p optional prompt "With whom do you want to trade?"
      set NAME.quiet to 0
      NAME.open(p, q)

rule NAME.open(p: player, q: player)
  need p != q because "nobody trades with himself"
  need count(p.ZONE) >= NAME.gives_least(p) because "you have too few cards"
  need count(q.ZONE) >= NAME.gets_least(p) because "the other has too few cards"
  add 1 to NAME.made[p]
  set NAME.given to []
  set NAME.asked to []
  NAME.build(p)
  let given = NAME.given
  let asked = NAME.asked
  choose one by q asked anyway prompt "You get {given} for {asked}. Do you accept?"
    way accept "Accept" when NAME.may_accept(q)
      NAME.exchange(p, q)
    way refuse "Refuse"
      NAME.refuse(p, q)

rule NAME.build(p: player)
  repeat min(NAME.gives_least(p), count(p.ZONE)) times
    choose k in KIND where NAME.more(p, k) by p prompt "What do you give?"
      add k to NAME.given
  repeat up to NAME.gives_most(p) - NAME.gives_least(p) times
    choose k in KIND where NAME.more(p, k) by p optional prompt "What else do you give?"
      add k to NAME.given
  repeat NAME.gets_least(p) times
    choose k in KIND where NAME.exists(k) by p prompt "What do you ask for?"
      add k to NAME.asked
  repeat up to NAME.gets_most(p) - NAME.gets_least(p) times
    choose k in KIND where NAME.exists(k) by p optional prompt "What else do you ask for?"
      add k to NAME.asked

value NAME.more(p: player, k: KIND) gives NAME.has(p, k) > count(x in NAME.given where x = k)
value NAME.exists(k: KIND) gives any(c in CARD: c.COLUMN = k)

rule NAME.exchange(p: player, q: player)
  let from_p = NAME.given
  let from_q = NAME.asked
  each k in from_p
    move first(c in p.ZONE where c.COLUMN = k) to NAME.table optional
  each k in from_q
    move first(c in q.ZONE where c.COLUMN = k) to p.ZONE optional
  move NAME.table to q.ZONE

rule NAME.refuse(p: player, q: player)
  set NAME.given to []
  set NAME.asked to []

zone NAME.table of CARD seen by all
"""


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """What is offered and asked, as lists of names; cards move when the other side accepts."""
    reader = Reader(block)
    at = block.header
    card = reader.clause("of")
    between = reader.required("between")
    column, kind = the_column(reader)
    if reader.problems or between is None:
        return [], reader.problems
    low_give, top_give = reader.range("give", (1, 1))
    low_get, top_get = reader.range("get", (1, 1))
    first = nodes.Apply(nodes.Name("seat", span=at), (number(1, at),), span=at)
    holes = {
        "OFFERS": reader.value("offers") or number(3, at),
        "LOWGIVE": low_give,
        "TOPGIVE": top_give,
        "LOWGET": low_get,
        "TOPGET": top_get,
        "ORDER": reader.value("order") or nodes.Apply(nodes.Name("clockwise", span=at), (first,), span=at),
    }
    words = {"NAME": reader.name, "CARD": card, "KIND": kind, "COLUMN": column, "ZONE": spell(between)}
    return lowered(RULES, block, words, holes), reader.problems


def the_column(reader: Reader) -> tuple[str, str]:
    """The column that names cards, and the kind of what it holds (else of the same name)."""
    found = reader.block.field("by")
    if found is None or not found.values:
        reader.required("by")
        return "", ""
    column = spell(found.values[0])
    return column, clause_name(found, "of") or column


SAYS = (
    Line("in turn, a player may offer another an exchange of {kinds}; the other accepts or refuses"),
    Line("an offer gives {gives_least} to {gives_most} cards"),
    Line("it asks for {gets_least} to {gets_most} cards"),
    Line("a player makes at most {offers} offers; when all have passed, the trade is over"),
)

TRADE = Mechanism(BLOCK, lower, says=SAYS)

"""An auction: bids rise until all others have passed, or everybody bids once, in the open or in secret."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.suggest import did_you_mean
from rulelang.diagnostics.wording.names import unknown_word
from rulelang.mechanism import Mechanism, rule
from rulelang.mechanisms.forms import Reader, about, lowered, number
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.schema import LABEL, Block
from rulelang.syntax.spell import spell

FORMS = ("open_raise", "one_bid_each", "sealed")

BLOCK = Block(
    "auction",
    "Players bid; `won` says what the highest bidder gets and pays, `unsold` what follows without a bid.",
    {
        **LABEL,
        "form": "`open_raise` (else): raise or pass for good; `one_bid_each`; `sealed`: in secret, all at"
        " once; or an option with these values",
        "bidders": "the players in order (else clockwise from the first seat)",
        "least": "the lowest bid (else 1)",
        "most": "the highest bid that `bidder` may make",
        "step": "bids are this far apart (else 1)",
        "most_steps": "the most steps of one raise (else any)",
    },
    members=("won", "unsold"),
    body="members",
    example="auction lot\n  most: bidder.money\n  won\n    pay bid from winner to bank",
)
MEMBERS = (
    Block("won", "What the `winner` gets and pays for his `bid`.", needs_name=False, body="statements"),
    Block("unsold", "What happens if nobody bids.", needs_name=False, body="statements"),
)

STATE = """
state
  NAME.bid: number starts 0
  NAME.winner: player or none starts none
  NAME.out: yes or no per player starts no
  NAME.secret: number per player starts 0 seen by owner

value NAME.bidders gives BIDDERS
value NAME.least gives LEAST
value NAME.step gives RISE
value NAME.most(p: player) gives MOST
value NAME.next gives NAME.least if NAME.winner is none otherwise NAME.bid + NAME.step
value NAME.raises(p: player) gives JUMPS
value NAME.bids(p: player) gives list(n in 0..NAME.raises(p): NAME.next + n * NAME.step)
value NAME.open gives count(p in NAME.bidders where not NAME.out[p]) > (0 if NAME.winner is none otherwise 1)
"""
ANY = "((NAME.most(p) - NAME.next) / NAME.step rounded down)"
RULES = """
rule NAME.run()
  set NAME.bid to 0
  set NAME.winner to none
  each p in player
    set NAME.out[p] to no
    set NAME.secret[p] to 0
  START
  if NAME.winner is not none
    NAME.won(NAME.winner, NAME.bid)
  otherwise
    NAME.unsold()

rule NAME.offer(p: player, amount: number)
  set NAME.bid to amount
  set NAME.winner to p
"""
OPEN_RAISE = """
rule NAME.open_raise()
  repeat while NAME.open
    each p in NAME.bidders where NAME.open and not NAME.out[p] and NAME.winner != p
      NAME.ask(p)
"""
ONE_BID_EACH = """
rule NAME.one_bid_each()
  each p in NAME.bidders
    NAME.ask(p)
"""
ASK = """
rule NAME.ask(p: player)
  choose amount in NAME.bids(p) by p optional prompt "What do you bid?"
  if amount is none
    set NAME.out[p] to yes
  otherwise
    NAME.offer(p, amount)
"""
SEALED = """
rule NAME.sealed()
  each p in NAME.bidders at once
    choose amount in NAME.sealed_bids(p) by p optional prompt "What do you bid in secret?"
    set NAME.secret[p] to amount otherwise 0
  each p in NAME.bidders
    reveal NAME.secret[p]
    if NAME.secret[p] > NAME.bid
      NAME.offer(p, NAME.secret[p])

value NAME.sealed_bids(p: player) gives list(n in 0..ANYNEXT: NAME.least + n * NAME.step)
"""
CHOSEN = """if FORM = open_raise
    NAME.open_raise()
  otherwise if FORM = one_bid_each
    NAME.one_bid_each()
  otherwise
    NAME.sealed()"""


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """The standing bid and who made it; `run` asks in the form of the auction and settles it."""
    reader = Reader(block)
    at = block.header
    most = reader.required("most")
    form, chosen = the_form(reader)
    if most is None or reader.problems:
        return [], reader.problems
    jump = reader.value("most_steps")
    holes = {
        "BIDDERS": reader.value("bidders") or everybody(at),
        "LEAST": reader.value("least") or number(1, at),
        "RISE": reader.value("step") or number(1, at),
        "MOST": about("bidder", "p", most),
        **({"JUMP": about("bidder", "p", jump)} if jump is not None else {}),
        **({"FORM": chosen} if chosen is not None else {}),
    }
    words = {
        "START": CHOSEN if chosen is not None else f"NAME.{form}()",
        "JUMPS": ANY if jump is None else f"min(JUMP - 1, {ANY})",
        "ANYNEXT": ANY.replace("NAME.next", "NAME.least"),
        "NAME": reader.name,
    }
    return [*lowered(text_of(form), block, words, holes), *outcomes(reader)], reader.problems


def text_of(form: str) -> str:
    """The template of a form; without one, of all three."""
    text = STATE + RULES
    text += OPEN_RAISE if form in ("open_raise", "") else ""
    text += ONE_BID_EACH if form in ("one_bid_each", "") else ""
    text += ASK if form != "sealed" else ""
    return text + (SEALED if form in ("sealed", "") else "")


def the_form(reader: Reader) -> tuple[str, nodes.Expression | None]:
    """One of the forms by name, or an expression (an option) that tells which."""
    found = reader.value("form")
    if found is None:
        return "open_raise", None
    word = spell(found)
    if word in FORMS:
        return word, None
    if did_you_mean(word, FORMS):
        reader.problems.append(unknown_word(found.span, "form", word, FORMS))
    return "", found


def everybody(at: Span) -> nodes.Expression:
    first = nodes.Apply(nodes.Name("seat", span=at), (number(1, at),), span=at)
    return nodes.Apply(nodes.Name("clockwise", span=at), (first,), span=at)


def outcomes(reader: Reader) -> list[nodes.Item]:
    """`won` with the winner and his bid, and `unsold`."""
    won, unsold = reader.block.member("won"), reader.block.member("unsold")
    at = reader.block.header
    pair = (
        nodes.Parameter("winner", nodes.Name("player", span=at), span=at),
        nodes.Parameter("bid", nodes.Name("number", span=at), span=at),
    )
    return [
        rule((reader.name, "won"), pair, won.body if won else (), won or reader.block),
        rule((reader.name, "unsold"), (), unsold.body if unsold else (), unsold or reader.block),
    ]


AUCTION = Mechanism(BLOCK, lower, MEMBERS)

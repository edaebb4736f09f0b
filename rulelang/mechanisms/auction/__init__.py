"""An auction: bids rise until all others have passed, everybody bids once, openly or in secret, or the price falls."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.names import unknown_word
from rulelang.language.blocks import LABEL, Block
from rulelang.mechanisms.contract import Mechanism, Options, rule
from rulelang.mechanisms.reader import Reader, about, lowered, number
from rulelang.mechanisms.sentences import Cases, Line, Part, Said
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

BIDS = (Line("the lowest bid is {least}; bids are {step} apart"), Line("the highest bid of a player is {most}"))
RAISE = (Line("in turn, players raise the bid or pass for good, until one is left"), *BIDS)
# What sheets say of each form.
FORMS: dict[str, tuple[Said, ...]] = {
    "open_raise": RAISE,
    "one_bid_each": (Line("in turn, every player bids once or passes"), *BIDS),
    "sealed": (Line("all players bid at the same time and in secret; the first of equal bids wins"), *BIDS),
    "descending": (
        Line("at each price players are asked in turn, and the first to take it wins"),
        Line("the price opens at {opens} and falls by {step}, down to {least}"),
        Line("the highest price a player can take is {most}"),
    ),
}
SAYS = (
    Cases("form", FORMS, other=RAISE),
    Part("won", "Whoever wins the auction:"),
    Part("unsold", "If nobody bids:"),
)
NO_OPTIONS: Options = {}

BLOCK = Block(
    "auction",
    "Players bid; `won` says what the highest bidder gets and pays, `unsold` what follows without a bid.",
    {
        **LABEL,
        "form": "`open_raise` (else): raise or pass for good; `one_bid_each`; `sealed`: in secret, all at"
        " once; `descending`: the price falls until somebody takes it; or an option with these values",
        "opens": "the first price of a `descending` auction",
        "bidders": "the players in order (else clockwise from the first seat)",
        "least": "the lowest bid (else 1)",
        "most": "the highest bid that `bidder` may make",
        "step": "bids, or the falling prices, are this far apart (else 1)",
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
  choose amount in NAME.bids(p) where can(NAME.offer(p, amount)) by p optional prompt "What do you bid?"
    NAME.offer(p, amount)
  otherwise
    set NAME.out[p] to yes
"""
SEALED = """
rule NAME.sealed()
  each p in NAME.bidders at once
    choose amount in NAME.sealed_bids(p) where can(NAME.offer(p, amount)) by p optional
        prompt "What do you bid in secret?"
    set NAME.secret[p] to amount otherwise 0
  each p in NAME.bidders
    reveal NAME.secret[p]
    if NAME.secret[p] > NAME.bid and can(NAME.offer(p, NAME.secret[p]))
      NAME.offer(p, NAME.secret[p])

value NAME.sealed_bids(p: player) gives list(n in 0..ANYNEXT: NAME.least + n * NAME.step)
"""
DESCENDING = """
value NAME.opens gives OPENS
value NAME.prices gives list(n in 0..((NAME.opens - NAME.least) / NAME.step rounded down): NAME.opens - n * NAME.step)

rule NAME.descending()
  each price in NAME.prices where NAME.winner is none
    each p in NAME.bidders where NAME.winner is none and price <= NAME.most(p)
      NAME.take(p, price)

rule NAME.take(p: player, price: number)
  choose amount in [price] where can(NAME.offer(p, amount)) by p optional prompt "Do you take it for {price}?"
    NAME.offer(p, amount)
"""
TEXTS = {
    "open_raise": OPEN_RAISE,
    "one_bid_each": ONE_BID_EACH,
    "sealed": SEALED,
    "descending": DESCENDING,
}


def lower(block: nodes.Block, options: Options = NO_OPTIONS) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """The standing bid and who made it; `run` asks in the form of the auction and settles it."""
    reader = Reader(block)
    at = block.header
    most, form = reader.required("most"), reader.value("form")
    forms = the_forms(reader, form, options)
    opens = reader.required("opens") if "descending" in forms else reader.value("opens")
    if most is None or reader.problems:
        return [], reader.problems
    jump = reader.value("most_steps")
    holes = {
        "BIDDERS": reader.value("bidders") or everybody(at),
        "LEAST": reader.value("least") or number(1, at),
        "RISE": reader.value("step") or number(1, at),
        "MOST": about("bidder", "p", most),
        **({"JUMP": about("bidder", "p", jump)} if jump is not None else {}),
        **({"OPENS": opens} if opens is not None else {}),
        **({"FORM": form} if len(forms) > 1 else {}),
    }
    words = {
        "START": start(forms),
        "JUMPS": ANY if jump is None else f"min(JUMP - 1, {ANY})",
        "ANYNEXT": ANY.replace("NAME.next", "NAME.least"),
        "NAME": reader.name,
    }
    asking = ASK if {"open_raise", "one_bid_each"} & {*forms} else ""
    text = STATE + RULES + asking + "".join(TEXTS[form] for form in forms)
    return [*lowered(text, block, words, holes), *outcomes(reader)], reader.problems


def the_forms(reader: Reader, form: nodes.Expression | None, options: Options) -> tuple[str, ...]:
    """The form that the block names; of an option all its values."""
    word = spell(form) if form is not None else "open_raise"
    forms = options.get(word, (word,)) or ("open_raise",)  # an option without values is told where it stands
    for odd in (f for f in forms if f not in FORMS):
        reader.problems.append(unknown_word(form.span if form else reader.block.header, "form", odd, tuple(FORMS)))
    return forms


def start(forms: Sequence[str]) -> str:
    """The call of the form that is played; of several, that which the option tells."""
    tests = "".join(f"if FORM = {form}\n    NAME.{form}()\n  otherwise " for form in forms[:-1])
    return f"{tests.rstrip()}\n    NAME.{forms[-1]}()" if tests else f"NAME.{forms[0]}()"


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


AUCTION = Mechanism(BLOCK, lower, MEMBERS, sees_options=True, says=SAYS)

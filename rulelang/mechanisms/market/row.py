"""An open row of cards with slots: a gap is closed from the right and filled from a deck."""

from __future__ import annotations

from rulelang.mechanisms import diagnostics as say
from rulelang.mechanisms.reader import Reader, about, lines, lowered, number
from rulelang.mechanisms.sentences import Cases, Line, Rows
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

FIELDS = {
    "slots": "how many cards lie open, if there is no table of slots",
    "price": "the price of a card, if it is not that of its slot (else nothing)",
    "deck": "the zone new cards come from",
    "to": "the zone of the player where what he buys goes",
    "discard": "the zone where dropped cards go (else out of play)",
    "refill": "`at_once` (else) or `later`: the game calls `refill()` itself",
}
EXAMPLE = "| slot | price |"

RULES = """
zone NAME of KIND limit SLOTS seen by all

value NAME.slot(c: KIND) gives position(c, NAME)
value NAME.price(c: KIND) gives PRICE

rule NAME.buy(p: player, c: KIND)
  need c is in NAME because "it is not in the row"
  need p.money >= NAME.price(c) because "the price is more than you have"
  pay NAME.price(c) from p to bank
  NAME.take(p, c)

rule NAME.take(p: player, c: KIND)
  need c is in NAME because "it is not in the row"
  move c to TARGET
  AGAIN()

rule NAME.drop(c: KIND)
  need c is in NAME because "it is not in the row"
  move c to DROPPED
  AGAIN()

rule NAME.refill()
  fill NAME from DECK
"""

SAYS = (
    Line("{kinds} lie open in a row; a gap is closed, and new ones come from {deck}"),
    Cases("refill", {"later": (Line("the row is filled only when a rule says so"),)}),
    Line("what a player buys goes to his {to}"),
    Line("what is dropped goes to {discard}"),
    Cases("slots", {"": (Rows("slots"),)}, other=(Line("the price of a card is {price}"),)),
)


def lower(reader: Reader, kind: str) -> list[nodes.Item]:
    """A zone of the market's own name, and rules to buy, take, drop and refill."""
    at = reader.block.header
    deck = reader.required("deck")
    to = reader.value("to")
    price: nodes.Expression = about(kind, "c", reader.value("price") or number(0, at))
    items: list[nodes.Item] = []
    text = RULES
    if reader.rows:
        size = slots(reader)
        items = [reader.table("slots", more=lines(f"need complete(slot, 1..{size})", reader.block))]
        text = text.replace("PRICE", f"NAME.slots[min(max(NAME.slot(c), 1), {size})].price")
        count: nodes.Expression | None = number(size, at)
    else:
        count = reader.required("slots")
    if reader.problems or deck is None or count is None:
        return []
    later = reader.word("refill", ("at_once", "later"), "at_once")[0] == "later"
    text = text.replace("AGAIN()", "" if later else "NAME.refill()")
    if to is None:
        text = cut(text, "rule NAME.take", "rule NAME.drop")
    priced = bool(reader.rows) or reader.value("price") is not None
    if to is None or not priced:
        text = cut(text, "rule NAME.buy", "rule NAME.take" if to is not None else "rule NAME.drop")
    if not priced:
        text = cut(text, "value NAME.price", "\nrule")
    discard = reader.value("discard")
    dropped = "box" if discard is None else spell(discard)
    words = {"NAME": reader.name, "KIND": kind, "DROPPED": dropped, "DECK": spell(deck)}
    holes = {"SLOTS": count, "PRICE": price, **({"TARGET": target(to)} if to is not None else {})}
    return [*items, *lowered(text, reader.block, words, holes)]


def target(to: nodes.Expression) -> nodes.Expression:
    """`to: hand` is the hand of the player who buys."""
    if not isinstance(to, nodes.Name):
        return to
    return nodes.Part(nodes.Name("p", span=to.span), to.name, name_span=to.span, span=to.span)


def cut(text: str, start: str, end: str) -> str:
    """A template without what nobody can use: no prices, nothing to buy; no `to`, nothing to take."""
    at = text.index(start)
    return text[:at] + text[text.index(end, at) :]


def slots(reader: Reader) -> int:
    """How many slots the table has."""
    if len(reader.rows) < 2:
        reader.problems.append(say.missing_table(reader.block.header, "market", EXAMPLE))
    elif reader.columns != ["slot", "price"]:
        wanted = "the columns `slot` and `price`"
        reader.problems.append(say.wrong_columns(reader.rows[0].span, "market", wanted, EXAMPLE))
    elif reader.numbered("slot") != 1 and not reader.problems:
        reader.problems.append(say.unnumbered_rows(reader.rows[1].span, "slot", 1))
    return len(reader.rows) - 1

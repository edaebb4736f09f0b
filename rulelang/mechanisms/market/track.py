"""A price track: a marker for each good, which buying and selling move between a floor and a ceiling."""

from __future__ import annotations

from rulelang.diagnostics.wording.numbers import out_of_range
from rulelang.mechanisms import diagnostics as say
from rulelang.mechanisms.reader import Reader, about, lines, lowered, no, number, yes
from rulelang.mechanisms.sentences import Line, Members, Rows, Whether
from rulelang.syntax import nodes

FIELDS = {
    "starts": "where the marker of each good stands at the beginning (else on the floor)",
    "floor": "the lowest step (else the first of the table)",
    "ceiling": "the highest step (else the last of the table)",
    "bought": "steps the marker moves when one is bought (else 1)",
    "sold": "steps the marker moves when one is sold (else -1)",
    "beyond": "`stays` (else): trade goes on, the marker does not; `refused`: no trade; `refused when …`",
}
EXAMPLE = "| step | price |"

RULES = """
state
  NAME.marker: number per KIND starts STARTS

value NAME.floor(g: KIND) gives LOWEST
value NAME.ceiling(g: KIND) gives HIGHEST
value NAME.bought(g: KIND) gives BOUGHT
value NAME.sold(g: KIND) gives SOLD
value NAME.strict gives STRICT
value NAME.price(g: KIND) gives PRICE
value NAME.sell_price(g: KIND) gives NAME.price(g)

rule NAME.buy(p: player, g: KIND)
  need not NAME.strict or NAME.fits(g, NAME.bought(g)) because "the price can not go further"
  need p.money >= NAME.price(g) because "the price is more than you have"
  pay NAME.price(g) from p to bank
  NAME.shift(g, NAME.bought(g))

rule NAME.sell(p: player, g: KIND)
  need not NAME.strict or NAME.fits(g, NAME.sold(g)) because "the price can not go further"
  pay NAME.sell_price(g) from bank to p
  NAME.shift(g, NAME.sold(g))

rule NAME.shift(g: KIND, n: number)
  set NAME.marker[g] to max(NAME.floor(g), min(NAME.marker[g] + n, NAME.ceiling(g)))

value NAME.fits(g: KIND, n: number)
  gives NAME.marker[g] + n >= NAME.floor(g) and NAME.marker[g] + n <= NAME.ceiling(g)
"""

SAYS = (
    Line("a marker shows the price of each {kind}"),
    Line("buying one moves it by {bought}"),
    Line("selling one moves it by {sold}"),
    Whether(
        "strict",
        "at its limit there is no trade",
        "at its limit it stays where it is, and trade goes on",
        "at its limit there is no trade if {condition}",
    ),
    Members({"At first": "marker", "Lowest": "floor", "Highest": "ceiling"}),
    Rows("prices"),
)


def lower(reader: Reader, kind: str) -> list[nodes.Item]:
    """The step of each marker; a table, if there is one, says what a step costs."""
    at = reader.block.header
    table: list[nodes.Item] = []
    price = "NAME.marker[g]"
    low: nodes.Expression | None = None
    high: nodes.Expression | None = None
    if reader.rows:
        ends = steps(reader)
        if ends is None:
            return []
        check_steps(reader, ends)
        table, price = prices(reader, ends)
        low, high = number(ends[0], at), number(ends[1], at)
    floor = reader.value("floor") or low or reader.required("floor")
    ceiling = reader.value("ceiling") or high or reader.required("ceiling")
    if floor is None or ceiling is None:
        return []
    holes = {
        "STARTS": reader.value("starts") or floor,
        "LOWEST": about(kind, "g", floor),
        "HIGHEST": about(kind, "g", ceiling),
        "BOUGHT": about(kind, "g", reader.value("bought") or number(1, at)),
        "SOLD": about(kind, "g", reader.value("sold") or nodes.Negative(number(1, at), span=at)),
        "STRICT": strict(reader),
    }
    words = {"PRICE": price, "NAME": reader.name, "KIND": kind}
    return [*table, *lowered(RULES, reader.block, words, holes)]


def strict(reader: Reader) -> nodes.Expression:
    """Is trade refused where the marker can not move?"""
    word, when = reader.word("beyond", ("stays", "refused"), "stays")
    at = reader.block.header
    if when is not None:
        return when if word == "refused" else nodes.Not(nodes.Group(when, span=at), span=at)
    return yes(at) if word == "refused" else no(at)


def steps(reader: Reader) -> tuple[int, int] | None:
    """The first and last step of the table."""
    if reader.columns[0] != "step" or len(reader.columns) == 1:
        wanted = "the column `step`, then `price` or one column for each member"
        reader.problems.append(say.wrong_columns(reader.rows[0].span, "market", wanted, EXAMPLE))
        return None
    first = reader.numbered("step")
    if first is None:
        return None
    return first, first + len(reader.rows) - 2


def check_steps(reader: Reader, ends: tuple[int, int]) -> None:
    """Steps that are written as numbers stand in the table."""
    for name in ("floor", "ceiling", "starts"):
        written = reader.value(name)
        if isinstance(written, nodes.Number) and not ends[0] <= written.value <= ends[1]:
            allowed, table = f"{ends[0]}..{ends[1]}", reader.rows[0].span
            reader.problems.append(out_of_range(written.span, str(written.value), name, allowed, table))


def prices(reader: Reader, ends: tuple[int, int]) -> tuple[list[nodes.Item], str]:
    """The table of prices, and how the price of a marker is looked up in it."""
    if "price" in reader.columns:
        complete = lines(f"need complete(step, {ends[0]}..{ends[1]})", reader.block)
        return [reader.table("prices", more=complete)], "NAME.prices[NAME.marker[g]].price"
    return [reader.table("prices")], "NAME.prices[NAME.marker[g], g] otherwise 0"

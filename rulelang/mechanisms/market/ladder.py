"""A price ladder: the cheapest thing on it is bought, and what is sold goes to the next free space."""

from __future__ import annotations

from rulelang.mechanisms import diagnostics as say
from rulelang.mechanisms.reader import Reader, heading, lines, lowered
from rulelang.mechanisms.sentences import Cases, Line, Rows
from rulelang.syntax import nodes

FIELDS = {"starts": "how many there are at first (else all spaces are filled)"}
EXAMPLE = "| space | price |"

RULES = """
state
  NAME.left: number per KIND starts STARTS

value NAME.price(g: KIND) gives NAME.price_at(g, NAME.spaces(g) - NAME.left[g] + 1)
value NAME.sell_price(g: KIND) gives NAME.price_at(g, NAME.spaces(g) - NAME.left[g])

rule NAME.buy(p: player, g: KIND)
  need NAME.left[g] > 0 because "none is left on the market"
  need p.money >= NAME.price(g) because "the price is more than you have"
  pay NAME.price(g) from p to bank
  NAME.take(g)

rule NAME.sell(p: player, g: KIND)
  need NAME.left[g] < NAME.spaces(g) because "the market is full"
  pay NAME.sell_price(g) from bank to p
  NAME.put_back(g)

rule NAME.take(g: KIND)
  need NAME.left[g] > 0 because "none is left on the market"
  add -1 to NAME.left[g]

rule NAME.put_back(g: KIND)
  need NAME.left[g] < NAME.spaces(g) because "the market is full"
  add 1 to NAME.left[g]
"""
ALIKE = """
value NAME.spaces(g: KIND) gives SIZE
value NAME.price_at(g: KIND, n: number) gives NAME.ladder[min(max(n, 1), SIZE)].price
"""
APART = """
table NAME.sizes
  | good | spaces |
ROWS  column good of KIND
  need complete(good) because "every member has a column in the table of the market"

value NAME.spaces(g: KIND) gives NAME.sizes[g].spaces
value NAME.price_at(g: KIND, n: number) gives NAME.ladder[min(max(n, 1), NAME.spaces(g)), g] otherwise 0
"""

SAYS = (
    Line("each {kind} lies on a space with a price; when it is bought, the cheapest one goes first"),
    Line("what is sold or given back goes to the dearest free space, and brings the amount beside it"),
    Cases("starts", {"": (Line("at first all spaces are filled"),)}, other=(Line("at first: {left}"),)),
    Rows("ladder"),
)


def lower(reader: Reader, kind: str) -> list[nodes.Item]:
    """How many of each are left; what is bought lies on the first filled space."""
    if not is_ladder(reader):
        return []
    starts = reader.value("starts")
    sizes = spaces(reader)
    words = {"NAME": reader.name, "KIND": kind, "SIZE": str(sizes.get("price", 0))}
    if "price" in sizes:
        complete = lines(f"need complete(space, 1..{sizes['price']})", reader.block)
        items = [reader.table("ladder", more=complete), *lowered(ALIKE, reader.block, words)]
    else:
        rows = "".join(f"  | {member} | {count} |\n" for member, count in sizes.items())
        items = [reader.table("ladder"), *lowered(APART, reader.block, {**words, "ROWS": rows})]
    full = f"{reader.name}.spaces({kind})"
    if starts is None:
        return [*items, *lowered(RULES, reader.block, {**words, "STARTS": full})]
    return [*items, *lowered(RULES, reader.block, words, {"STARTS": starts})]


def is_ladder(reader: Reader) -> bool:
    """Has the table a column `space`, numbered from 1, and prices?"""
    if not reader.rows:
        reader.problems.append(say.missing_table(reader.block.header, "market", EXAMPLE))
        return False
    if reader.columns[0] != "space" or len(reader.columns) == 1:
        wanted = "the column `space`, then `price` or one column for each member"
        reader.problems.append(say.wrong_columns(reader.rows[0].span, "market", wanted, EXAMPLE))
        return False
    first = reader.numbered("space")
    if first != 1 and not reader.problems:
        reader.problems.append(say.unnumbered_rows(reader.rows[-1].span, "space", 1))
    return first == 1


def spaces(reader: Reader) -> dict[str, int]:
    """How many spaces each column has."""
    found = {}
    for index, cell in enumerate(reader.rows[0].cells[1:], 1):
        filled = [r for r in reader.rows[1:] if index < len(r.cells) and r.cells[index].values]
        found[heading(cell)] = len(filled)
    return found

"""A ring of fields on which the pawn of each player goes round; the field it reaches says what is done."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.mechanism import Mechanism
from rulelang.mechanisms import diagnostics as say
from rulelang.mechanisms.forms import Reader, call, lines, lowered, no, number
from rulelang.syntax import nodes
from rulelang.syntax.schema import DATA, LABEL, STATUS, Block
from rulelang.syntax.spell import spell

BLOCK = Block(
    "rondel",
    "A ring of fields; each player's pawn moves on and does the action of the field it reaches.",
    {
        **LABEL,
        **STATUS,
        "first": "`anywhere` (else): the first move goes to any field; or the field all pawns start on",
        "free": "how many fields a pawn may move for nothing: `1..3` (else 1)",
        "extra": "the rule `r(p)` that is done once for each field beyond the free ones",
        "extra_most": "the most fields beyond the free ones, for player `p` (else 0)",
        "stay": "`yes`, or a condition: a pawn may stay where it is (else no)",
        "exclusive": "`yes`, or a condition: one pawn a field (else no)",
    },
    ("per", *DATA),
    ("column",),
    "members",
    True,
    needs=True,
    example="rondel wheel per player\n  | field | action |\n  | 0     | sow    |\n  | 1     | reap   |\n  free: 1..1",
)
EXAMPLE = "| field | action |"

STATE = """
state
  NAME.field: FIELDS or none per player starts FIRST

value NAME.least(p: player) gives 0 if STAY otherwise LEAST
value NAME.free(p: player) gives FREE
value NAME.extra_most(p: player) gives MOST
value NAME.steps(p: player) gives NAME.free(p) + NAME.extra_most(p)
value NAME.ahead(p: player, n: number) gives remainder((NAME.field[p] otherwise BASE) - BASE + n, SIZE) + BASE
value NAME.exclusive gives SOLE
value NAME.does(f: number) gives NAME.fields[f].action
value NAME.reaches(p: player, n: number) gives NAME.does(NAME.ahead(p, n))
"""
RULES = """
rule NAME.advance(p: player)
  if NAME.field[p] is none
    choose f in FIELDS where can(NAME.enter(p, f)) by p prompt "Where does your pawn start?"
        as "{f}: {NAME.does(f)}"
      NAME.enter(p, f)
  otherwise
    choose n in NAME.least(p)..NAME.steps(p) where can(NAME.move(p, n)) by p prompt "How many fields?"
        as "{n}: {NAME.reaches(p, n)}"
      NAME.move(p, n)

rule NAME.move(p: player, n: number)
  need n >= NAME.least(p) because "the pawn must move on"
  need n <= NAME.steps(p) because "that is farther than the pawn may go"
  let f = NAME.ahead(p, n)
  need can(NAME.enter(p, f)) because "the pawn may not go there"
  repeat max(0, n - NAME.free(p)) times
    EXTRA()
  NAME.enter(p, f)

rule NAME.enter(p: player, f: number)
  need not NAME.exclusive or all(q in player where q != p: NAME.field[q] != f)
      because "another pawn stands there"
  set NAME.field[p] to f

rule NAME.act(p: player)
  if NAME.field[p] is not none
    let deed = NAME.does(NAME.field[p])
    if deed is not none
      if can(perform(deed))
        perform(deed)
"""


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """The field of each pawn, the table of fields, and the rules that move a pawn and do its action."""
    reader = Reader(block)
    if not reader.rows:
        return [], [say.missing_table(block.header, "rondel", EXAMPLE)]
    if "field" not in reader.columns or "action" not in reader.columns:
        wanted = "the columns `field` and `action`"
        return [], [say.wrong_columns(reader.rows[0].span, "rondel", wanted, EXAMPLE)]
    base, size = reader.numbered("field"), len(reader.rows) - 1
    if base is None or not size:
        return [], reader.problems or [say.missing_table(block.header, "rondel", EXAMPLE)]
    at = block.header
    first = reader.value("first")
    anywhere = first is None or spell(first) == "anywhere"
    least, free = reader.range("free", (1, 1))
    holes = {
        "FIRST": nodes.Nothing(span=at) if anywhere else first,
        "STAY": reader.value("stay") or no(at),
        "LEAST": least,
        "FREE": free,
        "MOST": reader.value("extra_most") or number(0, at),
        "SOLE": reader.value("exclusive") or no(at),
        "EXTRA": extra(reader),
    }
    fields = f"{base}..{base + size - 1}"
    words = {"NAME": reader.name, "FIELDS": fields, "BASE": str(base), "SIZE": str(size)}
    every_field = lines(f"need complete(field, {fields})", block)
    items = [reader.table("fields", every_field), *lowered(STATE + RULES, block, words, holes)]
    return items, reader.problems


def extra(reader: Reader) -> list[nodes.Item]:
    """What is done for each field beyond the free ones."""
    rule = reader.value("extra")
    return [] if rule is None else [call(spell(rule), ("p",), rule.span)]


RONDEL = Mechanism(BLOCK, lower)

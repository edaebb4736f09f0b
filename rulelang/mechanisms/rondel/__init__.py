"""A ring of fields on which the pawn of each player goes round; the field it reaches says what is done."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.syntax import first_edition
from rulelang.language.blocks import DATA, LABEL, STATUS, Block
from rulelang.mechanisms import diagnostics as say
from rulelang.mechanisms.contract import Mechanism, rule
from rulelang.mechanisms.reader import Reader, lowered, no, number, parameter
from rulelang.mechanisms.sentences import Cases, Line, Part, Rows, Whether
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

BLOCK = Block(
    "rondel",
    "A ring of fields; each player's pawn moves on and does the action of the field it reaches.",
    {
        **LABEL,
        **STATUS,
        "first": "`anywhere` (else): the first move goes to any field; or the field all pawns start on",
        "free": "how many fields a pawn may move for nothing: `1..3` (else 1)",
        "extra_most": "the most fields beyond the free ones, for player `p` (else 0)",
        "stay": "`yes`, or a condition: a pawn may stay where it is (else no)",
        "exclusive": "`yes`, or a condition: one pawn a field (else no)",
    },
    ("per", *DATA),
    ("column", "extra"),
    "members",
    True,
    needs=True,
    example="rondel wheel per player\n  | name | action |\n  | mill | sow    |\n  | barn | reap   |\n  free: 1..1",
    reasons=("free", "extra_most", "exclusive"),
)
MEMBERS = (
    Block(
        "extra",
        "What player `p` does once for each field beyond the free ones; its label says what that costs him.",
        needs_name=False,
        body="statements",
    ),
)
EXAMPLE = "| name | action |"
NUMBERED = "fields have names: write a column `name` in place of `field`"

RULES = """
state
  NAME.pawn: NAME or none per player starts FIRST
  NAME.owed: number starts 0 not shown

value NAME.number(f: NAME) gives position(f, list(g in NAME)) otherwise 0
value NAME.ahead(f: NAME, g: NAME) gives remainder(NAME.number(g) - NAME.number(f) - 1, count(NAME)) + 1
value NAME.least(p: player) gives 0 if STAY otherwise LEAST
value NAME.free(p: player) gives FREE
value NAME.extra_most(p: player) gives MOST
value NAME.moves(p: player, f: NAME)
    gives 0 if NAME.pawn[p] is none
    otherwise 0 if NAME.pawn[p] = f and NAME.least(p) = 0
    otherwise NAME.ahead(NAME.pawn[p], f)
value NAME.extra_moves(p: player, f: NAME) gives max(0, NAME.moves(p, f) - NAME.free(p))
value NAME.exclusive gives SOLE

rule NAME.advance(p: player)
  choose f in NAME where can(NAME.move(p, f)) by p prompt "Where does your pawn go?"COSTING
    NAME.move(p, f)

rule NAME.move(p: player, f: NAME)
  need NAME.pawn[p] is none or NAME.moves(p, f) = 0 or NAME.moves(p, f) >= NAME.least(p) because TOONEAR
  let extra = NAME.extra_moves(p, f)
  need extra <= NAME.extra_most(p) because TOOFAR
  NAME.enter(p, f)
  set NAME.owed to extra
  repeat NAME.owed times
    NAME.extra(p)
    add -1 to NAME.owed

rule NAME.enter(p: player, f: NAME)
  need not NAME.exclusive or all(q in player where q != p: NAME.pawn[q] != f) because TAKEN
  set NAME.pawn[p] to f

rule NAME.act(p: player)
  let f = NAME.pawn[p]
  if f is not none
    if f.action is not none
      if can(perform(f.action))
        perform(f.action)
"""


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """A kind of the fields, where each pawn stands, and the rules that move a pawn and do its action."""
    reader = Reader(block)
    if not reader.rows:
        return [], [say.missing_table(block.header, "rondel", EXAMPLE)]
    if "field" in reader.columns and "name" not in reader.columns:
        return [], [first_edition(reader.rows[0].span, NUMBERED)]
    if "name" not in reader.columns or "action" not in reader.columns:
        return [], [say.wrong_columns(reader.rows[0].span, "rondel", "the columns `name` and `action`", EXAMPLE)]
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
        "TOONEAR": reader.reason("free", "the pawn must move on"),
        "TOOFAR": reader.reason("extra_most", "that is farther than the pawn may go"),
        "TAKEN": reader.reason("exclusive", "another pawn stands there"),
    }
    extra = block.member("extra")
    body = extra.body if extra is not None else ()
    player = (parameter("p", "player", at),)
    items = [
        reader.kind(),
        *lowered(RULES.replace("COSTING", costing(extra)), block, {"NAME": reader.name}, holes),
        rule((reader.name, "extra"), player, body, extra or block),
    ]
    return items, reader.problems


def costing(extra: nodes.Block | None) -> str:
    """What is said beside a field of what it costs to go there, if the author has a word for that."""
    if extra is None or extra.label is None:
        return ""
    return f' costing NAME.extra_moves(p, f) "{extra.label}"'


ANYWHERE = (Line("the first move of a pawn goes to any field"),)
SAYS = (
    Line("a ring of fields; each pawn moves on and does what its field says"),
    Cases("first", {"": ANYWHERE, "anywhere": ANYWHERE}, other=(Line("all pawns start on field {first}"),)),
    Line("a pawn moves {least} to {free} fields for nothing"),
    Line("up to {extra_most} more fields", usual=0),
    Whether("exclusive", "only one pawn stands on a field", "", "only one pawn stands on a field if {condition}"),
    Rows(),
    Part("extra", "For each field beyond the free ones:"),
)

RONDEL = Mechanism(BLOCK, lower, MEMBERS, says=SAYS)

"""Worker placement: a worker on a place does the action of its row, and comes home later."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.names import unknown_name, unknown_word
from rulelang.language.blocks import DATA, LABEL, STATUS, Block
from rulelang.mechanisms import diagnostics as say
from rulelang.mechanisms.contract import Mechanism
from rulelang.mechanisms.reader import Reader, condition, heading, lowered, no, number, yes
from rulelang.mechanisms.sentences import Line, Spots, Whether
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

BLOCK = Block(
    "places",
    "Places for workers: each row is an action, each cell that is not `-` a place for one worker.",
    {
        **LABEL,
        **STATUS,
        "off": "columns or rows that are not used: `off: third when players = 2`",
        "once_a_round": "rows that one player uses only once before the workers come home",
        "only_possible": "rows (or `all`) that are offered only if their action can be done; may have `when`",
        "pick": "`any` (else): the player picks among places of different value; `first`: the leftmost",
        "pass": "`yes`, or a condition: a player may keep his worker back",
    },
    ("of", *DATA),
    ("column",),
    "members",
    True,
    example="places field of worker\n  | action | first | second |\n"
    "  | sow    | yes   | yes    |\n  | sell   | 3     | 2      |",
)
EXAMPLE = "| action | first | second |"

STATE = """
state
  NAME.at: NAME.spot or none per PIECE starts none
  NAME.value: number starts 0

value NAME.open(s: NAME.spot) gives not (SHUT)
value NAME.taken(s: NAME.spot) gives any(w in PIECE: NAME.at[w] = s)
value NAME.idle(p: player) gives first(w in p.PIECE where NAME.at[w] is none)
value NAME.times(p: player, r: NAME.row)
  gives count(w in p.PIECE where NAME.at[w] is not none and NAME.at[w].row = r)
value NAME.most(p: player, r: NAME.row) gives r.most
value NAME.strict(r: NAME.row) gives STRICT
value NAME.free(r: NAME.row) gives count(s in r.places where NAME.open(s) and not NAME.taken(s))
value NAME.picks gives PICKS
"""
PLACE = """
rule NAME.place(p: player)
  choose r in NAME.row where can(NAME.take(p, r)) by p prompt "Where does your worker go?" as "{ROWTEXT}"
    NAME.take(p, r)
"""
PLACE_OR_PASS = """
value NAME.may_pass gives PASSES

rule NAME.place(p: player)
  if NAME.may_pass
    choose r in NAME.row where can(NAME.take(p, r)) by p optional
        prompt "Where does your worker go?" as "{ROWTEXT}"
      NAME.take(p, r)
  otherwise
    choose r in NAME.row where can(NAME.take(p, r)) by p prompt "Where does your worker go?" as "{ROWTEXT}"
      NAME.take(p, r)
"""
RULES = """
rule NAME.take(p: player, r: NAME.row)
  need NAME.idle(p) is not none because "all your workers are placed"
  need NAME.times(p, r) < NAME.most(p, r) because "not more often in a round"
  need NAME.free(r) > 0 because "no place is free there"
  need not NAME.strict(r) or can(perform(r.action)) because "nothing can be done there"
  need any(s in r.places: can(NAME.put(p, s))) because "no place is free there"
  if NAME.picks and not r.alike
    choose s in r.places where can(NAME.put(p, s)) by p prompt "Which place?" as "{ROWTEXT} {s.value}"
      NAME.put(p, s)
  otherwise
    let spot = first(s in r.places where can(NAME.put(p, s)))
    if spot is not none
      NAME.put(p, spot)

rule NAME.put(p: player, s: NAME.spot)
  need NAME.open(s) because "this place is not used"
  need not NAME.taken(s) because "a worker stands there"
  let w = NAME.idle(p)
  need w is not none because "all your workers are placed"
  set NAME.at[w] to s
  set NAME.value to s.value
  NAME.act(s.row)

rule NAME.act(r: NAME.row)
  if can(perform(r.action))
    perform(r.action)

rule NAME.come_home(w: PIECE)
  set NAME.at[w] to none

rule NAME.bring_home()
  each w in PIECE where NAME.at[w] is not none
    NAME.come_home(w)

rule NAME.recall(p: player)
  each w in p.PIECE where NAME.at[w] is not none
    NAME.come_home(w)
"""


@frozen
class Row:
    """A row of the author's table: the action, and a value for each place (by column)."""

    action: str
    places: dict[str, int]
    labels: dict[str, str]


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """Kinds for the rows and the places, where each worker stands, and the rules of placing."""
    reader = Reader(block)
    piece = reader.clause("of")
    if not reader.rows:
        reader.problems.append(say.missing_table(block.header, "places", EXAMPLE))
    elif reader.columns[0] != "action" or len(place_columns(reader)) == 0:
        wanted = "the column `action`, then a column for each place"
        reader.problems.append(say.wrong_columns(reader.rows[0].span, "places", wanted, EXAMPLE))
    if reader.problems:
        return [], reader.problems
    rows = read_rows(reader)
    pick, when = reader.word("pick", ("any", "first"), "any")
    passes = reader.value("pass")
    holes = {
        "SHUT": shut(reader, rows),
        "STRICT": strict(reader, rows),
        "PICKS": picks(pick, when, block.header),
        **({"PASSES": passes} if passes is not None else {}),
    }
    labelled = any(name.split(".")[0] == "label" for name in reader.columns)
    words = {"NAME": reader.name, "PIECE": piece, "ROWTEXT": "r" if labelled else "r.action"}
    text = STATE + (PLACE if passes is None else PLACE_OR_PASS) + RULES
    return [*kinds(reader, rows), *lowered(text, block, words, holes)], reader.problems


def picks(pick: str, when: nodes.Expression | None, at: Span) -> nodes.Expression:
    if when is None:
        return yes(at) if pick == "any" else no(at)
    return when if pick == "any" else nodes.Not(nodes.Group(when, span=at), span=at)


# ---- the table ------------------------------------------------------------------------------------------


def place_columns(reader: Reader) -> list[str]:
    return [name for name in reader.columns if name != "action" and name.split(".")[0] != "label"]


def read_rows(reader: Reader) -> list[Row]:
    """The rows as data; a cell is `yes`, a number or blank."""
    found = []
    for row in reader.rows[1:]:
        cells = dict(zip(reader.columns, row.cells, strict=False))
        places: dict[str, int] = {}
        for column in place_columns(reader):
            cell = cells.get(column)
            value = cell.values[0] if cell is not None and cell.values else None
            if isinstance(value, nodes.Number):
                places[column] = value.value
            elif isinstance(value, nodes.Flag) and value.value:
                places[column] = 0
            elif value is not None and not isinstance(value, nodes.Flag):
                reader.problems.append(unknown_word(value.span, column, spell(value), ("yes", "3", "-")))
        labels = {n: c.values[0].span.text for n, c in cells.items() if n.split(".")[0] == "label" and c.values}
        found.append(Row(heading(row.cells[0]), places, labels))
    return found


def kinds(reader: Reader, rows: list[Row]) -> list[nodes.Item]:
    """A kind of rows and a kind of places."""
    once = [word for word, _, _ in listed(reader, "once_a_round", [r.action for r in rows])]
    columns = place_columns(reader)
    labels = [name for name in reader.columns if name.split(".")[0] == "label"]
    text = f"\nkind NAME.row\n  | name | action | most | alike | places |{''.join(f' {n} |' for n in labels)}\n"
    for row in rows:
        spots = ", ".join(spot(row.action, column) for column in row.places) or "-"
        alike = "yes" if len(set(row.places.values())) <= 1 else "no"
        most = 1 if row.action in once else len(row.places)
        said = "".join(f" {row.labels.get(n, '-')} |" for n in labels)
        text += f"  | {row.action} | {row.action} | {most} | {alike} | {spots} |{said}\n"
    text += "  column action of action\n  column places of list(NAME.spot)\n"
    text += "\nkind NAME.spot\n  | name | row | column | value |\n"
    for row in rows:
        for column, value in row.places.items():
            text += f"  | {spot(row.action, column)} | {row.action} | {columns.index(column) + 1} | {value} |\n"
    text += "  column row of NAME.row\n"
    *first, places = lowered(text, reader.block, {"NAME": reader.name})
    return [*first, under_contract(places, reader)]


def under_contract(kind: nodes.Item, reader: Reader) -> nodes.Item:
    """The author's `need` lines become contracts of a kind, else nobody would look at them."""
    needs = [item for item in reader.block.body if isinstance(item, nodes.Act) and item.verb == "need"]
    return evolve(kind, body=(*kind.body, *needs)) if isinstance(kind, nodes.Block) else kind


def spot(action: str, column: str) -> str:
    return f"{action}_{column}".replace(".", "_")


# ---- what is switched off, and when -----------------------------------------------------------------------


def listed(reader: Reader, name: str, known: list[str]) -> Iterator[tuple[str, nodes.Expression, nodes.Field]]:
    """The words that the lines of a field list; a word that is not known is reported."""
    for item in reader.block.body:
        if isinstance(item, nodes.Field) and str(item.path) == name:
            for value in item.values:
                if spell(value) in known:
                    yield spell(value), value, item
                else:
                    reader.problems.append(unknown_name(value.span, spell(value), known))


def shut(reader: Reader, rows: list[Row]) -> nodes.Expression:
    """Is the place `s` out of use? By its column or its row, perhaps on a condition."""
    columns = place_columns(reader)
    at = reader.block.header
    result: nodes.Expression = no(at)
    for word, value, item in listed(reader, "off", [*columns, *(r.action for r in rows)]):
        if word in columns:
            test = equals(part("s", "column", at), number(columns.index(word) + 1, at), at)
        else:
            test = equals(part("s", "row", at), nodes.Name(word, span=value.span), at)
        result = either(result, both(test, condition(item), at), at)
    return result


def strict(reader: Reader, rows: list[Row]) -> nodes.Expression:
    """Is the row `r` offered only if its action can be done?"""
    at = reader.block.header
    result: nodes.Expression = no(at)
    for word, value, item in listed(reader, "only_possible", [*(r.action for r in rows), "all"]):
        named = equals(nodes.Name("r", span=at), nodes.Name(word, span=value.span), at)
        result = either(result, both(yes(at) if word == "all" else named, condition(item), at), at)
    return result


def part(of: str, name: str, at: Span) -> nodes.Expression:
    return nodes.Part(nodes.Name(of, span=at), name, name_span=at, span=at)


def equals(left: nodes.Expression, right: nodes.Expression, at: Span) -> nodes.Expression:
    return nodes.Binary("=", left, right, span=at)


def both(test: nodes.Expression, when: nodes.Expression | None, at: Span) -> nodes.Expression:
    return test if when is None else nodes.Binary("and", nodes.Group(when, span=at), test, span=at)


def either(one: nodes.Expression, two: nodes.Expression, at: Span) -> nodes.Expression:
    if isinstance(one, nodes.Flag):
        return two
    return nodes.Binary("or", one, nodes.Group(two, span=at), span=at)


SAYS = (
    Line("a {kind} goes to a free place; the action of its row is carried out at once"),
    Whether("may_pass", "a player may keep his {kind} back", "", "a player may keep his {kind} back if {condition}"),
    Whether("picks", no="the leftmost free place of a row is taken"),
    Spots(),
)

PLACES = Mechanism(BLOCK, lower, says=SAYS)

"""Markets of three shapes: a price ladder driven by stock, a price track, an open row of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording.names import missing_field
from rulelang.diagnostics.wording.structure import idle_label
from rulelang.language.blocks import DATA, LABEL, STATUS, Block
from rulelang.mechanisms.contract import Mechanism
from rulelang.mechanisms.market import ladder, row, track
from rulelang.mechanisms.market.diagnostics import wrong_shape
from rulelang.mechanisms.reader import Reader
from rulelang.mechanisms.sentences import Cases
from rulelang.syntax import nodes

SHAPES: Mapping[str, Callable[[Reader, str], list[nodes.Item]]] = {
    "ladder": ladder.lower,
    "track": track.lower,
    "row": row.lower,
}
FIELDS = {"ladder": ladder.FIELDS, "track": track.FIELDS, "row": row.FIELDS}

BLOCK = Block(
    "market",
    "A market: prices that follow the stock (`ladder`), a marker (`track`), or the slot of a card (`row`).",
    {**LABEL, **STATUS, "shape": "`ladder`, `track` or `row`", **ladder.FIELDS, **track.FIELDS, **row.FIELDS},
    ("of", *DATA),
    ("column",),
    "members",
    True,
    needs=True,
    example="market ore of metal\n  shape: ladder\n  | space | tin | gold |\n"
    "  | 1     | 1   | 4    |\n  | 2     | 2   | 6    |",
)


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """Each shape has its own state; all have `price`, `buy` and what puts things back."""
    reader = Reader(block)
    kind = reader.clause("of")
    shape, _ = reader.word("shape", tuple(SHAPES), "")
    if not shape and not reader.problems:
        reader.problems.append(missing_field(block.header, "market", "shape"))
    if not shape or not kind:
        return [], reader.problems
    check_fields(reader, shape)
    for name, cell in zip(reader.columns, reader.rows[0].cells if reader.rows else (), strict=True):
        if name.partition(".")[0] == "label":
            reader.problems.append(idle_label(cell.span, name, "market", NEVER_SHOWN))
    return SHAPES[shape](reader, kind), reader.problems


NEVER_SHOWN = "the spaces of a market are never chosen; what is bought there has labels of its own"


def check_fields(reader: Reader, shape: str) -> None:
    """A field of another shape is an error: nobody would read it."""
    known = {*FIELDS[shape], *LABEL, *STATUS, "shape"}
    for item in reader.block.body:
        if isinstance(item, nodes.Field) and item.path.names[0] not in known:
            reader.problems.append(wrong_shape(item.path.span, str(item.path), shape, tuple(FIELDS[shape])))


SAYS = (Cases("shape", {"ladder": ladder.SAYS, "track": track.SAYS, "row": row.SAYS}),)

MARKET = Mechanism(BLOCK, lower, says=SAYS)

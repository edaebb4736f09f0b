"""A board of squares: cells in columns and rows, steps in eight directions, straight lines."""

from __future__ import annotations

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.registry import Wording, problem
from rulelang.language.blocks import LABEL, Block
from rulelang.mechanisms.contract import Mechanism, parsed_template, place
from rulelang.mechanisms.sentences import Line
from rulelang.source import Span
from rulelang.syntax import nodes
from rulelang.syntax.visit import rebuild

MOST = 26
DIRECTIONS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}

BLOCK = Block(
    "grid",
    "A board of squares: `cell.row`, `cell.column`, `ways(cell, n)`, and lines of several cells.",
    {
        **LABEL,
        "columns": "how many columns (a, b, c … from the left)",
        "rows": "how many rows (1, 2, 3 … from below)",
        "lines": "the length of the straight lines to list: `cell.lines`, `line.cells`",
    },
    body="state",
    example="grid cell\n  columns: 3\n  rows: 3\n  lines: 3\n  mark: player or none starts none",
)


@problem("bad-grid", "a grid without a sensible size")
def bad_grid(span: Span) -> Wording:
    return Wording(
        span,
        f"a grid needs `columns:` and `rows:`, each a number from 1 to {MOST}",
        "this grid",
        help="write for instance `columns: 8` and `rows: 8` below it",
    )


def lower(block: nodes.Block) -> tuple[list[nodes.Item], list[Diagnostic]]:
    """A kind for the cells, one for the directions, a map of steps, and a kind for the lines."""
    columns, rows = size(block, "columns"), size(block, "rows")
    if columns is None or rows is None:
        return [], [bad_grid(block.header)]
    length = size(block, "lines")
    name = str(block.path)
    cells = [(c, r) for r in range(rows) for c in range(columns)]
    lines = straight_lines(columns, rows, length) if length else []
    text = cell_text(name, cells, lines) + direction_text(name) + step_text(name, cells)
    if lines:
        text += line_text(name, lines)
    made = rebuild(parsed_template(text).file, lambda node: place(node, block.header)).items
    return [with_fields(made[0], block), *made[1:]], []


def size(block: nodes.Block, name: str) -> int | None:
    value = block.value(name)
    return value.value if isinstance(value, nodes.Number) and 1 <= value.value <= MOST else None


def key(cell: tuple[int, int]) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def straight_lines(columns: int, rows: int, length: int) -> list[list[tuple[int, int]]]:
    """All straight lines of so many cells."""
    found = []
    for c in range(columns):
        for r in range(rows):
            for across, up in (DIRECTIONS[d] for d in ("e", "n", "ne", "se")):
                line = [(c + across * i, r + up * i) for i in range(length)]
                if all(0 <= x < columns and 0 <= y < rows for x, y in line):
                    found.append(line)
    return found


def cell_text(name: str, cells: list[tuple[int, int]], lines: list[list[tuple[int, int]]]) -> str:
    through: dict[tuple[int, int], list[str]] = {cell: [] for cell in cells}
    for number, line in enumerate(lines):
        for cell in line:
            through[cell].append(f"{name}_line_{number + 1}")
    head = "| name | column | row | x | y |" + (" lines |" if lines else "")
    text = f"kind {name}\n  {head}\n"
    for cell in cells:
        listed = f" {', '.join(through[cell]) or '-'} |" if lines else ""
        text += f"  | {key(cell)} | {cell[0] + 1} | {cell[1] + 1} | {cell[0]} | {cell[1]} |{listed}\n"
    return text


def direction_text(name: str) -> str:
    rows = "".join(f"  | {word} |\n" for word in DIRECTIONS)
    return f"kind {name}_direction\n  | name |\n{rows}"


def step_text(name: str, cells: list[tuple[int, int]]) -> str:
    known = set(cells)
    text = f"map {name}_step of {name}\n  marks: {name}_direction\n  | from | to | {name}_direction |\n"
    for c, r in cells:
        for word, (across, up) in DIRECTIONS.items():
            if (c + across, r + up) in known:
                text += f"  | {key((c, r))} | {key((c + across, r + up))} | {word} |\n"
    return text


def line_text(name: str, lines: list[list[tuple[int, int]]]) -> str:
    text = f"kind {name}_line\n  | name | cells |\n"
    for number, line in enumerate(lines):
        text += f"  | {name}_line_{number + 1} | {', '.join(map(key, line))} |\n"
    return text


def with_fields(kind: nodes.Item, block: nodes.Block) -> nodes.Item:
    """The author's own fields belong to the cells."""
    assert isinstance(kind, nodes.Block)
    own = tuple(
        item
        for item in block.body
        if not (isinstance(item, nodes.Field) and str(item.path) in ("columns", "rows", "lines"))
    )
    return nodes.Block(
        "kind",
        block.path,
        None,
        block.label,
        (),
        kind.body + own,
        keyword_span=block.keyword_span,
        header=block.header,
        span=block.span,
    )


SAYS = (
    Line("a board of {columns} columns (a, b, c … from the left) and {rows} rows (1, 2, 3 … from below)"),
    Line("lines are straight and {lines} squares long"),
)

GRID = Mechanism(BLOCK, lower, says=SAYS)

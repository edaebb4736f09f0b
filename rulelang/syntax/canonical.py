"""A declaration as the text of what it does at the table: the same text, the same rules.

Wording, citations, comments, layout and what only bots and experiments read are left out, so improving a sentence
changes nothing here. Reasons stay: an `allow … for` finds its need by them.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulelang.syntax import nodes
from rulelang.syntax.format.document import flat
from rulelang.syntax.format.lines import format_body
from rulelang.syntax.visit import rebuild

UNPLAYED = frozenset({"silence", "translate", "estimate", "measure"})
WORDING_CLAUSES = frozenset({"cites", "prompt", "as", "printed", "reconstructed", "costing", "shown as", "not shown"})
WORDING_FIELDS = frozenset({"about", "label", "row_label"})


def canonical_text(block: nodes.Block) -> str:
    """The text that two declarations share if they are the same rule; empty for what is no rule."""
    if block.keyword in UNPLAYED:
        return ""
    return "\n".join(f"{line.depth} {' '.join(map(flat, line.parts))}" for line in format_body((stripped(block),), 0))


def stripped(block: nodes.Block) -> nodes.Block:
    """A declaration without its wording."""

    def strip(node: Any) -> Any:
        match node:
            case nodes.Clause() | nodes.Cites() if node.word in WORDING_CLAUSES:
                return []
            case nodes.Field() if node.path.names[0] in WORDING_FIELDS:
                return []
            case nodes.Field(says=nodes.Says()):
                return evolve(node, says=None)
            case nodes.Block(body=body):
                return nodes.Block(
                    node.keyword, node.path, node.parameters, None, node.clauses, without_labels(body), span=node.span
                )
        return node

    made: nodes.Block = rebuild(block, strip)
    return made


def without_labels(body: tuple[nodes.Item, ...]) -> tuple[nodes.Item, ...]:
    """A body whose table has no columns of labels."""
    rows = [item for item in body if isinstance(item, nodes.Row)]
    if not rows:
        return body
    names = [flat_cell(cell) for cell in rows[0].cells]
    kept = [place for place, name in enumerate(names) if name not in WORDING_FIELDS]
    return tuple(
        nodes.Row(tuple(item.cells[place] for place in kept if place < len(item.cells)), span=item.span)
        if isinstance(item, nodes.Row)
        else item
        for item in body
    )


def flat_cell(cell: nodes.Cell) -> str:
    """The name at the head of a column, if it is one."""
    match cell.values:
        case (nodes.Name(name),):
            return name
    return ""

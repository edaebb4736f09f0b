"""What stands in a block, as it is written: its labels, the heads of its columns, the variant it comes from."""

from __future__ import annotations

from attrs import frozen

from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

Labels = dict[str, str]


@frozen
class Declared:
    """A declaration and the variant it comes from (or none: the game itself)."""

    block: nodes.Block
    variant: str | None = None


def header_name(cell: nodes.Cell) -> str:
    return ", ".join(spell(v) for v in cell.values)


def is_by_players(block: nodes.Block) -> bool:
    """Is it a table of which the row of this number of players is read? One headed by numbers is a grid."""
    first = next((item for item in block.body if isinstance(item, nodes.Row)), None)
    if block.keyword != "table" or first is None:
        return False
    name, *heads = (header_name(cell) for cell in first.cells)
    return name == "players" and not any(head.isdecimal() for head in heads)


def labels_of(block: nodes.Block) -> Labels:
    """The label of a block in each language it has one in."""
    labels: Labels = {"en": block.label} if block.label else {}
    for item in block.body:
        if isinstance(item, nodes.Field) and item.path.names[0] == "label" and item.values:
            value = item.values[0]
            if isinstance(value, nodes.Text):
                labels[item.path.names[1] if len(item.path.names) > 1 else "en"] = value.value
    return labels


def is_label_column(name: str) -> bool:
    return name.partition(".")[0] == "label"

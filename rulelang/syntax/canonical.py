"""A declaration as the text of what it does at the table: the same text, the same rules.

Wording, what is told, citations, comments, layout and what only bots and experiments read are left out, so improving a
sentence changes nothing here. Reasons stay: an `allow … for` finds its need by them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulelang.language.blocks import FOR_TOOLS, UNPLAYED
from rulelang.syntax import nodes
from rulelang.syntax.format.document import flat
from rulelang.syntax.format.lines import format_body
from rulelang.syntax.visit import rebuild

WORDING_CLAUSES = frozenset({"cites", "prompt", "as", "printed", "reconstructed", "costing", "shown as", "not shown"})
WORDING_FIELDS = frozenset({"about", "label", "row_label"})
WORD = re.compile(r"[a-z][a-z0-9_]*")


def canonical_texts(blocks: Sequence[nodes.Block]) -> list[str]:
    """The texts of all that happens at the table."""
    left_to_tools = values_for(FOR_TOOLS, blocks)
    return [canonical_text(block) for block in blocks if not is_value_of(block, left_to_tools)]


def told(keyword: str, blocks: Sequence[nodes.Block]) -> list[str]:
    """What bots judge by, or what is measured, as it is written: with the values that are there for it alone."""
    own = values_for((keyword,), blocks)
    return [block.span.text for block in blocks if block.keyword == keyword or is_value_of(block, own)]


def is_value_of(block: nodes.Block, names: Container[str]) -> bool:
    return block.keyword == "value" and str(block.path) in names


def values_for(tools: Container[str], blocks: Iterable[nodes.Block]) -> set[str]:
    """The values that what is there for some tools leads to, be it by way of others, and nothing that is played.

    A word that a rule holds, as whatever, is taken for the value.
    """
    values: dict[str, set[str]] = {}
    tooled, played = set[str](), set[str]()
    for block in blocks:
        words = set(WORD.findall(text_of(block)))
        if block.keyword == "value":
            values.setdefault(str(block.path), set()).update(words)
        elif block.keyword in tools:
            tooled |= words
        elif block.keyword not in UNPLAYED:
            played |= words
    return led_to(tooled, values) - led_to(played, values)


def led_to(words: set[str], values: Mapping[str, set[str]]) -> set[str]:
    """The values that some words name, and those that these name in turn."""
    found: set[str] = set()
    waiting = words & values.keys()
    while waiting:
        found |= waiting
        waiting = {word for name in waiting for word in values[name]} & values.keys() - found
    return found


def canonical_text(block: nodes.Block) -> str:
    """The text that two declarations share if they are the same rule; empty for what is no rule."""
    return "" if block.keyword in UNPLAYED else text_of(block)


def text_of(block: nodes.Block) -> str:
    return "\n".join(f"{line.depth} {' '.join(map(flat, line.parts))}" for line in format_body((stripped(block),), 0))


def stripped(block: nodes.Block) -> nodes.Block:
    """A declaration without its wording."""

    def strip(node: Any) -> Any:
        match node:
            case nodes.Clause() | nodes.Cites() if node.word in WORDING_CLAUSES:
                return []
            case nodes.Field() if node.path.names[0] in WORDING_FIELDS:
                return []
            case nodes.Act("tell"):
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

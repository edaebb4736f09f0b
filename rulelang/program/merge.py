"""Fewer, longer blocks: a block that is reached from one place only becomes part of that place.

Blocks are written one for each point of a rule that something may lead to. Most of them turn out to
be reached in one way; this joins them, so that less is called while playing.
"""

from __future__ import annotations

import re

INDENT = "    "


class Block:
    """A block while it is being joined with others."""

    def __init__(self, text: str) -> None:
        head, *self.lines = text.split("\n")
        found = re.match(r"def (\w+)\(", head)
        assert found is not None
        self.head = head
        self.name = found[1]

    @property
    def text(self) -> str:
        return "\n".join([self.head, *self.lines])


def merge_blocks(texts: list[str], start: str) -> list[str]:
    """The same blocks, joined where they can be."""
    blocks = {block.name: block for block in map(Block, texts)}
    skip_forwarders(blocks, start)
    inline_returns(blocks, start)
    while join_once(blocks, start):
        pass
    for block in blocks.values():
        go_straight_back(block, blocks)
    return [block.text for block in blocks.values()]


def skip_forwarders(blocks: dict[str, Block], start: str) -> None:
    """A block that only goes on to another is that other."""
    for name in list(blocks):
        lines = blocks[name].lines
        found = re.fullmatch(r" +return (\w+)\(S, f\)", lines[0]) if len(lines) == 1 else None
        if found and name != start and found[1] != name:
            del blocks[name]
            rename(blocks, name, found[1])


def rename(blocks: dict[str, Block], old: str, new: str) -> None:
    for block in blocks.values():
        block.lines = [re.sub(rf"\b{old}\b", new, line) for line in block.lines]


def inline_returns(blocks: dict[str, Block], start: str) -> None:
    """`f[0] = head; return`, reached by a call, is written in its place."""
    short = {
        name: block.lines
        for name, block in blocks.items()
        if len(block.lines) == 2 and block.lines[0].strip().startswith("f[0] = ") and block.lines[1].strip() == "return"
    }
    for block in blocks.values():
        block.lines = [new for line in block.lines for new in replaced(line, short)]
    for name in short:
        if name != start and not uses(blocks, name):
            del blocks[name]


def replaced(line: str, short: dict[str, list[str]]) -> list[str]:
    found = re.fullmatch(r"( +)return (\w+)\(S, f\)", line)
    if not found or found[2] not in short:
        return [line]
    return [found[1] + text.strip() for text in short[found[2]]]


def uses(blocks: dict[str, Block], name: str) -> int:
    pattern = re.compile(rf"\b{name}\b")
    return sum(len(pattern.findall(line)) for block in blocks.values() for line in block.lines)


def go_straight_back(block: Block, blocks: dict[str, Block]) -> None:
    """A block that play comes back to, and that no other calls, may start the next pass of a loop itself.

    Were it called by the loop, the loop would call itself within itself, deeper with every pass.
    """
    if any(re.search(rf"\b{block.name}\(S, f\)", line) for other in blocks.values() for line in other.lines):
        return
    if len(block.lines) < 2 or block.lines[-1] != f"{INDENT}return":
        return
    found = re.fullmatch(rf"{INDENT}f\[0\] = (\w+)", block.lines[-2])
    if found and found[1] in blocks and any("while (i := " in line for line in blocks[found[1]].lines):
        block.lines[-1] = f"{INDENT}return {found[1]}(S, f)"


def join_once(blocks: dict[str, Block], start: str) -> bool:
    """Join one block into the only place that leads to it."""
    for block in blocks.values():
        for number, line in enumerate(block.lines):
            found = re.fullmatch(r"( +)return (\w+)\(S, f\)", line)
            if not found or found[2] not in blocks or found[2] in (start, block.name):
                continue
            if uses(blocks, found[2]) == 1:
                other = blocks.pop(found[2])
                extra = found[1][len(INDENT) :]
                block.lines[number : number + 1] = [extra + text for text in other.lines]
                return True
    return False

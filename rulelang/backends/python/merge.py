"""Fewer, longer blocks: what is reached from one place only becomes part of that place.

Blocks are written one for each point of a rule that something may lead to. Most of them turn out to
be reached in one way; this joins them, so that less is called while playing, and takes out what is
kept in the frame for nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from rulelang.backends.python.places import Line, in_place_of, marked

INDENT = "    "
SMALL = 4
# How many lines may be written again, by how often they would be.
SHORT = {1: 16, 2: 24, 3: 16, 4: 16}
ROUND = f"{INDENT}for _ in STEPS:"
PASS_ON = re.compile(r" {8}while \((i_\d+) := f\[(\d+)\]\) < (\d+):")
NAME = re.compile(r"\b[a-z]\w*_\w+")
CALL = re.compile(r"\b(\w+)\(S, f\)")
GOTO = re.compile(r"( *)return (\w+)\(S, f\)")
AGAIN = re.compile(r"( *)again (\w+)")
LOAD = re.compile(r" *(\w+) = f\[(\d+)\]")
STORE = re.compile(r"( *)(\w+) = f\[(\d+)\] = (.*)")


class Block:
    """A block while it is being joined with others."""

    def __init__(self, text: str) -> None:
        head, *lines = text.split("\n")
        found = re.match(r"def (\w+)\(", head)
        assert found is not None
        self.head = head
        self.lines: list[str] = [Line.read(line) for line in lines]
        self.name = found[1]

    @property
    def text(self) -> str:
        return "\n".join([self.head, *map(marked, self.lines)])


Blocks = dict[str, Block]


def merge_blocks(texts: list[str], start: str, turns: AbstractSet[str], kept: AbstractSet[int]) -> list[str]:
    """The same blocks, joined where they can be.

    Blocks named in `turns` belong to a turn, which others do not; slots in `kept` are read by others.
    """
    blocks = {block.name: block for block in map(Block, texts)}
    skip_forwarders(blocks, start, turns)
    join_single(blocks, start)
    copy_short(blocks, start)
    copy_short(blocks, start)
    join_single(blocks, start)
    counts = count_uses(blocks)
    for block in list(blocks.values()):
        unroll_bodies(block, blocks, counts)
    called = {name for block in blocks.values() for line in block.lines for name in CALL.findall(line)}
    for block in blocks.values():
        go_round(block, blocks)
        turn_once(block)
        go_back(block, called)
    drop_unused(blocks, start)
    copy_short(blocks, start)
    for block in blocks.values():
        block.lines = without_known_loads(block.lines)
    drop_dead_stores(blocks, kept)
    return [block.text for block in blocks.values()]


# ---- joining ------------------------------------------------------------------------------------------


def skip_forwarders(blocks: Blocks, start: str, turns: AbstractSet[str]) -> None:
    """A block that only goes on to another is that other."""
    targets: dict[str, str] = {}
    for name, block in blocks.items():
        found = GOTO.fullmatch(block.lines[0]) if len(block.lines) == 1 else None
        if found and name != start and found[2] != name and (name in turns) == (found[2] in turns):
            targets[name] = found[2]
    ends = {name: end_of(name, targets) for name in targets}
    for name, end in ends.items():
        if end != name:
            del blocks[name]
    for block in blocks.values():
        block.lines = [in_place_of(x, NAME.sub(lambda found: ends.get(found[0], found[0]), x)) for x in block.lines]


def end_of(name: str, targets: dict[str, str]) -> str:
    """Where a row of forwarders leads; a circle of them leads to itself."""
    seen = {name}
    while name in targets and targets[name] not in seen:
        name = targets[name]
        seen.add(name)
    return name


def count_uses(blocks: Blocks) -> Counter[str]:
    """How often each block is named."""
    return Counter(
        name for block in blocks.values() for line in block.lines for name in NAME.findall(line) if name in blocks
    )


def join_single(blocks: Blocks, start: str) -> None:
    """Join each block into the only place that leads to it."""
    counts = count_uses(blocks)
    for name in list(blocks):
        if name in blocks:
            join_into(blocks[name], blocks, counts, start)


def join_into(block: Block, blocks: Blocks, counts: Counter[str], start: str) -> None:
    waiting, lines = block.lines[::-1], []
    while waiting:
        line = waiting.pop()
        found = GOTO.fullmatch(line)
        if found and found[2] in blocks and counts[found[2]] == 1 and found[2] not in (start, block.name):
            waiting += [found[1][len(INDENT) :] + text for text in reversed(blocks.pop(found[2]).lines)]
        else:
            lines.append(line)
    block.lines = lines


def copy_short(blocks: Blocks, start: str) -> None:
    """A few lines without a branch are written wherever they are gone to; a few more, if that is few places."""
    gotos = Counter(found[2] for block in blocks.values() for line in block.lines if (found := GOTO.fullmatch(line)))
    short = {name: block.lines for name, block in blocks.items() if is_short(block, gotos[name])}
    for block in blocks.values():
        lines: list[str] = []
        for line in block.lines:
            found = GOTO.fullmatch(line)
            copied = short.get(found[2]) if found else None
            lines += [line] if found is None or copied is None else [found[1][len(INDENT) :] + x for x in copied]
        block.lines = lines
    drop_unused(blocks, start)


def is_short(block: Block, gotos: int) -> bool:
    """Short, no loop, and not a part of a circle of short ones."""
    lines = block.lines
    if any(GOTO.fullmatch(line) or line.lstrip().startswith(("for ", "while ")) for line in lines):
        return False
    if len(lines) <= SHORT.get(gotos, 0):
        return True
    return len(lines) <= SMALL and not any(line.startswith(INDENT * 2) for line in lines)


def drop_unused(blocks: Blocks, start: str) -> None:
    """Blocks that nothing leads to are left out."""
    while unused := blocks.keys() - count_uses(blocks).keys() - {start}:
        for name in unused:
            del blocks[name]


# ---- loops --------------------------------------------------------------------------------------------


def unroll_bodies(block: Block, blocks: Blocks, counts: Counter[str]) -> None:
    """A loop that calls the block of its body, and nobody else does, has the body in it."""
    for number in range(len(block.lines) - 2):
        found = re.fullmatch(r"( +)(\w+)\(S, f\)", block.lines[number])
        if not found or block.lines[number + 1] != f"{found[1]}if f[0] is not {block.name}:":
            continue
        if found[2] in blocks and found[2] != block.name and counts[found[2]] == 1:
            body = blocks.pop(found[2])
            extra = found[1][len(INDENT) :]
            lines = [extra + line for line in loop_body(body.lines, block.name)]
            block.lines[number : number + 3] = lines
            return


def loop_body(lines: list[str], head: str) -> Iterator[str]:
    """The lines of a body within its loop: what led back to the loop goes on with it."""
    for number, line in enumerate(lines):
        again, goto = AGAIN.fullmatch(line), GOTO.fullmatch(line)
        if is_in_loop(lines, number):
            yield line
        elif again and again[2] == head:
            yield f"{again[1]}continue"
        elif goto:
            yield f"{goto[1]}{goto[2]}(S, f)"
            yield f"{goto[1]}if f[0] is not {head}:"
            yield f"{goto[1]}{INDENT}return"
            if goto[1] != INDENT:
                yield f"{goto[1]}continue"
        else:
            yield line


def is_in_loop(lines: list[str], number: int) -> bool:
    """Does a line stand in a loop of its own?"""
    return any(lines[before].lstrip().startswith(("for ", "while ")) for before in around(lines, number))


def around(lines: list[str], number: int) -> Iterator[int]:
    """The lines that open what a line stands in, from the inside."""
    depth = depth_of(lines[number])
    for before in range(number - 1, -1, -1):
        if depth <= len(INDENT):
            return  # nothing stands further out
        if depth_of(lines[before]) < depth:
            depth = depth_of(lines[before])
            yield before


def depth_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def go_round(block: Block, blocks: Blocks) -> None:
    """A loop around a loop: where a few plain lines lead from the end of the inner one to its start, it goes on itself.

    It counts how often, since nobody may be asked anything on the way.
    """
    back = f"return {block.name}(S, f)"
    found = AGAIN.fullmatch(block.lines[-1])
    around = blocks.get(found[2]) if found and found[1] == INDENT else None
    if around is None or around is block or around.lines[-1] != INDENT + back:
        return
    if any(line.startswith(INDENT * 2) for line in around.lines) or any(back in line for line in block.lines):
        return
    lines = [*block.lines[:-1], *around.lines[:-1]]
    block.lines = [f"{INDENT}for _ in STEPS:", *(INDENT + line for line in lines), f"{INDENT}raise StepLimit"]


def turn_once(block: Block) -> None:
    """Round after round, and in each the next of so many turns; but every turn waits for somebody.

    Then there is no loop: at the end of a round the next one begins, and its first turn waits.
    """
    lines = block.lines
    found = PASS_ON.fullmatch(lines[1]) if len(lines) > 2 and lines[0] == ROUND else None
    if found is None or int(found[3]) < 1:
        return
    index, slot, count = found.groups()
    inside = [line for line in lines[2:-1] if depth_of(line) > 2 * len(INDENT)]
    between = lines[2 + len(inside) : -1]
    if not always_leaves(inside) or between[-1:] != [f"{INDENT * 2}f[{slot}] = 0"]:
        return
    if any(f"f[{slot}]" in line or depth_of(line) != 2 * len(INDENT) for line in between[:-1]):
        return
    block.lines = [
        f"{INDENT}{index} = f[{slot}]",
        f"{INDENT}if {index} >= {count}:",
        *between[:-1],
        f"{INDENT * 2}{index} = 0",
        *(line[2 * len(INDENT) :] for line in inside),
    ]


def always_leaves(lines: list[str]) -> bool:
    """Does the body of a loop end by leaving the block, and never go on with the loop?"""
    if not lines or lines[-1] != f"{INDENT * 3}return":
        return False
    ways_on = [number for number, line in enumerate(lines) if line.lstrip() in ("continue", "break")]
    return all(is_in_loop(lines, number) for number in ways_on)


def go_back(block: Block, called: AbstractSet[str]) -> None:
    """The next pass of a loop is left to whoever runs the blocks.

    A block that no other calls may start it itself. Were it called by the loop, the loop would call
    itself within itself, deeper with every pass.
    """
    lines: list[str] = []
    for line in block.lines:
        found = AGAIN.fullmatch(line)
        if found is None:
            lines.append(line)
        elif block.name not in called and found[2] != block.name:
            lines.append(f"{found[1]}return {found[2]}(S, f)")
        else:
            lines += [f"{found[1]}f[0] = {found[2]}", f"{found[1]}return"]
    block.lines = lines


# ---- what a frame keeps ---------------------------------------------------------------------------------


def without_known_loads(lines: list[str]) -> list[str]:
    """A local is read from the frame once, where it is not known from what is done before."""
    kept: list[str] = []
    for line in lines:
        found = LOAD.fullmatch(line)
        if not found or not is_known(kept, depth_of(line), f"{found[1]} = f[{found[2]}]"):
            kept.append(line)
    return kept


def is_known(lines: list[str], depth: int, text: str) -> bool:
    """Is something done in front of a place, on every way that leads there?"""
    for line in reversed(lines):
        if depth_of(line) > depth:
            continue
        depth = depth_of(line)
        if line.lstrip() == text or line.lstrip().startswith(f"{text} = "):
            return True
    return False


def drop_dead_stores(blocks: Blocks, kept: AbstractSet[int]) -> None:
    """What no block reads from the frame is not put there."""
    text = "\n".join(line for block in blocks.values() for line in block.lines)
    stored = set(re.findall(r"\w+ = f\[(\d+)\] = ", text))
    read = set(re.findall(r"f\[(\d+)\]", re.sub(r"\w+ = f\[\d+\] = ", "", text)))
    dead = {number for number in stored - read if int(number) not in kept}
    for block in blocks.values():
        block.lines = [alive for line in block.lines for alive in stored_alive(line, dead, block)]


def stored_alive(line: str, dead: set[str], block: Block) -> list[str]:
    found = STORE.fullmatch(line)
    if not found or found[3] not in dead:
        return [line]
    used = sum(len(re.findall(rf"\b{found[2]}\b", other)) for other in block.lines) > 1
    if not used and "(" not in found[4]:
        return []
    return [in_place_of(line, f"{found[1]}{found[2]} = {found[4]}" if used else f"{found[1]}{found[4]}")]

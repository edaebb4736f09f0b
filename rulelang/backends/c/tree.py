"""A tree of games in the head that C grows: what `search.h` keeps, as Python sees it."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple

from rulelang.backends.c.program import FRACTION, CProgram
from rulelang.core.chance import MASK

# Longer than this nobody should have to wait for C to listen to who wants to stop it, in seconds.
SLICE = 0.2
EDGE_HEAD = 3


class Learnt(NamedTuple):
    """What is known of an option: tried and offered so often, what each player got in all, and how it ends for sure."""

    visits: int
    offered: int
    reached: list[float]
    proven: list[float] | None


class CTree:
    """A tree for whoever decides; what is left of another one is in it if that saw the position coming."""

    def __init__(
        self, program: CProgram, position: Any, how: Sequence[float], seed: int, old: CTree | None = None
    ) -> None:
        self.program = program
        self.position = position
        settings = (FRACTION * len(how))(*how)
        before = None if old is None else old.tree
        self.tree: int | None = program.library.rules_tree(
            position, before, settings, program.blind, program.eyes, seed & MASK
        )
        if not self.tree:
            raise MemoryError("there is no room for a tree")
        weakref.finalize(self, program.library.rules_fell, self.tree)

    def grow(self, games: int, choices: int, seconds: float) -> None:
        """Play so many games, or until so many choices were made, or so long; or until the end is certain."""
        end = monotonic() + seconds if seconds else float("inf")
        grow = self.program.library.rules_grow
        while grow(self.tree, self.position, games, choices, min(SLICE, end - monotonic())) and monotonic() < end:
            pass

    def learnt(self) -> list[Learnt]:
        """What is known of each option of the position."""
        players, count = self.program.players, self.program.asked(self.position)[-1]
        width = EDGE_HEAD + 2 * players
        out = (FRACTION * (width * count))()
        self.program.library.rules_learnt(self.tree, self.position, out)
        return [told(out[at : at + width], players) for at in range(0, width * count, width)]


def told(row: list[float], players: int) -> Learnt:
    visits, offered, is_proven = row[:EDGE_HEAD]
    reached, proven = row[EDGE_HEAD : EDGE_HEAD + players], row[EDGE_HEAD + players :]
    return Learnt(int(visits), int(offered), reached, proven if is_proven else None)

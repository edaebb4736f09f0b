"""Where trees grow: in the plain engine, or whole in C. A seed and a budget give the same tree in both."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from attrs import define, evolve

from rulelang.api.match import Match
from rulelang.backends.c.tree import CTree
from rulelang.backends.python.faults import in_words
from rulelang.bots.followed import Followed, generator
from rulelang.bots.positions import Positions
from rulelang.bots.tree_search.budget import Budget
from rulelang.bots.tree_search.search import Settings, TreeSearch
from rulelang.bots.tree_search.tree import Edge


class Tree(Protocol):
    """What a player knows of one position by games in his head."""

    def grow(self, budget: Budget) -> object:
        """Play games until the budget is used up, or the end is certain."""
        ...

    def edges(self) -> list[Edge]:
        """What was learnt about each option."""
        ...


class Ground(Protocol):
    """An engine in which trees grow."""

    def planted(self, match: Match, settings: Settings, seed: int, old: Tree | None = None) -> Tree:
        """A tree for the open decision; what is left of an old one is in it if that saw this position coming."""
        ...

    def grown(self, match: Match, settings: Settings, seeds: list[int], budget: Budget) -> list[list[Edge]]:
        """What several trees have learnt, each grown by itself and at the same time as the others where that can be."""
        ...


# ---- the plain engine ---------------------------------------------------------------------------------------


@define(eq=False)
class Plain:
    """Trees that grow in Python."""

    positions: Positions

    def planted(self, match: Match, settings: Settings, seed: int, old: Tree | None = None) -> TreeSearch:
        positions, state = self.positions, match.state
        tree = TreeSearch(positions, settings, state, generator(seed))
        if isinstance(old, TreeSearch):
            tree.take_over(old)
        return tree

    def grown(self, match: Match, settings: Settings, seeds: list[int], budget: Budget) -> list[list[Edge]]:
        def edges(seed: int) -> list[Edge]:
            tree = self.planted(match, settings, seed)
            with in_words(match.program, match.state):
                tree.grow(budget)
            return [evolve(edge, nodes={}) for edge in tree.edges()]

        # A process that is itself one of several has no others to ask, and grows one tree after the other.
        can_fork = sys.platform == "linux" and not multiprocessing.current_process().daemon
        return in_processes(edges, seeds) if can_fork else [edges(seed) for seed in seeds]


def in_processes(grown: Callable[[int], list[Edge]], seeds: list[int]) -> list[list[Edge]]:
    """A position can not be sent to another process, but a forked one has it."""
    context = multiprocessing.get_context("fork")
    workers = []
    try:
        for seed in seeds:
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=lambda seed=seed, there=there: there.send(grown(seed)), daemon=True)
            process.start()
            there.close()
            workers.append((process, here))
        return [here.recv() for _, here in workers]
    finally:
        for process, here in workers:
            process.kill()
            process.join()
            here.close()


# ---- C ------------------------------------------------------------------------------------------------------


@define(eq=False)
class NativeTree:
    """A tree that grows in C."""

    tree: CTree

    def grow(self, budget: Budget) -> None:
        self.tree.grow(budget.games, budget.choices, budget.seconds)

    def edges(self) -> list[Edge]:
        return [Edge(found.reached, found.visits, found.offered, proven=found.proven) for found in self.tree.learnt()]


class Native(Followed):
    """Trees that grow in C: there a match is followed choice by choice."""

    def planted(self, match: Match, settings: Settings, seed: int, old: Tree | None = None) -> NativeTree:
        kept = old.tree if isinstance(old, NativeTree) and old.tree.program is self.program else None
        return NativeTree(CTree(self.program, self.follow(match), settings.words, seed, kept))

    def grown(self, match: Match, settings: Settings, seeds: list[int], budget: Budget) -> list[list[Edge]]:
        trees = [self.planted(match, settings, seed) for seed in seeds]
        with ThreadPoolExecutor(min(len(trees), os.cpu_count() or 1)) as pool:
            list(pool.map(lambda tree: tree.grow(budget), trees))
        return [tree.edges() for tree in trees]

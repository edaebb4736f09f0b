"""The bot that plays games in its head, and remembers what came of them in a tree."""

from __future__ import annotations

import multiprocessing
import sys
from random import Random
from typing import Any

from attrs import define, evolve, field

from rulelang.api.match import Match
from rulelang.backends.python.faults import in_words
from rulelang.bots.positions import Positions, positions_of
from rulelang.bots.tree_search.budget import Budget
from rulelang.bots.tree_search.search import Settings, TreeSearch
from rulelang.bots.tree_search.tree import Edge, Node, most_tried, outcome_of
from rulelang.bots.tree_search.tuning import tuning_of

USUAL = Budget(games=300)


@define(eq=False)
class MonteCarlo:
    """Information-set Monte-Carlo tree search; what is not said about how to search is found out for each game."""

    budget: Budget = USUAL
    trees: int = 1
    settings: Settings | None = None
    # Between two decisions of a player his tree is kept: part of it is about the position that came.
    kept: dict[int, TreeSearch] = field(factory=dict, init=False)

    def choose(self, match: Match, rng: Random) -> int:
        """The option that was tried most often."""
        if len(match.state.options) == 1:
            return 0
        edges = self.search(match, rng)
        return most_tried(edges, match.state.decider)

    def search(self, match: Match, rng: Random) -> list[Edge]:
        """What the search has learnt about each option of the open decision."""
        settings = self.settings or settings_for(match)
        positions = positions_of(match.program)
        with in_words(match.program, match.state):
            if self.trees == 1:
                tree = self.planted(positions, settings, match.state, rng)
                tree.grow(match.state, self.budget)
                return tree.root.offered(match.state.options, positions.players)
            return forest(positions, settings, match.state, rng, self.budget, self.trees)

    def planted(self, positions: Positions, settings: Settings, state: Any, rng: Random) -> TreeSearch:
        """The tree to grow: what is left of the last one, if that saw this position coming."""
        player = positions.decider(state)
        sight = positions.seen(state, player)
        tree = self.kept.get(player)
        root, table = Node(sight), dict[tuple[int, int], Node]()
        if tree is not None and tree.positions is positions:
            root = next((node for node in tree.root.below() if node.sight == sight and node.edges), root)
        made = TreeSearch(positions, settings, player, rng, root, table)
        edges = root.offered(positions.options(state), positions.players)
        made.proven = outcome_of(edges, player)
        self.kept[player] = made
        return made


def settings_for(match: Match) -> Settings:
    """What the game of a match wants."""
    tuning = tuning_of(match)
    return Settings(tuning.playout, tuning.temperature)


# ---- several trees ------------------------------------------------------------------------------------------


def forest(positions: Positions, settings: Settings, state: Any, rng: Random, budget: Budget, trees: int) -> list[Edge]:
    """What several trees have learnt together; each is grown by a process of its own where that can be done."""
    seeds = [rng.getrandbits(63) for _ in range(trees)]

    def grown(seed: int) -> list[Edge]:
        player = positions.decider(state)
        tree = TreeSearch(positions, settings, player, Random(seed), Node())
        tree.grow(state, budget)
        return [evolve(edge, nodes={}) for edge in tree.root.offered(positions.options(state), positions.players)]

    # A process that is itself one of several has no others to ask, and grows one tree after the other.
    can_fork = sys.platform == "linux" and not multiprocessing.current_process().daemon
    found = in_processes(grown, seeds) if can_fork else [grown(seed) for seed in seeds]
    return [together(list(edges)) for edges in zip(*found, strict=True)]


def in_processes(grown: Any, seeds: list[int]) -> list[list[Edge]]:
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


def together(edges: list[Edge]) -> Edge:
    """One choice, as all trees have seen it."""
    proven = next((edge.proven for edge in edges if edge.proven is not None), None)
    return Edge(
        reached=[sum(found) for found in zip(*(edge.reached for edge in edges), strict=True)],
        visits=sum(edge.visits for edge in edges),
        offered=sum(edge.offered for edge in edges),
        proven=proven,
    )

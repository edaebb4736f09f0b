"""The search itself: one tree, grown by one game in the head after the other.

Each game begins in another position that the player may believe in. It goes down the tree by what looked best so
far to whoever decides, weighed against how seldom it was tried while it could have been; then a few choices at
random, and the estimate says how it would end. Chance needs no nodes of its own: it is drawn in the position, and
what it brought is part of what is seen. Where everything is open and chance plays no part, ends that are certain
are carried up the tree.

`backends/c/search.h` does the same in C, step for step.

After Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search (2012); the ends that are certain after
Winands, Björnsson and Saito, Monte-Carlo Tree Search Solver (2008).
"""

from __future__ import annotations

from math import exp, log, sqrt
from random import Random
from typing import Any

from attrs import define, field, frozen

from rulelang.bots.positions import Positions
from rulelang.bots.tree_search.budget import Budget, Meter
from rulelang.bots.tree_search.tree import Edge, Node, Shares, outcome_of

# A node that stands for every sight after the first few of a choice: else a shuffled deck would scatter the tree.
ANY_SIGHT = 0


# Positions may come again, so going down ends here at the latest.
DEEPEST = 1_000


@frozen
class Settings:
    """How a search goes about it; what each was measured to be good for is in docs/bots.md."""

    playout: int  # choices at random before the estimate is asked
    temperature: float  # so much more in the estimate makes a win `e` times as likely
    curiosity: float = 0.5  # about options that were seldom tried
    sights: int = 8
    trust: float = 0.0  # in how an option looks one step ahead, in games
    stakes: float = 0.0  # the most that can be won, where the score itself is played for

    @property
    def words(self) -> list[float]:
        """All of them as C reads them."""
        return [self.playout, self.temperature, self.curiosity, self.sights, self.trust, self.stakes]


@define
class Step:
    """A choice made on the way down."""

    edges: list[Edge]
    index: int
    decider: int


@define(eq=False)
class TreeSearch:
    """A tree for whoever decides in a position, and the ways to grow it."""

    positions: Positions
    settings: Settings
    position: Any
    rng: Random
    root: Node = field(init=False)
    player: int = field(init=False)
    # Nothing is hidden and nothing left to chance: ends are certain, and positions are met again by other ways.
    is_open: bool = field(init=False)
    table: dict[int, Node] = field(init=False)  # by what is seen, where one node may be met by several ways
    end: Shares | None = None  # how the game in the head ends, as soon as that is certain
    proven: Shares | None = None

    def __attrs_post_init__(self) -> None:
        self.player = self.positions.decider(self.position)
        _, is_hidden = self.positions.believe(self.position, self.player, Random(0))
        self.is_open = not (is_hidden or self.positions.is_chancy)
        self.root = Node(self.positions.seen(self.position, self.player))
        self.table = self.nodes_by_sight()

    def take_over(self, old: TreeSearch) -> None:
        """What is left of an old tree becomes part of this one, if that saw this position coming."""
        sight = self.root.sight
        known = next((node for node in old.root.below() if node.sight == sight and node.edges), None)
        if known is None or old.is_open != self.is_open:
            return
        self.root = known
        self.table = self.nodes_by_sight()
        self.proven = outcome_of(self.edges(), self.player)

    @property
    def shares_nodes(self) -> bool:
        """Does each position have its node by itself, and not by the way that led there?"""
        return self.is_open or self.positions.is_secretive

    def nodes_by_sight(self) -> dict[int, Node]:
        """All nodes, where those that are met by several ways are to be found again."""
        return {node.sight: node for node in self.root.below()} if self.shares_nodes else {}

    def edges(self) -> list[Edge]:
        """What it has learnt about each option."""
        return self.root.offered(self.positions.options(self.position), self.positions.players)

    def grow(self, budget: Budget) -> Meter:
        """Play games in the head until the budget is used up, or the end is certain; what that took."""
        meter = Meter(budget)
        while meter.is_left() and self.proven is None:
            meter.games += 1
            meter.choices += max(1, self.game())
        return meter

    def game(self) -> int:
        """One game in the head; how many choices were made in it."""
        positions = self.positions
        world, _ = positions.believe(self.position, self.player, self.rng)
        path: list[Step] = []
        made = self.descend(world, path)
        if made < 0:
            return -made
        if self.end is None and positions.is_over(world) and self.is_open:
            self.end = self.reward(world)
        if self.end is None and self.settings.playout:
            more = positions.play_randomly(world, self.rng, self.settings.playout)
            if more < 0:
                return made + 1
            made += more
        reward = self.reward(world) if self.end is None else self.end
        for step in path:
            for edge in step.edges:
                edge.offered += 1
            chosen = step.edges[step.index]
            chosen.visits += 1
            for p, share in enumerate(reward):
                chosen.reached[p] += share
        if self.end is not None:
            self.prove(path, self.end)
        return made

    # ---- down -----------------------------------------------------------------------------------------------

    def descend(self, world: Any, path: list[Step]) -> int:
        """Go down to something new; how many choices that took, less than 0 if the rules met a fault."""
        positions = self.positions
        self.end = None
        made = 0
        node: Node | None = self.root
        while not positions.is_over(world) and len(path) < DEEPEST:
            options = positions.options(world)
            if len(options) == 1:
                made += 1
                if not positions.choose(world, 0):
                    return -made
                continue
            if node is None:
                node = self.node_after(path[-1], world)
                if node is None:
                    break
            decider = positions.decider(world)
            edges = node.offered(options, positions.players)
            if (self.settings.trust or self.is_open) and not node.is_judged:
                made += self.judge(node, edges, world, decider)
            if self.is_open:
                self.end = outcome_of(edges, decider)
                if self.end is not None:
                    break
            index = self.promising(edges, decider)
            is_new = not edges[index].visits
            path.append(Step(edges, index, decider))
            made += 1
            if not positions.choose(world, index):
                return -made
            if is_new:
                break
            node = None
        return made

    def node_after(self, step: Step, world: Any) -> Node | None:
        """The node for what is seen after a choice; nothing if it was not seen before, and from now on it is known."""
        edge = step.edges[step.index]
        if self.shares_nodes:
            sight = self.positions.seen(world, self.positions.decider(world))
            known = self.table.get(sight)
            edge.nodes[sight] = self.table.setdefault(sight, known or Node(sight))
            return known
        sight = self.positions.seen(world, self.player) if self.settings.sights else ANY_SIGHT
        known = edge.nodes.get(sight)
        if known is None and len(edge.nodes) >= max(1, self.settings.sights):
            sight = ANY_SIGHT
            known = edge.nodes.get(sight)
        if known is None:
            edge.nodes[sight] = Node(sight)
        return known

    def promising(self, edges: list[Edge], decider: int) -> int:
        """The choice to make on the way down: what looks best, or was tried too seldom to tell."""
        curiosity, trust = self.settings.curiosity, self.settings.trust
        fresh = [] if trust else [i for i, edge in enumerate(edges) if not edge.visits and edge.proven is None]
        if fresh:
            return fresh[int(self.rng.random() * len(fresh))]
        best, found = -1.0, 0
        for i, edge in enumerate(edges):
            if edge.proven is not None:
                continue
            weight = edge.visits + trust
            mean = (edge.reached[decider] + trust * edge.prior) / weight
            value = mean + curiosity * sqrt(log(edge.offered + 2) / weight)
            if value > best:
                best, found = value, i
        return found

    def judge(self, node: Node, edges: list[Edge], world: Any, decider: int) -> int:
        """See how each option looks one step ahead, and which end the game; how many choices that took."""
        node.is_judged = True
        for index, edge in enumerate(edges):
            after = self.positions.copy(world)
            if self.positions.choose(after, index):
                if self.settings.trust:
                    edge.prior = self.reward(after)[decider]
                if self.is_open and self.positions.is_over(after):
                    edge.proven = self.reward(after)
        return len(edges)

    # ---- up -------------------------------------------------------------------------------------------------

    def reward(self, world: Any) -> Shares:
        """What each player gets: his share of the win, or how likely it looks."""
        positions, settings = self.positions, self.settings
        if settings.stakes:
            scores = positions.scores(world)
            mean = sum(scores) / len(scores)
            return [0.5 + (score - mean) / (2 * settings.stakes) for score in scores]
        if positions.is_over(world):
            return positions.shares(world)
        return odds(positions.estimates(world), settings.temperature)

    def prove(self, path: list[Step], shares: Shares) -> None:
        """Carry an end that is certain up the tree, as far as it stays certain."""
        for step in reversed(path):
            step.edges[step.index].proven = shares
            known = outcome_of(step.edges, step.decider)
            if known is None:
                return
            shares = known
        self.proven = shares


def odds(estimates: list[int], temperature: float) -> list[float]:
    """How likely each player is to win, by the estimates."""
    best = max(estimates)
    powers = [exp((found - best) / temperature) for found in estimates]
    total = 0.0
    for power in powers:  # one after the other: `sum` adds more exactly in some releases of Python than in C
        total += power
    return [power / total for power in powers]

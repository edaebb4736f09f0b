"""The search itself: one tree, grown by one game in the head after the other.

Each game begins in another position that the player may believe in. It goes down the tree by what looked best so
far to whoever decides, weighed against how seldom it was tried while it could have been; then a few choices at
random, and the estimate says how it would end. Chance needs no nodes of its own: it is drawn in the position, and
what it brought is part of what is seen. Where everything is open and chance plays no part, ends that are certain
are carried up the tree.

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


@frozen
class Settings:
    """How a search goes about it; what each was measured to be good for is in docs/bots.md."""

    playout: int  # choices at random before the estimate is asked
    temperature: float  # so much more in the estimate makes a win `e` times as likely
    curiosity: float = 0.5
    sights: int = 8
    trust: float = 0.0  # in how an option looks one step ahead, in games
    stakes: float = 0.0  # the most that can be won, where the score itself is played for


@define
class Step:
    """A choice made on the way down."""

    edges: list[Edge]
    index: int
    decider: int


@define(eq=False)
class TreeSearch:
    """A tree for one player, and the ways to grow it."""

    positions: Positions
    settings: Settings
    player: int
    rng: Random
    root: Node
    table: dict[tuple[int, int], Node] = field(factory=dict)  # of what each player sees, where choices are secret
    is_open: bool = False  # nothing is hidden and nothing left to chance: ends are certain
    proven: Shares | None = None

    def grow(self, state: Any, budget: Budget) -> None:
        """Play games in the head until the budget is used up, or the end is certain."""
        meter = Meter(budget)
        while meter.is_left() and self.proven is None:
            meter.games += 1
            meter.choices += max(1, self.game(state))

    def game(self, state: Any) -> int:
        """One game in the head; how many choices were made in it."""
        positions = self.positions
        world, is_hidden = positions.believe(state, self.player, self.rng)
        self.is_open = not (is_hidden or positions.is_chancy)
        path: list[Step] = []
        made = self.descend(world, path)
        if made < 0:
            return -made
        is_end = positions.is_over(world)
        if not is_end and self.settings.playout:
            more = positions.play_randomly(world, self.rng, self.settings.playout)
            if more < 0:
                return made + 1
            made += more
        reward = self.reward(world)
        for step in path:
            for edge in step.edges:
                edge.offered += 1
            chosen = step.edges[step.index]
            chosen.visits += 1
            for p, share in enumerate(reward):
                chosen.reached[p] += share
        if is_end and self.is_open:
            self.prove(path, reward)
        return made

    # ---- down -----------------------------------------------------------------------------------------------

    def descend(self, world: Any, path: list[Step]) -> int:
        """Go down to something new; how many choices that took, less than 0 if the rules met a fault."""
        positions = self.positions
        made = 0
        node: Node | None = self.root
        while not positions.is_over(world):
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
            if self.settings.trust and not node.is_judged:
                made += self.judge(node, edges, world, decider)
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
        if self.positions.is_secretive:
            decider = self.positions.decider(world)
            key = (decider, self.positions.seen(world, decider))
            known = self.table.get(key)
            if known is None:
                self.table[key] = Node(key[1])
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
        fresh = [] if trust else [i for i, edge in enumerate(edges) if not edge.visits]
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
        """See how each option looks one step ahead; how many choices that took."""
        node.is_judged = True
        for index, edge in enumerate(edges):
            after = self.positions.copy(world)
            if self.positions.choose(after, index):
                edge.prior = self.reward(after)[decider]
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
    total = sum(powers)
    return [power / total for power in powers]

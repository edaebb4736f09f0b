"""What the search has learnt: nodes for what is seen, edges for what was chosen there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from attrs import define, field

Shares = Sequence[float]


@define(eq=False)
class Edge:
    """A choice: how often it was made and could have been, and what each player got by it."""

    reached: list[float]
    visits: int = 0
    offered: int = 0
    prior: float = 0.0  # how it looks one step ahead to whoever decides
    proven: Shares | None = None  # how the game ends if it is made, once that is certain
    nodes: dict[int, Node] = field(factory=dict)  # by what is seen after it

    def mean(self, player: int) -> float:
        """What a player got by it so far."""
        return self.reached[player] / self.visits if self.visits else 0.0

    def value(self, player: int) -> float:
        """The same, or what is certain."""
        return self.proven[player] if self.proven is not None else self.mean(player)


@define(eq=False)
class Node:
    """What is known of all positions that look alike to one player."""

    sight: int = 0
    is_judged: bool = False
    edges: dict[Hashable, Edge] = field(factory=dict)

    def offered(self, options: Sequence[Hashable], players: int) -> list[Edge]:
        """The edges of the options that one of these positions has."""
        edges = self.edges
        for option in options:
            if option not in edges:
                edges[option] = Edge([0.0] * players)
        return [edges[option] for option in options]

    def below(self) -> Iterator[Node]:
        """The node itself, and all that the search has seen after it."""
        waiting, known = [self], {self}
        while waiting:
            node = waiting.pop()
            yield node
            kids = dict.fromkeys(kid for edge in node.edges.values() for kid in edge.nodes.values())
            waiting += [kid for kid in kids if kid not in known]
            known.update(kids)


def outcome_of(edges: Sequence[Edge], decider: int) -> Shares | None:
    """How the game ends from here if everybody chooses best, as far as that is certain."""
    won = next((edge.proven for edge in edges if edge.proven is not None and edge.proven[decider] >= 1), None)
    if won is not None:
        return won
    known = [edge.proven for edge in edges if edge.proven is not None]
    return max(known, key=lambda shares: shares[decider]) if len(known) == len(edges) else None


def most_tried(edges: Sequence[Edge], player: int) -> int:
    """The choice at the end of a search: the one made most often, unless another is certain to be no worse."""
    open_ = [i for i, edge in enumerate(edges) if edge.proven is None]
    sure = [i for i, edge in enumerate(edges) if edge.proven is not None]
    best_sure = max(sure, key=lambda i: edges[i].value(player), default=None)
    if not open_:
        return 0 if best_sure is None else best_sure
    best = max(open_, key=lambda i: (edges[i].visits, edges[i].mean(player)))
    if best_sure is not None and edges[best_sure].value(player) >= max(edges[best].mean(player), 1e-9):
        return best_sure
    return best

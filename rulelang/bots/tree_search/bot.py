"""The bot that plays games in its head, and remembers what came of them in a tree."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from attrs import define, field

from rulelang.api.match import Match
from rulelang.backends.c.program import seconds_to_compile
from rulelang.backends.program import NotCompiled
from rulelang.backends.python.faults import in_words
from rulelang.bots.followed import is_compiled, is_followed, program_for
from rulelang.bots.positions import positions_of
from rulelang.bots.tree_search.budget import Budget
from rulelang.bots.tree_search.grounds import Ground, Native, Plain, Tree
from rulelang.bots.tree_search.search import Settings
from rulelang.bots.tree_search.tree import Edge, most_tried
from rulelang.bots.tree_search.tuning import TO_THE_END, tuning_of

USUAL = Budget(games=300)
# Before it is decided whether the rules should be compiled it is seen how long so much takes in Python.
LOOK = Budget(choices=200)
# As often as a game may well ask a player: so many decisions are thought to be ahead when a bot is asked first.
AHEAD = 100
# How much an option that was seldom tried is given the benefit of the doubt.
AMONG_ENDS, AMONG_ESTIMATES = 0.7, 0.5


@define(eq=False)
class MonteCarlo:
    """Information-set Monte-Carlo tree search; what is not said about how to search is found out for each game.

    It plays the games in its head by rules compiled to C if it is told to, or if nothing is said and it pays: its
    choices are the same.
    """

    budget: Budget = USUAL
    trees: int = 1
    settings: Settings | None = None
    is_native: bool | None = None
    # Between two decisions of a player his tree is kept: part of it is about the position that came.
    kept: dict[int, Tree] = field(factory=dict, init=False)
    _ground: tuple[Any, Ground] | None = field(default=None, init=False)

    def choose(self, match: Match, rng: Random) -> int:
        """The option that was tried most often."""
        if len(match.state.options) == 1:
            return 0
        edges = self.search(match, rng)
        return most_tried(edges, match.state.decider)

    def search(self, match: Match, rng: Random) -> list[Edge]:
        """What the search has learnt about each option of the open decision."""
        settings = self.settings or settings_for(match)
        seeds = [rng.getrandbits(63) for _ in range(self.trees)]
        ground = self.ground(match, settings)
        try:
            return self.learnt(ground, match, settings, seeds)
        except NotCompiled:
            plain = Plain(positions_of(match.program))
            self._ground = (match.program, plain)
            return self.learnt(plain, match, settings, seeds)

    def learnt(self, ground: Ground, match: Match, settings: Settings, seeds: list[int]) -> list[Edge]:
        if len(seeds) > 1:
            return [
                together(list(edges)) for edges in zip(*ground.grown(match, settings, seeds, self.budget), strict=True)
            ]
        player = match.state.decider
        tree = ground.planted(match, settings, seeds[0], self.kept.get(player))
        self.kept[player] = tree
        with in_words(match.program, match.state):
            tree.grow(self.budget)
        return tree.edges()

    # ---- where ------------------------------------------------------------------------------------------------

    def ground(self, match: Match, settings: Settings) -> Ground:
        """Where the trees for a match grow; what was decided once holds for all matches under these rules."""
        if self._ground is None or self._ground[0] is not match.program:
            self._ground = (match.program, self.new_ground(match, settings))
            self.kept.clear()
        return self._ground[1]

    def new_ground(self, match: Match, settings: Settings) -> Ground:
        plain = Plain(positions_of(match.program))
        if self.is_native is False or not is_followed(match):
            return plain
        if self.is_native is None and not self.is_worth_it(plain, match, settings):
            return plain
        program = program_for(match)
        return plain if program is None else Native(program)

    def is_worth_it(self, plain: Plain, match: Match, settings: Settings) -> bool:
        """Does compiling take less than it saves? What was compiled before costs nothing."""
        if is_compiled(match):
            return True
        seconds = self.budget.seconds or self.seconds_in_python(plain, match, settings)
        return seconds * self.trees * AHEAD > seconds_to_compile(match.program)

    def seconds_in_python(self, plain: Plain, match: Match, settings: Settings) -> float:
        """About how long one decision takes."""
        tree = plain.planted(match, settings, 0)
        began = time.process_time()
        with in_words(match.program, match.state):
            meter = tree.grow(LOOK)
        spent = time.process_time() - began
        return spent * (self.budget.games / max(1, meter.games) + self.budget.choices / max(1, meter.choices))


def settings_for(match: Match) -> Settings:
    """What the game of a match wants."""
    tuning = tuning_of(match)
    # Ends say yes or no and vary more than estimates do: it takes more tries to tell them apart.
    curiosity = AMONG_ENDS if tuning.playout == TO_THE_END else AMONG_ESTIMATES
    return Settings(tuning.playout, tuning.temperature, curiosity)


def together(edges: list[Edge]) -> Edge:
    """One choice, as several trees have seen it."""
    proven = next((edge.proven for edge in edges if edge.proven is not None), None)
    return Edge(
        reached=[sum(found) for found in zip(*(edge.reached for edge in edges), strict=True)],
        visits=sum(edge.visits for edge in edges),
        offered=sum(edge.offered for edge in edges),
        proven=proven,
    )

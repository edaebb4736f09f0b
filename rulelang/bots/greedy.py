"""The bot that looks through its own decisions to where they end, and takes what looks best there.

What a choice is worth often shows only after the next ones: behind "choose one" nothing has changed yet. So each
option is followed through the decisions of the same player, best first, until somebody else decides, chance speaks
or the game is over. A plan is carried out in the same few positions that the player may believe in, all at once:
were each looked at by itself, a plan could rest on what only that position knows. Chance ends a line, because the
best of several lucky rolls is not what a roll is worth. So do choices that all make at once: what such a choice is
worth shows when all have made theirs, so behind it the others choose at random, the same behind all options.

Where a line ends the player wants to be ahead of the best other: what harms that one is as good as what helps himself.

`backends/c/plans.h` does the same in C, step for step, but for choices at once, which C can not believe in.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Any

from attrs import define, field

from rulelang.api.match import Match
from rulelang.backends.program import NotCompiled
from rulelang.backends.python.faults import in_words
from rulelang.bots.followed import Followed, generator, is_compiled, program_for
from rulelang.bots.positions import WON, Positions, positions_of

SAMPLES = 4
# Options carried out beyond those of the open decision: for one finished line behind each of them, and after that.
DIVES, BUDGET = 1000, 100
DEPTH = 40


@define
class Greedy:
    """To the end of the own decisions, by the estimate: so many decisions ahead at most.

    It thinks in rules compiled to C if it is told to, or if nothing is said and they were compiled before.
    """

    depth: int = DEPTH
    budget: int = BUDGET
    samples: int = SAMPLES
    is_native: bool | None = None
    _followed: tuple[Any, Followed | None] | None = field(default=None, init=False)

    def choose(self, match: Match, rng: Random) -> int:
        """The option that leads to what looks best; ties are drawn."""
        if len(match.state.options) == 1:
            return 0
        worths = self.worths(match, rng)
        best = max(worths)
        ties = [index for index, worth in enumerate(worths) if worth == best]
        return ties[int(rng.random() * len(ties))]

    def worths(self, match: Match, rng: Random) -> list[float]:
        """What each option leads to."""
        seed = rng.getrandbits(63)
        found = self.worths_in_c(match, seed)
        if found is not None:
            return found
        with in_words(match.program, match.state):
            plans = Plans(self.positions(match), match.state, generator(seed), self.samples, self.budget, self.depth)
            return plans.worths()

    # ---- where ------------------------------------------------------------------------------------------------

    def worths_in_c(self, match: Match, seed: int) -> list[float] | None:
        """The same in C; nothing where that can not be had."""
        if self._followed is None or self._followed[0] is not match.program:
            self._followed = (match.program, self.followed(match))
        followed = self._followed[1]
        if followed is None:
            return None
        try:
            position = followed.follow(match)
        except NotCompiled:
            self._followed = (match.program, None)
            return None
        return followed.program.plans(position, (self.samples, DIVES, self.budget, self.depth), seed)

    def followed(self, match: Match) -> Followed | None:
        if self.is_native or (self.is_native is None and is_compiled(match)):
            program = program_for(match)
            return None if program is None else Followed(program)
        return None

    def positions(self, match: Match) -> Positions:
        """How positions are judged: as the rules say."""
        return positions_of(match.program)


@define(eq=False)
class Line:
    """Own choices in a row, in as many of the positions believed in as it took to judge them."""

    parent: Line | None = None
    index: int = 0
    option: Any = None
    root: int = 0  # the option of the open decision that it begins with
    depth: int = 0
    worth: float = -float(WON)
    is_finished: bool = True
    worlds: list[Any] = field(factory=list)  # nothing where the rules met a fault

    @property
    def world(self) -> Any:
        """The first of the positions: what is asked there is asked in all of them."""
        return next(world for world in self.worlds if world is not None)


@define(eq=False)
class Plans:
    """The lines that follow the open decision."""

    positions: Positions
    state: Any
    rng: Random
    samples: int
    budget: int
    most: int  # decisions in a row
    player: int = field(init=False)
    seed: int = field(default=0, init=False)  # of what others choose at the same time
    is_hidden: bool = field(default=False, init=False)
    spent: int = field(default=0, init=False)
    best: dict[int, float] = field(factory=dict, init=False)  # of the finished lines behind each option
    known: set[tuple[int, int]] = field(factory=set, init=False)

    def __attrs_post_init__(self) -> None:
        self.player = self.positions.decider(self.state)

    def worths(self) -> list[float]:
        """What each option of the open decision leads to."""
        start = Line()
        options = self.positions.options(self.state)
        self.seed = self.rng.getrandbits(63) if self.positions.is_secretive else 0
        first = [self.extended(start, index, option, root=index) for index, option in enumerate(options)]
        self.spent = 0
        waiting: list[tuple[float, int, Line]] = []
        for line in sorted((line for line in first if not line.is_finished), key=lambda line: -line.worth):
            self.dive(line)
            heappush(waiting, (-line.worth, len(waiting), line))
        self.spent = 0
        number = len(waiting)
        while waiting and self.spent < self.budget:
            line = heappop(waiting)[2]
            for longer in self.longer(line) if line.depth < self.most else ():
                if not longer.is_finished and self.is_new(longer):
                    number += 1
                    heappush(waiting, (-longer.worth, number, longer))
        return [self.best.get(index, line.worth) for index, line in enumerate(first)]

    def dive(self, line: Line) -> None:
        """Straight to an end, by the step that looks best: each option has one before any is looked at closely.

        What a line promises is not to be weighed against what another has brought.
        """
        while not line.is_finished and line.depth < self.most and self.spent < DIVES:
            line = max(self.longer(line), key=lambda longer: longer.worth)

    def longer(self, line: Line) -> list[Line]:
        """A line with each choice that may follow."""
        options = self.positions.options(line.world)
        return [self.extended(line, index, option, line.root) for index, option in enumerate(options)]

    def is_new(self, line: Line) -> bool:
        """Does it lead to where no line with the same beginning led?"""
        key = (line.root, self.positions.seen(line.world, self.player))
        if key in self.known:
            return False
        self.known.add(key)
        return True

    # ---- carrying out ---------------------------------------------------------------------------------------

    def extended(self, line: Line, index: int, option: Any, root: int) -> Line:
        """A line with one more choice: worth the mean of the positions it leads to.

        Where chance plays no part and two of them agree, two are enough; where nothing is hidden either, one is.
        """
        made = Line(line, index, option, root, line.depth + 1)
        total, tried = 0, 0
        last: int | None = None
        finished = False
        for number in range(self.samples):
            world, is_chance = self.carried_out(made, number)
            if world is None:
                continue
            found = self.positions.lead(world, self.player)
            finished = finished or is_chance or not self.goes_on(made, world)
            total += found
            tried += 1
            if not is_chance and (not self.is_hidden or found == last):
                break
            last = found
        if tried:
            made.worth, made.is_finished = total / tried, finished
        if finished and tried:
            self.best[root] = max(made.worth, self.best.get(root, made.worth))
        return made

    def goes_on(self, line: Line, world: Any) -> bool:
        """Is the player asked again, and the same as in the other positions?"""
        positions = self.positions
        if positions.is_over(world) or positions.decider(world) != self.player:
            return False
        other = line.world
        return other is world or list(positions.options(other)) == list(positions.options(world))

    def carried_out(self, line: Line, number: int) -> tuple[Any, bool]:
        """One of the positions after a line, or nothing, and whether its last choice was followed by chance."""
        before = self.world(line.parent, number)
        if before is None:
            line.worlds.append(None)
            return None, False
        after = self.positions.copy(before)
        self.spent += 1
        is_possible = self.is_offered(line, before) and self.positions.choose(after, line.index)
        is_met: bool | None = False  # by what the others choose at the same time
        if is_possible and self.positions.is_at_once(before):
            is_met = self.positions.others_choose(after, self.player, self.seed + number)
        line.worlds.append(after if is_possible and is_met is not None else None)
        return line.worlds[-1], bool(is_met) or self.positions.lots(after) != self.positions.lots(before)

    def is_offered(self, line: Line, world: Any) -> bool:
        """Can the last choice of a line be made in a position? Other positions may ask something else there."""
        positions = self.positions
        if positions.is_over(world) or positions.decider(world) != self.player:
            return False
        options = positions.options(world)
        return line.index < len(options) and options[line.index] == line.option

    def world(self, line: Line | None, number: int) -> Any:
        """One of the positions after a line; those that it took no need of so far are made now."""
        assert line is not None
        while len(line.worlds) <= number:
            if line.parent is None:
                world, is_hidden = self.positions.believe(self.state, self.player, self.rng)
                line.worlds.append(world)
                self.is_hidden = self.is_hidden or is_hidden
            else:
                self.carried_out(line, len(line.worlds))
        return line.worlds[number]

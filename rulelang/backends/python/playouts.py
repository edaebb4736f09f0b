"""Loops that play by themselves: what simulations and searches spend their time in.

They work on the state alone, so that they can be compiled together with the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulelang.backends.python.runtime import FAULTS, Broken, Leave, Over, State, finish, go_on, leave_level, run
from rulelang.core.agreed import LOOK_EVERY
from rulelang.core.chance import luck_of, pick, reseed

# More than any estimate: the end of a game outweighs everything.
WON = 1_000_000_000

Holds = Callable[[State], bool] | None
Draw = Callable[[], float]
# Whose draws are meant from now on: a seat, in a round.
TurnTo = Callable[[int, int], object]
Worth = Callable[[State, int], int]
# A position that a player may believe in, and whether anything in it was hidden from him.
Believe = Callable[[State, int], tuple[State, bool]]


def advance(S: State, index: int) -> None:
    """Choose the option at an index, and go on to the next decision."""
    S.choice = S.options[index]
    S.options = None
    S.steps = 0
    S.quiet = None
    run(S)


# ---- at random --------------------------------------------------------------------------------------------


def random_game(
    opening: State, seed: int, players: int, is_chancy: bool, limit: int, holds: Holds = None
) -> tuple[State, int]:
    """A game whose opening knows no chance, played at random: how it ended, and how many decisions were made."""
    S: State = opening.copy()
    if is_chancy:
        reseed(S, seed)
    luck = luck_of(seed, players)
    made = 0
    while not S.over and made < limit:
        made += play_randomly(S, luck, limit - made if holds is None else min(LOOK_EVERY, limit - made))
        if holds is not None and not holds(S):
            raise Broken
    return S, made


def play_randomly(S: State, luck: list[int], limit: int) -> int:
    """Choose at random until the game is over or the limit is reached; how many decisions were made."""
    stack = S.stack
    made = 0
    while made < limit and not S.over:
        try:
            for made in range(made + 1, limit + 1):  # noqa: B020 - it goes on where an exception left it
                options = S.options
                count: int = len(options)
                S.choice = options[0 if count == 1 else pick(luck, S.decider, S.rounds, count)]
                S.options = None
                S.steps = 0
                S.quiet = None
                f = stack[-1]
                f[0](S, f)
                if S.options is None:
                    go_on(S)
                if S.over:
                    return made
        except Leave as leave:
            leave_level(S, leave.level)
            run(S)
        except Over as over:
            finish(S, over.reason)
    return made


# ---- one decision ahead -------------------------------------------------------------------------------------


def play_greedily(
    S: State, worth: Worth, believe: Believe, samples: int, draw: Draw, turn_to: TurnTo, limit: int
) -> int:
    """Let every player take what looks best to him; how many decisions were made."""
    made = 0
    while made < limit and not S.over:
        turn_to(S.decider, S.rounds)
        advance(S, best_option(S, worth, believe, samples, draw))
        made += 1
    return made


def best_option(S: State, worth: Worth, believe: Believe, samples: int, draw: Draw) -> int:
    """The option with the best prospects for whoever decides; ties are drawn."""
    count: int = len(S.options)
    if count == 1:
        return 0
    beliefs: list[Any] = []
    best = 0.0
    ties: list[int] = []
    for index in range(count):
        found = prospects(S, index, worth, believe, samples, beliefs)
        if not ties or found > best:
            best = found
            ties = [index]
        elif found == best:
            ties.append(index)
    lot: float = draw()
    return ties[int(lot * len(ties))]


def prospects(S: State, index: int, worth: Worth, believe: Believe, samples: int, beliefs: list[Any]) -> float:
    """The mean worth of what follows an option, in the same few positions for all options.

    Where chance plays no part and two of them agree, two are enough; where nothing is hidden either, one is.
    """
    player: int = S.decider
    total = 0
    tried = 0
    last: Any = None
    for number in range(samples):
        if number == len(beliefs):
            beliefs.append(believe(S, player))
        pair = beliefs[number]
        world: State = pair[0]
        T: State = world.copy()
        chance: int = T.lots
        try:
            advance(T, index)
        except FAULTS:
            # A position that can not be says nothing about the one on the table.
            continue
        found: int = worth(T, player)
        total += found
        tried += 1
        if T.lots == chance and (not pair[1] or found == last):
            break
        last = found
    return total / tried if tried else -float(WON)

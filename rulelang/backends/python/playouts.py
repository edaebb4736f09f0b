"""Loops that play by themselves: what simulations and searches spend their time in.

They work on the state alone, so that they can be compiled together with the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulelang.backends.python.runtime import FAULTS, Broken, Leave, Over, State, finish, go_on, leave_level, run
from rulelang.core.agreed import LOOK_EVERY
from rulelang.core.chance import Luck, luck_of, pick, reseed

# More than any estimate: the end of a game outweighs everything.
WON = 1_000_000_000
LOTS = 1 << 31

Holds = Callable[[State], bool] | None
Draw = Callable[[], float]
Worth = Callable[[State, int], int]
# A position that a player may believe in, and whether anything in it was hidden from him.
Believe = Callable[[State, int], tuple[State, bool]]
# The decisions that all make at once, by their number: are the players asked in the order of seats?
AtOnce = Mapping[int, bool]
# What the others choose at the same time, in one of the positions believed in; did anybody?
Meet = Callable[[State, int], bool] | None


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


def others_choose(S: State, player: int, at_once: AtOnce, seed: int) -> bool:
    """After a player's choice, let those choose at random who choose at the same time; did anybody?

    Until all have chosen nothing is carried out, so before that no choice shows what it is worth.
    """
    luck = luck_of(seed, 0)
    last = player
    asked = {player}
    while not S.over and S.point in at_once and S.decider is not None:
        decider: int = S.decider
        # Whoever is asked once more has begun another such choice, and so has a seat that came before.
        if decider == player or (decider != last and (decider in asked or (at_once[S.point] and decider < last))):
            break
        asked.add(decider)
        last = decider
        count: int = len(S.options)
        advance(S, pick(luck, None, S.rounds, count))
    return last != player


# ---- one decision ahead -------------------------------------------------------------------------------------


def play_greedily(
    S: State, worth: Worth, believe: Believe, samples: int, at_once: AtOnce, luck: Luck, limit: int
) -> int:
    """Let every player take what looks best to him; how many decisions were made."""
    made = 0
    while made < limit and not S.over:
        luck.at(S.decider, S.rounds)
        advance(S, best_option(S, worth, believe, samples, at_once, luck.random))
        made += 1
    return made


def best_option(S: State, worth: Worth, believe: Believe, samples: int, at_once: AtOnce, draw: Draw) -> int:
    """The option with the best prospects for whoever decides; ties are drawn."""
    count: int = len(S.options)
    if count == 1:
        return 0
    beliefs: list[Any] = []
    meet: Meet = None
    if S.point in at_once:
        meet = met_by_others(S.decider, at_once, int(draw() * LOTS))
    best = 0.0
    ties: list[int] = []
    for index in range(count):
        found = prospects(S, index, worth, believe, samples, beliefs, meet)
        if not ties or found > best:
            best = found
            ties = [index]
        elif found == best:
            ties.append(index)
    lot: float = draw()
    return ties[int(lot * len(ties))]


def met_by_others(player: int, at_once: AtOnce, seed: int) -> Meet:
    """What the others choose in each of the positions believed in: the same behind all options."""

    def meet(S: State, number: int) -> bool:
        return others_choose(S, player, at_once, seed + number)

    return meet


def prospects(
    S: State, index: int, worth: Worth, believe: Believe, samples: int, beliefs: list[Any], meet: Meet
) -> float:
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
            is_met = meet is not None and meet(T, number)
        except FAULTS:
            # A position that can not be says nothing about the one on the table.
            continue
        found: int = worth(T, player)
        total += found
        tried += 1
        if T.lots == chance and not is_met and (not pair[1] or found == last):
            break
        last = found
    return total / tried if tried else -float(WON)

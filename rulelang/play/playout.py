"""Playing a match to its end: the loop that simulations and searches spend their time in.

It works on the state itself. Choices made at random leave no trace in the match; they are repeated
from the same generator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rulelang.backends.python import playouts
from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import FAULTS
from rulelang.core.agreed import LOOK_EVERY
from rulelang.core.chance import Luck, pick
from rulelang.play.position import Position

P = TypeVar("P", bound=Position)


def random_game(program: Program, seed: int, limit: int) -> tuple[Any, int] | None:
    """A whole game at random, without a match around it: its last state, and how many decisions were made.

    Nothing if it does not open in the same way each time, or the rules met a fault: a match can tell of it.
    """
    if program.opening is None:
        return None
    try:
        facts, holds = program.facts, program.always_holds
        state, made = playouts.random_game(program.opening, seed, facts.players, facts.is_chancy, limit, holds)
    except FAULTS:
        return None
    return state, int(made)


def play_randomly(match: Position, luck: Luck, limit: int, stepwise: bool = False) -> int:
    """Choose at random until the match is over or the limit is reached; how many decisions were made.

    What always holds is looked at now and then; stepwise, after every decision, so that it can be told what broke it.
    """
    made = 0
    while not match.over and made < limit:
        if match.audit or stepwise:
            S = match.state
            count = len(S.options)
            match.advance(0 if count == 1 else pick(luck.cells, S.decider, S.rounds, count))
            made += 1
            continue
        few = min(LOOK_EVERY, limit - made) if match.is_watched else limit - made
        made += int(match.drive(playouts.play_randomly, luck.cells, few))
        if match.is_watched:
            match.watch()
    return made


def play_with(match: P, choosers: Sequence[Callable[[P], int]], limit: int) -> int:
    """Let each player choose in his own way until the match is over or the limit is reached."""
    state = match.state
    made = 0
    while not state.over and made < limit:
        match.advance(choosers[state.decider](match))
        made += 1
    return made

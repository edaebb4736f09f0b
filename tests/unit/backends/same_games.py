"""The same game in the plain engine and in C, compared after every decision."""

from __future__ import annotations

from typing import Any

from rulelang.api.game import Game
from rulelang.backends.c.program import CProgram, position_of
from rulelang.backends.program import Option
from rulelang.backends.python.runtime import NOTHING_FORCED, PASS, WindowOption
from rulelang.bots.one_step import SAMPLES, OneStep
from rulelang.core.chance import Luck
from rulelang.core.nodes import NONE, PASSED

ENDLESS = 1 << 30


def option_of(option: Any) -> Option:
    """An option of the plain engine in words."""
    if isinstance(option, WindowOption):
        words = () if option.value is NOTHING_FORCED else option_of(option.value).words
        return Option(words, (option.window, *(option.arguments or (0, 0))))
    if option is PASS:
        return Option((PASSED,))
    parts = option if isinstance(option, tuple) else (option,)
    return Option(tuple(NONE if part is None else int(part) for part in parts))


def assert_same_game(game: Game, players: int, program: CProgram, seed: int, limit: int, fits: int = ENDLESS) -> int:
    """One game at random: who is asked, where, all options and the whole state; how many decisions it took.

    So many of them must fit into C; after that it may leave the game to the plain engine.
    """
    match, position = game.start(players, seed=seed), program.start(seed)
    luck, made = Luck(seed, players), 0
    while True:
        assert_same_position(match, program, position, (seed, made))
        S = match.state
        if S.over or made >= limit:
            break
        count = len(S.options)
        index = 0 if count == 1 else int(luck.at(S.decider, S.rounds).random() * count)
        match.advance(index)
        made += 1
        if not program.choose(position, index):
            assert made >= fits, (seed, made)
            return made
    assert_whole_game(match, program, seed, made)
    return made


def assert_same_position(match: Any, program: CProgram, position: Any, where: object) -> None:
    """The whole state, who is asked, and what; at the end the ranks of all."""
    S, decision = match.state, program.decision(position)
    assert program.state(position) == position_of(program.core, S), where
    assert decision.is_over == bool(S.over), where
    if S.over:
        assert program.ranks(position) == tuple(tuple(rank) for rank in ranks_of(match)), where
        return
    assert decision.options == tuple(option_of(option) for option in S.options), where
    assert (decision.player, decision.point) == (S.decider, S.point), where


def assert_same_saved_game(played: Any, program: CProgram) -> None:
    """A match that was played, choice for choice."""
    match, position = played.game.start(played.players, seed=played.seed), program.start(played.seed)
    for made, index in enumerate(played.choices):
        assert_same_position(match, program, position, made)
        match.advance(index)
        assert program.choose(position, index), made
    assert_same_position(match, program, position, "at the end")


def assert_whole_game(match: Any, program: CProgram, seed: int, made: int) -> None:
    """Played by itself it goes the same way."""
    played = program.play([seed], max(1, made))[0]
    assert (played.is_faulty, played.is_over, played.decisions) == (False, bool(match.over), made)
    if match.over:
        assert played.ranks == tuple(tuple(rank) for rank in ranks_of(match))


def assert_same_greedy_game(game: Game, players: int, program: CProgram, seed: int, limit: int) -> None:
    """One game of greedy bots, who take the same options where their beliefs and their lots are the same."""
    match = game.start(players, seed=seed)
    made = OneStep().play(match, Luck(seed, players), limit)
    played = program.play([seed], limit, [SAMPLES] * players)[0]
    assert (played.is_faulty, played.is_over, played.decisions) == (False, bool(match.over), made), seed
    assert played.ranks == tuple(tuple(rank) for rank in ranks_of(match)), seed


def ranks_of(match: Any) -> list[tuple[int, ...]]:
    from rulelang.play.outcome import ranks

    return ranks(match.program, match.state)

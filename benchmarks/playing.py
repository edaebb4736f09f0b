"""Decisions a second in random games: rule files, hand-written games, and other engines."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import rulelang
from benchmarks import peers
from benchmarks.handwritten import breakthrough, connect4, harbour, pig, tictactoe
from benchmarks.measure import Candidate, Pace, Spread, looped, rates, ratio
from benchmarks.results import Row
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly, random_game

EXAMPLES = Path(__file__).parents[1] / "examples"
PART = "playing"

HANDWRITTEN: dict[str, Any] = {
    "tic_tac_toe": tictactoe.TicTacToe,
    "connect_four": connect4.Connect4,
    "breakthrough": breakthrough.Breakthrough,
    "pig": pig.Pig,
    "harbour": harbour.Harbour,
}
OPENSPIEL = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough(rows=8,columns=8)",
    "pig": "pig(horizon=100000)",
}
BOARDGAME_IO = ("tic_tac_toe", "connect_four")
LIMIT = 100_000

HAND, RULES, INTERFACE = "hand-written", "rule file", "rule file, by the interface"
SPIEL, NODE = "OpenSpiel from Python", "boardgame.io on Node"


def by_hand(make: Any) -> Candidate:
    """Random games of a hand-written class."""
    rng = random.Random(1)

    def run() -> int:
        game, made = make(rng), 0
        while not game.is_over():
            game.apply(rng.choice(game.legal_moves()))
            made += 1
        return made

    return looped(run)


def by_rules(name: str) -> Candidate:
    """Random games from a rule file, as a simulation plays them."""
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    players = game.players[0]
    game.start(players)
    program, seeds = game.program(players), random.Random(1)

    def run() -> int:
        seed = seeds.getrandbits(30)
        played = random_game(program, seed, LIMIT)
        if played is not None:
            return played[1]
        return play_randomly(game.start(players, seed=seed), Luck(seed, players), LIMIT)

    return looped(run)


def by_interface(name: str) -> Candidate:
    """Random games through the public interface: decision, options, choose."""
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    rng = random.Random(1)

    def run() -> int:
        match, made = game.start(game.players[0], seed=rng.getrandbits(30)), 0
        while not match.over:
            match.choose(rng.choice(match.decision.options))
            made += 1
        return made

    return looped(run)


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    """Rule files against hand-written games, and the peers in the same run."""
    without_node = peers.missing_node()
    if without_node:
        told(without_node)
    if not peers.openspiel_version():
        told("OpenSpiel is left out: the package open_spiel is not installed")
    for name, make in HANDWRITTEN.items():
        told(f"random games of {name}")
        with ExitStack() as stack:
            work = {HAND: by_hand(make), RULES: by_rules(name), INTERFACE: by_interface(name)}
            spiel = peers.openspiel(OPENSPIEL[name]) if name in OPENSPIEL else None
            if spiel is not None:
                work[SPIEL] = spiel
            if name in BOARDGAME_IO and not without_node:
                work[NODE] = stack.enter_context(peers.BoardgameIo(name))
            yield from compared(name, rates(work, pace))


def compared(name: str, found: dict[str, list[float]]) -> Iterator[Row]:
    """Every candidate against the hand-written game, and the rule file against boardgame.io."""
    for what, turns in found.items():
        figure = f"{Spread.of(turns).median:,.0f} decisions/s"
        if what == RULES:
            yield Row(PART, name, what, figure, HAND, ratio(turns, found[HAND]), needed=0.7, aim=1.0)
        else:
            yield Row(PART, name, what, figure, HAND if what != HAND else "", versus(what, turns, found))
    if NODE in found:
        yield Row(PART, name, RULES, "", NODE, ratio(found[RULES], found[NODE]), needed=30, aim=60)


def versus(what: str, turns: list[float], found: dict[str, list[float]]) -> Spread | None:
    return None if what == HAND else ratio(turns, found[HAND])

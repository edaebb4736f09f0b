"""Decisions a second in random games: rule files, hand-written games, and other engines."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rulelang
from benchmarks.handwritten import breakthrough, connect4, harbour, pig, tictactoe
from rulelang.engine.playout import play_randomly

EXAMPLES = Path(__file__).parents[1] / "examples"
NODE = Path(__file__).parent / "node"

HANDWRITTEN: dict[str, tuple[Any, str]] = {
    "tic_tac_toe": (tictactoe.TicTacToe, "tic_tac_toe"),
    "connect_four": (connect4.Connect4, "connect_four"),
    "breakthrough": (breakthrough.Breakthrough, "breakthrough(rows=8,columns=8)"),
    "pig": (pig.Pig, "pig(horizon=100000)"),
    "harbour": (harbour.Harbour, ""),
}
LIMIT = 100_000


def by_hand(make: Any) -> Callable[[], int]:
    """One random game of a hand-written class."""
    rng = random.Random(1)

    def run() -> int:
        game, made = make(rng), 0
        while not game.is_over():
            game.apply(rng.choice(game.legal_moves()))
            made += 1
        return made

    return run


def by_rules(name: str) -> Callable[[], int]:
    """One random game from a rule file, driven on its state."""
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    rng = random.Random(1)

    def run() -> int:
        return play_randomly(game.start(game.players[0], seed=rng.getrandbits(30)), rng, LIMIT)

    return run


def by_interface(name: str) -> Callable[[], int]:
    """One random game through the public interface: decision, options, choose."""
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    rng = random.Random(1)

    def run() -> int:
        match, made = game.start(game.players[0], seed=rng.getrandbits(30)), 0
        while not match.over:
            match.choose(rng.choice(match.decision.options))
            made += 1
        return made

    return run


def by_openspiel(name: str) -> Callable[[], int] | None:
    """One random game of OpenSpiel, driven from Python."""
    try:
        import pyspiel
    except ImportError:
        return None
    if not name:
        return None
    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def run() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
            made += not chance
        return made

    return run


def boardgame_io(name: str) -> float | None:
    """Decisions a second of boardgame.io on Node, if it is installed beside this file."""
    script = NODE / f"{name}.mjs"
    if shutil.which("node") is None or not script.exists() or not (NODE / "node_modules").is_dir():
        return None
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, timeout=120, check=False)
    return float(done.stdout.strip().splitlines()[-1]) if done.returncode == 0 and done.stdout.strip() else None

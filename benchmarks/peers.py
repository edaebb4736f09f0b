"""Other engines in the same run, where they are installed; where not, a line says so."""

from __future__ import annotations

import importlib.metadata
import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any, Self

from benchmarks.measure import Candidate, looped
from rulelang.api.match import Match

NODE = Path(__file__).parent / "node"
INSTALL = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]


def openspiel(name: str) -> Candidate | None:
    """One random game of OpenSpiel after another, driven from Python."""
    try:
        import pyspiel
    except ImportError:
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

    return looped(run)


ROLLOUTS = 500


def openspiel_loop(name: str) -> Candidate | None:
    """Random games in OpenSpiel's own loop in C++: a search with one simulation does nothing but its rollouts.

    It does not tell how long they were, so the mean of games driven from Python stands for that.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2.0, 1, 100, False, 1, False)
    start, length = game.new_initial_state(), mean_length(game)

    def run() -> int:
        bot.step(start)
        return round(ROLLOUTS * length)

    return looped(run)


class SpielMcts:
    """OpenSpiel's tree search in C++, on its own version of a game in which moves are called alike.

    One random rollout for each simulation; ends that are certain are carried up the tree. Of three weights for what
    was seldom tried (1, 1.4 and 2) it has the one with which it was strongest against our search.
    """

    def __init__(self, simulations: int) -> None:
        import pyspiel

        self.spiel = pyspiel
        self.simulations = simulations
        self.seed: int | None = None
        self.game: Any = None
        self.bot: Any = None

    def choose(self, match: Match, rng: random.Random) -> int:
        """The move it takes where the match stands."""
        if match.seed != self.seed:
            self.begin(match)
        state = self.game.new_initial_state()
        followed = match.game.start(match.players, seed=match.seed)
        for index in match.choices:
            state.apply_action(action_of(state, move_of(followed, index)))
            followed.advance(index)
        found = state.action_to_string(self.bot.step(state)).rstrip("*")
        return [move_of(match, index) for index in range(len(match.state.options))].index(found)

    def begin(self, match: Match) -> None:
        """A search for a new game."""
        self.seed, luck = match.seed, match.seed % 2**31
        self.game = self.spiel.load_game(match.game.name)
        evaluator = self.spiel.RandomRolloutEvaluator(1, luck)
        self.bot = self.spiel.MCTSBot(self.game, evaluator, 1.4, self.simulations, 100, True, luck, False)


def action_of(state: Any, move: str) -> int:
    """What OpenSpiel calls a move."""
    known = {state.action_to_string(action).rstrip("*"): action for action in state.legal_actions()}
    return int(known[move])


def move_of(match: Match, index: int) -> str:
    """An option as OpenSpiel names it: the two cells of a step, or the sign of the player and the column."""
    option = match.decision.options[index]
    if len(option.key) > 1:
        return str(option.text)
    return "xo"[match.state.decider] + str("abcdefg".index(option.key))


def mean_length(game: Any) -> float:
    """How many decisions a random game takes on average."""
    rng = random.Random(1)
    made = 0
    for _ in range(ROLLOUTS):
        state = game.new_initial_state()
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return made / ROLLOUTS


def openspiel_version() -> str:
    try:
        return importlib.metadata.version("open_spiel")
    except importlib.metadata.PackageNotFoundError:
        return ""


class BoardgameIo:
    """A process of Node that plays on boardgame.io for as long as it is told."""

    def __init__(self, name: str) -> None:
        script = NODE / f"{name}.mjs"
        environment = {**os.environ, "NODE_ENV": "production"}
        self.process = subprocess.Popen(
            ["node", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def __call__(self, seconds: float) -> tuple[float, float]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        made, spent = self.process.stdout.readline().split()
        return float(made), float(spent)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


def missing_node() -> str:
    """Why boardgame.io can not be measured; nothing if it can. Installs it where npm is there."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"boardgame.io is left out: {program} is not installed"
    if boardgame_io_version():
        return ""
    done = subprocess.run(INSTALL, cwd=NODE, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or "no reason given").splitlines()[0]
        return f"boardgame.io is left out: npm could not install it ({said})"
    return ""


def boardgame_io_version() -> str:
    """The version that is installed; nothing if none is."""
    found = NODE / "node_modules" / "boardgame.io" / "package.json"
    return str(json.loads(found.read_text(encoding="utf-8"))["version"]) if found.is_file() else ""


def node_version() -> str:
    if shutil.which("node") is None:
        return ""
    return subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()

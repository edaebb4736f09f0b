"""A learnt estimate as data beside the game, and the bot that judges positions by it."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import asdict, define, field, frozen

from rulelang.api.match import Match
from rulelang.backends.python.program import Program
from rulelang.bots.greedy import Greedy
from rulelang.bots.learning.features import features_of
from rulelang.bots.positions import PlainPositions, Positions
from rulelang.errors import UsageError
from rulelang.project.sources import games_folder

UNIT = 10_000


@frozen
class Learnt:
    """Weights in whole numbers, by the names of features, and how strong a bot by them was found to be."""

    game: str
    players: int
    rules: str
    weights: dict[str, int]
    strength: tuple[str, ...] = ()

    def as_text(self) -> str:
        """The file."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"


def file_beside(reference: str, players: int) -> Path:
    """Where the estimate of a game lies: beside its file, or in its folder."""
    path = Path(reference)
    rules = path if path.suffix == ".rules" else path.with_name(path.name + ".rules")
    if rules.is_file():
        return rules.with_name(f"{rules.stem}.learnt_{players}.json")
    folder = path if path.is_dir() else games_folder() / reference
    return folder / f"learnt_{players}.json"


def read(path: Path, rules: str) -> Learnt:
    """The estimate of a file; it must have been learnt under the same rules."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        weights = {str(name): int(weight) for name, weight in data["weights"].items()}
        found = Learnt(str(data["game"]), int(data["players"]), str(data["rules"]), weights, tuple(data["strength"]))
    except FileNotFoundError:
        raise UsageError(f"nothing was learnt for this game: there is no {path.name}; `rulelang learn`") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise UsageError(f"{path} is no learnt estimate") from None
    if found.rules != rules:
        raise UsageError(f"{path.name} was learnt under other rules; `rulelang learn` learns it anew")
    return found


class LearntPositions(PlainPositions):
    """Positions judged by weights: how far a player is from the mean of all."""

    def __init__(self, program: Program, weights: dict[str, int]) -> None:
        super().__init__(program)
        self.readings = [
            (feature.read, weights[feature.name]) for feature in features_of(program) if weights.get(feature.name)
        ]
        judged = self.worth
        self.worth = lambda S, p: judged(S, p) if S.over else self.estimate(S, p)

    def estimate(self, position: Any, player: int) -> int:
        return self.estimates(position)[player]

    def estimates(self, position: Any) -> list[int]:
        found = [sum([read(position, p) * w for read, w in self.readings]) for p in range(self.players)]
        mean = sum(found) // self.players
        return [each - mean for each in found]


class Weighing(Greedy):
    """Looks through its own decisions, and judges where they end by weights, which C knows nothing of."""

    def followed(self, match: Match) -> None:
        return None


@define(eq=False)
class ByWeights(Weighing):
    """By given weights."""

    weights: dict[str, int] = field(factory=dict, kw_only=True)

    def positions(self, match: Match) -> Positions:
        return weighed(match.program, tuple(self.weights.items()))


@define(eq=False)
class ByLearnt(Weighing):
    """By what was learnt for the game."""

    def positions(self, match: Match) -> Positions:
        path = file_beside(match.game.reference, match.players)
        return weighed(match.program, kept(path, match.game.fingerprint(match.players)))


@lru_cache(maxsize=16)
def weighed(program: Program, weights: tuple[tuple[str, int], ...]) -> LearntPositions:
    return LearntPositions(program, dict(weights))


@lru_cache(maxsize=16)
def kept(path: Path, rules: str) -> tuple[tuple[str, int], ...]:
    return tuple(read(path, rules).weights.items())

"""rulelang: a declarative rule language for board games, and the engine that plays it."""

from rulelang.engine.game import Game
from rulelang.engine.match import Match
from rulelang.errors import Rejected, RuleFault, RulelangError, RulesError, SaveError, UsageError
from rulelang.pipeline import load, resume

__all__ = [
    "Game",
    "Match",
    "Rejected",
    "RuleFault",
    "RulelangError",
    "RulesError",
    "SaveError",
    "UsageError",
    "load",
    "resume",
]
__version__ = "0.1.0"

"""rulelang: a declarative rule language for board games, and the engine that plays it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulelang.errors import Rejected, RuleFault, RulelangError, RulesError, SaveError, UsageError

if TYPE_CHECKING:
    from rulelang.api.game import Game
    from rulelang.api.load import load, resume
    from rulelang.api.match import Match

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

# Imported when they are asked for: the command line shows its help without the parser and the engine.
_LATER = {
    "Game": "rulelang.api.game",
    "Match": "rulelang.api.match",
    "load": "rulelang.api.load",
    "resume": "rulelang.api.load",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

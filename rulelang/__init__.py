"""rulelang: a declarative rule language for board games, and the engine that plays, checks and compares them.

    game = rulelang.load("pig")                 a shipped game, or the path of a rule file
    match = game.start(players=2, seed=7)       a Match: .decision .choose(…) .log .view(…) .why_not(…) .save()
    rulelang.resume(text)                       the match that a save holds
    rulelang.check("my_game.rules")             what is wrong with rule files, as a list of diagnostics
    rulelang.simulate(game, 1000)               many games between bots
    rulelang.compare(game, other)               what a house rule does to a game, on the same luck

What this module exports, and what docs/python.md says of it, is the interface; everything else may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulelang.errors import Rejected, RuleFault, RulelangError, RulesError, SaveError, UsageError

if TYPE_CHECKING:
    from rulelang import events
    from rulelang.api.decision import Decision, Option
    from rulelang.api.game import Game
    from rulelang.api.load import load, resume
    from rulelang.api.match import Match
    from rulelang.bots.bot import Bot
    from rulelang.checks.run import check
    from rulelang.experiments.calls import compare, simulate
    from rulelang.explain.answer import WhyNot
    from rulelang.visibility.view import View

__all__ = [
    "Bot",
    "Decision",
    "Game",
    "Match",
    "Option",
    "Rejected",
    "RuleFault",
    "RulelangError",
    "RulesError",
    "SaveError",
    "UsageError",
    "View",
    "WhyNot",
    "check",
    "compare",
    "events",
    "load",
    "resume",
    "simulate",
]
__version__ = "0.1.0"

# Imported when they are asked for: the command line shows its help without the parser and the engine.
_LATER = {
    "Bot": "rulelang.bots.bot",
    "Decision": "rulelang.api.decision",
    "Game": "rulelang.api.game",
    "Match": "rulelang.api.match",
    "Option": "rulelang.api.decision",
    "View": "rulelang.visibility.view",
    "WhyNot": "rulelang.explain.answer",
    "check": "rulelang.checks.run",
    "compare": "rulelang.experiments.calls",
    "load": "rulelang.api.load",
    "resume": "rulelang.api.load",
    "simulate": "rulelang.experiments.calls",
}


def __getattr__(name: str) -> Any:
    if name == "events":
        return import_module("rulelang.events")
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])

"""Bots: players that choose by themselves, from what their player may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.api.match import Match
from rulelang.backends.python.program import Program
from rulelang.bots.bot import Bot
from rulelang.bots.names import BOTS, bot_named
from rulelang.core.chance import Luck

__all__ = ["BOTS", "Bot", "bot_named", "choosers", "quickest", "strongest"]


def strongest(program: Program) -> str:
    """The name of the best bot that answers at once: one that looks ahead needs something to judge positions by."""
    return "greedy" if program.estimate or program.score else "random"


def quickest(program: Program) -> str:
    """The same for thousands of games: it looks one decision ahead, and has loops of its own."""
    return "greedy:1" if strongest(program) == "greedy" else "random"


def choosers(names: Sequence[str], seed: int, is_native: bool | None = None) -> list[Callable[[Match], int]]:
    """A way to choose for each seat; bots of one name share what they have learnt about the rules.

    Those that can search in rules compiled to C are told whether to, or decide by themselves.
    """
    luck = Luck(seed, len(names))
    made = {name: bot_named(name, is_native) for name in dict.fromkeys(names)}

    def chooser(bot: Bot) -> Callable[[Match], int]:
        return lambda match: bot.choose(match, luck.at(match.state.decider, match.state.rounds))

    return [chooser(made[name]) for name in names]

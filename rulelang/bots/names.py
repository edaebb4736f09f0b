"""What bots are called: `random`, `greedy`, `mcts`, and behind a colon how far they look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rulelang.bots.bot import Bot
from rulelang.bots.greedy import Greedy
from rulelang.bots.learning.learnt import ByLearnt
from rulelang.bots.one_step import OneStep
from rulelang.bots.tree_search.bot import MonteCarlo
from rulelang.bots.tree_search.budget import Budget
from rulelang.bots.uniform import Uniform

BOTS: Mapping[str, Callable[[], Bot]] = MappingProxyType(
    {"random": Uniform, "greedy": Greedy, "mcts": MonteCarlo, "learnt": ByLearnt}
)
MOST_TREES = 64


def bot_named(name: str, is_native: bool | None = None) -> Bot:
    """A new bot; a `ValueError` says what is wrong with a name. May it search in rules compiled to C, or must it?"""
    bot = named(name)
    if isinstance(bot, MonteCarlo | Greedy):
        bot.is_native = is_native
    return bot


def named(name: str) -> Bot:
    kind, colon, words = name.partition(":")
    if kind not in BOTS:
        raise ValueError(f"nobody is called `{name}`; there are {', '.join(BOTS)}")
    if not colon:
        return BOTS[kind]()
    if kind == "greedy":
        return greedy_for(words)
    if kind == "mcts":
        return search_for(words)
    raise ValueError(f"`{kind}` takes nothing behind a colon")


def greedy_for(words: str) -> Bot:
    """`greedy:1` looks one decision ahead, `greedy:5` through five of its own."""
    if not (words.isdecimal() and 1 <= int(words) <= 100):
        raise ValueError(f"`greedy:{words}`: behind the colon stands how many own decisions it looks through, 1 to 100")
    return OneStep() if int(words) == 1 else Greedy(depth=int(words))


def search_for(words: str) -> Bot:
    """`mcts:1000` games in the head, `mcts:5000d` decisions, `mcts:2s`; `mcts:500x4` grows four trees."""
    budget, times, trees = words.partition("x")
    if times and not (trees.isdecimal() and 1 <= int(trees) <= MOST_TREES):
        raise ValueError(f"`mcts:{words}`: behind the x stands how many trees, 1 to {MOST_TREES}")
    return MonteCarlo(Budget.from_words(budget), int(trees) if times else 1)

"""Which simulations are played by rules that are compiled to C: those that can be, and for which it pays."""

from __future__ import annotations

import time

from attrs import evolve

from rulelang.api.game import Game
from rulelang.backends.c.build import effort_for
from rulelang.backends.c.program import seconds_to_compile
from rulelang.backends.program import NotCompiled
from rulelang.experiments.game import COMPILED_BOTS, play_plainly
from rulelang.experiments.plan import Plan

# It is tried out for so long how long games take in Python.
LOOK = 0.3
SHORTEST = 50  # decisions
# How the names begin of bots that search in compiled rules wherever they play.
SEARCH = "mcts"


def decided(plan: Plan, game: Game, wish: bool | None, jobs: int) -> tuple[Plan, str]:
    """The plan by way of C if that is wished for, or if nothing is said and it pays; and what there is to say."""
    if wish is False:
        return evolve(plan, is_compiled=False), ""
    problem = why_not(plan)
    if not problem and (wish or is_worth_it(plan, game, jobs)):
        try:
            program = game.compiled_program(plan.players, effort_for(plan.games))
            if any(COMPILED_BOTS.get(bot, 1) for bot in plan.bots):
                _ = program.blind
            return evolve(plan, is_compiled=True), ""
        except NotCompiled as why:
            problem, wish = str(why), True
    return plan, f"playing in plain Python: {problem}" if problem and wish else ""


def why_not(plan: Plan) -> str:
    """Why C can not play a plan, as far as that is known beforehand."""
    if plan.audit:
        return "an audit looks at every step"
    others = sorted(bot for bot in plan.bots if bot not in COMPILED_BOTS and not bot.startswith(SEARCH))
    return f"{others[0]} bots are not compiled" if others else ""


def is_worth_it(plan: Plan, game: Game, jobs: int) -> bool:
    """Does compiling take less than it saves? What was compiled before costs nothing."""
    if not COMPILED_BOTS.keys() >= set(plan.bots):
        return False  # a search decides for itself, and knows its budget
    if plan.is_watched_throughout and not any(COMPILED_BOTS[bot] for bot in plan.bots):
        return False  # Python plays it all again to note it
    if game.shelf.library(plan.players) is not None:
        return True
    return seconds_ahead(plan) / max(1, jobs) > seconds_to_compile(game.program(plan.players))


def seconds_ahead(plan: Plan) -> float:
    """About how long the games of a plan take in Python: one is played, as far as there is time to look at it."""
    limit, spent = SHORTEST, 0.0
    while True:
        began = time.process_time()
        seen = play_plainly(evolve(plan, limit=min(limit, plan.limit), is_watched=False, is_counted=False), 0)
        spent = time.process_time() - began
        if seen.finished or seen.fault or limit >= plan.limit:
            return spent * plan.games
        if spent > LOOK:  # it may well go on for as long again
            return 2 * spent * plan.games
        limit *= 4

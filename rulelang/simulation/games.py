"""Playing single games of a simulation, in this process."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from rulelang.bots import choosers
from rulelang.bots.greedy import Greedy
from rulelang.engine.game import Game
from rulelang.engine.match import Match
from rulelang.engine.playout import play_randomly, play_with
from rulelang.errors import RuleFault
from rulelang.loading import load
from rulelang.simulation.plan import Outcome, Plan, seed_of


@lru_cache(maxsize=4)
def game_of(reference: str, variants: tuple[str, ...], options: tuple[tuple[str, str], ...], native: bool) -> Game:
    """The game of a plan; a process loads it once."""
    return load(reference, variants=list(variants), options=dict(options), native=native)


def play(plan: Plan, number: int) -> Outcome:
    """One game of a plan."""
    game = game_of(plan.reference, plan.variants, plan.options, plan.native)
    seed = seed_of(plan.seed, number)
    match: Match | None = None
    made = 0
    fault = ""
    try:
        match = game.start(players=plan.players, seed=seed, audit=plan.audit)
        made = play_on(match, plan, Random(seed))
        return outcome(match, number, seed, made, "")
    except RuleFault as error:
        fault = str(error)
    return outcome(match, number, seed, made, fault)


def play_on(match: Match, plan: Plan, rng: Random) -> int:
    """Play to the end or the limit; games of one simple bot have loops of their own. How many decisions were made."""
    bots = set(plan.bots)
    if bots == {"random"}:
        return play_randomly(match, rng, plan.limit)
    if bots == {"greedy"} and not plan.audit:
        return Greedy().play(match, rng, plan.limit)
    return play_with(match, choosers(plan.bots, rng), plan.limit)


def outcome(match: Match | None, number: int, seed: int, made: int, fault: str) -> Outcome:
    """What is to be kept of a game."""
    if match is None or fault:
        return Outcome(number, seed, False, "", (), (), 0, made, fault)
    reason = match.end_reason or ""
    winners = tuple(match.winners)
    return Outcome(number, seed, match.over, reason, tuple(match.scores), winners, rounds_of(match), made)


def rounds_of(match: Match) -> int:
    """How many rounds were begun."""
    slot = match.program.facts.slots.get("round.number")
    return int(getattr(match.state, slot)) if slot is not None else 0

"""Playing single games of a simulation, in this process."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from attrs import evolve

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.backends.c.build import effort_for
from rulelang.backends.c.program import CProgram
from rulelang.backends.program import NotCompiled, Played
from rulelang.backends.python.program import Program
from rulelang.bots import choosers
from rulelang.bots.one_step import SAMPLES, OneStep
from rulelang.core.chance import Luck
from rulelang.errors import RuleFault
from rulelang.experiments.happenings import Happening, happenings_of
from rulelang.experiments.plan import Outcome, Plan, seed_of
from rulelang.experiments.watch import Chooser, play_watched
from rulelang.play import outcome
from rulelang.play.playout import play_randomly, play_with, random_game

# An experiment goes to and fro between so many sets of rules at most.
MOST_GAMES = 64


@lru_cache(maxsize=MOST_GAMES)
def game_of(reference: str, variants: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> Game:
    """The game of a plan; a process loads it once."""
    return load(reference, variants=list(variants), options=dict(options))


@lru_cache(maxsize=MOST_GAMES)
def counted_of(game: Game, players: int) -> list[Happening]:
    """What may happen in a game that counts."""
    return happenings_of(game, players)


# For each bot that plays in compiled rules how many positions it looks at before it decides.
COMPILED_BOTS = MappingProxyType({"random": 0, "greedy:1": SAMPLES})
# Of games that C plays, so many are played in Python where it is to be seen how they go: the time is about shared,
# until there are enough for shares to within three in a hundred.
LEAST_WATCHED, WATCHED_SHARE, MOST_WATCHED = 20, 50, 1000


def play(plan: Plan, number: int) -> Outcome:
    """One game of a plan."""
    if plan.is_compiled and COMPILED_BOTS.keys() >= set(plan.bots):
        with suppress(NotCompiled):  # whoever plays this may have no compiler
            found = play_noted(plan, number) if is_noted(plan, number) else play_compiled(plan, number)
            if found is not None:
                return found
    return play_plainly(plan, number)


def is_noted(plan: Plan, number: int) -> bool:
    """Is it noted how a game goes that C plays?"""
    watched = min(max(LEAST_WATCHED, plan.games // WATCHED_SHARE), MOST_WATCHED)
    return plan.is_watched and (plan.is_watched_throughout or number < watched)


def play_noted(plan: Plan, number: int) -> Outcome | None:
    """One game in which C decides, and Python does the same and notes it; nothing if the rules met a fault."""
    game, seed = game_of(plan.reference, plan.variants, plan.options), seed_of(plan.seed, number)
    choices = compiled_for(plan, game).choices(seed, plan.limit, samples_of(plan))
    if choices is None:
        return None
    taken = iter(choices)
    match = game.start(players=plan.players, seed=seed, count=plan.is_counted)
    return watched(plan, game, match, number, [lambda _: next(taken)] * plan.players)


def compiled_for(plan: Plan, game: Game) -> CProgram:
    return game.compiled_program(plan.players, effort_for(plan.games))


def samples_of(plan: Plan) -> list[int]:
    return [COMPILED_BOTS[bot] for bot in plan.bots]


def play_compiled(plan: Plan, number: int) -> Outcome | None:
    """One game in C; nothing if the rules met a fault, for which the plain engine has words."""
    game = game_of(plan.reference, plan.variants, plan.options)
    seed = seed_of(plan.seed, number)
    played = compiled_for(plan, game).play([seed], plan.limit, samples_of(plan))[0]
    reasons = game.program(plan.players).facts.reasons
    return None if played.is_faulty else told(plan, number, seed, played, reasons)


def told(plan: Plan, number: int, seed: int, played: Played, reasons: list[str]) -> Outcome:
    """What is to be kept of a game."""
    reason = (reasons[played.reason] if 0 <= played.reason < len(reasons) else outcome.END) if played.is_over else ""
    ranks = played.ranks or ((0,),) * plan.players
    best = max(ranks)
    winners = tuple(p for p, rank in enumerate(ranks) if rank == best) if played.is_over else ()
    scores = tuple(rank[0] for rank in ranks)
    return Outcome(number, seed, played.is_over, reason, scores, winners, played.rounds, played.decisions)


def play_plainly(plan: Plan, number: int) -> Outcome:
    """One game of a plan in Python."""
    game = game_of(plan.reference, plan.variants, plan.options)
    seed = seed_of(plan.seed, number)
    is_random = set(plan.bots) == {"random"} and not plan.audit and not plan.is_watched
    program = game.program(plan.players)
    played = random_game(program, seed, plan.limit) if is_random else None
    if played is not None:
        return outcome_of(program, played[0], number, seed, played[1])
    return play_match(plan, game, number, seed)


def play_match(plan: Plan, game: Game, number: int, seed: int) -> Outcome:
    """The same as a match, which can tell what went wrong."""
    try:
        match = game.start(players=plan.players, seed=seed, audit=plan.audit, count=plan.is_counted)
        if plan.is_watched:
            return watched(plan, game, match, number, choosers(plan.bots, match.seed, plan.is_compiled))
        made = play_on(match, plan)
    except RuleFault as error:
        return Outcome(number, seed, False, "", (), (), 0, 0, told_again(plan, game, seed) or str(error))
    return outcome_of(match.program, match.state, number, seed, made)


def watched(plan: Plan, game: Game, match: Match, number: int, minds: Sequence[Chooser]) -> Outcome:
    """A game, and how it went."""
    watch = play_watched(match, minds, plan.limit)
    course = watch.course(match.state, counted_of(game, plan.players) if plan.is_counted else ())
    return evolve(outcome_of(match.program, match.state, number, match.seed, watch.made), course=course)


def told_again(plan: Plan, game: Game, seed: int) -> str:
    """The same game step by step: what went wrong, as one can tell it who has looked after every decision."""
    try:
        match = game.start(players=plan.players, seed=seed, audit=plan.audit)
        play_on(match, plan, stepwise=True)
    except RuleFault as error:
        return str(error)
    return ""


def play_on(match: Match, plan: Plan, stepwise: bool = False) -> int:
    """Play to the end or the limit; games of one simple bot have loops of their own. How many decisions were made."""
    bots, luck = set(plan.bots), Luck(match.seed, plan.players)
    if bots == {"random"}:
        return play_randomly(match, luck, plan.limit, stepwise)
    if bots == {"greedy:1"} and not match.is_watched:
        return OneStep().play(match, luck, plan.limit)
    return play_with(match, choosers(plan.bots, match.seed, plan.is_compiled), plan.limit)


def outcome_of(program: Program, S: Any, number: int, seed: int, made: int) -> Outcome:
    """What is to be kept of a game."""
    reason = outcome.reason(program, S) if S.over else ""
    scores, winners = tuple(outcome.whole_scores(program, S)), tuple(outcome.winners(program, S))
    return Outcome(number, seed, bool(S.over), reason, scores, winners, outcome.rounds(program, S), made)

"""Rounds in which nobody decides: which they are, and who was forced to what."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.backends.python.faults import words_for
from rulelang.backends.python.playouts import advance
from rulelang.backends.python.runtime import FAULTS, Over, StepLimit, run, slots_of
from rulelang.errors import RuleFault
from rulelang.play.keys import Keys
from rulelang.play.outcome import rounds as rounds_of
from rulelang.play.position import Position, end_of_rules

MOST_TOLD = 8
FEW_ROUNDS = 30  # within so many a rule that does twice as much in each uses up any figure: it is the one to tell


def standstill(match: Position, rounds: int) -> RuleFault:
    """The fault of a match that came back to where it was, after so many rounds without a decision."""
    return quiet_rounds(match, rounds, rounds, "all is as it was before, so the game would never end")


def endless_rounds(match: Position, error: StepLimit) -> RuleFault | None:
    """The fault of a match that always becomes another one, and takes all its work for rounds without a decision."""
    rounds = match.state.quiet[0] if match.state.quiet is not None else 0
    if rounds < FEW_ROUNDS:
        return None
    return quiet_rounds(match, rounds, 2, str(error) or words_for(error))


def quiet_rounds(match: Position, rounds: int, ahead: int, what: str) -> RuleFault:
    """Nobody decided in so many rounds; what people are forced to is looked up in some rounds more."""
    main = match.program.world.main
    assert main is not None
    last = rounds_of(match.program, match.state)
    which = f"round {last}" if rounds == 1 else f"rounds {last - rounds + 1} to {last}"
    forced = list(dict.fromkeys(forced_in(match, main.name, last + ahead)))
    told = "; ".join([*forced[:MOST_TOLD], *(["…"] if len(forced) > MOST_TOLD else [])])
    name = main.name.rpartition(".")[0]
    why = f"nobody decided in {which}, and {what}"
    return RuleFault(f"round `{name}`: {why} ({told or 'nobody has anything to choose'})", main.span)


def forced_in(match: Position, main: str, last: int) -> Iterator[str]:
    """The choices that are made for people up to the end of a round, found by asking them."""
    asking = Position(match.game, match.game.asking_program(match.players), match.seed, match.chance)
    keys = asking.program.once(Keys)
    S, program, start = asking.state, asking.program, match.state.copy()
    for name in slots_of(start):
        setattr(S, name, getattr(start, name))
    S.stack = [[end_of_rules], program.frame(main)]
    S.quiet = S.options = None
    S.steps = 0
    try:
        run(S)
        while not S.over and len(S.options) == 1 and rounds_of(program, S) <= last:
            player = program.world.player.members[S.decider].key
            rule = getattr(program.answers.points[S.point], "rule", None)
            yield f"`{player}` can only `{keys.options(S)[0]}`" + (f" in `{rule.name}`" if rule is not None else "")
            advance(S, 0)
    except (Over, *FAULTS):
        return  # what is known so far is told

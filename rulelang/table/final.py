"""Is a choice worth asking about twice? One that ends the game may be, a mistake in any other shows on the table."""

from __future__ import annotations

from random import Random

from rulelang.api.match import Match
from rulelang.errors import RulelangError
from rulelang.visibility.determinise import believer

WORLDS = 3  # in which the game must end, with whatever is hidden or to come drawn anew


def is_final(match: Match, index: int) -> bool:
    """Would an option end the game without his winning it who chooses, for all that he can know, while another would
    not?
    """
    player = match.decision.player
    options = range(len(match.state.options))
    if player is None or len(options) < 2:
        return False
    rng = Random(len(match.choices))
    worlds = [believer(match.program).believe(match, player, rng)[0] for _ in range(WORLDS)]
    ends = [after for world in worlds if (after := ended(world, index)) is not None]
    if len(ends) < WORLDS or all(after.winners == [player] for after in ends):
        return False
    return any(ended(worlds[0], other) is None for other in options if other != index)


def ended(world: Match, index: int) -> Match | None:
    """The match after a choice, if that ends it."""
    after = world.copy()
    try:
        after.advance(index)
    except RulelangError:
        return None
    return after if after.over else None

"""How a game stands: scores, who is ahead, and why it ended, read from its state."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulelang.backends.python.faults import in_words
from rulelang.backends.python.program import Program

Points = int | Fraction
END = "the rules came to their end"


def scores(program: Program, S: Any) -> list[Points]:
    """The score of each player, as it stands."""
    return [in_units(found, program.facts.units[0]) for found in whole_scores(program, S)]


def whole_scores(program: Program, S: Any) -> list[int]:
    """The scores as they are kept, in whole numbers: so many times as large as the unit says."""
    score = program.score
    with in_words(program, S):
        return [score(S, p) if score else 0 for p in range(program.facts.players)]


def in_units(number: int, unit: int) -> Points:
    """A number as it is meant: whole if it can be."""
    found = Fraction(number, unit)
    return found.numerator if found.denominator == 1 else found


def plain(points: Points) -> int | str:
    """Points as plain data: `7 1/2` is a text."""
    if isinstance(points, int):
        return points
    sign, size = "-" if points < 0 else "", abs(points)
    whole, rest = divmod(size.numerator, size.denominator)
    return f"{sign}{f'{whole} ' if whole else ''}{rest}/{size.denominator}"


def ranks(program: Program, S: Any) -> list[tuple[int, ...]]:
    """Score and tie-breaks of each player, in whole numbers, for comparing."""
    rank = program.rank
    with in_words(program, S):
        return [rank(S, p) if rank else (0,) for p in range(program.facts.players)]


def winners(program: Program, S: Any) -> list[int]:
    """Who has won; several if they are equal in everything. Nobody while the game goes on."""
    if not S.over:
        return []
    found = ranks(program, S)
    best = max(found)
    return [p for p, rank in enumerate(found) if rank == best]


def reason(program: Program, S: Any) -> str:
    """The sentence in the rules that ended the game."""
    reasons = program.facts.reasons
    return reasons[S.reason] if 0 <= S.reason < len(reasons) else END


def rounds(program: Program, S: Any) -> int:
    """How many rounds were begun."""
    slot = program.facts.slots.get("round.number")
    return int(getattr(S, slot)) if slot is not None else 0

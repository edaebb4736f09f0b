"""How a game stands: scores, who is ahead, and why it ended, read from its state."""

from __future__ import annotations

from typing import Any

from rulelang.program.faults import in_words
from rulelang.program.program import Program

END = "the rules came to their end"


def scores(program: Program, S: Any) -> list[int]:
    """The score of each player, as it stands."""
    score = program.names.get("score")
    with in_words(program, S):
        return [score(S, p) if score else 0 for p in range(program.facts.players)]


def ranks(program: Program, S: Any) -> list[tuple[int, ...]]:
    """Score and tie-breaks of each player."""
    rank = program.names.get("score_rank")
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

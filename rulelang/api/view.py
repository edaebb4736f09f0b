"""What a player sees of a match, and what is asked there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rulelang.model import statements as s
from rulelang.visibility.permissions import knowledge_of
from rulelang.visibility.view import DecisionView, Looker, OptionView, View

if TYPE_CHECKING:
    from rulelang.api.match import Match


def view(match: Match, player: int | None, *, exact: bool = False) -> View:
    """What a player may know; with `None`, what everybody may. `exact` tells apart cards that are alike."""
    seen = Looker(match, player, match.words, match.language, exact).view()
    return evolve(seen, end_reason=match.end_reason, decision=asked(match, player))


def asked(match: Match, player: int | None) -> DecisionView | None:
    """The open question; its options only for the one who decides."""
    if match.over or not match.state.options:
        return None
    decision = match.decision
    if decision.player is None or decision.player != player:
        return DecisionView(decision.player, open_prompt(match))
    options = tuple(OptionView(option.key, option.text) for option in decision.options)
    return DecisionView(decision.player, decision.prompt, options)


def open_prompt(match: Match) -> str:
    """The question, without the author's words if these tell what not all may know."""
    point = match.program.answers.points[match.state.point]
    prompt = point.prompt if isinstance(point, s.Choose) else None
    knowledge = match.program.once(knowledge_of)
    if prompt is not None and not all(knowledge.is_open(hole) for hole in prompt.holes):
        return match.words.plain_prompt(point, match.language)
    return match.decision.prompt

"""Why is something not among the options? Asked by the player who decides, or by a scenario."""

from __future__ import annotations

from typing import Any

from rulelang.errors import UsageError
from rulelang.explain.answer import WhyNot, answer
from rulelang.explain.needs import Reasons
from rulelang.explain.question import Question
from rulelang.play.evaluate import Env
from rulelang.play.position import Position
from rulelang.text.words import Words

__all__ = ["WhyNot", "why_not", "why_rule"]


def why_not(position: Position, words: Words, language: str, *asked: Any) -> WhyNot:
    """Why something is not among the options: an option by key or text, or a rule and its arguments."""
    if not asked:
        raise UsageError("why_not asks about an option, or about a rule and its arguments")
    return Question(position, words, language).about(*asked)


def why_rule(position: Position, words: Words, rule_index: int, arguments: tuple[Any, ...]) -> str:
    """The sentence of the first need for which a rule can not be done; nothing if it can."""
    rule = words.keys.rule(rule_index)
    if rule is None:
        return ""
    reasons = Reasons(words, position.state, None, sees_all=True)
    failure = reasons.rule(rule, Env().bind_all(rule.parameters, arguments, [True] * len(arguments)))
    return answer(words, "en", rule.name, failure).reason if failure is not None else ""

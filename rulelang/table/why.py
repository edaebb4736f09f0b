"""Why something can not be done now, for people at the table: the author's sentence, and the printed rules."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulelang.api.match import Match
from rulelang.errors import RulelangError
from rulelang.explain.answer import WhyNot
from rulelang.explain.question import Question
from rulelang.table import picture as p

MOST = 200
NAMES = 4


@frozen(kw_only=True)
class Refusal:
    """What can not be done, and why."""

    about: str
    reason: str
    cites: tuple[str, ...] = ()


def why(match: Match, about: str, shown: p.Picture) -> Refusal:
    """Why something can not be done, asked by its name, its key or the id of where it lies."""
    label = name_of(about, shown)
    try:
        found = match.why_not(*keys_of(match, about))
    except RulelangError as error:
        return Refusal(about=label, reason=str(error))
    return Refusal(about=label, reason=in_words(match, found), cites=found.cites)


def keys_of(match: Match, about: str) -> Sequence[str]:
    """What the engine is asked: an option, of an id its key, or a rule with what it is given."""
    words = about.split()
    if words and about not in match.decision.keys and words[0] in match.program.world.rules:
        return words
    _, colon, key = about.partition(":")
    return [key] if colon and " " not in about else [about]


def name_of(about: str, shown: p.Picture) -> str:
    """An id by the name of what it stands for."""
    names = {spot.id: spot.label for node in shown.table if isinstance(node, p.Map) for spot in node.spots}
    return names.get(about, about.partition(":")[2].replace("_", " ") if ":" in about else about)


def in_words(match: Match, found: WhyNot) -> str:
    """The author's sentence; where there is none, what was seen, but never a condition as it stands in the rules."""
    if found.reason != found.need:
        return found.reason
    refused = match.words.translate("it can not be done now", match.language)
    return f"{refused} ({', '.join(found.facts)})" if found.facts else refused


def refusals(match: Match) -> list[Refusal]:
    """All that can not be done now; what has the same reason stands together."""
    together: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for about, found in Question(match, match.words, match.language).refused(MOST):
        together.setdefault((in_words(match, found), found.cites), []).append(about)
    return [Refusal(about=listed(names), reason=reason, cites=cites) for (reason, cites), names in together.items()]


def listed(names: Sequence[str]) -> str:
    rest = len(names) - NAMES
    return ", ".join(names[:NAMES]) + (f" … +{rest}" if rest > 0 else "")

"""Taking a choice back: the position before it, and what stands against going back there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from rulelang.api.match import Match
from rulelang.events import Event, Moved, Revealed, Rolled, Shuffled
from rulelang.text.template import sentence
from rulelang.visibility.determinise import believer
from rulelang.visibility.permissions import Sight

Card = tuple[str, int | str]


@frozen
class Moment:
    """A position somebody may come back to, how much was told, and which cards the people at the table knew."""

    match: Match
    player: int
    told: int
    known: frozenset[tuple[int, Card]]
    masked: bool


def moment_of(match: Match, player: int, people: Collection[int], told: int) -> Moment:
    """The position before a choice of a player's."""
    return Moment(match.copy(), player, told, frozenset(known_cards(match, player, people)), is_masked(match))


def is_masked(match: Match) -> bool:
    """Are choices being made that the others do not see yet?"""
    return bool(match.program.once(Sight).masks_now(match.state))


def against(moment: Moment, match: Match, since: Sequence[Event], player: int, people: Collection[int]) -> str:
    """What was learnt since a moment, in words; nothing if nothing was."""

    def say(text: str, **parts: str) -> str:
        return sentence(match.words, match.language, text, **parts)

    if moment.player != player:
        return say("{player} has chosen since your last choice", player=match.player_names[moment.player])
    if any(isinstance(event, Rolled | Shuffled) for event in since) or match.state.lots != moment.match.state.lots:
        return say("chance has decided since")
    # Choices made at once are seen when all have answered: then what others were kept from is told again.
    is_unveiled = moment.masked and (not is_masked(match) or any(event.again for event in since))
    if is_unveiled or any(isinstance(event, Revealed) for event in since):
        return say("something hidden was revealed since")
    seen = {(p, card) for event in since for p in people for card in faces(event, p)}
    if (seen | known_cards(match, player, people)) - moment.known:
        return say("hidden cards were seen since")
    return ""


def known_cards(match: Match, player: int, people: Collection[int]) -> set[tuple[int, Card]]:
    """Who at the table knows which cards: those in sight, and those that are offered."""
    state, sight = match.state, match.program.once(Sight)
    found: set[tuple[int, Card]] = set()
    for kind in match.program.answers.card_roots():
        for card in kind.ids:
            found |= {(p, (kind.name, card)) for p in people if sight.sees_card(state, kind, card, p)}
    if not match.over and state.decider == player:
        offered = believer(match.program).offered_cards(state)
        found |= {(player, (kind.name, card)) for kind, card in offered}
    return found


def faces(event: Event, player: int) -> list[Card]:
    """The cards whose face an event shows to a player."""
    seen = event.seen_by(player)
    if isinstance(event, Moved) and isinstance(seen, Moved) and not seen.card.is_hidden and event.number is not None:
        return [(event.card.sort, event.number)]
    return []

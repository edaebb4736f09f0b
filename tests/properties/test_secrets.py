"""What nobody may know is told to nobody: neither by what is said, nor by who is asked."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulelang.engine import events as ev
from rulelang.engine.match import Match
from rulelang.model.types import Entity, cards_of
from tests.properties.test_match_properties import EXAMPLES, ROOT, game_at

GAMES = sorted(p for p in (ROOT / "games").iterdir() if p.is_dir())
every_game = pytest.mark.parametrize("path", [*EXAMPLES, *GAMES], ids=lambda path: path.stem)
DECISIONS = 150


@every_game
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_events_name_no_card_that_is_not_shown(path: Path, seed: int):
    """The text of an event names no card that its reader's views before and after it do not show."""
    game, rng = game_at(path), Random(seed)
    match = game.start(game.players[-1], seed, listen=True)
    viewers = [None, *range(match.players)]
    for _ in range(DECISIONS):
        if match.over:
            break
        seen = {viewer: cards_seen(match, viewer) for viewer in viewers}
        told = list(match.choose(rng.randrange(len(match.state.options))))
        for viewer in viewers:
            shown = seen[viewer] | cards_seen(match, viewer)
            for event in told:
                for label in cards_named(match, event, event.text_for(viewer)):
                    assert label in shown, (viewer, event.text_for(viewer))


def cards_seen(match: Match, viewer: int | None) -> set[str]:
    """The labels of the cards that somebody sees where they lie, or that he is offered."""
    sight, state = match.words.sight, match.state
    roots = match.program.module.card_roots()
    found = {label(match, root, n) for root in roots for n in root.ids if sight.sees_card(state, root, n, viewer)}
    if not match.over and match.decision.player == viewer:
        found |= {option.text for option in match.decision.options}
    return found


def cards_named(match: Match, event: ev.Event, text: str) -> list[str]:
    """The labels of the cards an event is about that stand in a text; what is revealed is shown by that."""
    if isinstance(event, ev.Moved):
        cards: list[Any] = [(event.card_kind, event.number)]
    elif isinstance(event, ev.Changed):
        cards = list(cards_of(event.type, event.raw))
    else:
        return []
    return [name for kind, number in cards if (name := label(match, kind, number)) in text.split(": ")]


def label(match: Match, kind: Any, number: int) -> str:
    return match.words.text(Entity(kind.root), number)

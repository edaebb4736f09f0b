"""What nobody may know is told to nobody: neither by what is said, nor by who is asked."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.api.view import asked
from rulelang.core.chance import reseed
from rulelang.events import event as ev
from rulelang.model.types import Entity
from rulelang.visibility.determinise import believer
from rulelang.visibility.permissions import Sight
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
                seen_event = event.seen_by(viewer)
                for label in cards_named(match, seen_event):
                    assert label in shown, (viewer, seen_event)


def cards_seen(match: Match, viewer: int | None) -> set[str]:
    """The labels of the cards that somebody sees where they lie, or that he is offered."""
    found = set(cards_lying_open(match, viewer))
    if not match.over and match.decision.player == viewer:
        found |= {option.text for option in match.decision.options}
    return found


def cards_lying_open(match: Match, viewer: int | None) -> Counter[str]:
    """The labels of the cards that somebody sees, and how many of each: several may be called the same."""
    sight, state = match.program.once(Sight), match.state
    roots = match.program.answers.card_roots()
    return Counter(label(match, root, n) for root in roots for n in root.ids if sight.sees_card(state, root, n, viewer))


def cards_named(match: Match, event: ev.Event | None) -> list[str]:
    """The labels of the cards that an event holds, as somebody sees it; what is revealed is shown by that."""
    if isinstance(event, ev.Moved):
        values = [event.card]
    elif isinstance(event, ev.Changed):
        values = [*event.value.items] or [event.value]
    else:
        return []
    roots = {root.name for root in match.program.answers.card_roots()}
    return [match.words.value_text(value, "en") for value in values if value.sort in roots and not value.is_hidden]


def label(match: Match, kind: Any, number: int) -> str:
    return match.words.text(Entity(kind.root), number)


# ---- pairs of matches --------------------------------------------------------------------------------------

PAIRS = 6
STEPS = 50
# Games whose choices are not `asked anyway`: whoever has one option takes it unasked, and the author lets that be
# seen. They are compared with every question put: then there is nothing else that tells.
SILENCE_TELLS = {"mainports"}

every_seed = pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(100, 160), marks=pytest.mark.slow)], ids=["few", "many"]
)


@every_game
@every_seed
def test_what_is_hidden_makes_no_difference(path: Path, seeds: range, tmp_path: Path):
    """Two matches that differ in what a player can not know are one to him until the difference comes to light.

    The dice are the same in both. He is told the same, sees the same, is offered the same, and sees the same
    players asked, in the same order.
    """
    compare_pairs(game_to_compare(path, tmp_path), seeds, dice_are_equal=True)


@every_game
@every_seed
def test_what_dice_will_bring_makes_no_difference(path: Path, seeds: range, tmp_path: Path):
    """The same if the dice will fall otherwise, too."""
    compare_pairs(game_to_compare(path, tmp_path), seeds, dice_are_equal=False)


def game_to_compare(path: Path, folder: Path) -> Game:
    """A game as it is, or with every question put."""
    if path.name not in SILENCE_TELLS:
        return game_at(path)
    copy = shutil.copytree(path, folder / path.name)
    rules = copy / "game.rules"
    asking, count = re.subn("^game .*$", r"\g<0>\n  ask: always", rules.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert count == 1
    rules.write_text(asking, encoding="utf-8")
    return load(copy)


def compare_pairs(game: Game, seeds: range, dice_are_equal: bool) -> None:
    for seed in seeds:
        rng = Random(seed)
        match = game.start(rng.choice(game.players), seed, listen=True)
        for _ in range(PAIRS):
            for _ in range(rng.randrange(1, 100)):
                if not match.over:
                    match.choose(rng.randrange(len(match.state.options)))
            if not match.over:
                Pair(match, rng, dice_are_equal).play(rng)


class Pair:
    """A match, and one that its decider can not tell from it."""

    def __init__(self, match: Match, rng: Random, dice_are_equal: bool) -> None:
        self.viewer = match.state.decider
        self.one = match.copy()
        self.two, _ = believer(match.program).believe(match, self.viewer, rng)
        self.two.state.events = match.state.events[:]
        if dice_are_equal and match.program.facts.is_chancy:
            reseed(self.two.state, match.seed)

    def play(self, rng: Random) -> None:
        """Choose the same in both as long as they look the same."""
        for _ in range(STEPS):
            assert self.one.view(self.viewer) == self.two.view(self.viewer)
            if self.one.over:
                return
            both = [key for key in self.one.decision.keys if key in self.two.decision.keys]
            if not both or self.is_told_apart(rng.choice(both)):
                return

    def is_told_apart(self, key: str) -> bool:
        """Make a choice in both; true if a difference came to light as it may."""
        one, two = (
            [text for e in match.choose(key) if (text := match.say(e.seen_by(self.viewer)))] for match in self.both
        )
        if any(a != b for a, b in zip(one, two, strict=False)):
            return True  # the rules did something, and told it, that rests on what was hidden
        questions = [asked(match, self.viewer) for match in self.both]
        same = one == two and questions[0] == questions[1]
        if same and cards_lying_open(self.one, self.viewer) != cards_lying_open(self.two, self.viewer):
            return True  # a card lies open now where one was taken from above it
        assert same, (key, one, two, questions)
        return False

    @property
    def both(self) -> tuple[Match, Match]:
        return self.one, self.two

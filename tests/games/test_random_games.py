"""Random games of every game, player count and variant end, or go on, without a fault."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulelang.api.game import Game
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly
from tests.games.catalogue import all_games, name_of, rules_of, variant_sets

# Of a game as it is, and of one under a variant or house rule: `make soak` plays many.
GAMES, GAMES_OF_VARIANT = 3, 1
LIMIT = 3_000


def cases() -> Iterator[object]:
    """Each game with each number of players; each variant and house rule with one, all others behind the marker.

    The variants of a game take turns, so that every number of players comes up.
    """
    for number, game in enumerate(all_games()):
        rules, _ = rules_of(game.reference)
        for turn, variants in enumerate(variant_sets(game.reference), number):
            allowed = [players for players in rules.players if not rules.check_variants(variants, players)]
            for place, players in enumerate(allowed):
                is_usual = not variants or place == turn % len(allowed)
                name = "-".join([name_of(game.reference), *variants, str(players)])
                marks = () if is_usual else pytest.mark.slow
                yield pytest.param(game.reference, variants, players, marks=marks, id=name)


@pytest.mark.parametrize(("path", "variants", "players"), list(cases()))
def test_random_games(path: Path, variants: tuple[str, ...], players: int):
    """With every component counted after every step."""
    game = Game(rules_of(path)[0], variants, {}, str(path))
    for seed in range(GAMES_OF_VARIANT if variants else GAMES):
        match = game.start(players=players, seed=seed, audit=True)
        play_randomly(match, Luck(seed, players), LIMIT)
        assert not match.over or match.winners

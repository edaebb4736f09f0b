"""A choice never rests on what its player can not know: that is changed, and the choice stays.

A bot that cheats on purpose is put to the same test, which has to find it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import EllipsisType
from zlib import crc32

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.backends.python.runtime import snapshot
from rulelang.bots import Bot, bot_named
from rulelang.visibility.determinise import believer

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ["greedy", "greedy:1", "mcts:20", "mcts:8x2"]


class Peeker:
    """Cheats: its choice hangs on the whole position, hidden things, seed and all."""

    def choose(self, match: Match, rng: Random) -> int:
        return crc32(repr(snapshot(match.state)).encode()) % len(match.state.options)


def twins(match: Match) -> list[Match]:
    """The same position as the player sees it, with other hidden things and other chance to come."""
    player = match.state.decider
    found = [believer(match.program).believe(match, player, Random(seed))[0] for seed in range(4)]
    assert all(other.view(player) == match.view(player) for other in found)
    return [other for other in found if other.state.options == match.state.options]


def asked(game: Game, players: int, games: int) -> list[Match]:
    """Positions of random games in which there is something to choose."""
    found = []
    for seed in range(games):
        match, rng = game.start(players, seed=seed), Random(seed)
        for _ in range(rng.randrange(1, 14)):
            if match.over:
                break
            match.advance(rng.randrange(len(match.state.options)))
        if not match.over and len(match.state.options) > 1:
            found.append(match)
    return found


def changed(bot_of: type[Peeker] | str, positions: list[Match]) -> int:
    """In how many positions the choice hangs on what the player can not know."""
    return sum(len({fresh(bot_of).choose(twin, Random(5)) for twin in [each, *twins(each)]}) > 1 for each in positions)


def fresh(bot_of: type[Peeker] | str) -> Bot:
    return bot_named(bot_of) if isinstance(bot_of, str) else bot_of()


@pytest.mark.parametrize("name", NAMES)
def test_hidden_things_change_no_choice(secrets: Game, name: str):
    """Hands, the deck, bids and the dice to come."""
    assert changed(name, asked(secrets, 3, 8)) == 0


GAMES = ["pig", "liars_dice", "leduc_poker"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_dice_and_cards_change_no_choice(game: str, name: str):
    """Dice and cards to come, and those of others."""
    loaded = load(EXAMPLES / game)
    assert changed(name, asked(loaded, loaded.players[0], 6)) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_cheat_is_found(game: str):
    """Else the test would see nothing."""
    loaded = load(EXAMPLES / game)
    assert changed(Peeker, asked(loaded, loaded.players[0], 30)) > 2


def test_a_cheat_is_found_by_cards(secrets: Game):
    """Hands and the deck as well."""
    assert changed(Peeker, asked(secrets, 3, 8)) > 2


@pytest.mark.parametrize("name", NAMES)
def test_other_hands_by_hand(secrets: Game, name: str):
    """The same without the engine's beliefs, in which a fault would hide: two hands of others change places."""
    match = secrets.start(3, seed=2)
    match.choose(5)
    twin = match.copy()
    zones = twin.state.zones
    layout = twin.program.answers.layout
    tile = twin.program.world.kinds["tile"]
    hand = twin.program.world.zones["hand"].base
    zones[hand + 1], zones[hand + 2] = zones[hand + 2], zones[hand + 1]
    for number in (hand + 1, hand + 2):
        for card in zones[number]:
            getattr(twin.state, layout.location(tile))[card] = number
    assert twin.view(0) == match.view(0)
    for seed in range(3):
        assert bot_named(name).choose(match, Random(seed)) == bot_named(name).choose(twin, Random(seed))


def test_a_whole_game_with_other_hidden_things(secrets: Game):
    """What is kept between decisions rests on nothing hidden either: the tree of the first choice is used again."""
    match = secrets.start(3, seed=2)
    second = []
    for twin in [match, *twins(match)]:
        bot, game = bot_named("mcts:60"), twin.copy()
        game.advance(bot.choose(game, Random(3)))
        if game.state.decider == 0 and len(game.state.options) > 1:
            second.append((tuple(game.state.options), bot.choose(game, Random(4))))
    assert len(second) > 2
    assert len(set(second)) == 1


CARDS = [f"{suit}_{rank}" for suit in ("spade", "heart") for rank in ("jack", "queen", "king")]
# What was said before and after the card on the table, and who is asked then.
LINES: list[tuple[tuple[str | EllipsisType, ...], int]] = [
    (("raise",), 1),
    (("raise", "raise"), 0),
    (("call", "call", ...), 0),
    (("call", "raise", "call", ..., "raise"), 1),
]


def dealt(hands: Sequence[str], line: tuple[str | EllipsisType, ...]) -> Match:
    """A hand of Leduc poker with these cards, by somebody who says what chance brings."""
    match = load(EXAMPLES / "leduc_poker").start(chance="ask")
    for said in (*hands, *line):
        match.choose("spade_queen" if said is ... else said)
    return match


@pytest.mark.parametrize("name", [*NAMES, "mcts:300"])
@pytest.mark.parametrize(("line", "player"), LINES)
def test_the_card_of_the_other_changes_no_choice(line: tuple[str | EllipsisType, ...], player: int, name: str):
    """All deals of Leduc poker with the same own card, each dealt by itself: in both rounds of bets."""
    free = [card for card in CARDS if card != "spade_queen" or ... not in line]
    for own in free:
        choices = set()
        for other in free:
            if other != own:
                match = dealt((other, own) if player else (own, other), line)
                assert match.decision.player == player
                choices.add(bot_named(name).choose(match, Random(7)))
        assert len(choices) == 1

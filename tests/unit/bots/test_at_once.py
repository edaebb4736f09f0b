"""Choices that all make at once, in secret: what a bot's own is worth shows only when the others have made theirs."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.bots import Bot
from rulelang.bots.greedy import Greedy
from rulelang.bots.one_step import OneStep
from rulelang.visibility.determinise import believer
from tests.unit.conftest import GameOf

SEATS = 3
BOTS = [OneStep(), Greedy()]

# There are cards enough for all, so each seat is as good as any other.
DRAFT = """
    game stalls "Stalls"
      players: 3

    card dish "Dish"
      | name   | copies | pips |
      | soup   | 30     | 1    |
      | noodle | 30     | 2    |
      | bun    | 30     | 3    |

    zone deck of dish seen by nobody
    zone hand of dish per player seen by owner
    zone eaten of dish per player seen by all

    setup
      move dish to deck
      shuffle deck

    draft pick of dish
      from: hand
      to: eaten

    round main
      last: 1
      phase picking
        each p in player
          draw 5 from deck to p.hand
        pick.run()

    score pips(p) gives sum(d in p.eaten: d.pips)
    """

# What was bid becomes points when all have bid: three are best for everybody.
BIDS = """
    game bids "Bids"
      players: 3

    player
      bid: number starts 0 seen by owner
      points: number starts 0

    round main
      last: 3
      begin
        each p in PLAYERS at once
          choose n in 0..3 by p prompt "Your bid?"
            set p.bid to n
        each p in player
          add p.bid to p.points
      turn
        stop turn

    score points(p) gives p.points
    """


def best_keys(match: Match, bot: Bot) -> set[str]:
    return {match.decision.options[bot.choose(match, Random(seed))].key for seed in range(10)}


@pytest.mark.parametrize("players", ["player", "clockwise(seat(2))"])
@pytest.mark.parametrize("bot", BOTS, ids=["greedy:1", "greedy"])
def test_every_seat_sees_what_its_choice_is_worth(game_of: GameOf, players: str, bot: Bot):
    """In whatever order they are asked; the last choice of all ends the game, and then it is enough to win."""
    match = game_of(BIDS.replace("PLAYERS", players)).start(SEATS, seed=1)
    for _ in range(2 * SEATS):
        assert best_keys(match, bot) == {"3"}
        match.choose("3")


def won_by_seat(game: Game, bot: Bot, games: int) -> list[float]:
    """How often each seat wins, shared wins in parts."""
    won = [0.0] * SEATS
    rng = Random(1)
    for seed in range(games):
        match = game.start(SEATS, seed=seed)
        while not match.over:
            match.advance(bot.choose(match, rng))
        scores = [match.program.score(match.state, seat) for seat in range(SEATS)]
        for seat, score in enumerate(scores):
            won[seat] += (score == max(scores)) / scores.count(max(scores))
    return won


@pytest.mark.parametrize("bot", BOTS, ids=["greedy:1", "greedy"])
def test_in_a_draft_all_seats_win_alike(game_of: GameOf, bot: Bot):
    """But for what in one of a thousand fair games is luck."""
    games = 100
    share = 1 / SEATS
    usual = 3.29 * sqrt(games * share * (1 - share))
    assert all(abs(won - games * share) < usual for won in won_by_seat(game_of(DRAFT), bot, games))


def draft_after(game: Game, first: int) -> Match:
    """Seat 2 is asked, after seat 1 has picked."""
    match = game.start(SEATS, seed=3)
    match.advance(first)
    return match


def test_what_others_picked_is_not_known(game_of: GameOf):
    """Whatever they did pick in secret: each card is worth the same."""
    game = game_of(DRAFT)
    picks = range(len(game.start(SEATS, seed=3).state.options))
    found = [Greedy().worths(draft_after(game, first), Random(4)) for first in picks]
    assert len(found) > 1
    assert all(worths == found[0] for worths in found)


def test_that_others_picked_is_believed(game_of: GameOf):
    """As many as they have, of their own hands."""
    match = draft_after(game_of(DRAFT), 0)
    known = believer(match.program)
    field = next(f for f in match.program.answers.all_fields() if f.name == "pick.picked")
    dish = match.program.world.kinds["dish"]
    believed = set()
    for seed in range(20):
        state, _ = known.position(match.state, 1, Random(seed))
        picked = getattr(state, known.layout.slot(field))
        assert [len(cards) for cards in picked] == [1, 0, 0]
        number = getattr(state, known.layout.location(dish))[picked[0][0]]
        assert known.sight.places[number][0].name == "hand"
        assert known.sight.zone_owner(number) == 0
        believed.add(picked[0])
    assert len(believed) > 1

"""Tournaments: every pair in every seat, ratings by who came before whom."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulelang.experiments.tournament.games import Asked, Meeting, Met, count_of, meetings, play_all
from rulelang.experiments.tournament.ratings import orders, ratings

PIG = str(Path(__file__).parents[4] / "examples" / "pig")


def met(bot: str, against: str, seat: int, seed: int, *points: int) -> Met:
    return Met(Meeting(bot, against, seat, seed), True, tuple((n,) for n in points))


@pytest.mark.parametrize(("players", "bots", "games"), [(2, 2, 6), (2, 3, 18), (3, 2, 18), (3, 3, 54)])
def test_every_pair_in_every_seat(players: int, bots: int, games: int):
    """With two players a pair has two games a seed; with more, one against many is another game than the reverse."""
    names = tuple(f"greedy:{n}" for n in range(1, bots + 1))
    asked = Asked("", (), (), players, names, 3)
    found = list(meetings(asked))
    assert len(found) == len(set(found)) == count_of(asked) == games
    assert set(Counter((m.bot, m.against, m.seat) for m in found).values()) == {3}


def test_a_rating_is_how_often_one_wins():
    """Three wins in four are 400 times the logarithm of three."""
    games = [met("a", "b", 0, seed, 1 if seed % 4 else 0, 0 if seed % 4 else 1) for seed in range(2000)]
    strong, weak = ratings(("b", "a"), games)
    assert (strong.bot, weak.bot) == ("a", "b")
    assert strong.rating - weak.rating == pytest.approx(190.8, abs=2)
    assert strong.low < strong.rating < strong.high
    assert strong.rating + weak.rating == pytest.approx(0, abs=1e-6)


def test_who_never_lost_has_a_rating():
    """It is large, and not without bounds."""
    strong, weak = ratings(("a", "b"), [met("a", "b", 0, seed, 1, 0) for seed in range(10)])
    assert 100 < strong.rating - weak.rating < 2000


def test_the_order_of_several_players():
    """The bot came between the two others: it won once and lost once."""
    assert sorted(orders(met("a", "b", 1, 0, 5, 3, 1))) == [("a", "b", 0.5), ("b", "a", 0.5)]


def test_a_shared_win_is_a_part_of_one():
    """Two of three were equal and best."""
    assert met("a", "b", 0, 0, 4, 4, 1).share == 0.5


def test_the_same_games_on_several_processes():
    """Only times differ."""
    asked = Asked(PIG, (), (), 2, ("random", "greedy:1"), 3)
    one, two = ([(game.meeting, game.ranks) for game in play_all(asked, jobs)] for jobs in (1, 2))
    assert one == two


def test_unfinished_games_are_counted_apart():
    """A game that reaches the limit says nothing about who is stronger."""
    games = play_all(Asked(PIG, (), (), 2, ("random", "greedy:1"), 1, limit=3), 1)
    assert not any(game.is_finished for game in games)
    assert {rating.rating for rating in ratings(("random", "greedy:1"), games)} == {0.0}

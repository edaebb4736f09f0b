"""The bot that looks through its own decisions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.bots.greedy import Greedy
from rulelang.bots.one_step import OneStep
from rulelang.bots.positions import PlainPositions

GameOf = Callable[..., Game]

# One way is worth ten times the other, and which is which shows only after the choice behind it.
WAYS = """
    game ways "Two ways"
      players: 2

    player
      points: number starts 0

    round main
      last: 10
      turn
        choose one
          way small "Small"
            choose n in [1, 0]
              add n to actor.points
          way large "Large"
            choose n in [0, 10]
              add n to actor.points

    score points(p) gives p.points
    """

# One face in six brings six. Among many rolls there is nearly always a lucky one; a roll is worth less than four.
ROLLS = """
    game rolls "Rolls"
      players: 2

    die lucky
      | face  | pips |
      | one   | 0    |
      | two   | 0    |
      | three | 0    |
      | four  | 0    |
      | five  | 0    |
      | six   | 6    |

    player
      points: number starts 0

    round main
      last: 6
      turn
        choose one
          way safe "Safe"
            choose n in [4, 3]
              add n to actor.points
          way risky "Risky"
            choose n in 1..12
              choose d in lucky by chance
              add d.pips to actor.points

    score points(p) gives p.points
    """


def keys(match: Match) -> list[str]:
    return [option.key for option in match.decision.options]


def test_a_menu_is_looked_through(game_of: GameOf):
    """Behind the way nothing has changed yet: one step ahead both look alike."""
    match = game_of(WAYS).start(2, seed=1)
    large = keys(match).index("large")
    assert {Greedy().choose(match, Random(seed)) for seed in range(20)} == {large}
    assert len({OneStep().choose(match, Random(seed)) for seed in range(20)}) == 2
    match.choose("large")
    assert keys(match)[Greedy().choose(match, Random(1))] == "10"


def test_the_best_of_many_rolls_is_not_what_a_roll_is_worth(game_of: GameOf):
    """Chance ends a line, and what follows it counts with its mean."""
    match = game_of(ROLLS).start(2, seed=1)
    safe = keys(match).index("safe")
    assert {Greedy().choose(match, Random(seed)) for seed in range(20)} == {safe}


# What one player loses is worth as much to the other as what he gains.
RIVALS = """
    game rivals "Rivals"
      players: 3

    player
      points: number starts 10

    setup
      add 0 to seat(2).points

    round main
      last: 1
      turn
        choose one
          way earn "Earn"
            add 2 to actor.points
          way rob "Rob"
            choose p in player where p != actor
              add -3 to p.points

    score points(p) gives p.points
    """


def test_it_wants_to_be_ahead_of_the_best_other(game_of: GameOf):
    """One step ahead knows its own points alone. To rob one of two equal others leaves the other where he was."""
    match = game_of(RIVALS).start(3, seed=1)
    assert Greedy().worths(match, Random(1)) == [2, 0]
    match = game_of(RIVALS.replace("add 0 to seat(2)", "add 10 to seat(2)"), "behind").start(3, seed=1)
    assert Greedy().worths(match, Random(1)) == [12 - 20, 10 - 17]
    assert keys(match)[Greedy().choose(match, Random(1))] == "rob"
    assert keys(match)[OneStep().choose(match, Random(1))] == "earn"


# The long way is worth more, and ends after fourteen choices of twenty. To stop is possible at once.
WALK = """
    game walk "Walk"
      players: 2

    player
      steps: number starts 0
      points: number starts 0

    round main
      last: 1
      turn
        choose one
          way stay "Stay"
            add 3 to actor.points
          way leave "Leave"
            repeat while actor.steps < 14
              choose n in 0..19
                if n = 0
                  stop turn
                add 1 to actor.steps
            add 9 to actor.points

    score points(p) gives p.points
    estimate way(p) gives p.points + p.steps
    """


def test_every_option_has_a_finished_line(game_of: GameOf):
    """However long that is: what was broken off early says nothing of where it leads."""
    match = game_of(WALK).start(2, seed=1)
    assert max(Greedy().worths(match, Random(1))) == Greedy().worths(match, Random(1))[keys(match).index("leave")] == 23


def test_one_decision_ahead_is_one_step(secrets: Game):
    """With one decision to look through, it takes what the quick loop takes."""
    match = secrets.start(3, seed=2)
    assert Greedy(depth=1).choose(match, Random(1)) == OneStep().choose(match, Random(1))


def test_takes_the_best(secrets: Game):
    """It bids highest and plays its best card, as the estimate asks."""
    match = secrets.start(3, seed=2)
    bot = Greedy()
    assert match.decision.options[bot.choose(match, Random(1))].key == "6"
    match.choose(5)
    worths = [match.program.world.kinds["tile"].columns["worth"].values[o.value] for o in match.decision.options]
    assert worths[bot.choose(match, Random(1))] == max(worths)


def test_a_small_budget_is_kept(game_of: GameOf, monkeypatch: pytest.MonkeyPatch):
    """However many lines there are, no more options are carried out than the budget allows, but for a last few."""
    match = game_of(WAYS).start(2, seed=1)
    tried: list[int] = []
    choose = PlainPositions.choose

    def counted(self: PlainPositions, position: object, index: int) -> bool:
        tried.append(index)
        return choose(self, position, index)

    monkeypatch.setattr(PlainPositions, "choose", counted)
    Greedy(budget=4).choose(match, Random(1))
    options_of_the_menu, one_line_for_each, options_of_the_last_line = 2, 4, 1
    assert len(tried) <= options_of_the_menu + one_line_for_each + 4 + options_of_the_last_line

"""Did a rule ever happen? Counted by hand in a game of four turns."""

from __future__ import annotations

from attrs import evolve

from rulelang.api.game import Game
from rulelang.experiments.game import play
from rulelang.experiments.happenings import Happened, happenings_of
from rulelang.experiments.plan import Plan
from rulelang.experiments.tally import tally_of

GAME = """
    game diggers "Diggers"
      players: 2
      ask: always

    player
      points: number starts 0

    round main
      last: 2
      turn
        choose one
          way dig "Dig"
            dig(actor)

    rule dig(p: player)
      add worth(p) to p.points

    value worth(p: player) gives 1

    score points(p) gives p.points

    variant busy "Busy" of diggers
      about: "Rules that happen always, sometimes and never."
      after dig(p)
        thank(p)
      after dig(p) when p.points >= 4
        add 1 to p.points
      before dig(p) when p.points > 100
        add 1 to p.points
      forbid dig(p) when p.points > 200 because "enough"
      change worth(p) by 1
      rule thank(p: player)
        add 0 to p.points
      rule left_alone(p: player)
        add 0 to p.points
      after left_alone(p)
        add 1 to p.points
"""


def plan_of(game: Game, games: int) -> Plan:
    """Random players, counted."""
    return Plan(
        *(game.reference, ("busy",), (), 2, ("random",) * 2, games, 0, 50),
        audit=False,
        is_watched=True,
        is_counted=True,
    )


def test_each_rule_of_a_variant_is_counted(game_of):
    """Two points a dig, so four after the second: of four digs the last two bring one more."""
    game = game_of(GAME, variants=["busy"])
    plan = plan_of(game, 1)
    outcome = play(plan, 0)
    assert outcome.scores == (5, 5)
    assert outcome.course is not None
    happened = outcome.course.happened
    assert happened["after dig"] == (4, 4)
    assert happened["after dig#2"] == (2, 4)
    times, reached = happened["before dig"]
    assert times == 0
    assert reached >= 4  # the rules ask, too, whether one may dig
    assert happened["forbid dig"][0] == 0
    assert happened["rule thank"] == (4, 4)
    assert happened["change worth"][0] >= 4
    never = {each.name for each in happenings_of(game, 2)} - happened.keys()
    assert never == {"rule left_alone", "after left_alone"}
    # Whoever counts plays the same game.
    uncounted = play(evolve(plan, is_counted=False), 0)
    assert evolve(uncounted.course, happened=happened) == outcome.course


def test_what_came_of_it_in_several_games(game_of):
    """Sums of parts are the sum of all, and what never happened is said aloud."""
    game = game_of(GAME, variants=["busy"])
    plan = plan_of(game, 3)
    outcomes = [play(plan, number) for number in range(3)]
    whole, part = tally_of(outcomes), tally_of(outcomes[:1])
    part.merge(tally_of(outcomes[1:]))
    assert whole == part
    assert whole.happened["after dig"].in_words(3) == "happened in 3 of 3 games, 12 times"
    assert "NEVER happened in 3 games: its condition was asked in 3" in whole.happened["before dig"].in_words(3)
    assert "nor was it ever reached" in Happened().in_words(3)

"""Who was ahead when, worked out by hand; and that nobody plays otherwise because he is watched."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulelang.experiments.course import Lead, Standing, Use, lead_of
from rulelang.experiments.game import play
from rulelang.experiments.measures import declared_in, declared_in_some, measures_of, named
from rulelang.experiments.plan import Plan

EXAMPLES = Path(__file__).parents[3] / "examples"


def standings(*scores: tuple[int, ...]) -> list[Standing]:
    """Ten decisions apart."""
    return [Standing(10 * number, each) for number, each in enumerate(scores)]


def test_lead_of_a_comeback():
    """Who was last at half-time wins: the lead changes twice, and is taken for good at three quarters."""
    found = lead_of(standings((0, 0), (1, 0), (3, 2), (3, 4), (3, 5)), 40, [1])
    assert found == Lead(1, 0.75, winner_led_at_half=False, winner_was_last_at_half=True, last_stayed_last=False)


def test_being_level_is_no_lead():
    """Between one leader and the next they may be level; who leads again has changed nothing."""
    found = lead_of(standings((0, 0), (2, 0), (2, 2), (3, 2), (3, 3), (4, 5)), 50, [1])
    assert found is not None
    assert found.changes == 1
    assert found.winner_led_at_half  # at 25 decisions they were level
    assert found.for_good_at == pytest.approx(0.8)


def test_last_of_three():
    """The last stays last if the same ones are last at half-time and at the end."""
    found = lead_of(standings((0, 0, 0), (2, 1, 0), (5, 1, 0)), 20, [0])
    assert found == Lead(0, 0.0, winner_led_at_half=True, winner_was_last_at_half=False, last_stayed_last=True)


def test_no_lead_without_scores_on_the_way():
    """A score that is written at the end says nothing about who was ahead."""
    assert lead_of(standings((0, 0), (0, 0), (1, -1)), 20, [0]) is None


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("game", ["sealed_bid", "gem_market"])
def test_a_game_that_is_watched_is_the_same(game: str, bot: str):
    """Nothing but the notes is added."""
    plan = Plan(str(EXAMPLES / f"{game}.rules"), (), (), 2, (bot, bot), 3, 5, 400, audit=False)
    for number in range(3):
        watched = play(evolve(plan, is_watched=True), number)
        assert watched.course is not None
        assert evolve(watched, course=None) == play(plan, number)


COUNTED = """
    game counted "Counted"
      ask: always
      players: 2

    player
      points: number starts 0

    round main
      last: 2
      turn
        choose one
          way take "Take"
            add 1 to actor.points
          way wait "Wait" when actor.points > 0
            add 0 to actor.points

    score points(p) gives p.points
"""


def test_what_was_offered_and_taken(game_of):
    """Greedy players take a point a turn: all of it can be counted by hand."""
    game = game_of(COUNTED)
    outcome = play(Plan(game.reference, (), (), 2, ("greedy",) * 2, 1, 0, 50, audit=False, is_watched=True), 0)
    course = outcome.course
    assert course is not None
    assert course.order == (0, 1)
    assert (course.forced, course.options) == (2, 6)
    assert course.uses == {"main.turn/take": Use(4, 4, 4, 4), "main.turn/wait": Use(2, 0, 2, 0)}
    read = {measure.name: measure.read(outcome, 1) for measure in measures_of(2)}
    assert read["first player wins"] == read["second player wins"] == 0.5
    assert (read["winning margin"], read["shared wins"], read["rounds"], read["decisions"]) == (0, 1, 2, 4)
    assert (read["forced decisions"], read["options of a decision"]) == (0.5, 1.5)


MEASURED = (
    COUNTED
    + """
    value points_of_all gives sum(p in player: p.points)

    measure all_points gives points_of_all
    measure points_by_turns gives points_of_all after turn
    measure points_by_rounds gives points_of_all after round
    measure a_third(p) gives p.points / 3
    measure had_three gives points_of_all > 2 after turn
    measure rounds gives points_of_all after round
"""
)


def test_what_an_author_measures(game_of):
    """With a point a turn the points of both are 1, 2, 3, 4 after their turns, so 2 and 4 after the rounds."""
    game = game_of(MEASURED)
    plan = Plan(game.reference, (), (), 2, ("greedy",) * 2, 1, 0, 50, audit=False, is_watched=True)
    measures = measures_of(2, declared_in([game], 2))
    outcome = play(plan, 0)
    read = {measure.name: measure.read(outcome, 1) for measure in named(measures)}
    assert read["all points"] == 4
    assert read["points by turns"] == 2.5
    assert read["points by rounds"] == 3
    assert read["a third"] == pytest.approx(2 / 3)
    assert read["had three"] == 0.5
    assert read["rounds"] == 3, "an author's measure takes the name of ours"
    assert sum(measure.name == "rounds" for measure in measures) == 1
    assert [measure.is_share for measure in measures if measure.name == "had three"] == [True]


def test_measures_are_no_rules(game_of):
    """They change neither the game nor its hash, and only what all sides declare can be compared."""
    plain, measured = game_of(COUNTED), game_of(MEASURED)
    assert plain.fingerprint(2) == game_of(COUNTED + "\n    measure one gives 1\n").fingerprint(2)
    assert declared_in([plain, measured], 2) == []
    assert "all_points" in declared_in_some([plain, measured], 2)
    assert declared_in_some([measured, measured], 2) == []

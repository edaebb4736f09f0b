"""What happens is counted by the line, and only in matches that are asked to count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.core.counting import DONE, FAILED, HELD, READ, happenings

RULES = """
    game climb "Climb"
      players: 2

    player
      height: number starts 0

    value step gives 1
    value pause gives 0

    round main
      turn
        choose one prompt "What now?"
          way up "Up"
            climb(step)
          way leap "Leap"
            leap()
          way rest "Rest"
            add pause to actor.height
        if actor.height >= 5
          stop game because "somebody is up"

    rule leap()
      climb(3)
      land()

    rule climb(n: number)
      add n to actor.height

    rule land()
      need actor.height != 4 because "it is slippery at four"
      tell "{actor} landed"

    score height_of(p) gives p.height

    variant steep "Steep" of climb
      change step by 1 when actor.height = 0
      after climb(n) when n = 2
        add 0 to actor.height
"""

Counts = dict[str, int]


def told(match: Match, what: str) -> Counts:
    """How often something was counted, by the text of the line."""
    file = match.program.world.rules["climb"].span.file
    found = Counter[str]()
    for key, times in match.counts.items():
        if key.what == what and not key.text:
            found[file.line(file.position(key.start)[0]).strip()] += times
    return found


def played(game: Game, *ways: str) -> Match:
    match = game.start(2, count=True)
    for way in ways:
        match.choose(way)
    return match


def test_statements_are_counted_when_they_are_carried_out(game_of: Callable[..., Game]) -> None:
    done = told(played(game_of(RULES), "up", "up", "rest", "up"), DONE)
    assert done["climb(step)"] == done["add n to actor.height"] == 3
    assert done["add pause to actor.height"] == 1
    assert done["if actor.height >= 5"] == 4
    assert done['choose one prompt "What now?"'] == 5  # the fifth waits for its answer
    assert done["leap()"] == done['stop game because "somebody is up"'] == 0


def test_values_are_counted_when_they_are_read(game_of: Callable[..., Game]) -> None:
    read = told(played(game_of(RULES), "up", "rest", "up"), READ)
    assert read["value pause gives 0"] == 1
    assert read["value step gives 1"] > 2  # it is read when a way is asked for, too


def test_conditions_are_counted_by_how_they_are_answered(game_of: Callable[..., Game]) -> None:
    match = played(game_of(RULES), "up", "leap", "up", "up", "leap")
    assert match.over
    assert told(match, HELD)["if actor.height >= 5"] == 1
    assert told(match, FAILED)["if actor.height >= 5"] == 4


def test_what_is_done_in_a_trial_is_not_done_but_its_needs_were_asked(game_of: Callable[..., Game]) -> None:
    match = played(game_of(RULES), "up", "rest")
    assert match.why_not("leap")  # after one step up a leap ends on the slippery height
    assert told(match, FAILED)['need actor.height != 4 because "it is slippery at four"'] > 0
    assert told(match, DONE)["climb(3)"] == 0


def test_copies_begin_at_nought_and_leave_the_match_alone(game_of: Callable[..., Game]) -> None:
    match = played(game_of(RULES), "up")
    before = match.counts
    other = match.copy()
    assert other.counts == {}
    assert other == match
    other.choose("rest")
    assert told(other, DONE)["add pause to actor.height"] == 1
    assert match.counts == before


def test_amendments_tell_whether_they_ever_happened(game_of: Callable[..., Game]) -> None:
    game = game_of(RULES, variants=["steep"])
    match = played(game, "rest", "leap")
    found = {each.what: each for each in happenings(match.program.world)}
    assert found.keys() == {"change step", "after climb"}
    assert {each.variant for each in found.values()} == {"steep"}
    assert found["change step"].keys & match.counts.keys()
    assert not found["after climb"].keys & match.counts.keys()
    match = played(game, "up")  # from the ground it goes two steps up
    assert found["after climb"].keys & match.counts.keys()


def test_a_program_that_does_not_count_has_nothing_of_it(game_of: Callable[..., Game]) -> None:
    program = game_of(RULES).program(2)
    assert not {"done", "asked"} & set(program.names["State"].__slots__)
    assert not any(word in program.source for word in ("S.done", "judged", "reckoned", "asked_in"))


@pytest.mark.parametrize("name", ["examples/harbour.rules", "rotterdam"])
def test_games_are_the_same_whether_they_are_counted_or_not(name: str) -> None:
    game = load(name)
    plain, counting = game.start(seed=5), game.start(seed=5, count=True)
    luck = Random(5)
    for _ in range(60):
        assert plain.decision.keys == counting.decision.keys
        index = luck.randrange(len(plain.decision.keys))
        plain.advance(index)
        counting.advance(index)
    assert sum(counting.counts.values()) > 0

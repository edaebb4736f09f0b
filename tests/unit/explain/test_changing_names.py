"""Names that change, where rule files can not look: in questions, and in what others may know."""

from __future__ import annotations

import pytest

from rulelang.errors import RuleFault
from tests.unit.conftest import GameOf

ROLL_CALL = """
    game roll_call "Roll call"
      players: 2

    player
      answers: number starts 0

    rule answer(p: player)
      choose n in 0..3 by p
      if n = 3
        stop turn
      add n to p.answers

    round main
      last: 1
      turn
        let called = 0
        each p in player
          turn of p
            add 1 to called
            choose n in 1..2 prompt "{called} called" as "{n} of {called}"
              answer(p)
            answer(p)

    score answers(p) gives p.answers
"""


def test_questions_speak_of_names_from_outside_of_a_turn(game_of: GameOf):
    """The frame of the turn is not the one that the name is kept in."""
    match = game_of(ROLL_CALL).start(2, 1)
    said = []
    while not match.over and len(said) < 2:
        if match.decision.keys == ["1", "2"]:
            said.append((match.decision.prompt, match.decision.options[0].text))
        match.choose(0)
    assert said == [("1 called", "1 of 1"), ("2 called", "1 of 2")]


HIDDEN = """
    game guessed "Guessed"
      players: 2

    player
      mark: number starts {mark} seen by nobody
      points: number starts 0

    rule take()
      let high = 0
      {told}
      need high = 0 because "{{high}} is too high"
      add 1 to actor.points

    round main
      last: 1
      turn
        choose one asked anyway
          way take "Take"
            take()
          way leave "Leave"
            add 0 to actor.points

    score points(p) gives p.points
"""
TOLD = [
    "if actor.mark > 5\n        set high to 7",
    "set high to actor.mark",
    "each n in 1..9 where n = actor.mark\n        set high to n",
    "repeat up to actor.mark times\n        add 1 to high",
]


def test_a_name_tells_no_secret(game_of: GameOf):
    """What was put into it because of something hidden is not said in a reason."""
    for number, told in enumerate(TOLD):
        match = game_of(HIDDEN.format(mark=7, told=told), f"hidden_{number}").start(2, 1)
        assert "7" not in str(match.why_not("take")), told


def test_a_name_that_grows_without_end_is_a_fault(game_of: GameOf):
    """Like a field that does."""
    grows = """
        game grows "Grows"
          players: 2

        player
          points: number starts 0

        round main
          last: 1
          turn
            choose n in 2..3
            let most = n
            repeat 5_000 times
              set most to most * most
            set actor.points to 1

        score points(p) gives p.points
    """
    match = game_of(grows).start(2, 1)
    with pytest.raises(RuleFault, match="grew beyond all counting"):
        match.choose(0)

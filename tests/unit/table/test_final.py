"""What is asked about twice: a choice that ends the game to no good of who makes it."""

from __future__ import annotations

import pytest

from rulelang.api.game import Game
from rulelang.cli.screen import PlainScreen
from rulelang.cli.session import HUMAN, Session
from rulelang.table.final import is_final
from tests.unit.conftest import GameOf

STAKE = """
    game stake "Stake"
      players: 2

    player
      points: number starts 0

    round main
      turn
        choose one prompt "What now?"
          way carry_on "Go on"
            add 1 to actor.points
          way give_up "Give up"
            add -5 to actor.points
            stop game because "somebody gave up"
          way win "Win"
            add 9 to actor.points
            stop game because "somebody won"
          way dare "Dare"
            choose n in 1..6 by chance
            if n = 1
              stop game because "it was a one"

    score points(p) gives p.points
"""


@pytest.fixture
def stake(game_of: GameOf) -> Game:
    return game_of(STAKE)


@pytest.mark.parametrize(("key", "final"), [("carry_on", False), ("give_up", True), ("win", False), ("dare", False)])
def test_what_ends_the_game_for_nothing(stake: Game, key: str, final: bool):
    """Not what goes on, not what wins, and not what chance has yet to decide: not even where it would end it."""
    for seed in range(20):
        match = stake.start(seed=seed)
        assert is_final(match, match.decision.keys.index(key)) == final


def test_where_all_ends_there_is_nothing_to_ask(game_of: GameOf):
    """Of the last choice of a game each option ends it."""
    rules = STAKE.replace('way carry_on "Go on"', 'way carry_on "Go on" when no')
    match = game_of(rules.replace('way dare "Dare"', 'way dare "Dare" when no')).start()
    assert [is_final(match, index) for index in range(len(match.decision.keys))] == [False, False]


class Terminal(PlainScreen):
    """A screen that somebody sits at, with what he types."""

    is_redrawn = True

    def __init__(self, *typed: str) -> None:
        self.typed = iter(typed)
        self.asked: list[str] = []

    def say(self, text: str = "", tone: str = "") -> None:
        pass

    def lines(self, lines: object) -> None:
        pass

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        return next(self.typed)


def test_a_terminal_asks_once_more(stake: Game):
    """Whoever says no is where he was; what does not end the game is done at once."""
    screen = Terminal("give_up", "n", "carry_on", "give_up", "y")
    session = Session(stake.start(), [HUMAN, HUMAN], [], screen)
    session.play()
    sure = "This ends the game. Do it? (y/n)"
    assert screen.asked == ["Player 1>", sure, "Player 1>", "Player 2>", sure]
    assert (session.match.over, session.match.scores) == (True, [1, -5])


def test_a_pipe_is_not_asked(stake: Game):
    screen = Terminal("give_up")
    screen.is_redrawn = False
    session = Session(stake.start(), [HUMAN, HUMAN], [], screen)
    session.play()
    assert session.match.over

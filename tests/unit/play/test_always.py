"""What always holds is looked at in every match and every simulation, and told with what broke it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang import RuleFault
from rulelang.cli import commands
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly
from tests.unit.conftest import GameOf

FULL = """
    game full
      players: 2

    state
      n: number starts 5

    round main
      turn
        choose x in 1..3
        add x to n

    always
      need n < 4 because "the pot is small"

    score points(p) gives n + seat(p)
"""


def test_what_is_broken_from_the_start_is_told(game_of: GameOf):
    """Set-up is done again to find what did it, and is not looked at once more."""
    with pytest.raises(RuleFault, match="what always holds does not hold any more: the pot is small; n is 5"):
        game_of(FULL).start(2, seed=1)


POT = """
    game pot
      players: 2

    state
      n: number starts 0

    action take()
      choose x in 1..3
      add x to n

    round main
      last: 30
      turn
        take()

    always
      need n < 1_000 because "the pot is small"

    score points(p) gives n + seat(p)

    variant greed
      after take()
        if n > 20
          set n to n + 2_000
"""


def printed(words: list[str]) -> str:
    """What a command prints."""
    return CliRunner().invoke(commands, words, prog_name="rulelang").output


def test_a_match_tells_what_broke_it(game_of: GameOf) -> None:
    """The need, the values, and the rule and the house rule that did something last."""
    match = game_of(POT, variants=["greed"]).start(2)
    with pytest.raises(RuleFault) as caught:
        play_randomly(match, Luck(1, 2), 1_000, stepwise=True)
    said = str(caught.value)
    assert "what always holds does not hold any more: the pot is small; n is 20" in said
    assert "last done: rule `take`, as variant `greed` changes it at " in said
    assert said.endswith("small.rules:24:7")


def test_games_that_play_by_themselves_are_looked_at(game_of: GameOf) -> None:
    """Now and then; what is broken stays broken here."""
    with pytest.raises(RuleFault, match="the pot is small"):
        play_randomly(game_of(POT, variants=["greed"]).start(2), Luck(1, 2), 1_000)


def test_nothing_is_said_where_it_holds(game_of: GameOf) -> None:
    """The game itself is well."""
    match = game_of(POT).start(2)
    assert play_randomly(match, Luck(1, 2), 1_000) == 60
    assert match.over


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_printed_command_shows_it_again(game_of: GameOf, tmp_path: Path, bot: str) -> None:
    """Typed as it is printed, it leads to the same fault."""
    game_of(POT)
    path = str(tmp_path / "small.rules")
    said = printed(["simulate", path, "--variant", "greed", "--games", "2", "--jobs", "1", "--bot", bot])
    fault = next(line.partition("): ")[2] for line in said.splitlines() if line.startswith("fault in game 0"))
    command = next(line.partition("again: ")[2] for line in said.splitlines() if line.startswith("to see it again"))
    assert "the pot is small" in fault
    assert fault in printed(shlex.split(command)[1:])

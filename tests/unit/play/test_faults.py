"""Whatever goes wrong in play is told in words, with the rule and the line; never in Python's words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from textwrap import indent
from typing import Any

import pytest

from rulelang import RuleFault
from rulelang.api.match import Match
from rulelang.bots.one_step import OneStep
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly
from tests.unit.conftest import GameOf

# `act` begins in line 11, its body in line 12.
GAME = """
    game fair
      players: 2

    state
      n: number starts 0
      few: 0..3 starts 1
      l: list(number)
      chest: money starts 5
      whom: player or none

    action act()
      {body}

    round main
      last: 3
      turn
        act()

    score points(p) gives {score}
"""


def fault(game_of: GameOf, body: str, score: str = "n", play: Callable[[Match], Any] | None = None) -> RuleFault:
    """What a game runs into that does this in every turn."""
    body, _, more = body.partition("\n\n")
    text = GAME.format(body=body.replace("\n", "\n      "), score=score) + f"\n{indent(more, ' ' * 4)}"
    play = play or (lambda match: play_randomly(match, Luck(1, match.players), 100))
    with pytest.raises(RuleFault) as caught:
        play(game_of(text).start(2, seed=1))
    return caught.value


NOTHING_TO_SHARE = """
    game fair
      players: 2

    state
      n: number
      m: number starts 6 / count(list(x in player where no)) rounded up
"""

CASES = {
    "division": ("set n to 6 / n rounded down", 12, "rule `act`: this divides by nought"),
    "list too short": ("set n to l[3]", 12, "rule `act`: there is no such place"),
    "place below one": ("add 7 to l\nset n to l[n]", 13, "rule `act`: there is no such place"),
    "overspent": ("pay 9 from chest to bank", 12, "rule `act`: this pays more than there is"),
    "above its range": ("add 3 to few", 12, "rule `act`: `few` becomes 4, and may be 0..3"),
    "below its range": ("set n to 2\nset few to few - n", 13, "rule `act`: `few` becomes -1, and may be 0..3"),
    "beyond counting": ("repeat 500 times\n  add n + 1 to n", 13, "`n` grows beyond all counting"),
    "nothing to choose": ("choose x in 1..3 where x > n + 5\nset n to x", 12, "there is nothing to choose here"),
    "in a condition": ("if 6 / n rounded up > 2\n  set n to 1", 12, "rule `act`: this divides by nought"),
    "in a way": (
        "choose one\n  way a when 6 / n rounded up > 2\n    set n to 1\n  way b\n    set n to 2",
        12,
        "rule `act`: this divides by nought",
    ),
    "behind a decision": (
        "choose x in 1..3\nset n to n - x\nset n to 6 / (n + x) rounded up",
        14,
        "rule `act`: this divides by nought",
    ),
    "in a loop that waits": (
        "each x in 1..2\n  choose y in 1..2\n  set n to 6 / n rounded down",
        14,
        "rule `act`: this divides by nought",
    ),
    "need of a called rule": (
        'other()\n\nrule other()\n  need n > 3 because "there are few"\n  add 1 to n',
        22,
        "rule `other`: this was done although its need fails: there are few",
    ),
    "in a value": (
        "set n to part(n)\n\nvalue part(k: number) gives 10 / k rounded up",
        21,
        "value `part`, asked for by rule `act`: this divides by nought",
    ),
    "in a rule that is asked about": (
        "if can(other())\n  set n to 1\n\nrule other()\n  need 6 / n rounded up > 1\n  add 1 to n",
        12,
        "this divides by nought",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_names_its_rule_and_its_line(game_of: GameOf, name: str) -> None:
    """Whatever it is."""
    body, line, words = CASES[name]
    found = fault(game_of, body)
    assert words in str(found)
    assert found.span is not None
    assert (found.span.file.name.rpartition("/")[2], found.span.line) == ("small.rules", line)


def test_a_fault_of_the_score_or_the_start(game_of: GameOf) -> None:
    """They are worked out outside of the rules."""
    found = fault(game_of, "add 1 to n", score="6 / (n - n) rounded up", play=lambda match: match.scores)
    assert "the score: this divides by nought" in str(found)
    with pytest.raises(RuleFault, match=r":6:20: the start of `m`: this divides by nought"):
        game_of(NOTHING_TO_SHARE).start(2)


def test_a_bot_says_what_the_score_runs_into(game_of: GameOf) -> None:
    """It weighs positions by the score."""
    body = "choose x in 1..3\nset n to x"
    found = fault(game_of, body, "6 / (n - n) rounded up", lambda match: OneStep().choose(match, Random(1)))
    assert "the score: this divides by nought" in str(found)


def test_a_fault_in_an_amendment_names_it(game_of: GameOf) -> None:
    """It is the house rule that must be mended, not the game."""
    variant = "\n\n    variant harsh\n      after act()\n        set n to 6 / (n - n) rounded up\n"
    text = GAME.format(body="add 1 to n", score="n") + variant
    with pytest.raises(RuleFault, match="rule `act`, as variant `harsh` changes it: this divides by nought") as caught:
        game_of(text, variants=["harsh"]).start(2)
    assert caught.value.span is not None
    assert caught.value.span.text.startswith("set n to 6")


def test_a_kept_game_names_the_same_place(game_of: GameOf, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second start has neither read nor compiled the rules."""
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    first, second = (str(fault(game_of, "choose x in 1..3\nset n to 6 / n rounded up")) for _ in range(2))
    assert first == second
    assert "small.rules:13:" in first

"""Work and memory have an end, told with its place; people can set the figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulelang.checks.run import check_paths

GAME = """game fair
  players: 2

state
  n: number starts 300
  l: list(number)
  m: number

rule act()
  set l to 1..n
  set m to sum(a in l: sum(b in 1..n: 1))

round main
  last: 1
  turn
    act()

score points(p) gives m + seat(p)
"""

ROUNDS = """\
game fair
  players: 2

state
  chances: number starts 3

round main
  turn
    choose n in 1..2 where n <= chances optional
      if chances > 3
        stop game because "there are more than there were"
  finish
    set chances to chances - 1

score points(p) gives seat(p)
"""


def simulated(path: Path, **environment: str) -> str:
    """What a simulation of one game prints, in a process that reads the figures anew."""
    words = [sys.executable, "-m", "rulelang", "simulate", str(path), "--games", "1", "--jobs", "1", "--bot", "random"]
    variables = {"PATH": "", "RULELANG_CACHE": "off", "NO_COLOR": "1", **environment}
    done = subprocess.run(words, env=variables, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    path = tmp_path / "fair.rules"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_game_within_its_budget_is_played(fair: Path) -> None:
    """As it is, it takes some hundred thousand steps."""
    assert "fair.rules:" not in simulated(fair).partition("\n")[2]


def test_less_work_can_be_asked_for(fair: Path) -> None:
    """The message names the rule, the line and the figure."""
    said = " ".join(simulated(fair, RULELANG_WORK="10_000").split())
    assert "fair.rules:11:3: rule `act`: this goes on for more than 10,000 steps" in said
    assert "RULELANG_WORK" in said


def test_fewer_items_can_be_asked_for(fair: Path) -> None:
    """A range and the lists of a match have the same end."""
    assert "fair.rules:10:3: rule `act`: there are 300 numbers here" in " ".join(
        simulated(fair, RULELANG_ITEMS="100").split()
    )


def test_rounds_that_use_it_up_are_told(tmp_path: Path) -> None:
    """Something is another in each of them, so it is no standstill: which rounds, and who was forced to what.

    In round 1 there are three chances, so round 4 is the first without one.
    """
    path = tmp_path / "fair.rules"
    path.write_text(ROUNDS, encoding="utf-8")
    said = " ".join(simulated(path, RULELANG_WORK="100_000").split())
    assert "fair.rules:7:1: round `main`: nobody decided in rounds 4 to " in said
    assert "and this goes on for more than 100,000 steps without a decision" in said
    assert "(`player_1` can only `pass` in `main.turn`; `player_2` can only `pass` in `main.turn`)" in said


@pytest.mark.parametrize("figure", ["much", "-5", "0", "1.5"])
def test_a_figure_that_is_none_is_refused(fair: Path, figure: str) -> None:
    """In words, and nothing is played."""
    assert "RULELANG_WORK is a whole number above nought" in simulated(fair, RULELANG_WORK=figure)


@pytest.mark.parametrize(("length", "slugs"), [(50, []), (51, ["chain-too-long"])])
def test_a_chain_has_an_end(tmp_path: Path, length: int, slugs: list[str]) -> None:
    """Of values that ask one another, in whatever order they are written; the head is named."""
    values = [f"value v{i} gives v{i + 1} + 1" for i in range(1, length)] + [f"value v{length} gives 1"]
    for order in (1, -1):
        path = tmp_path / "chain.rules"
        path.write_text("\n".join([GAME.replace("gives m", "gives m + v1"), *values[::order], ""]), encoding="utf-8")
        assert [problem.slug for problem in check_paths([path])] == slugs
        assert all(problem.span.text.startswith("value v1 ") for problem in check_paths([path]))

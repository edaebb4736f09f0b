"""Every pair of what can be set is tried, and what fails is told as small as it is."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from textwrap import dedent

import pytest

from rulelang.pipeline import read_game
from rulelang.testing.exercise import Row, exercise, factors_of, few, settings

GAME = dedent("""\
    game steps "Steps"
      players: 2..4

    state
      height: 0..9 starts 0

    option bound "Bound"
      values: 1..200
      default: 1

    option mood "Mood"
      values: calm, wild
      default: calm

    option extra "Extra"
      values: yes, no
      default: no

    value push gives 0

    round main
      last: 3
      turn
        choose one
          way go "Go"
            set height to push

    score most(p) gives height

    variant tall "Tall" of steps
      players: 2..3
      option reach "Reach"
        values: near, far
        default: near
      change push by 10 when mood = wild
      change push by 1 when reach = far

    variant steep "Steep" of steps
      excludes: flat
      change push by 1

    variant flat "Flat" of steps
      needs: tall
    """)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "steps.rules"
    file.write_text(GAME, encoding="utf-8")
    return file


def allowed(row: dict[str, str]) -> bool:
    """The same conditions as in the rules above, written by hand."""
    tall, steep, flat = (row[f"variant {name}"] == "on" for name in ("tall", "steep", "flat"))
    return not (steep and flat) and (tall or not flat) and (not tall or row["players"] in ("2", "3"))


def test_every_pair_that_is_allowed_is_there(path: Path) -> None:
    """Counted apart: a pair is allowed if any whole setting with it is."""
    factors = factors_of(read_game(path)[0])
    rows = settings(factors)
    assert all(map(allowed, rows))
    values = dict(factors.values)
    assert values["bound"] == ("1", "101", "200")
    ours = [name for name in values if name == "players" or name.startswith("variant")]

    def completions(part: Row) -> list[Row]:
        made: list[Row] = [{}]
        for name in ours:
            made = [{**row, name: value} for row in made for value in ([part[name]] if name in part else values[name])]
        return made

    wanted = set()
    for one, other in combinations(values, 2):
        for a in values[one]:
            for b in values[other]:
                if any(map(allowed, completions({one: a, other: b}))):
                    wanted.add(((one, a), (other, b)))
    there = {tuple((n, row[n]) for n in pair) for row in rows for pair in combinations(values, 2)}
    assert wanted <= there
    assert len(rows) < 30


def test_a_failure_is_told_as_small_as_it_is(path: Path) -> None:
    """Ten is too high, and only this variant and the wild mood together make it."""
    player, found = exercise(path, seeds=1, limit=50)
    assert found.failures
    for failure in found.failures:
        assert set(failure.changed) == {"variant tall", "mood"}
        assert "`height` becomes 10" in failure.message
    assert any(failure.others for failure in found.failures)
    words = player.command(found.failures[0])
    assert words[:3] == ["rulelang", "play", str(path)]
    assert "mood=wild" in words


def test_a_game_with_nothing_to_set_is_played_with_each_number_of_players(tmp_path: Path) -> None:
    file = tmp_path / "plain.rules"
    file.write_text(
        "game plain\n  players: 2..3\n\nround main\n  last: 1\n  turn\n    stop turn\n\nscore s(p) gives 1\n"
    )
    _, found = exercise(file, seeds=2, limit=10)
    assert (len(found.rows), found.failures) == (2, [])


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["1", "2", "3"], ["1", "2", "3"]),
        (["none", *map(str, range(1, 10))], ["none", "1", "5", "9"]),
        (["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e"]),
    ],
)
def test_of_many_numbers_three_are_tried(words: list[str], kept: list[str]) -> None:
    assert few(words) == kept

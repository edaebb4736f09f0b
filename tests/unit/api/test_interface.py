"""The public interface: what is exported, what `dir` shows, and that one call simulates, compares, checks."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulelang
from rulelang.api.interface import INTERFACE
from rulelang.errors import UsageError

PIG = Path(__file__).parents[3] / "examples" / "pig.rules"
ERRORS = {"Rejected", "RuleFault", "RulelangError", "RulesError", "SaveError", "UsageError"}
CLASSES = {"Bot", "Decision", "Game", "Match", "Option", "View", "WhyNot"}
CALLS = {"check", "compare", "load", "resume", "simulate"}


def test_what_is_exported_is_there():
    """Each name once; all else may change."""
    assert set(rulelang.__all__) == ERRORS | CLASSES | CALLS | {"events"}
    assert set(dir(rulelang)) == {*rulelang.__all__, "__version__"}
    for name in rulelang.__all__:
        assert getattr(rulelang, name).__doc__, name
    with pytest.raises(AttributeError):
        rulelang.nonsense  # noqa: B018 - a name that is not there


def test_dir_shows_what_the_pages_name():
    """What tools use besides is not for everybody."""
    match = rulelang.load(PIG).start(2)
    for thing in (match.game, match, match.decision, match.decision.options[0]):
        name = type(thing).__name__
        assert dir(thing) == sorted(INTERFACE[name])
        for member in INTERFACE[name]:
            getattr(thing, member)
    assert {"program", "state", "advance"}.isdisjoint(dir(match))


def test_pages_name_all_of_it():
    page = (PIG.parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
    for name, members in INTERFACE.items():
        made = page.split(f"<!-- made: python: {name} -->")[1].split("<!-- end -->")[0]
        assert [member for member in members if f"| `{member}" not in made] == [], name


def test_check_finds_mistakes_and_nothing_else(tmp_path: Path):
    assert rulelang.check(PIG) == []
    broken = tmp_path / "broken.rules"
    broken.write_text(PIG.read_text(encoding="utf-8").replace("players:", "palyers:"), encoding="utf-8")
    assert "palyers" in {name for problem in rulelang.check(broken) for name in problem.message.split("`")}


def test_simulate_plays_what_is_asked_for():
    """The same seed gives the same games; seats are counted."""
    game = rulelang.load(PIG)
    found = rulelang.simulate(game, 12, players=2, bots="random", seed=5)
    assert (found.played, found.finished) == (12, 12)
    assert sum(seat.wins for seat in found.seats) == pytest.approx(12)
    assert rulelang.simulate(game, 12, players=2, bots="random", seed=5) == found
    with pytest.raises(UsageError, match="2 play, and 3 bots are named"):
        rulelang.simulate(game, 1, players=2, bots=["random"] * 3)


def test_a_game_compared_with_itself_is_the_same():
    one, two = rulelang.load(PIG), rulelang.load(PIG)
    (findings,) = rulelang.compare(one, two, games=5, players=2, bot="random")
    assert (findings.count, findings.is_the_same) == (5, True)
    with pytest.raises(UsageError, match="two games"):
        rulelang.compare(one)

"""Which simulations are played in C, and that it makes no difference to what they show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from rulelang.api.load import load
from rulelang.backends.c import build
from rulelang.cli import commands
from rulelang.experiments import compiled
from rulelang.experiments.game import LEAST_WATCHED, game_of, is_noted, play, play_noted
from rulelang.experiments.plan import Plan
from rulelang.experiments.run import simulate

EXAMPLES = Path(__file__).parents[3] / "examples"
PIG = str(EXAMPLES / "pig.rules")
PLAN = Plan(PIG, (), (), 2, ("random", "greedy:1"), 40, 0, 500, False, is_watched=True)

pytestmark = pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler here")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
        game_of.cache_clear()
        yield
    game_of.cache_clear()


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """How many seconds of Python a plan is said to take."""
    found = [0.0]
    monkeypatch.setattr(compiled, "seconds_ahead", lambda plan: found[0])
    return found


def test_it_is_decided_by_the_work_ahead(ahead: list[float]):
    game = load(PIG)
    assert compiled.decided(PLAN, game, None, 1) == (PLAN, "")
    ahead[0] = 3.0
    assert compiled.decided(PLAN, game, False, 1) == (evolve(PLAN, is_compiled=False), "")
    assert compiled.decided(PLAN, game, None, 100) == (PLAN, ""), "a hundred processes take no time"
    assert compiled.decided(PLAN, game, None, 1) == (evolve(PLAN, is_compiled=True), "")


def test_what_was_compiled_before_is_free(ahead: list[float]):
    first = load(PIG)
    assert compiled.decided(PLAN, first, True, 1)[0].is_compiled
    again = load(PIG)
    assert compiled.decided(PLAN, again, None, 1)[0].is_compiled
    kept, made = again.compiled_program(2, build.SHORT_WORK), first.compiled_program(2, build.SHORT_WORK)
    assert kept is not made
    assert kept.play(range(5), 500, [0, 4]) == made.play(range(5), 500, [0, 4])


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (evolve(PLAN, bots=("greedy", "random")), "greedy bots are not compiled"),
        (evolve(PLAN, audit=True), "an audit looks at every step"),
    ],
)
def test_what_c_can_not_play_is_said_to_whoever_asked_for_it(plan: Plan, why: str):
    game = load(PIG)
    assert compiled.decided(plan, game, True, 1) == (plan, f"playing in plain Python: {why}")
    assert compiled.decided(plan, game, None, 1) == (plan, "")


def test_without_a_compiler_one_line_says_so(monkeypatch: pytest.MonkeyPatch, ahead: list[float]):
    monkeypatch.setattr(build, "compiler", lambda: None)
    ahead[0] = 100.0
    said = "playing in plain Python: there is no C compiler here (gcc, clang or the extra `native`)"
    assert compiled.decided(PLAN, load(PIG), None, 1) == (PLAN, said)
    ahead[0] = 0.0
    assert compiled.decided(PLAN, load(PIG), None, 1) == (PLAN, "")


def test_the_same_results_whoever_plays():
    """All that is known of every game, and how the first ones went."""
    plain = simulate(PLAN, 1).tally
    quick = simulate(evolve(PLAN, is_compiled=True), 1).tally
    assert (plain.watched, quick.watched) == (PLAN.games, LEAST_WATCHED)
    for name in ("played", "finished", "reasons", "wins", "scores", "rounds", "decisions"):
        assert getattr(quick, name) == getattr(plain, name)
    assert play(evolve(PLAN, is_compiled=True), LEAST_WATCHED).course is None


@pytest.mark.parametrize("games", [50_000, 10_000_000, 100_000_000])
def test_of_very_many_games_no_more_are_noted_than_of_many(games: int):
    """A thousand say how games go; the others cost what they cost in C."""
    plan = evolve(PLAN, games=games, is_compiled=True)
    assert [is_noted(plan, number) for number in (0, 999, 1000, games - 1)] == [True, True, False, False]
    assert is_noted(evolve(plan, is_watched_throughout=True), games - 1)


DEAR = """\
variant dear "Dear" of harbour
  change price(g) by 1
  before load(s, g)
    pay 1 from s.owner to bank
"""


@pytest.mark.parametrize(
    ("name", "players", "house_rule"), [("pig", 2, ""), ("harbour", 3, DEAR), ("kuhn_poker", 2, "")]
)
def test_the_same_courses_whoever_decides(name: str, players: int, house_rule: str, tmp_path: Path):
    """Where it is noted throughout how games go: what was offered and taken, who led, which rules happened."""
    (tmp_path / "dear.rules").write_text(house_rule, encoding="utf-8")
    variants = (str(tmp_path / "dear.rules"),) if house_rule else ()
    bots = (*["greedy:1"] * (players - 1), "random")
    plan = Plan(
        *(str(EXAMPLES / f"{name}.rules"), variants, (), players, bots, 5, 3, 400, False),
        is_watched=True,
        is_watched_throughout=True,
        is_counted=bool(variants),
    )
    quick, plain = (evolve(plan, is_compiled=is_compiled) for is_compiled in (True, False))
    assert play_noted(quick, 0) is not None
    for number in range(plan.games):
        found = play(quick, number)
        assert found == play(plain, number)
        assert found.course is not None
        assert found.course.uses


def test_a_search_decides_for_itself(ahead: list[float]):
    """Unless it is told."""
    game, plan = load(PIG), evolve(PLAN, bots=("mcts:5", "random"))
    ahead[0] = 100.0
    assert compiled.decided(plan, game, None, 1) == (plan, "")
    assert compiled.decided(plan, game, True, 1) == (evolve(plan, is_compiled=True), "")
    outcomes = [play(evolve(plan, is_compiled=is_compiled, limit=30), 0) for is_compiled in (True, False)]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    "words",
    [
        ["compare", PIG, f"{PIG}?goal=40", "--games", "12", "--json"],
        ["sweep", PIG, "--option", "goal=20,30", "--games", "8", "--json"],
    ],
)
def test_experiments_show_the_same(words: list[str]):
    how = [*words, "--jobs", "1", "--store", "off", "--limit", "200"]
    quick, plain = (CliRunner().invoke(commands, [*how, mode]) for mode in ("--native", "--plain"))
    assert quick.exit_code == plain.exit_code, quick.output
    assert quick.stdout == plain.stdout
    assert "plain" not in quick.stderr


def test_how_long_it_takes_is_measured():
    """A game that is cut off counts as far as it was looked at; more games take longer."""
    assert 0 < compiled.seconds_ahead(PLAN) < compiled.seconds_ahead(evolve(PLAN, games=1_000_000))

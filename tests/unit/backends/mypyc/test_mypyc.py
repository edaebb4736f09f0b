"""Compiled rules play the same games, choice for choice; where nothing can be compiled, one line says so."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulelang
from rulelang.backends.mypyc import build
from rulelang.backends.mypyc.program import native_source
from rulelang.backends.python.runtime import snapshot
from rulelang.bots.one_step import OneStep
from rulelang.cli import commands
from rulelang.core.chance import Luck
from rulelang.play.playout import play_randomly
from rulelang.play.save import read, replay

ROOT = Path(__file__).parents[4]
EXAMPLES = sorted((ROOT / "examples").glob("*.rules"))
PLAYTHROUGHS = sorted((ROOT / "games").glob("*/playthroughs/*.json"))
SHIPPED = sorted(path.parent for path in (ROOT / "games").glob("*/game.rules"))
PIG = ROOT / "examples" / "pig.rules"
HARBOUR = ROOT / "examples" / "harbour.rules"
# Random players may take very long: what a game comes to after so many decisions is as good to compare.
LONGEST = 1_000
MISSING = build.missing()

can_compile = pytest.mark.skipif(MISSING is not None, reason=f"nothing can be compiled here: {MISSING}")


@pytest.fixture(scope="module", autouse=True)
def _private_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled rules are kept while these tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", str(tmp_path_factory.mktemp("native")))
        yield


def native(reference: Path, **how: Any) -> rulelang.Game:
    """A game that is sure to be compiled."""
    game = rulelang.load(reference, **how, native=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game.program(game.players[0])
    return game


def steps(game: rulelang.Game, players: int, seed: int) -> Iterator[Any]:
    """Everything that can be told apart in a random game, one decision after another."""
    match, rng = game.start(players, seed=seed), random.Random(seed)
    while not match.over:
        yield match.state.decider, [option.key for option in match.decision.options]
        match.advance(int(rng.random() * len(match.state.options)))
    yield match.scores, match.winners, match.end_reason, match.state.lots


LISTS = """\
game lists
  players: 2

state
  taken: list(number)

round main
  last: 3
  turn
    choose x in 1..3
    add x to taken

score points(p) gives count(taken) + seat(p)
"""


def ends(game: rulelang.Game, players: int, seed: int, limit: int = 20_000) -> Any:
    """What a random game comes to in the loop of a simulation: everything in its state, and the result."""
    match = game.start(players, seed=seed)
    made = play_randomly(match, Luck(seed, match.players), limit)
    return made, snapshot(match.state), match.scores, match.winners, match.end_reason


def greedy_ends(game: rulelang.Game, players: int, seed: int, limit: int) -> Any:
    """The same for a greedy game."""
    match = game.start(players, seed=seed)
    made = OneStep().play(match, Luck(seed, match.players), limit)
    return made, snapshot(match.state)


@can_compile
def test_a_small_game_is_the_same():
    """Pig has chance, ways and a turn that is left early; copies of a compiled match are independent."""
    plain, compiled = rulelang.load(PIG), native(PIG)
    for seed in range(5):
        assert list(steps(plain, 2, seed)) == list(steps(compiled, 2, seed))
        assert ends(plain, 2, seed) == ends(compiled, 2, seed)
    match = compiled.start(2, seed=3)
    copy = match.copy()
    match.choose("roll")
    assert copy != match
    copy.choose("roll")
    assert copy == match
    assert rulelang.resume(match.save(), match.game.reference).choices == match.choices


@can_compile
def test_a_game_with_lists_is_the_same(tmp_path: Path):
    """A state with lists counts their items besides being copied."""
    path = tmp_path / "lists.rules"
    path.write_text(LISTS, encoding="utf-8")
    assert ends(rulelang.load(path), 2, 1) == ends(native(path), 2, 1)


@can_compile
def test_greedy_games_are_the_same():
    """Harbour has hidden cards, chance, a market and ways: both loops, decision for decision."""
    plain, compiled = rulelang.load(HARBOUR), native(HARBOUR)
    for seed in range(30):
        assert ends(plain, 3, seed) == ends(compiled, 3, seed)
    for seed in range(3):
        assert greedy_ends(plain, 3, seed, 100) == greedy_ends(compiled, 3, seed, 100)


def test_without_a_compiler_one_line_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The game is played in plain Python, and the reason is told once."""
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    monkeypatch.setattr(build, "missing", lambda: "there is no C compiler `cc` here")
    monkeypatch.setattr(build, "LOADED", {})
    game = rulelang.load(PIG, native=True)
    with pytest.warns(RuntimeWarning, match="plain Python: there is no C compiler") as told:
        played = [ends(game, 2, seed) for seed in (1, 2)]
    assert len(told) == 1
    assert played[0] == ends(rulelang.load(PIG), 2, 1)
    done = CliRunner().invoke(
        commands, ["simulate", str(PIG), "--games", "3", "--jobs", "1", "--bot", "greedy", "--native"]
    )
    assert done.exit_code == 0
    assert done.stderr.splitlines() == ["playing in plain Python: there is no C compiler `cc` here"]


def test_code_that_others_may_write_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A compiled module is code: one that another user could have put there is made anew, or refused."""

    def compiled(place: Path, name: str, source: str) -> Path:
        (place / name).write_text(source)
        return place / name

    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(build, "missing", lambda: None)
    monkeypatch.setattr(build, "compiled", compiled)
    path = build.built("rules_x", "ours")
    path.write_text("planted")
    assert build.built("rules_x", "ours").read_text() == "planted"  # nobody else could have written it
    path.chmod(0o666)
    assert build.built("rules_x", "ours").read_text() == "ours"
    path.parent.chmod(0o777)
    with pytest.raises(build.NotNative, match="written by others"):
        build.built("rules_x", "ours")


def test_the_typed_source_can_be_printed():
    """`compile --native` shows what is compiled: the state with its types, and the loop that plays."""
    done = CliRunner().invoke(commands, ["compile", str(PIG), "--native"])
    assert done.exit_code == 0
    assert "g_total: int" in done.stdout
    assert "def play_randomly(S: State" in done.stdout
    assert done.stdout.strip() == native_source(rulelang.load(PIG).program(2)).strip()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_chance_is_counted_without_a_sign(path: Path):
    """Numbers of 64 bits have a sign in machine code, so what is shifted down must be cut off."""
    game = rulelang.load(path)
    assert "chance >> 33)" not in native_source(game.program(game.players[0]))


@can_compile
@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_thousand_games_of_each_example(path: Path):
    plain, compiled = rulelang.load(path), native(path)
    players = plain.players[0]
    for seed in range(1000):
        assert ends(plain, players, seed) == ends(compiled, players, seed)
    for seed in range(10):
        assert list(steps(plain, players, seed)) == list(steps(compiled, players, seed))


@can_compile
@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_thousand_games_of_each_shipped_game(path: Path):
    plain, compiled = rulelang.load(path), native(path)
    players = plain.players[0]
    for seed in range(1000):
        assert ends(plain, players, seed, LONGEST) == ends(compiled, players, seed, LONGEST)
    for seed in range(3):
        assert greedy_ends(plain, players, seed, 200) == greedy_ends(compiled, players, seed, 200)


@can_compile
@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_playthroughs_of_the_shipped_games(path: Path):
    """Whole saved games go as they went, and random games of the same rules are the same as in plain Python."""
    saved = read(path.read_text(encoding="utf-8"))
    how = {"variants": saved.variants, "options": saved.options}
    plain, compiled = (rulelang.load(path.parents[1], **how, native=is_native) for is_native in (False, True))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled.program(saved.players)
    match = compiled.start(saved.players, saved.seed, chance=saved.chance, audit=True)
    _, departure = replay(match, saved.choices)
    assert departure == ""
    assert match.over
    for seed in range(5):
        assert ends(plain, saved.players, seed, LONGEST) == ends(compiled, saved.players, seed, LONGEST)

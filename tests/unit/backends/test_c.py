"""Rules as C play the same games as the plain engine; what they can not play they say, and leave to it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulelang
from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.backends.c import build
from rulelang.backends.c.program import CProgram, compiled
from rulelang.backends.program import NotCompiled
from rulelang.cli import commands
from rulelang.experiments.game import play
from rulelang.experiments.plan import Plan
from rulelang.play.save import read, replay
from rulelang.visibility.blind import blind_numbers, with_eyes
from tests.games.catalogue import rules_of, variant_sets
from tests.games.record import PLAYTHROUGHS
from tests.unit.backends.same_games import assert_same_game, assert_same_greedy_game, assert_same_saved_game

EXAMPLES = Path(__file__).parents[3] / "examples"
PLAYED = sorted(path.stem for path in EXAMPLES.glob("*.rules"))
TESTS = Path(__file__).parents[2]
CORPUS = sorted(TESTS.glob("language/*/good/*.rules")) + sorted(TESTS.glob("mechanisms/*/good/*.rules"))
SHIPPED = ["rotterdam", "masters_of_trade", "mainports", "mainport_mastermind"]
LIMIT = 2_000

pytestmark = pytest.mark.skipif(build.compiler() is None, reason="there is no C compiler here")

GameOf = Callable[[str], Game]


@pytest.fixture(scope="module", autouse=True)
def _private_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Libraries are kept while these tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", str(tmp_path_factory.mktemp("c")))
        yield


def example(name: str) -> tuple[Game, int, CProgram]:
    game = rulelang.load(EXAMPLES / f"{name}.rules")
    players = game.players[0]
    game.start(players)
    return game, players, compiled(game.program(players), build.SHORT_WORK)


def settings() -> Iterator[object]:
    """Each shipped game with each number of players, with each of its variants, and with each two of them."""
    for name in SHIPPED:
        rules, _ = rules_of(name)
        pairs = [rules.with_needs(pair) for pair in combinations(rules.variants, 2)]
        for variants in dict.fromkeys((*variant_sets(name), *pairs)):
            for players in rules.players if not variants else rules.players[:1]:
                if not rules.check_variants(variants, players):
                    yield pytest.param(name, variants, players, id="-".join([name, *variants, str(players)]))


@pytest.mark.parametrize("name", PLAYED)
def test_the_same_games(name: str):
    game, players, program = example(name)
    for seed in range(4):
        assert_same_game(game, players, program, seed, LIMIT)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_games(name: str):
    """The beginning of a game, built quickly; whole ones are for those who have the time."""
    game = load(name)
    players = game.players[0]
    game.start(players)
    program = compiled(game.program(players), "-O0")
    names = [function.name for function in program.core.functions]
    assert len(set(names)) == len(names)
    assert_same_game(game, players, program, 11, 250)
    with_eyes(program)
    assert_same_greedy_game(game, players, program, 12, 60)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: "-".join(path.parts[-3::2]))
def test_what_the_language_can_say(path: Path):
    """Every game that shows a part of the language or a mechanism."""
    game = rulelang.load(path)
    players = game.players[0]
    game.start(players)
    program = compiled(game.program(players), "-O0")
    for seed in range(3):
        assert_same_game(game, players, program, seed, 100, fits=20)
    with suppress(NotCompiled):
        with_eyes(program)
        assert_same_greedy_game(game, players, program, 3, 10)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variants", "players"), list(settings()))
def test_whole_shipped_games(name: str, variants: tuple[str, ...], players: int):
    game = load(name, variants=list(variants))
    game.start(players)
    program = compiled(game.program(players), build.SHORT_WORK)
    with_eyes(program)
    for seed in range(20, 24):
        assert_same_game(game, players, program, seed, 3_000)
        assert_same_greedy_game(game, players, program, seed, 500)


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: "-".join(path.parts[-3::2]))
def test_saved_games(path: Path):
    """To the end, by the choices that people and bots made."""
    saved = read(path.read_text(encoding="utf-8"))
    game = load(path.parents[1], saved.variants, saved.options)
    match = game.start(saved.players, saved.seed)
    assert replay(match, saved.choices)[1] == ""
    assert_same_saved_game(match, compiled(game.program(saved.players), "-O0"))


PRINTING = """
import hashlib, sys
from rulelang.api.load import load
from rulelang.backends.c.program import core_for, printed
for words in sys.argv[1:]:
    name, *variants = words.split("+")
    game = load(name, variants=variants)
    game.start(game.players[0])
    print(words, hashlib.sha256(printed(core_for(game.program(game.players[0]))).encode()).hexdigest())
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rotterdam", "masters_of_trade", "mainports"])
def test_a_text_hangs_on_the_rules_alone(name: str):
    """Neither on how this process mixes its hashes nor on what it compiled before."""
    varied = next("+".join([name, *variants]) for variants in variant_sets(name) if variants)
    orders = ([name, varied], [varied, name])
    texts = []
    for seed, words in enumerate(orders, 1):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(
            [sys.executable, "-c", PRINTING, *words], env=environment, capture_output=True, text=True, check=True
        )
        texts.append(sorted(done.stdout.splitlines()))
    assert texts[0] == texts[1]
    assert len(texts[0]) == len(orders)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_thousands_of_the_same_games(name: str):
    game, players, program = example(name)
    for seed in range(1_000, 2_000):
        assert_same_game(game, players, program, seed, LIMIT)


GUESSED = ["liars_dice", "market_stalls", "sealed_bid"]


@pytest.mark.parametrize("name", [name for name in PLAYED if name not in GUESSED])
def test_the_same_greedy_games(name: str):
    game, players, program = example(name)
    with_eyes(program)
    for seed in range(3):
        assert_same_greedy_game(game, players, program, seed, 300)


@pytest.mark.parametrize("name", GUESSED)
def test_what_only_the_plain_engine_guesses(name: str):
    _, players, program = example(name)
    with pytest.raises(NotCompiled, match="guessed by the plain engine only"):
        blind_numbers(program.core)
    with pytest.raises(NotCompiled, match="it was not said what players can not see"):
        program.play([1], 100, [4] * players)


def test_beliefs_hold_what_is_known():
    """What a player sees stays, what he does not is dealt anew, and what he believes hangs on the seed alone."""
    game = rulelang.load(EXAMPLES / "kuhn_poker.rules")
    program = compiled(game.program(2), build.SHORT_WORK)
    with_eyes(program)
    position = program.start(5)
    before = program.state(position)
    believed = {tuple(program.state(program.believe(position, 0, seed)[0])) for seed in range(40)}
    # Three cards, of which he sees his own: the other player may hold either of two.
    assert len(believed) == 2
    assert program.state(position) == before
    assert tuple(before) in believed
    assert all(program.believe(position, 0, seed)[1] for seed in range(3))
    assert program.decision(program.believe(position, 0, 1)[0]) == program.decision(position)


def test_played_on_from_a_position():
    """The position goes on, others do not; the same seed gives the same end."""
    _, players, program = example("harbour")
    one = program.start(3)
    two, before = program.copy(one), program.state(one)
    made = program.play_on(two, 8, 20)
    assert made == 20
    again = program.copy(one)
    assert program.play_on(again, 8, 20) == 20
    assert program.state(again) == program.state(two) != before == program.state(one)
    assert program.play_on(two, 8, 10_000) is not None
    assert program.decision(two).is_over
    ranks = program.ranks(two)
    won = 1_000_000_000
    assert [program.worth(two, p) for p in range(players)] == [won if r == max(ranks) else -won for r in ranks]


def test_a_copy_is_another_position():
    _, _, program = example("harbour")
    one = program.start(3)
    two = program.copy(one)
    before = program.state(one)
    assert program.decision(two) == program.decision(one)
    assert program.choose(two, 0)
    assert program.state(one) == before
    assert program.choose(one, 0)
    assert program.state(one) == program.state(two)
    assert program.decision(one) == program.decision(two)


def test_an_option_that_is_not_there():
    """Nothing is done, and nothing is read beyond the options."""
    _, _, program = example("tic_tac_toe")
    position = program.start(1)
    assert not program.choose(position, 9)
    assert not program.choose(position, -1)
    assert program.choose(position, 8)


# ---- what is left to the plain engine ---------------------------------------------------------------------

SMALL = """\
game small "Small"
  players: 2
  ask: always

state
  n: number starts 1
  seen: list(number)

round main
  last: 60
  turn
    choose one prompt "Go on?"
      way on "On"
        {does}
      way back "Back"
        set n to 1

value deep(k: number) gives 0 if k <= 0 otherwise 1 + deep(k - 1)

rule never()
  need n < 0 because "it never is"
  set n to 0

score points(p) gives count(seen) + remainder(n, 100)
"""

LEFT = {
    "beyond 16 bits": "add 20000 to n",
    "beyond 32 bits": "set n to n * 1000",
    "a long list": "add 1 to seen\n        add 2 to seen",
    "deep values": "set n to deep(400)",
    "no such item": "set n to seen[3]",
    "a need that fails": "choose k in 1..2\n        never()",
    "divided by nought": "set n to 6 / (n - n) rounded up",
}


@pytest.fixture
def path_of(tmp_path: Path) -> Callable[[str], Path]:
    def make(does: str) -> Path:
        path = tmp_path / "small.rules"
        path.write_text(SMALL.replace("{does}", does), encoding="utf-8")
        return path

    return make


def plan_of(path: Path, is_compiled: bool) -> Plan:
    return Plan(str(path), (), (), 2, ("random", "random"), 5, 0, 500, False, is_compiled=is_compiled)


@pytest.mark.parametrize("does", list(LEFT.values()), ids=list(LEFT))
def test_what_does_not_fit_is_played_by_the_plain_engine(does: str, path_of: Callable[[str], Path]):
    """The same results and the same faults, whether C gave up on the way or not."""
    path = path_of(does)
    faults = 0
    for number in range(5):
        quick, plain = play(plan_of(path, True), number), play(plan_of(path, False), number)
        assert quick == plain
        faults += bool(plain.fault)
    program = compiled(load(path).program(2), build.SHORT_WORK)
    assert any(played.is_faulty for played in program.play(range(20), 500))


GATHER = """\
game lists "Lists"
  players: 2

state
  n: number starts 0

rule gather(l: list(number))
  need count(l) < 5 because "that is enough"
  add count(l) to n

round main
  last: 6
  turn
    choose k in 0..4 where can(gather(list(x in 1..6 where x > k and x != n)))
      gather(list(x in 1..6 where x > k and x != n))
    otherwise
      add 1 to n

score points(p) gives n + seat(p)
"""


def test_a_list_that_is_made_within_a_condition(tmp_path: Path):
    path = tmp_path / "lists.rules"
    path.write_text(GATHER, encoding="utf-8")
    game = load(path)
    game.start(2)
    program = compiled(game.program(2), build.SHORT_WORK)
    assert all(assert_same_game(game, 2, program, seed, LIMIT) > 0 for seed in range(5))


# ---- where there is nothing to compile with ---------------------------------------------------------------


def test_what_the_core_can_not_say(tmp_path: Path):
    """It is said what, and the game is played in another way."""
    path = tmp_path / "small.rules"
    path.write_text(SMALL.replace("starts 1", "starts 5000000000").replace("{does}", "set n to 2"), encoding="utf-8")
    game = load(path)
    game.start(2)
    with pytest.raises(NotCompiled, match="the core can not say the number 5000000000 yet"):
        compiled(game.program(2))
    done = CliRunner().invoke(commands, ["simulate", str(path), "--games", "3", "--bot", "random", "--native"])
    assert done.exit_code == 0


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(build, "compiler", lambda: None)
    game = rulelang.load(EXAMPLES / "pig.rules")
    game.start(2)
    with pytest.raises(NotCompiled, match="there is no C compiler here"):
        compiled(game.program(2))


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ziglang") is None, reason="the extra `native` is not installed")
def test_the_compiler_that_is_a_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """On a machine that has none."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    assert "ziglang" in (build.compiler() or [])
    for name in ("harbour", "kuhn_poker"):
        game, players, program = example(name)
        assert_same_game(game, players, program, 3, LIMIT)
        assert_same_greedy_game(game, players, with_eyes(program), 4, 100)


def test_which_compiler(monkeypatch: pytest.MonkeyPatch):
    """The one that is asked for, if it is there; with none and without the package nothing is compiled."""
    monkeypatch.setenv("CC", f"{sys.executable} -x")
    assert build.compiler() == [sys.executable]
    monkeypatch.setenv("CC", "")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    assert build.compiler() is None


def test_what_a_compiler_refuses(tmp_path: Path):
    with pytest.raises(NotCompiled, match=r"the compiler refused the rules: .*error"):
        build.compiled(tmp_path, "int x = ;", [*build.compiler(), *build.FLAGS])


def test_simulate_shows_the_same():
    """The same table with and without, to the last figure."""
    words = ["simulate", str(EXAMPLES / "pig.rules"), "--games", "40", "--bot", "random", "--jobs", "1"]
    plain = CliRunner().invoke(commands, words)
    quick = CliRunner().invoke(commands, [*words, "--native"])
    assert quick.exit_code == 0
    assert quick.stdout == plain.stdout


@pytest.mark.parametrize(("form", "said"), [("--core", "wait main_play_0()"), ("--c", "i32 rules_choose(S *s")])
def test_compile_prints_it(form: str, said: str):
    done = CliRunner().invoke(commands, ["compile", str(EXAMPLES / "pig.rules"), form])
    assert done.exit_code == 0
    assert said in done.stdout

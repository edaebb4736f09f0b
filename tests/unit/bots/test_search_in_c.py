"""The tree search in C: the same trees as in Python, and no choice that rests on what can not be known."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.backends.c import build
from rulelang.backends.c.program import CProgram
from rulelang.backends.c.tree import CTree, Learnt
from rulelang.backends.program import NotCompiled
from rulelang.bots.followed import is_followed
from rulelang.bots.tree_search.bot import MonteCarlo
from rulelang.bots.tree_search.budget import Budget
from rulelang.bots.tree_search.grounds import Native, Plain
from rulelang.bots.tree_search.search import Settings
from rulelang.bots.tree_search.tuning import TO_THE_END
from tests.unit.bots.conftest import EXAMPLES, assert_rests_on_what_is_seen
from tests.unit.conftest import GameOf

SHORT = Settings(playout=10, temperature=20.0)
TO_END = Settings(playout=TO_THE_END, temperature=1.0, curiosity=0.7)
CHIPS = Settings(playout=50, temperature=1.0, stakes=2.0)
LOOKING = Settings(playout=0, temperature=5.0, trust=2.0, sights=0)

pytestmark = pytest.mark.usefixtures("in_c")


def known(bot: MonteCarlo, match: Match, seed: int) -> list[tuple[object, ...]]:
    """All that a search has learnt, to the last bit."""
    edges = bot.search(match, Random(seed))
    return [(e.visits, e.offered, list(e.reached), e.proven and list(e.proven)) for e in edges]


def assert_same_trees(match: Match, settings: Settings, budget: Budget, decisions: int, trees: int = 1) -> None:
    """The same is learnt in C and in Python, decision for decision with the trees that are kept in between."""
    plain, native = (MonteCarlo(budget, trees, settings, is_native=is_native) for is_native in (False, True))
    rng = Random(3)
    for number in range(decisions):
        if match.over:
            break
        if len(match.state.options) > 1:
            assert known(plain, match, number) == known(native, match, number), number
        match.advance(rng.randrange(len(match.state.options)))
    assert isinstance(native.ground(match, settings), Native)


@pytest.mark.parametrize(
    ("name", "players", "settings", "decisions"),
    [
        ("tic_tac_toe", 2, TO_END, 9),
        ("connect_four", 2, TO_END, 6),
        ("breakthrough", 2, LOOKING, 6),
        ("pig", 2, SHORT, 20),
        ("harbour", 3, SHORT, 16),
        ("harbour", 3, LOOKING, 10),
        ("kuhn_poker", 2, CHIPS, 4),
        ("gem_market", 2, SHORT, 8),
    ],
)
def test_the_same_trees(name: str, players: int, settings: Settings, decisions: int):
    assert_same_trees(load(EXAMPLES / name).start(players, seed=5), settings, Budget(games=60), decisions)


def test_the_same_trees_in_a_shipped_game():
    """Windows, cards, joint choices; the budget counts choices."""
    game = load("rotterdam")
    assert_same_trees(game.start(game.players[0], seed=5), SHORT, Budget(choices=300), 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rotterdam", "masters_of_trade", "mainports", "mainport_mastermind"])
def test_the_same_trees_for_longer(name: str):
    """Where a number does not fit into C a game in the head is left out there: these seeds meet none."""
    game = load(name)
    assert_same_trees(game.start(game.players[-1], seed=6), SHORT, Budget(games=40), 40)


def test_several_trees():
    assert_same_trees(load(EXAMPLES / "harbour").start(3, seed=5), SHORT, Budget(games=30), 4, trees=3)


def test_what_is_certain_is_proven():
    """Nobody wins tic-tac-toe if both play well, and far fewer games than asked for show it."""
    match = load(EXAMPLES / "tic_tac_toe").start(seed=1)
    for index in (4, 0, 0):
        match.advance(index)
    edges = MonteCarlo(Budget(games=10**6), settings=TO_END, is_native=True).search(match, Random(1))
    assert max(edge.proven[1] for edge in edges if edge.proven is not None) == 0.5
    assert sum(edge.visits for edge in edges) < 10**5


# ---- honest ---------------------------------------------------------------------------------------------------


def learnt(program: CProgram, position: object, seed: int) -> list[Learnt]:
    tree = CTree(program, position, SHORT.words, seed)
    tree.grow(60, 0, 0)
    return tree.learnt()


@pytest.mark.parametrize(("name", "players"), [("kuhn_poker", 2), ("harbour", 3), ("gem_market", 2)])
def test_what_is_hidden_changes_nothing(name: str, players: int):
    """The same is learnt."""
    assert_rests_on_what_is_seen(name, players, learnt)


# ---- where it grows ---------------------------------------------------------------------------------------------


def ground_of(match: Match, is_native: bool | None = True, games: int = 5) -> object:
    bot = MonteCarlo(Budget(games=games), settings=SHORT, is_native=is_native)
    bot.search(match, Random(1))
    return bot.ground(match, SHORT)


def test_what_only_the_plain_engine_guesses(secrets: Game):
    """Hidden numbers."""
    assert isinstance(ground_of(secrets.start(3, seed=2)), Plain)


def test_a_position_that_its_choices_do_not_lead_to():
    """It is searched as it is."""
    match = load(EXAMPLES / "tic_tac_toe").start(seed=1)
    assert isinstance(ground_of(match), Native)
    match.state.decider = 1
    assert isinstance(ground_of(match), Plain)
    assert not is_followed(load(EXAMPLES / "pig").start(seed=1, chance="ask"))


def test_by_itself_it_is_compiled_for_long_work_only(monkeypatch: pytest.MonkeyPatch, game_of: GameOf):
    """What was compiled before is taken at once."""
    text = (EXAMPLES / "tic_tac_toe.rules").read_text(encoding="utf-8")
    match = game_of(text, "mine").start(seed=1)
    assert isinstance(ground_of(match, None), Plain)
    assert isinstance(ground_of(match, None, 10**5), Native)
    assert isinstance(ground_of(match, None), Native)
    assert isinstance(ground_of(match, False), Plain)


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch, game_of: GameOf):
    monkeypatch.setattr(build, "compiler", lambda: None)
    text = (EXAMPLES / "pig.rules").read_text(encoding="utf-8")
    assert isinstance(ground_of(game_of(text, "other").start(seed=1)), Plain)


def test_another_match_is_followed_from_its_start():
    """And one that goes back is, too."""
    game = load(EXAMPLES / "connect_four")
    native = Native(game.compiled_program(2, "-O0"))
    one, two = game.start(seed=1), game.start(seed=2)
    for match, indexes in ((one, [3, 3]), (two, [0]), (one, [2]), (two, [1, 1])):
        for index in indexes:
            match.advance(index)
        assert native.program.asked(native.follow(match)) == (False, match.state.decider, match.state.point, 0, 7)
    match = game.start(seed=1)
    assert native.program.state(native.follow(match)) == native.program.state(native.program.start(1))
    match.state.decider = 1 - match.state.decider
    with pytest.raises(NotCompiled, match="not one that the choices lead to"):
        native.follow(match)

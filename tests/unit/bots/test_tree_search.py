"""The tree search: it finds what is certain, keeps its budget, and repeats itself."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.api.match import Match
from rulelang.bots import bot_named
from rulelang.bots.positions import positions_of
from rulelang.bots.tree_search.bot import MonteCarlo
from rulelang.bots.tree_search.budget import Budget, Meter
from rulelang.bots.tree_search.grounds import Plain
from rulelang.bots.tree_search.search import Settings, TreeSearch, odds
from rulelang.bots.tree_search.tree import Edge, most_tried, outcome_of
from rulelang.bots.tree_search.tuning import TO_THE_END, tuning_of

EXAMPLES = Path(__file__).parents[3] / "examples"
TO_END = Settings(playout=TO_THE_END, temperature=1.0)


def tic_tac_toe(*indexes: int) -> Match:
    match = load(EXAMPLES / "tic_tac_toe").start(seed=1)
    for index in indexes:
        match.choose(index)
    return match


def test_finds_a_win():
    """With two in a row and a free third square the search takes it."""
    # The first player has squares 1 and 2, the second 5 and 6: square 3 wins.
    match = tic_tac_toe(0, 3, 0, 3)
    match.choose(MonteCarlo(Budget(games=100)).choose(match, Random(1)))
    assert match.over
    assert match.winners == [0]


def test_what_is_certain_is_proven():
    """Nobody wins if both play well: the search is sure of it once it has seen all there is to see."""
    match = tic_tac_toe(4, 0, 0)
    positions = positions_of(match.program)
    tree = TreeSearch(positions, TO_END, match.state, Random(1))
    tree.grow(Budget(games=20_000))
    assert tree.proven is not None
    assert list(tree.proven) == [0.5, 0.5]


@pytest.mark.parametrize("other", ["random", "mcts:300"])
def test_never_loses_tic_tac_toe(other: str):
    """A small sample; a thousand games from either seat are among the long tests."""
    assert lost_games("mcts:1000", other, 2) == 0


@pytest.mark.slow
@pytest.mark.parametrize("other", ["random", "mcts:1000"])
def test_never_loses_a_thousand_games_of_tic_tac_toe(other: str):
    """From either seat."""
    assert lost_games("mcts:1000", other, 500) == 0


def lost_games(name: str, other: str, pairs: int) -> int:
    """How many games a bot lost, one from each seat for every pair."""
    lost = 0
    for seed in range(pairs):
        for seat in range(2):
            match = load(EXAMPLES / "tic_tac_toe").start(seed=seed)
            bots = [bot_named(other), bot_named(other)]
            bots[seat] = bot_named(name)
            rngs = [Random(f"{seed}/{p}") for p in range(2)]
            while not match.over:
                player = match.state.decider
                match.advance(bots[player].choose(match, rngs[player]))
            lost += match.winners == [1 - seat]
    return lost


# ---- parts --------------------------------------------------------------------------------------------------


def edge(visits: int, mean: float, proven: tuple[float, ...] | None = None) -> Edge:
    return Edge([mean * visits, (1 - mean) * visits], visits, visits, proven=proven)


def test_ends_that_are_certain():
    """A win is enough; anything else has to be known of every choice."""
    win, draw, loss = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)
    assert outcome_of([edge(1, 0), edge(1, 1, win)], 0) == win
    assert outcome_of([edge(1, 0), edge(1, 0, loss)], 0) is None
    assert outcome_of([edge(1, 0, draw), edge(1, 0, loss)], 0) == draw
    assert outcome_of([edge(1, 0, draw), edge(1, 0, loss)], 1) == loss


def test_the_choice_at_the_end():
    """The most tried, unless another is sure to be as good; never a sure loss while there is anything else."""
    assert most_tried([edge(5, 0.9), edge(9, 0.5)], 0) == 1
    assert most_tried([edge(5, 0.2), edge(3, 0.5, (0.5, 0.5))], 0) == 1
    assert most_tried([edge(50, 0.0, (0.0, 1.0)), edge(1, 0.0)], 0) == 1


def test_odds():
    """Equal estimates are equal odds, and the odds are one in all."""
    assert odds([5, 5, 5, 5], 3.0) == [0.25] * 4
    assert sum(odds([1, 40, -(10**9)], 7.0)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "budget"),
    [("1000", Budget(games=1000)), ("5000d", Budget(choices=5000)), ("0.5s", Budget(seconds=0.5))],
)
def test_budgets(words: str, budget: Budget):
    """Games, choices or seconds."""
    assert Budget.from_words(words) == budget


def test_a_budget_of_choices_is_used_up():
    """The meter counts what it is told."""
    meter = Meter(Budget(choices=3))
    meter.choices = 2
    assert meter.is_left()
    meter.choices = 3
    assert not meter.is_left()


def test_several_trees_count_together(secrets: Game):
    """The same choices, whether each tree has a process of its own or not; and all their games are counted."""
    match = secrets.start(3, seed=2)
    search = MonteCarlo(Budget(games=20), trees=3, settings=Settings(10, 5.0))
    assert sum(edge.visits for edge in search.search(match, Random(1))) == 60


def test_the_tree_is_kept(secrets: Game):
    """What was seen of the position that came is still known at the next own decision."""
    match = secrets.start(3, seed=2)
    bot = MonteCarlo(Budget(games=100), settings=Settings(10, 5.0))
    match.advance(bot.choose(match, Random(1)))
    tree = Plain(positions_of(match.program)).planted(match, Settings(10, 5.0), 1, bot.kept[match.state.decider])
    assert sum(edge.visits for edge in tree.edges()) > 0


def test_a_game_that_tells_nothing_before_its_end_is_played_to_the_end():
    """In tic-tac-toe all positions look alike until it is over."""
    assert tuning_of(tic_tac_toe()).playout == TO_THE_END

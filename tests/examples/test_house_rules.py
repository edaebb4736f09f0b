"""The house rules of the examples: each alone, and every two for the same game."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import rulelang
from rulelang.check import check_games, games_in
from rulelang.engine.game import Game
from rulelang.engine.playout import play_randomly
from rulelang.errors import RulesError
from rulelang.library import read
from rulelang.pipeline import base_game, read_game
from rulelang.rules import Rules

FOLDER = Path(__file__).parents[2] / "examples" / "house_rules"
FILES = sorted(FOLDER.glob("*.rules"))
GAMES = 2
LIMIT = 400

# Two that replace the same thing; everything else goes together.
CLASHES = {
    frozenset({"last_is_first", "pawn_to_the_right"}),
}


@cache
def base_of(path: Path) -> str:
    """The game that a house rule is of."""
    return str(base_game(read([path]).blocks))


@cache
def rules_of(game: str) -> Rules:
    """A game with all its house rules, read once; which of them are in force is said later."""
    return read_game(game, [path for path in FILES if base_of(path) == game])[0]


def play(game: Game, players: int, number: int) -> None:
    """Random games with everything counted after every step."""
    for seed in range(number):
        match = game.start(players=players, seed=seed, audit=True)
        play_randomly(match, Random(seed), LIMIT)
        assert not match.over or match.winners


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shape(path: Path):
    """One sentence, one variant named like the file, one scenario, few lines."""
    text = path.read_text(encoding="utf-8")
    first, second, *rest = text.splitlines()
    assert first.startswith("# ")
    assert first.endswith(".")
    assert second == ""
    assert [line.split()[1] for line in rest if line.startswith("variant ")] == [path.stem]
    assert sum(line.startswith("scenario ") for line in rest) == 1
    assert len(text.split("\nscenario ")[0].splitlines()) <= 35


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_alone(path: Path):
    """Its own file switches it on."""
    game = Game(rules_of(base_of(path)), (path.stem,), {}, str(path))
    play(game, game.players[-1], 1)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_many_games(path: Path):
    """Nothing is found by the checks, and fifty random games go well."""
    assert check_games(games_in([path])) == []
    game = rulelang.load(path)
    assert path.stem in game.variants
    for players in game.players:
        play(game, players, 50 // len(game.players) + 1)


PAIRS = [pair for pair in combinations(FILES, 2) if base_of(pair[0]) == base_of(pair[1])]


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=lambda path: path.stem)
def test_together(first: Path, second: Path):
    """Two house rules are played together, or are refused with a reason that names both."""
    names = (first.stem, second.stem)
    game = Game(rules_of(base_of(first)), names, {}, str(first))
    if frozenset(names) in CLASHES:
        with pytest.raises(RulesError) as refused:
            game.world(game.players[0])
        assert refused.value.problems[0].slug.startswith("conflicting-")
        assert all(name in str(refused.value) for name in names)
    else:
        play(game, game.players[0], GAMES)


def test_readme_lists_all():
    """The table has a row for each file, and no other."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert sorted(listed) == [path.stem for path in FILES]

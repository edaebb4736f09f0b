"""The house rules of the examples: each with its scenario, and every two for the same game.

Each alone is played among the random games of `tests/games`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import rulelang
from rulelang.api.game import Game
from rulelang.bots import choosers
from rulelang.checks.pairs import strange
from rulelang.checks.run import check_games, games_in
from rulelang.core.chance import Luck
from rulelang.errors import RulesError
from rulelang.pipeline import base_game, problems_in, read_game
from rulelang.play.playout import play_randomly, play_with
from rulelang.project.rules import Rules
from rulelang.project.sources import read
from rulelang.syntax import nodes
from rulelang.testing.scenario import Result, Runner

FOLDER = Path(__file__).parents[2] / "examples" / "house_rules"
FILES = sorted(FOLDER.glob("*.rules"))
GAMES = 2
LIMIT = 400
# Two of the games hardly ever end between random players; of the others about half are over by then.
MANY_GAMES = 50
LONG_LIMIT = 1_000

# Two that replace the same thing; everything else goes together.
CLASHES = {
    frozenset({"last_is_first", "pawn_to_the_right"}),
}
# The first one's scenario has another answer when the second is in force too, as it should.
OTHER_ANSWERS = {
    ("late_seat_bonus", "rich_start"): "eight coins more for everybody",
    ("rich_start", "late_seat_bonus"): "a coin or two more for late seats",
    ("peaceful_start", "no_piracy"): "ships are not boarded anyway, and that reason is told first",
    ("secret_purse", "welfare"): "the player who draws the dividend is the poorest",
}


@cache
def base_of(path: Path) -> str:
    """The game that a house rule is of."""
    return str(base_game(read([path]).blocks))


@cache
def rules_of(game: str) -> Rules:
    """A game with all its house rules, read once; which of them are in force is said later."""
    return read_game(game, [path for path in FILES if base_of(path) == game])[0]


@cache
def games_of(game: str) -> dict[Any, Game]:
    """What was compiled of a game: its scenarios share the rules without any house rule."""
    return {}


def play(game: Game, players: int, number: int, limit: int = LIMIT) -> None:
    """Random games with everything counted after every step."""
    for seed in range(number):
        match = game.start(players=players, seed=seed, audit=True)
        play_randomly(match, Luck(seed, match.players), limit)
        assert not match.over or match.winners


def play_many(game: Game) -> None:
    """Fifty random games, shared out among the numbers of players."""
    for index, players in enumerate(game.players):
        number = (MANY_GAMES + index) // len(game.players)
        play(game, players, number, LONG_LIMIT)


def scenario_of(path: Path, variants: tuple[str, ...]) -> Result:
    """How the scenario of a house rule goes with other variants in force than it says."""
    rules = rules_of(base_of(path))
    own = [b for b in rules.scenarios if Path(b.header.file.name).name == path.name]
    block = next(b for b in own if b.member("then") is not None)
    assert block.field("variants") is None, "it plays with the house rule of its file"
    names = tuple(nodes.Name(name, span=block.header) for name in variants)
    said = nodes.Field(nodes.Path(("variants",), span=block.header), names, (), (), span=block.header)
    return Runner(rules, evolve(block, body=(said, *block.body)), games_of(base_of(path))).run()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shape(path: Path):
    """One sentence, one variant named like the file, a scenario, few lines."""
    text = path.read_text(encoding="utf-8")
    first, second, *rest = text.splitlines()
    assert first.startswith("# ")
    assert first.endswith(".")
    assert second == ""
    assert [line.split()[1] for line in rest if line.startswith("variant ")] == [path.stem]
    assert any(line.startswith("scenario ") for line in rest)
    assert len(text.split("\nscenario ")[0].splitlines()) <= 35


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_shows_the_change(path: Path):
    """Its scenario holds with the rule, and does not without it."""
    held = scenario_of(path, (path.stem,))
    assert held.passed, held.message
    assert not scenario_of(path, ()).passed


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_greedy_games(path: Path):
    """What bots with a plan come to breaks no contract of the game: everything is counted after every step."""
    game = rulelang.load(path)
    for seed, players in enumerate(game.players):
        match = game.start(players=players, seed=seed, audit=True)
        play_with(match, choosers(("greedy:1",) * players, seed), LONG_LIMIT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_many_games(path: Path):
    """Nothing is found by the checks, and fifty random games go well."""
    assert check_games(games_in([path])) == []
    game = rulelang.load(path)
    assert path.stem in game.variants
    play_many(game)


PAIRS = [pair for pair in combinations(FILES, 2) if base_of(pair[0]) == base_of(pair[1])]
COMPATIBLE = [pair for pair in PAIRS if frozenset({pair[0].stem, pair[1].stem}) not in CLASHES]


def are_strangers(first: Path, second: Path) -> bool:
    """Has neither a word for what the other changes? Then they are tried together with all the others at once."""
    pair = (first.stem, second.stem)
    return bool(strange(rules_of(base_of(first)), [pair]))


def pairs_to_try() -> Iterator[object]:
    for pair in PAIRS:
        yield pytest.param(*pair, marks=pytest.mark.slow if are_strangers(*pair) else ())


@pytest.mark.parametrize("game", sorted({base_of(path) for path in FILES}))
def test_all_together(game: str):
    """All house rules of a game that clash with none are played at once."""
    clashing = set().union(*CLASHES)
    names = [path.stem for path in FILES if base_of(path) == game and path.stem not in clashing]
    all_at_once = Game(rules_of(game), names, {}, game)
    play(all_at_once, all_at_once.players[0], GAMES)


@pytest.mark.parametrize(("first", "second"), list(pairs_to_try()), ids=lambda path: path.stem)
def test_together(first: Path, second: Path):
    """Two house rules are played together, or are refused with a reason that names both, and both places."""
    names = (first.stem, second.stem)
    game = Game(rules_of(base_of(first)), names, {}, str(first))
    if frozenset(names) in CLASHES:
        with pytest.raises(RulesError) as refused:
            game.world(game.players[0])
        problem = refused.value.problems[0]
        assert problem.slug.startswith("conflicting-")
        assert all(name in problem.message for name in names)
        places = [problem.span, *(label.span for label in problem.others)]
        assert {Path(place.file.name).stem for place in places} == set(names)
    else:
        play(game, game.players[0], GAMES)


@pytest.mark.parametrize(("first", "second"), COMPATIBLE, ids=lambda path: path.stem)
@pytest.mark.slow
def test_many_games_together(first: Path, second: Path):
    """Both scenarios hold with both rules, nothing is found by the checks, and fifty random games go well."""
    names = (first.stem, second.stem)
    for path, other in ((first, second), (second, first)):
        result = scenario_of(path, names)
        expected = (path.stem, other.stem) not in OTHER_ANSWERS
        assert result.passed == expected, f"{result.name}: {result.message}"
    rules = rules_of(base_of(first))
    assert problems_in(rules, names) == []
    play_many(Game(rules, names, {}, str(first)))


def test_readme_lists_all():
    """The table has a row for each file, and no other."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert sorted(listed) == [path.stem for path in FILES]

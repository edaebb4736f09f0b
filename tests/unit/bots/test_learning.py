"""Learnt estimates: features from declarations, a duel before anything is kept, data beside the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.bots import bot_named
from rulelang.bots.learning.features import features_of
from rulelang.bots.learning.fitting import learn
from rulelang.bots.learning.learnt import Learnt, LearntPositions, file_beside, read
from rulelang.errors import RulelangError

GameOf = Callable[..., Game]

# What counts at the end shows in the score only when the game is over: greedy by score is blind before that.
HARVEST = """
    game harvest "Harvest"
      players: 2

    player
      seeds: number starts 0
      stones: number starts 0
      points: number starts 0

    round main
      last: 6
      turn
        choose one
          way sow "Sow"
            add 1 to actor.seeds
          way heap "Heap"
            add 1 to actor.stones

    after main.begin()
      if round.number = 6
        each p in player
          set p.points to p.seeds

    score points(p) gives p.points
    """


def test_features_are_what_is_declared(secrets: Game):
    """Numbers of a player, his cards, and the columns of these; nobody else's."""
    match = secrets.start(3, seed=2)
    found = {feature.name: feature.read for feature in features_of(match.program)}
    assert {"bid", "purse", "cards in hand", "worth in hand", "cards in played"} <= found.keys()
    assert [found["purse"](match.state, p) for p in range(3)] == [10, 11, 12]
    assert [found["cards in hand"](match.state, p) for p in range(3)] == [2, 2, 2]


def test_what_pays_is_learnt(game_of: GameOf, tmp_path: Path):
    """Seeds count, stones take their place; and the bot that uses it sows."""
    game = game_of(HARVEST)
    said: list[str] = []
    found = learn(game, 2, rounds=2, games=30, duels=20, seed=0, told=said.append)
    assert found is not None
    assert found.weights["seeds"] > 0 > found.weights["stones"]
    assert found.against_random.share > 0.6
    assert "kept" in said[0]
    rules = game.fingerprint(2)
    learnt = Learnt(game.name, 2, rules, found.weights)
    file_beside(game.reference, 2).write_text(learnt.as_text(), encoding="utf-8")
    match = game.start(2, seed=1)
    assert match.decision.options[bot_named("learnt").choose(match, Random(1))].key == "sow"


def test_nothing_is_kept_that_does_not_beat_random(game_of: GameOf):
    """In a game of chance alone there is nothing to learn, and a duel that is lost says so."""
    text = HARVEST.replace("set p.points to p.seeds", "set p.points to 0")
    assert learn(game_of(text), 2, rounds=1, games=5, duels=4, seed=0, told=lambda _: None) is None


def test_the_end_outweighs_what_was_learnt(game_of: GameOf):
    """Whoever has won knows no better position."""
    game = game_of(HARVEST)
    match = game.start(2, seed=1)
    positions = LearntPositions(match.program, {"seeds": 10_000})
    while not match.over:
        match.choose("sow" if match.state.decider == 0 else "heap")
    assert match.winners == [0]
    assert positions.worth(match.state, 0) > 0 > positions.worth(match.state, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no learnt estimate"),
        ('{"game": "x"}', "no learnt estimate"),
        ('{"game": "x", "players": 2, "rules": "other", "weights": {}, "strength": []}', "under other rules"),
    ],
)
def test_files_that_say_nothing(tmp_path: Path, text: str, said: str):
    """A clear error, whatever the file holds."""
    path = tmp_path / "learnt_2.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulelangError, match=said):
        read(path, "these")


def test_without_a_file_it_says_what_to_do(game_of: GameOf):
    """`rulelang learn` makes it."""
    match = game_of(HARVEST).start(2, seed=1)
    with pytest.raises(RulelangError, match="nothing was learnt"):
        bot_named("learnt").choose(match, Random(1))


@pytest.mark.slow
def test_pig_is_learnt():
    """A bot by what it learnt beats random play nearly always."""
    found = learn(load(Path(__file__).parents[3] / "examples" / "pig"), 2, 3, 60, 60, 0, lambda _: None)
    assert found is not None
    assert found.against_random.share > 0.9

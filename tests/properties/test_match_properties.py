"""What holds of every match of every example (and, among the slow tests, of every game), whatever is chosen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.api.game import Game
from rulelang.api.load import load, resumed
from rulelang.api.match import Match
from rulelang.backends.python.runtime import PASS
from rulelang.explain.needs import Reasons
from rulelang.explain.question import Question
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.visit import walk
from rulelang.play.evaluate import Env, Evaluator
from rulelang.play.keys import way_key
from rulelang.play.save import read
from rulelang.visibility.determinise import believer

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.rules"))
GAMES = [pytest.param(p, marks=pytest.mark.slow) for p in sorted((ROOT / "games").iterdir()) if p.is_dir()]
every_example = pytest.mark.parametrize("path", [*EXAMPLES, *GAMES], ids=lambda path: path.stem)
seeds = st.integers(0, 2**64)
picks = st.lists(st.integers(0, 10**6), max_size=40)
some = settings(max_examples=10)


@cache
def game_at(path: Path) -> Game:
    """A game is loaded once."""
    return load(path)


def start(path: Path, seed: int, **more: Any) -> Match:
    """A match of an example, with one of the numbers of players it is for."""
    game = game_at(path)
    return game.start(game.players[seed % len(game.players)], seed, **more)


def go_on(match: Match, picks: list[int]) -> Match:
    """Make choices, as far as the match lets us."""
    for pick in picks:
        if match.over:
            break
        match.choose(pick % len(match.state.options))
    return match


@every_example
@some
@given(seeds, picks, picks, picks)
def test_copies_are_independent(path: Path, seed: int, before: list[int], one: list[int], two: list[int]):
    """What happens to a match happens to none of its copies."""
    match = go_on(start(path, seed), before)
    left, right = match.copy(), match.copy()
    assert left == match
    go_on(left, one)
    assert right == match == go_on(start(path, seed), before)
    go_on(right, two)
    assert left == go_on(start(path, seed), before + one)
    assert right == go_on(start(path, seed), before + two)


@every_example
@some
@given(seeds, picks, st.sampled_from(["seeded", "ask"]))
def test_saves_come_back(path: Path, seed: int, picks: list[int], chance: str):
    """A match that was saved and resumed is the same."""
    match = go_on(start(path, seed, chance=chance), picks)
    again = resumed(read(match.save()), lambda *_: game_at(path))
    assert again == match
    assert [again.view(p) for p in range(match.players)] == [match.view(p) for p in range(match.players)]


@every_example
@some
@given(seeds, picks)
def test_every_option_can_be_chosen(path: Path, seed: int, picks: list[int]):
    """What is offered can be done, and nothing is lost by it."""
    match = go_on(start(path, seed, audit=True), picks)
    if not match.over:
        for option in match.decision.options:
            match.copy().choose(option.key if match.decision.keys.count(option.key) == 1 else option)


@every_example
@settings(some, max_examples=5)  # `test_secrets` looks at pairs of whole matches
@given(seeds, picks, st.integers(0, 2**32))
def test_nothing_hidden_is_seen(path: Path, seed: int, picks: list[int], other: int):
    """Whatever is hidden from a player may be otherwise: he sees the same and is offered the same."""
    match = go_on(start(path, seed), picks)
    for player in range(match.players):
        changed, _ = believer(match.program).believe(match, player, Random(other))
        assert json.dumps(changed.view(player).data()) == json.dumps(match.view(player).data())
        if not match.over and match.decision.player == player:
            assert offered_anew(changed) == offered_anew(match)


@every_example
@some
@given(seeds, picks)
def test_options_follow_from_the_state(path: Path, seed: int, picks: list[int]):
    """Worked out anew from the rules, the options are those that are offered."""
    match = go_on(start(path, seed), picks)
    anew = None if match.over else offered_anew(match)
    if anew is not None:
        assert anew == [option.key for option in match.decision.options if option.value is not PASS]


def offered_anew(match: Match) -> list[str] | None:
    """The keys of the options of a decision, worked out from the state; nothing where that is not simple."""
    point = match.program.answers.points[match.state.point]
    bodies = [rule.body for rule in match.program.world.rules.values()]
    pickers = {id(node.picker) for node in walk(bodies) if isinstance(node, s.Each)}
    if not isinstance(point, s.Choose) or id(point) in pickers or match.program.world.windows:
        return None
    question = Question(match, match.words, match.language)
    env = question.frame_env(point)
    if point.ways:
        return [key for way in point.ways for key in ways_anew(question, way, env)]
    values = [question.chosen(point, e) for e in question.reasons.combinations(point.binders, env)]
    return list(dict.fromkeys(match.words.keys.option(point, value) for value in values))


def ways_anew(question: Question, way: s.Way, env: Env) -> Iterator[str]:
    """The keys of the options that a way is: one for each that its names stand for."""
    for inner in question.reasons.combinations(way.binders, env):
        if question.reasons.way(way, inner) is None:
            locals_ = [binder.local for binder in way.binders]
            yield way_key(way.name, [question.words.keys.value(x.type, inner.bound[x].value) for x in locals_])


@every_example
@some
@given(seeds, picks)
def test_what_is_not_offered_is_explained(path: Path, seed: int, picks: list[int]):
    """For everything a decision considered and does not offer there is a reason."""
    match = go_on(start(path, seed), picks)
    point = None if match.over else match.program.answers.points[match.state.point]
    if isinstance(point, s.Choose) and not point.ways and match.decision.player is not None:
        question = Question(match, match.words, match.language)
        considered = question.considered(point.binders, question.frame_env(point))
        keys = {match.words.keys.option(point, question.chosen(point, env)) for env in considered}
        for key in sorted(keys - set(match.decision.keys))[:20]:
            answer = match.why_not(key)
            assert answer.reason
            assert "not something this decision is about" not in answer.reason


@every_example
@some
@given(seeds, picks)
def test_reasons_agree_with_the_program(path: Path, seed: int, picks: list[int]):
    """A rule without parameters can be done if and only if there is no reason against it."""
    match = go_on(start(path, seed), picks)
    for rule in match.program.world.rules.values():
        if not rule.parameters and not match.over:
            can = match.program.once(Evaluator).value(m.Can(rule, ()), match.state, Env())
            reasons = Reasons(match.words, match.state, None, sees_all=True)
            assert can == (reasons.rule(rule, Env()) is None), rule.name


@every_example
@some
@given(seeds, picks)
def test_told_afterwards_or_on_the_way(path: Path, seed: int, picks: list[int]):
    """A silent match and one that listens tell the same, to everybody."""
    silent, listening = start(path, seed), start(path, seed, listen=True)
    for pick in picks:
        if silent.over:
            break
        index = pick % len(silent.state.options)
        assert list(silent.choose(index)) == list(listening.choose(index))
    assert silent.log == listening.log
    for player in (None, *range(silent.players)):
        assert silent.view(player) == listening.view(player)
        assert [silent.say(e.seen_by(player)) for e in silent.log] == [
            listening.say(e.seen_by(player)) for e in listening.log
        ]


def transcript(path: Path) -> list[str]:
    """Everything offered and chosen in one match, and what was told of it."""
    match, rng = start(path, 7), Random(7)
    found: list[str] = []
    for _ in range(60):
        if match.over:
            break
        keys = match.decision.keys
        found.append(f"{match.decision.player}: {' | '.join(keys)}")
        found += [match.say(event) for event in match.choose(keys[rng.randrange(len(keys))])]
    return [*found, *game_at(path).fingerprint(match.players), match.save()]


def test_other_processes_play_the_same():
    """Nothing depends on the order of sets or on the process."""
    code = "import sys, json; from tests.properties.test_match_properties import *; "
    code += "json.dump([transcript(path) for path in EXAMPLES], sys.stdout)"
    here = [transcript(path) for path in EXAMPLES]
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        there = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        assert json.loads(there.stdout) == here

"""The examples agree with OpenSpiel step by step: the same choices, the same returns, the same secrets."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rulelang

pyspiel = pytest.importorskip("pyspiel")

EXAMPLES = Path(__file__).parents[2] / "examples"
# Long games say as much in fewer of them.
GAMES = {"breakthrough": 100}
MOST = 500


def load(name: str, **options: Any) -> rulelang.Game:
    return rulelang.load(EXAMPLES / f"{name}.rules", options=options)


def cell_number(key: str) -> int:
    """OpenSpiel counts the cells of tic-tac-toe row by row from the top."""
    return (3 - int(key[1])) * 3 + "abc".index(key[0])


Key = Callable[[Any, Any], Any]


def tic_tac_toe(state: Any, option: Any) -> int:
    return cell_number(option.key)


def connect_four(state: Any, option: Any) -> int:
    return "abcdefg".index(option.key)


def breakthrough(state: Any, option: Any) -> int:
    wanted = option.text
    player = state.current_player()
    for action in state.legal_actions():
        if state.action_to_string(player, action).rstrip("*") == wanted:
            return int(action)
    return -1


def pig(state: Any, option: Any) -> int:
    if state.is_chance_node():
        return ["one", "two", "three", "four", "five", "six"].index(option.key)
    return ["roll", "hold"].index(option.key)


def kuhn(state: Any, option: Any) -> int:
    if state.is_chance_node():
        return ["jack", "queen", "king"].index(option.key)
    return ["pass", "bet"].index(option.key)


def leduc(state: Any, option: Any) -> int:
    if state.is_chance_node():
        return ["jack", "queen", "king"].index(option.key.split("_")[1]) * 2 + option.key.startswith("heart")
    return ["fold", "call", "raise"].index(option.key)


def sealed_bid(state: Any, option: Any) -> int:
    if state.is_chance_node():
        if "player" in option.key:
            return int(option.key[-1]) - 1
        return int(option.key)
    return int(option.key)


CASES: dict[str, tuple[str, dict[str, Any], Key]] = {
    "tic_tac_toe": ("tic_tac_toe", {}, tic_tac_toe),
    "connect_four": ("connect_four", {}, connect_four),
    "breakthrough": ("breakthrough(rows=8,columns=8)", {}, breakthrough),
    "pig": ("pig(horizon=100000)", {}, pig),
    "kuhn_poker": ("kuhn_poker", {}, kuhn),
    "leduc_poker": ("leduc_poker", {}, leduc),
    "sealed_bid": ("first_sealed_auction(players=2,max_value=10)", {}, sealed_bid),
}


def forced_chance(state: Any) -> bool:
    """OpenSpiel also asks chance where only one thing can happen."""
    return bool(state.is_chance_node() and len(state.legal_actions()) == 1)


def follow(state: Any) -> None:
    while forced_chance(state):
        state.apply_action(state.legal_actions()[0])


def compare(match: Any, state: Any, key: Key) -> list[tuple[int, int]]:
    """Index and action of each option, after checking that both sides offer the same."""
    follow(state)
    assert match.over == state.is_terminal()
    if match.over:
        assert match.scores == [int(x) for x in state.returns()]
        return []
    decision = match.decision
    assert (decision.player is None) == state.is_chance_node()
    if decision.player is not None:
        assert decision.player == state.current_player()
    actions = [key(state, option) for option in decision.options]
    if state.is_chance_node() and state.get_game().get_type().short_name == "first_sealed_auction":
        # Its chance actions are numbered from the outcome's own base.
        legal = sorted(state.legal_actions())
        order = sorted(range(len(actions)), key=lambda i: actions[i])
        actions = [legal[order.index(i)] for i in range(len(actions))]
    assert sorted(actions) == sorted(state.legal_actions())
    return list(enumerate(actions))


@pytest.mark.parametrize("name", CASES)
def test_random_games_agree(name: str) -> None:
    """Hundreds of random games: the same players, choices and returns at every step."""
    spiel_name, options, key = CASES[name]
    game, spiel = load(name, **options), pyspiel.load_game(spiel_name)
    for seed in range(GAMES.get(name, MOST)):
        rng = random.Random(seed)
        match, state = game.start(2, seed=seed, chance="ask"), spiel.new_initial_state()
        while pairs := compare(match, state, key):
            index, action = rng.choice(pairs)
            match.choose(index)
            state.apply_action(action)


def whole_tree(match: Any, state: Any, key: Key) -> Iterator[tuple[Any, Any]]:
    """Every position of both games, side by side."""
    pairs = compare(match, state, key)
    yield match, state
    for index, action in pairs:
        child, other = match.copy(), state.clone()
        child.choose(index)
        other.apply_action(action)
        yield from whole_tree(child, other, key)


@pytest.mark.parametrize(("name", "all_ends", "states"), [("kuhn_poker", 30, 12), ("leduc_poker", 5_520, 936)])
def test_whole_tree_of_poker(name: str, all_ends: int, states: int) -> None:
    """Known numbers of ends and of information states; what OpenSpiel hides, the view hides."""
    _, _, key = CASES[name]
    match = load(name).start(2, chance="ask")
    known: dict[str, str] = {}
    ends = 0
    for position, state in whole_tree(match, pyspiel.load_game(name).new_initial_state(), key):
        ends += position.over
        if position.over or position.decision.player is None:
            continue
        player = position.decision.player
        spiel = f"{player}:{state.information_state_string(player)}"
        view = repr((player, position.view(player), position.decision.keys))
        assert known.setdefault(spiel, view) == view
    assert ends == all_ends
    assert len(known) == states


@pytest.mark.slow
def test_whole_tree_of_tic_tac_toe() -> None:
    """Every position that can be reached, each once."""
    _, _, key = CASES["tic_tac_toe"]
    seen: set[str] = set()
    todo = [(load("tic_tac_toe").start(2, chance="ask"), pyspiel.load_game("tic_tac_toe").new_initial_state())]
    while todo:
        match, state = todo.pop()
        pairs = compare(match, state, key)
        for index, action in pairs:
            other = state.clone()
            other.apply_action(action)
            if str(other) not in seen:
                seen.add(str(other))
                child = match.copy()
                child.choose(index)
                todo.append((child, other))
    assert len(seen) == 5477

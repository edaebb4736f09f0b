"""Blocks that were made shorter do what the longer ones did."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rulelang.backends.python.merge import Block, turn_once
from rulelang.backends.python.straighten import ask_in_place, keep_in_place

ROUNDS = """\
def block(S, f):
    for _ in STEPS:
        while (i_2 := f[2]) < 2:
            f[2] = i_2 + 1
            S.actor = i_2
            S.options = (1, 2)
            return
        S.rounds += 1
        f[2] = 0
    raise StepLimit"""

SEARCH = """\
def fold(S, c):
    for x in S.table[c]:
        if x > 3:
            return True
    return False"""

ASKING = """\
def block(S, f):
    c = f[1]
    if c >= 0:
        if fold(S, c):
            S.actor = 7
            return
    S.actor = c"""


def run(text: str, S: Any, f: list[Any]) -> tuple[dict[str, Any], list[Any]]:
    names: dict[str, Any] = {"STEPS": range(5), "StepLimit": RuntimeError}
    exec(f"{SEARCH}\n\n{text}", names)
    names["block"](S, f)
    return vars(S), f


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_loop_whose_turns_all_wait_is_none(turn: int):
    block = Block(ROUNDS)
    turn_once(block)
    assert "for " not in block.text
    assert "while " not in block.text
    ways = [run(text, SimpleNamespace(actor=9, rounds=4), [None, 0, turn]) for text in (ROUNDS, block.text)]
    assert ways[0] == ways[1]


def test_a_loop_that_may_go_on_stays():
    text = ROUNDS.replace("            S.actor = i_2\n", "            if S.out[i_2]:\n                continue\n")
    block = Block(text)
    turn_once(block)
    assert block.text == text


def test_what_is_taken_back_and_put_away_again_stays_where_it_is():
    lines = ["    S.actor = f[4]", "    i = f[2]", "    if i >= 2:", "        S.round += 1", "        i = 0"]
    lines += ["    f[4] = S.actor", "    S.actor = i", "    S.options = S.actor"]
    assert keep_in_place(lines) == [line for n, line in enumerate(lines) if n not in (0, 5)]


@pytest.mark.parametrize(
    "between",
    ["    x = S.actor", "    rule_3(S)", "    return", "    f[4] = 3", "    for x in y:"],
    ids=["read", "called", "left", "overwritten", "looped"],
)
def test_what_somebody_may_need_is_taken_back(between: str):
    lines = ["    S.actor = f[4]", between, "    f[4] = S.actor", "    S.actor = 1"]
    assert keep_in_place(lines) == lines


@pytest.mark.parametrize("c", [-1, 0, 1])
def test_a_question_is_asked_where_its_answer_is_needed(c: int):
    block = Block(ASKING)
    block.lines = ask_in_place(block.lines, {"fold": SEARCH})
    assert "fold(" not in block.text
    ways = [run(text, SimpleNamespace(actor=0, table=[[1, 5], [2]]), [None, c]) for text in (ASKING, block.text)]
    assert ways[0] == ways[1]


def test_a_question_before_something_that_goes_on_is_asked_elsewhere():
    lines = ["    if fold(S, c):", "        S.actor = 7", "    S.options = 1"]
    assert ask_in_place(lines, {"fold": SEARCH}) == lines

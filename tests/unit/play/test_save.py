"""Saves: what comes back is the same, and what is wrong is said in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang import SaveError
from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.play.keys import unique_keys
from tests.unit.conftest import HANDS, GameOf


def resume(match: Match, text: str | None = None, files: Sequence[str] = ()) -> Match:
    """A match from its save, with the rules given beside it."""
    return rulelang.resume(match.save() if text is None else text, match.game.reference, files)


Change = Callable[[dict[str, Any]], object]


def in_the_middle(game: Game, **more: Any) -> Match:
    """A match after some choices."""
    match = game.start(seed=4, **more)
    for key in ("lay", "one", "spend", "cover", "two"):
        match.choose(key)
    return match


def test_save_comes_back_equal(hands: Game):
    """A match that is resumed is the same, and goes on the same way."""
    match = in_the_middle(hands)
    again = resume(match)
    assert again == match
    assert again.save() == match.save()
    assert list(again.choose(0)) == list(match.choose(0))


def test_match_that_listens_can_be_saved(hands: Game):
    """How events are kept does not matter."""
    match = in_the_middle(hands, listen=True)
    assert resume(match) == in_the_middle(hands)


def test_save_can_be_read(hands: Game):
    """Choices are keys, ten on a line; nothing of the state is told."""
    match = hands.start()
    while not match.over:
        match.choose("spend" if "spend" in match.decision.keys else 0)
    text = match.save()
    assert '"spend", "spend", "spend", "spend"' in text
    assert "money" not in text
    assert len(text.splitlines()) < 20


def test_save_before_the_first_choice(hands: Game):
    """Nothing was chosen: an empty list."""
    assert resume(hands.start()) == hands.start()


def test_asked_chance_is_saved(game_of: GameOf):
    """What was said to come by chance is a choice like others."""
    game = game_of(HANDS.replace("move tile to deck", "move tile to deck\n      shuffle deck", 1), "asked")
    match = game.start(chance="ask")
    match.choose("five")
    match.choose("six")
    assert resume(match) == match


def test_variants_in_files_of_their_own(tmp_path: Path, game_of: GameOf):
    """A house rule given by its path is found again."""
    game_of(HANDS, "hands")
    house = tmp_path / "poor.rules"
    house.write_text('variant poor of hands\n  forbid lay(c) when c.worth > 1 because "no"\n', encoding="utf-8")
    game = game_of(HANDS, "hands", variants=[str(house)])
    match = game.start()
    match.choose("lay")
    assert resume(match, files=[str(house)]) == match
    with pytest.raises(SaveError, match=r"played with rules in .*poor\.rules; a save opens no file"):
        resume(match)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(version=2), "made by a later version"),
        (lambda d: d.update(version=10**30), "made by a later version"),
        (lambda d: d.update(version=0), "a format that is not known"),
        (lambda d: d.update(version="1"), "`version` is not a whole number"),
        (lambda d: d.update(format="other"), "not a save of rulelang"),
        (lambda d: d.pop("choices"), "has no `choices`; was it cut"),
        (lambda d: d.update(players=True), "`players` is not a whole number"),
        (lambda d: d.update(players=3), "hands is for 2 players, not for 3"),
        (lambda d: d.update(players=10**40), "can not be played here"),
        (lambda d: d.update(seed=1.5), "`seed` is not a whole number"),
        (lambda d: d.update(chance="maybe"), "it is `seeded` or `ask`"),
        (lambda d: d.update(options=[]), "`options` is not a table"),
        (lambda d: d.update(options={"a": [1]}), "a value that no option can have"),
        (lambda d: d.update(options={"a": 1}), "no option `a`"),
        (lambda d: d.update(variants=["x"]), "can not be played here"),
        (lambda d: d.update(variants=[1]), "number 1 of `variants` is not a text"),
        (lambda d: d.update(more=1), "something that is not part of one: `more`"),
        (lambda d: d["choices"].append(7), "number 6 of `choices` is not a text"),
        (lambda d: d["choices"].append("dance"), r"departs at choice 6 of 6 \(`dance`\): the options there are"),
        (lambda d: d["choices"].__setitem__(1, "six"), r"departs at choice 2 of 5 \(`six`\)"),
        (lambda d: d["choices"].__setitem__(1, "\ud800"), r"departs at choice 2 of 5 \(`\\ud800`\)"),
        (lambda d: d["choices"].pop(), "changed after it was made"),
        (lambda d: d.update(seed=5), "changed after it was made"),
        (lambda d: d.update(rules="0" * 16), "made under other rules .* all 5 choices could still be made"),
    ],
)
def test_wrong_saves(hands: Game, change: Change, message: str):
    """What is wrong with a save is said, whatever it is."""
    match = in_the_middle(hands)
    data = json.loads(match.save())
    change(data)
    with pytest.raises(SaveError, match=message):
        resume(match, json.dumps(data))


def test_other_rules_part_at_a_choice(game_of: GameOf):
    """A save made under other rules says where the two games part."""
    match = in_the_middle(game_of(HANDS, "hands"))
    text = match.save()
    game_of(HANDS.replace("actor.money >= 2", "actor.money >= 7"), "hands")
    with pytest.raises(SaveError, match=r"made under other rules .* they part at choice 3 of 5 \(`spend`\)"):
        resume(match, text)


def test_layout_does_not_matter(game_of: GameOf):
    """Comments and empty lines are not rules."""
    match = in_the_middle(game_of(HANDS, "hands"))
    text = match.save()
    game_of(HANDS.replace("    card tile", "    # a new comment\n\n    card tile"), "hands")
    assert resume(match, text).choices


@pytest.mark.parametrize(
    "game", ["/dev/zero", "/", ".", "no/such/game.rules", "a\0b", "hands", "hands.rules", "\x1b[2J"]
)
def test_a_save_opens_nothing_by_itself(hands: Game, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A file that it names is not even looked for, be it there or not."""
    monkeypatch.chdir(tmp_path)
    match = in_the_middle(hands)
    data = {**json.loads(match.save()), "game": game}
    monkeypatch.setattr("rulelang.api.load.load", None)
    with pytest.raises(SaveError, match="a save opens no file that is not given"):
        rulelang.resume(json.dumps(data))


def test_a_save_of_a_shipped_game_needs_nothing_else():
    """Its name says it all."""
    match = rulelang.load("rotterdam").start(seed=1)
    match.choose(0)
    assert rulelang.resume(match.save()) == match


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", "nonsense", "[" * 100_000, '{"a":' + "9" * 5000 + "}"])
def test_no_save_at_all(text: str):
    """Anything else is no save."""
    with pytest.raises(SaveError, match="not a save"):
        rulelang.resume(text)


def test_every_cut_is_noticed(hands: Game):
    """A save cut anywhere is refused."""
    match = in_the_middle(hands)
    text = match.save().rstrip()
    for end in range(0, len(text), 7):
        with pytest.raises(SaveError):
            resume(match, text[:end])


def test_match_driven_by_other_means(hands: Game):
    """A match whose state was changed by hand can not be saved as choices."""
    match = in_the_middle(hands)
    match.state.player_money[0] = 99
    with pytest.raises(SaveError, match="not played by choices alone"):
        match.save()


def test_keys_that_are_alike():
    """Options of the same name are told apart by a number."""
    assert unique_keys(["red", "blue", "red", "red"]) == ["red", "blue", "red#2", "red#3"]

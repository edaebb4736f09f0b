"""The engine's own words in other languages."""

from __future__ import annotations

import re

import pytest

from rulelang.text.phrasebook import PHRASES
from tests.unit.conftest import GameOf

HOLE = re.compile(r"\{(\w+)\}")
SMALL = """
    game small "Small"
      players: 2

    round main
      last: 1
      turn
        choose one
          way go
            need round.number > 0
          way stay
            need round.number > 0

    {more}
    score nothing(p) gives 0
"""


@pytest.mark.parametrize("language", sorted(PHRASES))
def test_holes_are_the_same_in_every_language(language: str) -> None:
    for text, said in PHRASES[language].items():
        assert sorted(HOLE.findall(text)) == sorted(HOLE.findall(said)), text


def test_every_language_has_the_same_phrases() -> None:
    """But for those that are the same as in English."""
    known = {text for book in PHRASES.values() for text in book}
    for language, book in PHRASES.items():
        assert {t for t in known - set(book) if re.sub(r"\{\w+\}", "", t).strip(": →")} == set(), language


def test_a_game_that_speaks_the_language_is_answered_in_it(game_of: GameOf) -> None:
    match = game_of(SMALL.format(more='translate nl\n      small: "Klein"\n')).start(2, seed=1, language="nl")
    assert match.why_not("pass").reason == "hier moet gekozen worden"


def test_a_game_that_does_not_is_not_half_translated(game_of: GameOf) -> None:
    match = game_of(SMALL.format(more="")).start(2, seed=1, language="nl")
    assert match.why_not("pass").reason == "this choice must be made"


def test_what_the_game_says_itself_comes_first(game_of: GameOf) -> None:
    own = 'translate nl\n      "this choice must be made": "kiezen!"\n'
    match = game_of(SMALL.format(more=own)).start(2, seed=1, language="nl")
    assert match.why_not("pass").reason == "kiezen!"

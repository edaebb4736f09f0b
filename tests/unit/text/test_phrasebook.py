"""The engine's own words in other languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import rulelang
from rulelang.text.phrasebook import book, languages, parted
from tests.unit.conftest import GameOf

LANGUAGES = sorted(languages())
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_holes_are_the_same_in_every_language(language: str) -> None:
    """A sentence loses nothing in translation."""
    for text, said in book(language).phrases.items():
        assert set(HOLE.findall(text)) == set(HOLE.findall(said)), text


def test_every_language_has_the_same_phrases() -> None:
    """But for those that are the same as in English."""
    known = {text for language in LANGUAGES for text in book(language).phrases}
    for language in LANGUAGES:
        missing = known - {*book(language).phrases}
        assert {t for t in missing if re.sub(r"\{\w+\}", "", t).strip(": →÷")} == set(), language


def test_every_phrase_is_said_somewhere() -> None:
    """A text that was improved in English is not lost in the other languages."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(rulelang.__file__).parent.rglob("*.py")]
    texts = {
        n.value for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    }
    templates = "".join(text for text in texts if "\n" in text)
    known = {text for language in LANGUAGES for text in book(language).phrases}
    assert {text for text in known - texts if f'"{text}"' not in templates} == set()


def test_numbers_and_nouns_are_written_as_in_the_language() -> None:
    assert [parted(15000, language) for language in ("en", "nl", "fr", "xx")] == [
        "15,000",
        "15.000",
        "15\u202f000",
        "15.000",
    ]
    assert [language for language in LANGUAGES if book(language).has_capital_nouns] == ["de"]


def test_what_is_no_language_has_no_book() -> None:
    assert book("xx").phrases == book("../nl").phrases == {}


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

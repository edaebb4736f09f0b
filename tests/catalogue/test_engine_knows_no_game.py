"""A game is data: no word of any shipped game stands in the package.

Words are found inside names as well (`port_fee`, `PortFee`), but never inside other words (`import`).
`voyage` is the name of a mechanism and allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "rulelang"
READ = {".py", ".rules", ".lark"}
# Folders that a build puts into the package: games are wanted there.
PUT_IN = {"_games", "_grammar", "_pages"}

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
GAME_WORDS = {
    *("captain", "cargo", "dock", "dockworker", "freight", "fuel", "harbor", "harbour", "mainport"),
    *("mastermind", "port", "rotterdam", "sailor", "ship", "vessel"),
}


def words(text: str) -> Iterator[tuple[int, str]]:
    """Every word of a text in lower case, with the number of its line."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in WORD.finditer(line):
            yield number, match[0].lower()


def is_of_a_game(word: str) -> bool:
    """Whether a word, or what it is the plural of, belongs to a game."""
    return word in GAME_WORDS or word.removesuffix("s") in GAME_WORDS


def files() -> list[Path]:
    """The files of the package that people write."""
    return sorted(
        path
        for path in PACKAGE.rglob("*")
        if path.suffix in READ and PUT_IN.isdisjoint(path.relative_to(PACKAGE).parts)
    )


@pytest.mark.parametrize("path", files(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_word_of_a_game(path: Path):
    """Neither the text nor the name of a file speaks of a game."""
    name = path.relative_to(PACKAGE).as_posix()
    text = f"{name}\n{path.read_text(encoding='utf-8')}"
    found = [f"{name}:{number - 1}: {word}" for number, word in words(text) if is_of_a_game(word)]
    assert found == []


@pytest.mark.parametrize("text", ["a ship", "ship_owner", "ShipOwner", "SHIPS", "port: 3", "2ports"])
def test_words_are_found_in_names(text: str):
    """Underscores, digits and capitals separate words."""
    assert any(is_of_a_game(word) for _, word in words(text))


@pytest.mark.parametrize("text", ["import", "supports reporting", "shipped", "portable", "voyage"])
def test_words_are_not_found_in_other_words(text: str):
    """A word that only contains a game's word is fine."""
    assert not any(is_of_a_game(word) for _, word in words(text))

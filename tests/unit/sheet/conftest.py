"""Small games, and their sheets as Markdown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.sheet import make_sheet
from rulelang.sheet.write import markdown

GameOf = Callable[..., Game]
SheetOf = Callable[..., str]


@pytest.fixture
def game_of(tmp_path: Path) -> GameOf:
    """A game from its rules."""

    def make(text: str, **more: object) -> Game:
        path = tmp_path / "small.rules"
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return load(path, **more)  # type: ignore[arg-type]

    return make


@pytest.fixture
def sheet_of(game_of: GameOf) -> SheetOf:
    """The sheet of some rules as Markdown."""

    def make(text: str, players: int = 2, language: str = "en", **more: object) -> str:
        return markdown.write(make_sheet(game_of(text, **more), players, language))

    return make

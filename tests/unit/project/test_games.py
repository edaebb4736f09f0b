"""Which game a file is part of: its own, that of its folder, or none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulelang.checks.run import check_paths
from rulelang.cli import main
from rulelang.errors import UsageError
from rulelang.project.games import in_file

PIG = (Path(__file__).parents[3] / "examples" / "pig.rules").read_text(encoding="utf-8")
MANY = 671


@pytest.fixture
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, among more rule files than are read as one game."""
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "crowd"
    (folder / "below").mkdir(parents=True)
    (folder / "pig.rules").write_text(PIG, encoding="utf-8")
    for number in range(MANY):
        (folder / "below" / f"{number}.rules").write_text(f"value v{number} gives {number}\n", encoding="utf-8")
    return folder


def test_a_game_among_very_many_files_is_checked_by_itself(crowd: Path) -> None:
    """They can not be parts of it, and need not be read."""
    game = in_file(crowd / "pig.rules")
    assert (game.reference, game.is_game, game.is_part) == (crowd / "pig.rules", True, False)
    assert check_paths([crowd / "pig.rules"]) == []


@pytest.mark.parametrize("words", [["check"], ["test", "--allow-empty"], ["fmt", "--check"], ["fix", "--check"]])
def test_every_command_takes_it(crowd: Path, words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*words, str(crowd / "pig.rules")])
    assert left.value.code == 0


def test_a_game_where_nobody_can_search_is_checked_by_itself(crowd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.project.dependencies.MOST_ENTRIES", 5)
    assert check_paths([crowd / "pig.rules"]) == []


@pytest.mark.parametrize(
    "asked", [lambda crowd: crowd, lambda crowd: crowd / "below" / "7.rules"], ids=["the folder", "a part"]
)
def test_what_needs_them_all_is_refused_and_says_what_to_name(crowd: Path, asked: Callable[[Path], Path]) -> None:
    with pytest.raises(UsageError, match=r"holds 672 rule files; .* name the file with its `game`"):
        check_paths([asked(crowd)])

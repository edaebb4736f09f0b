"""Settings of a folder of rules: where they are found, what they may hold, what is told of a slip."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.errors import UsageError
from rulelang.project.settings import settings_for

FULL = """
games = ["games/*"]
exclude = ["drafts/**"]
[check]
fail-level = "error"
levels = { never-used = "off", missing-words = "error" }
[[check.per-file]]
files = ["house/*"]
levels = { never-used = "error" }
[cover]
at-least = { lines = 95, needs = 90 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rulelang.toml").write_text(FULL, encoding="utf-8")
    (tmp_path / "games" / "one").mkdir(parents=True)
    return tmp_path


def test_the_nearest_one_above_holds_and_nothing_is_merged(folder: Path) -> None:
    assert settings_for(folder / "games" / "one").check.fail_level == "error"
    (folder / "games" / "rulelang.toml").write_text('exclude = ["x"]\n', encoding="utf-8")
    near = settings_for(folder / "games" / "one" / "a.rules")
    assert (near.check.fail_level, near.exclude) == ("warning", ("x",))


def test_it_may_stand_in_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.rulelang]\ngames = ["a"]\n', encoding="utf-8")
    assert settings_for(tmp_path).games == ("a",)


def test_a_pyproject_without_a_table_of_ours_is_passed_by(folder: Path) -> None:
    (folder / "games" / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    assert settings_for(folder / "games").cover.at_least.lines == 95


def test_levels_of_some_files_win(folder: Path) -> None:
    settings = settings_for(folder)
    assert settings.levels_of(str(folder / "a.rules"))["never-used"] == "off"
    assert settings.levels_of(str(folder / "house" / "a.rules")) == {"never-used": "error", "missing-words": "error"}


def test_what_is_left_out(folder: Path) -> None:
    settings = settings_for(folder)
    assert settings.is_excluded(folder / "drafts" / "deep" / "a.rules")
    assert settings.is_excluded(folder / "drafts")
    assert not settings.is_excluded(folder / "games" / "drafts.rules")


def test_what_is_meant_without_a_path(folder: Path) -> None:
    assert settings_for(folder).paths == [folder / "games" / "one"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[chek]", "rulelang.toml: there is no setting `chek`; did you mean `check`?"),
        (
            "[check]\nfail-levl = 'error'",
            "rulelang.toml: check: there is no setting `fail-levl`; did you mean `fail-level`?",
        ),
        (
            "[check]\nfail-level = 'loud'",
            "rulelang.toml: check.fail-level: one of error, warning, never is needed, not 'loud'",
        ),
        (
            "[check]\nlevels = { never-used = 3 }",
            "check.levels.never-used: one of error, warning, off is needed, not 3",
        ),
        ("games = 'here'", "rulelang.toml: games: a list of texts is needed"),
        ("games = [1]", "rulelang.toml: games: a text is needed"),
        (
            "[cover]\nat-least = { lines = 101 }",
            "cover.at-least.lines: a whole number from 0 to 100 is needed, not 101",
        ),
        ("[cover]\nat-least = { lines = true }", "a whole number from 0 to 100 is needed, not True"),
        ("check = 3", "rulelang.toml: check: a table is needed, not 3"),
        ("[check]\nper-file = 3", "tables are needed, each under [[check.per-file]]"),
        ("a = ", "can not be read"),
    ],
)
def test_slips_are_told_with_their_place(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "rulelang.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as error:
        settings_for(tmp_path)
    assert told in str(error.value)


def test_games_are_kept_below_the_folder_alone(folder: Path) -> None:
    """A folder of rules that somebody sent writes nowhere else."""
    (folder / "rulelang.toml").write_text('store = "kept/games.sqlite"\n', encoding="utf-8")
    assert settings_for(folder / "games").store_file == folder.resolve() / "kept/games.sqlite"
    (folder / "rulelang.toml").write_text('store = "../games.sqlite"\n', encoding="utf-8")
    with pytest.raises(UsageError, match="a file below"):
        settings_for(folder).store_file  # noqa: B018

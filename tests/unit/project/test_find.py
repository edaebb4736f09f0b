"""Finding games: by the name of a shipped one, or by a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.project.sources import examples_folder, find, games_folder, is_shipped


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a folder named like a shipped game."""
    (tmp_path / "rotterdam").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_bare_name_may_be_an_example(folder: Path):
    """Or a house rule; files at hand come first, and are no part of what is shipped."""
    assert find("pig") == examples_folder() / "pig.rules"
    assert find("rich_start") == examples_folder() / "house_rules" / "rich_start.rules"
    assert is_shipped("pig")
    (folder / "pig.rules").touch()
    assert find("pig") == Path("pig.rules")
    assert not is_shipped("pig")


def test_a_bare_name_is_a_shipped_game(folder: Path):
    assert find("rotterdam") == games_folder() / "rotterdam"


@pytest.mark.parametrize("reference", ["./rotterdam", Path("./rotterdam")], ids=["text", "path"])
def test_a_path_is_never_a_shipped_game(folder: Path, reference: str | Path):
    """`Path` drops the `./`, and is a path all the same."""
    assert find(reference).resolve() == folder / "rotterdam"

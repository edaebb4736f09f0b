"""What a check found is told again as long as the files are the same, and looked for anew as soon as they are not."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rulelang.cache.folder import SWITCH
from rulelang.checks import worlds
from rulelang.checks.run import check

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of its own, in which a value is never used, and a cache that is on."""
    monkeypatch.setenv(SWITCH, str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "pig.rules"
    shutil.copy(EXAMPLES / "pig.rules", path)
    append(path, "\nvalue idle gives 3\n")
    return path


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The worlds that checks have built."""
    found: list[Any] = []
    real = worlds.draft_world

    def build(*arguments: Any) -> Any:
        found.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(worlds, "draft_world", build)
    return found


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def slugs(path: Path) -> list[tuple[str, str, int]]:
    return [(problem.slug, problem.span.file.name, problem.span.line) for problem in check(path)]


def test_unchanged_files_are_not_looked_at_again(game: Path, built: list[Any]) -> None:
    first = check(game)
    assert [problem.slug for problem in first] == ["never-used"]
    built.clear()
    assert check(game) == first
    assert not built


def test_a_changed_file_is_looked_at_again(game: Path) -> None:
    before = slugs(game)
    game.write_text("\n" + game.read_text(encoding="utf-8"), encoding="utf-8")
    assert slugs(game) == [(slug, file, line + 1) for slug, file, line in before]
    append(game, "\nvalue broken gives nobody_knows\n")
    assert "unknown-name" in [slug for slug, _, _ in slugs(game)]


def test_places_are_told_as_seen_from_where_one_is(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [file for _, file, _ in slugs(game)] == ["pig.rules"]
    inner = game.parent / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    assert [file for _, file, _ in slugs(game)] == [str(game)]


def test_a_file_beside_that_a_variant_speaks_of_counts(game: Path) -> None:
    house = game.with_name("house.rules")
    house.write_text("variant long of pig\n  excludes: short\n\n  change goal to 200\n", encoding="utf-8")
    assert "unknown-variant" in [slug for slug, _, _ in slugs(house)]
    game.with_name("other.rules").write_text("variant short of pig\n\n  change goal to 20\n", encoding="utf-8")
    assert "unknown-variant" not in [slug for slug, _, _ in slugs(house)]

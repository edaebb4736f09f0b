"""What happens between an edit and the answer."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from rulelang.lsp import projects
from rulelang.lsp.projects import Project, Projects
from rulelang.project.games import in_file

ROOT = Path(__file__).parents[2]


def test_what_is_typed_during_a_check_is_checked(tmp_path: Path) -> None:
    """A game is due again if somebody typed while it was checked to the end, and if the check was given up."""
    shutil.copy(ROOT / "examples/tic_tac_toe.rules", tmp_path)
    project = Project.of(in_file(tmp_path / "tic_tac_toe.rules"))

    def typed() -> None:
        project.is_due = True

    project.checker.heed = typed
    project.check({})
    assert project.is_due
    project.checker.heed = lambda: None
    project.check({})
    assert not project.is_due


def test_a_game_that_is_refused_hinders_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is complained of once, and what is wrong with the others is told."""
    for name in ("SOON", "LATER", "REST"):
        monkeypatch.setattr(projects, name, 0.0)
    monkeypatch.setattr("rulelang.project.sources.MOST_FILES", 2)
    for name in ("crowd/pig.rules", "crowd/one.rules", "crowd/two.rules", "lonely/pig.rules"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "examples/pig.rules", tmp_path / name)
    for part in ("one", "two"):
        (tmp_path / f"crowd/{part}.rules").write_text(f"value {part} gives 1\n", encoding="utf-8")
    complaints: list[str] = []

    async def typed() -> Projects:
        found = Projects(lambda: None, lambda: None, complaints.append)
        for path in (tmp_path / "crowd/one.rules", tmp_path / "lonely/pig.rules"):
            found.edit(path, path.read_text(encoding="utf-8") + "\nvalue spare gives 1\n")
        assert found._task is not None
        await found._task
        found.end()
        return found

    told = asyncio.run(typed()).problems
    assert [len(complaints), "holds 3 rule files" in complaints[0]] == [1, True]
    assert [(problem.slug, Path(problem.span.file.name).parent.name) for problem in told] == [("never-used", "lonely")]

"""What happens between an edit and the answer."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulelang.lsp.projects import Project
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

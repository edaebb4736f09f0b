"""Hooks as pre-commit installs them: from a repository, in an environment of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli import commands

pytestmark = pytest.mark.slow
NAME = "heap"


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "gc.auto=0"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> Path:
    git(folder, "init")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "first")
    return folder


@pytest.fixture
def hooks(built: Path, tmp_path: Path) -> Path:
    """A repository with what the sdist holds."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "hooks", filter="data")
    (folder,) = (tmp_path / "hooks").iterdir()
    return commit(folder)


def test_they_find_what_is_wrong(hooks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing at first; then a mistake, a line out of style and a scenario that fails, each by its hook."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(commands, ["new", NAME]).exit_code == 0
    project = commit(tmp_path / NAME)
    rules = project / f"{NAME}.rules"
    env = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "kept"), "RULELANG_CACHE": str(tmp_path / "cache")}
    # An address of git's own kind: it is asked where its newest commit is.
    address = hooks.as_uri()

    def tried() -> tuple[int, str]:
        words = [sys.executable, "-m", "pre_commit", "try-repo", address, "--all-files", "--color=never"]
        done = subprocess.run(words, cwd=project, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    status, said = tried()
    assert status == 0, said
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("actor.stones", "actor.stone"), encoding="utf-8")
    git(project, "add", ".")
    status, said = tried()
    assert status == 1
    assert "error[unknown-part]: `player` has no `stone`" in said
    rules.write_text(text.replace("heap = 17", "heap =  18"), encoding="utf-8")
    git(project, "add", ".")
    status, said = tried()
    assert status == 1
    assert "files were modified by this hook" in said
    assert "`heap = 18` does not hold: 17 = 18" in said

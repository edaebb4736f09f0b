"""What people install: the wheel made from the sdist, in a clean environment, with every Python that is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import rulelang

ROOT = Path(__file__).parents[2]
OLDEST, NEWEST = 11, 15

pytestmark = pytest.mark.slow


def pythons() -> list[str]:
    """Every Python that rulelang is for, each version once."""
    found: dict[int, str] = {sys.version_info.minor: sys.executable}
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    for minor in range(OLDEST, NEWEST + 1):
        places = [shutil.which(f"python3.{minor}"), *versions.glob(f"3.{minor}.*/bin/python3.{minor}")]
        working = [str(place) for place in places if place is not None and can_make_environments(place)]
        if working:
            found.setdefault(minor, working[0])
    return [found[minor] for minor in sorted(found)]


def can_make_environments(python: str | Path) -> bool:
    return subprocess.run([python, "-c", "import ensurepip"], check=False, capture_output=True).returncode == 0


def test_the_sdist_holds_what_is_needed_to_work_on_it(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for wanted in ("LICENSE", "CHANGELOG.md", "Makefile", ".ci/run", "tests/conftest.py", "examples/pig.rules"):
        assert wanted in names
    assert not [name for name in names if "__pycache__" in name or name.startswith(".venv")]


def test_the_wheel_holds_what_is_needed_to_play(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        names = archive.namelist()
        metadata = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    for wanted in ("_games/rotterdam/game.rules", "_examples/house_rules/rich_start.rules", "_grammar/rulelang.lark"):
        assert f"rulelang/{wanted}" in names
    assert f"Version: {rulelang.__version__}\n" in metadata
    assert "License-Expression: MIT\n" in metadata
    assert not [name for name in names if name.startswith(("tests/", "examples/"))]


@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).parents[1].name)
def test_an_installed_wheel_plays(built: Path, tmp_path: Path, python: str) -> None:
    """Games, examples and house rules are found by their names; nothing of the checkout is."""
    place = tmp_path / "venv"
    subprocess.run([python, "-m", "venv", place], check=True)
    install = [place / "bin" / "pip", "install", "-q", "--disable-pip-version-check", next(built.glob("*.whl"))]
    subprocess.run(install, check=True, capture_output=True)
    empty = tmp_path / "empty"
    empty.mkdir()
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    clean["RULELANG_CACHE"] = str(tmp_path / "cache")

    def run(*words: str) -> str:
        command = [place / "bin" / "rulelang", *words]
        done = subprocess.run(command, cwd=empty, env=clean, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    bots = [word for seat in (1, 2) for word in ("--seat", f"{seat}=random")]
    assert run("--version") == f"rulelang {rulelang.__version__}\n"
    assert "rotterdam" in run("list")
    assert run("play", "pig", *bots, "--seed", "1")
    assert run("simulate", "cheap_ships", "--games", "1", "--limit", "50", "--bot", "random")
    assert run("explain", "unknown-name")

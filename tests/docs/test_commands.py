"""Every command in the documentation works as it is printed, and so does every program."""

from __future__ import annotations

import os
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulelang.cli import commands
from tests.docs.pages import complete, fences, laid_over

ROOT = Path(__file__).parents[2]
PAGES = [
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "diagnostics"),
    ROOT / "README.md",
    ROOT / "examples" / "house_rules" / "README.md",
]
FINDINGS = {"diff", "tune"}  # commands that leave with 1 if there is something to tell


def told() -> list[tuple[str, str, str]]:
    """Each command with its page, and the rules that the page has led to by then."""
    found = []
    for page in PAGES:
        rules = ""
        for fence in fences(page):
            if fence.language == "rules":
                rules = laid_over(rules, fence.text) if page.stem == "tutorial" else ""
            elif fence.language == "shell":
                lines = [line.split("  #")[0].strip() for line in fence.text.splitlines()]
                found += [(page.stem, line, rules) for line in lines if line]
    return found


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the paths of the pages lead somewhere."""
    for name in ("examples", "games"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("page", "line", "rules"), told(), ids=lambda value: value if len(value) < 90 else "")
def test_command(table: Path, page: str, line: str, rules: str) -> None:
    """It is a command of this program, and leaves with the status of a good one."""
    first = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    smallest = re.search(r"```rules\n(.*?)```", first, re.DOTALL)
    assert smallest is not None
    (table / "peddlers.rules").write_text(complete(rules or smallest[1]), encoding="utf-8")
    words = shlex.split(line.split(" > ", maxsplit=1)[0])
    assert words[0] == "rulelang", line
    few = [("3" if before == "--games" else word) for before, word in pairwise(words)]
    result = CliRunner().invoke(commands, few, prog_name="rulelang", input="")
    allowed = {0, 1} if words[1] in FINDINGS else {0}
    assert result.exit_code in allowed, result.output


@pytest.mark.parametrize("page", [page for page in PAGES if any(f.language == "python" for f in fences(page))], ids=str)
def test_program(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It runs from the folder of the project, and prints something."""
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        for fence in fences(page):
            if fence.language == "python":
                run_program(fence.text, page)
    finally:
        os.chdir(here)
    assert capsys.readouterr().out


def run_program(text: str, page: Path) -> None:
    """Some pages are about extras, which need not be there."""
    try:
        exec(compile(text, str(page), "exec"), {})
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("rulelang"):
            raise
        pytest.skip(f"{missing.name} is not installed")

"""Every hostile file does what its first line says, within ten seconds of a processor and one gigabyte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(p for p in HERE.rglob("*") if p.suffix in {".rules", ".save"})
ENOUGH = 70

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of single processes are those of POSIX")


@pytest.fixture(scope="module")
def judged() -> Iterator[Callable[[Path], list[str]]]:
    """One process that forks for each file: Python and rulelang are started once."""
    words = [sys.executable, "-m", "tests.hostile.attack"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, cwd=HERE.parents[1]) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        questions, answers = asked.stdin, asked.stdout

        def ask(path: Path) -> list[str]:
            questions.write(f"{path}\n")
            questions.flush()
            found: list[str] = json.loads(answers.readline())
            return found

        try:
            yield ask
        finally:
            questions.close()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HERE).as_posix())
def test_a_hostile_file_does_what_its_first_line_says(path: Path, judged: Callable[[Path], list[str]]) -> None:
    """Nothing else, and nothing worse."""
    assert judged(path) == []


def test_there_are_enough_of_them() -> None:
    """The folder does not wither."""
    assert len(FILES) >= ENOUGH


def test_the_runner_itself_can_fail(tmp_path: Path, judged: Callable[[Path], list[str]]) -> None:
    """A wrong expectation, a wrong line, and a file that nobody could answer in time are all told."""
    game = "game fair\n  players: 2\n\nround main\n  last: 1\n  turn\n    stop\n\nscore s(p) gives seat(p)\n"
    for first, words in (
        ("check: too-many", "found `clean`"),
        ("check: clean; play: stops@3", "found `ends`"),
        ("check: missing-game@7", "wanted `missing-game@7`"),
    ):
        path = tmp_path / "wrong.rules"
        path.write_text(f"# {first}\n{game if 'missing' not in first else 'value v gives 1'}\n")
        assert any(words in one for one in judged(path)), first

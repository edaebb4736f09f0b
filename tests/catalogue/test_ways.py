"""What CONTRIBUTING.md says that a new thing takes is enough: a small one is put into a copy of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FORM = """STATEMENTS: tuple[Statement, ...] = (
    Statement("double", "double f", "Adds to a field as much as it holds."),
"""
READING = """
    def double(self, item: nodes.Act, scope: Scope) -> tuple[s.Body, Scope]:
        target = self.target(item.subject, scope)
        return [s.Increase(target, target, span=item.span)], scope
"""
GAME = """game doubling "Doubling"
  players: 2

player
  points: number starts 3

setup
  each p in player
    double p.points

round main
  last: 1
  turn
    if actor.points > 0
      stop turn

score points(p) gives p.points

scenario "twice as much"
  then
    need all(p in player: p.points = 6)
"""


def test_a_statement_that_is_made_of_others(tmp_path: Path):
    """Its form, which the grammar takes, and its reading."""
    for part in ("rulelang", "grammar"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("node_modules"))
    forms, reading = (tmp_path / "rulelang" / each for each in ("language/blocks.py", "model/resolve/statements.py"))
    put(forms, FORM.splitlines()[0] + "\n", FORM)
    put(reading, "\n    def shuffle(", READING + "\n    def shuffle(")
    (tmp_path / "doubling.rules").write_text(GAME, encoding="utf-8")
    for command in ("check", "test"):
        ran = subprocess.run(
            [sys.executable, "-m", "rulelang", command, "doubling.rules"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def put(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")

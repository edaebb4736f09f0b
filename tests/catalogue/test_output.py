"""All output goes through the functions that make it harmless."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2] / "rulelang"
# Those that print, and those that draw; the second cover the screen and join lines that were made harmless.
OWN = {"cli/output.py"}
PRINTS = re.compile(r"click\.s?echo\(|(?<![\w.])print\(|\.write\(\s*f?\"|std(?:out|err)\.write|Text\((?!\"\\n\"\))")
COVERS = 'self.console.file.write("\\x1b[2J\\x1b[3J\\x1b[H")'


def test_nobody_prints_by_himself() -> None:
    """A text of a stranger can not slip past."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "cli").glob("*.py"))
        if path.relative_to(ROOT).as_posix() not in OWN
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if PRINTS.search(line) and line.strip() != COVERS
    ]
    assert found == []

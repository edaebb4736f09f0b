"""Makes CHANGELOG.md from the notes in this folder: `make changelog`.

A note is a file `<name>.<kind>.md` of one change. When a version is released its section stays as it is, the notes
are deleted, and the next one begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
CHANGELOG = ROOT / "CHANGELOG.md"
KINDS = {"breaking": "What has to be changed in rule files and programs", "change": "What is new"}
HEAD = "# Changes\n\nThe newest version first. Made by `make changelog` from the notes in `changelog.d`.\n"


def version() -> str:
    """The version that the package has now."""
    found = re.search(r'^__version__ = "(.*)"$', (ROOT / "rulelang" / "__init__.py").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def notes(kind: str, folder: Path = HERE) -> Iterator[str]:
    """The notes of a kind as items of a list, sorted by their names."""
    for path in sorted(folder.glob(f"*.{kind}.md")):
        lines = path.read_text("utf-8").strip().split("\n")
        yield "- " + "\n  ".join(lines)


def section(folder: Path = HERE) -> str:
    """What has changed since the last version."""
    parts = [f"## {version()}"]
    for kind, title in KINDS.items():
        found = list(notes(kind, folder))
        parts += [f"### {title}", "\n".join(found)] if found else []
    return "\n\n".join(parts) + "\n"


def with_section(text: str, made: str) -> str:
    """A changelog in which the section of a version is the one that was made now."""
    title = made.split("\n", 1)[0]
    sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]
    older = [each for each in sections if each.split("\n", 1)[0] != title]
    return "\n".join([HEAD, made, *older])


if __name__ == "__main__":
    before = CHANGELOG.read_text("utf-8") if CHANGELOG.exists() else ""
    CHANGELOG.write_text(with_section(before, section()), "utf-8")

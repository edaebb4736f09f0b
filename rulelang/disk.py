"""Looking at files, and remembering what was seen: who reads the same again can tell whether it is the same."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

ENDING = ".rules"

Seen = tuple[tuple[str, str, Any], ...]


class Disk:
    """Answers about files, each of them noted."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Any] = {}

    @property
    def seen(self) -> Seen:
        return tuple((what, path, answer) for (what, path), answer in self._seen.items())

    def exists(self, path: Path) -> bool:
        there = path.exists()
        self._note("exists", path, there)
        return there

    def is_file(self, path: Path) -> bool:
        there = path.is_file()
        self._note("is_file", path, there)
        return there

    def is_dir(self, path: Path) -> bool:
        there = path.is_dir()
        self._note("is_dir", path, there)
        return there

    def read(self, path: Path) -> bytes:
        raw = path.read_bytes()
        self._note("text", path, hashlib.sha256(raw).digest())
        return raw

    def rule_files(self, folder: Path) -> list[Path]:
        """All rule files of a folder and the folders in it, in order."""
        names = rule_files(str(folder))
        self._note("rule_files", folder, names)
        return sorted(folder / name for name in names)

    def _note(self, what: str, path: Path, answer: Any) -> None:
        self._seen[what, str(path)] = answer


def rule_files(folder: str) -> tuple[str, ...]:
    """The rule files below a folder, by their names in it."""
    found = []
    for top, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(top, name) for name in names if name.endswith(ENDING)]  # noqa: PTH118
    return tuple(sorted(os.path.relpath(path, folder) for path in found if os.path.isfile(path)))  # noqa: PTH113


def is_unchanged(seen: Seen) -> bool:
    """Would the disk give the same answers now?"""
    try:
        return all(look(what, path) == answer for what, path, answer in seen)
    except OSError:
        return False


def look(what: str, path: str) -> Any:
    if what == "text":
        return hashlib.sha256(Path(path).read_bytes()).digest()
    if what == "rule_files":
        return rule_files(path)
    return getattr(Path(path), what)() if what in ("exists", "is_file", "is_dir") else None

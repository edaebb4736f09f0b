"""Looking at files, and remembering what was seen: who reads the same again can tell whether it is the same.

Whatever is read is a plain file of a sensible size: a device never ends, and a pipe waits for ever.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rulelang.errors import UsageError

ENDING = ".rules"
LARGEST = 16_000_000
MOST_ENTRIES = 100_000
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

Seen = tuple[tuple[str, str, Any], ...]


class TooLarge(UsageError):
    """A file that is not read because of its size in bytes."""

    def __init__(self, path: str | Path, size: int, most: int) -> None:
        super().__init__(f"{path} has {size:,} bytes; at most {most:,} are read")
        self.size = size


class NotAFile(UsageError):
    """Something else that stands where a file is looked for."""


# Texts that are laid over those on the disk: what an editor has open, or what comes on standard input. Two editors
# may be at work, each in a thread of its own.
_LAID_OVER: ContextVar[Mapping[str, bytes]] = ContextVar("laid_over", default=MappingProxyType({}))


@contextmanager
def laid_over(texts: Mapping[Path, bytes]) -> Iterator[None]:
    """Within the block, files have these texts, whether they are on the disk or not."""
    before = _LAID_OVER.set({**_LAID_OVER.get(), **{os.path.realpath(path): text for path, text in texts.items()}})
    try:
        yield
    finally:
        _LAID_OVER.reset(before)


def over(path: str | Path) -> bytes | None:
    """The text that is laid over a file, if there is one."""
    texts = _LAID_OVER.get()
    return texts.get(os.path.realpath(path)) if texts else None


def is_laid_over(path: str | Path) -> bool:
    return over(path) is not None


def read_file(path: str | Path, most: int = LARGEST) -> bytes:
    """The bytes of a plain file, if they are not too many."""
    laid = over(path)
    if laid is not None:
        return laid
    checked(path, os.stat(path), most)  # noqa: PTH116 - a device is not even opened
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        checked(path, os.fstat(handle), most)  # it may be another one by now
        raw = file.read(most + 1)
    if len(raw) > most:
        raise TooLarge(path, len(raw), most)
    return raw


def checked(path: str | Path, found: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise NotAFile(f"{path} is {kind_of(found)} and not a file")
    if found.st_size > most:
        raise TooLarge(path, found.st_size, most)


def kind_of(found: os.stat_result) -> str:
    """What something is that is no file, in words."""
    return KINDS.get(stat.S_IFMT(found.st_mode), "something else")


def is_path(variant: str) -> bool:
    """Is a variant given by the file it stands in, and not by its name?"""
    return str(variant).endswith(ENDING) or "/" in str(variant)


class Disk:
    """Answers about files, each of them noted."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Any] = {}

    @property
    def seen(self) -> Seen:
        return tuple((what, path, answer) for (what, path), answer in self._seen.items())

    def exists(self, path: Path) -> bool:
        there = path.exists() or is_laid_over(path)
        self._note("exists", path, there)
        return there

    def is_file(self, path: Path) -> bool:
        there = path.is_file() or is_laid_over(path)
        self._note("is_file", path, there)
        return there

    def is_dir(self, path: Path) -> bool:
        there = path.is_dir()
        self._note("is_dir", path, there)
        return there

    def read(self, path: Path) -> bytes:
        raw = read_file(path)
        self._note("text", path, hashlib.sha256(raw).digest())
        return raw

    def rule_files(self, folder: Path) -> RuleFiles:
        """All rule files of a folder and the folders in it, in order."""
        found = rule_files(str(folder))
        self._note("rule_files", folder, found)
        return found

    def _note(self, what: str, path: Path, answer: Any) -> None:
        self._seen[what, str(path)] = answer


# ---- folders --------------------------------------------------------------------------------------------


class RuleFiles(NamedTuple):
    """The rule files below a folder, and what looks like one but can not be read, with the reason."""

    files: tuple[str, ...]
    unread: tuple[tuple[str, str], ...]


def rule_files(folder: str) -> RuleFiles:
    """The rule files of a folder and the folders in it."""
    files, unread = list[str](), list[tuple[str, str]]()
    for _, _, found in walk(folder):
        files += found.files
        unread += found.unread
    return RuleFiles(tuple(sorted(files)), tuple(sorted(unread)))


def walk(folder: str) -> Iterator[tuple[str, list[str], RuleFiles]]:
    """A folder and those in it: their path, the names of the folders in them, and their own rule files.

    Folders whose names are taken out of the list are not entered.
    """
    closed: list[OSError] = []
    entries = 0
    for top, folders, names in os.walk(folder, onerror=closed.append):
        entries += len(folders) + len(names)
        if entries > MOST_ENTRIES:
            raise UsageError(f"{folder} holds more than {MOST_ENTRIES:,} files and folders, and is not searched")
        folders.sort()
        all_names = sorted([*names, *laid_in(top, names)])
        paths = [os.path.join(top, name) for name in all_names if name.endswith(ENDING)]  # noqa: PTH118
        reasons = [(path, why_unread(path)) for path in paths]
        readable = tuple(path for path, reason in reasons if not reason)
        yield top, folders, RuleFiles(readable, tuple((path, reason) for path, reason in reasons if reason))
    if closed:
        at = [(str(error.filename), error.strerror or "it can not be opened") for error in closed]
        yield folder, [], RuleFiles((), tuple(at))


def laid_in(folder: str, there: Sequence[str]) -> list[str]:
    """The names of texts that are laid over a folder and are not on the disk."""
    texts = _LAID_OVER.get()
    real = os.path.realpath(folder) if texts else ""
    parted = [os.path.split(path) for path in texts]
    return [name for top, name in parted if top == real and name not in there]


def why_unread(path: str) -> str:
    """What speaks against reading a file; nothing if it is a plain one."""
    if is_laid_over(path):
        return ""
    try:
        found = os.stat(path)  # noqa: PTH116 - on the way of every start
    except OSError:
        return "a link that leads nowhere"
    return "" if stat.S_ISREG(found.st_mode) else kind_of(found)


def is_unchanged(seen: Seen) -> bool:
    """Would the disk give the same answers now?"""
    try:
        return all(look(what, path) == answer for what, path, answer in seen)
    except (OSError, UsageError):
        return False


def look(what: str, path: str) -> Any:
    if what == "text":
        return hashlib.sha256(read_file(path)).digest()
    if what == "rule_files":
        return rule_files(path)
    return getattr(Path(path), what)() if what in ("exists", "is_file", "is_dir") else None

"""A private folder for what can be worked out again: nothing is lost if it is missing, damaged or thrown away.

Entries hold pickles and code objects, and whoever can write such an entry can run code. So there is one door,
`Cache.trusted`: the folder, those in it on the way and the file itself must belong to the user and be writable
by nobody else, links are not followed, and only classes of this package are unpickled. Whatever goes wrong here
is as if there were no entry: it is never an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import pickle
import stat
import sys
from functools import cache
from pathlib import Path
from typing import Any

from rulelang.cache.gc import nothing_collected

SWITCH = "RULELANG_CACHE"
OFF = ("off", "no", "0")
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
HASH_SIZE = 32
PACKAGE = __name__.partition(".")[0]
# The folders of entries, and what is in them.
GROUPS = {
    "parser": "tables of the parser",
    "trees": "syntax trees of rule files",
    "asked": "games that were asked for",
    "games": "games ready to be played",
    "checked": "findings of checks",
    "c": "games compiled to C",
    "failed": "scenarios that failed last",
    "tunings": "what the tree search learnt of a game",
}
PLAIN = {("builtins", name) for name in ("range", "set", "frozenset")}


class Cache:
    """A folder of entries, by names that are hashes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        return self.folder / name

    def trusted(self, name: str) -> Path | None:
        """The file of a name, if it is there and nobody else can have written it."""
        path = self.path(name)
        try:
            found = path.lstat()
            folders = [up.lstat() for up in path.parents[: len(Path(name).parts)]]
        except OSError:
            return None
        is_safe = stat.S_ISREG(found.st_mode) and is_private(found)
        return path if is_safe and all(stat.S_ISDIR(up.st_mode) and is_private(up) for up in folders) else None

    def read(self, name: str) -> Any:
        """What was kept under a name, or nothing."""
        path = self.trusted(name)
        try:
            found = unpacked(path.read_bytes()) if path is not None else None
        except Exception:  # noqa: BLE001 - a damaged pickle may raise anything at all
            return None
        if found is not None:
            self.touch(name)
        return found

    def touch(self, name: str) -> None:
        """Note that an entry of a group is in use, so that others are thrown away before it."""
        with contextlib.suppress(OSError):
            os.utime(self.folder.joinpath(*Path(name).parts[:2]))

    def read_json(self, name: str) -> Any:
        """What was kept as JSON, which can hold data alone."""
        path = self.trusted(name)
        try:
            return json.loads(path.read_bytes()) if path is not None else None
        except (OSError, ValueError, RecursionError):
            return None

    def write(self, name: str, thing: Any) -> bool:
        """Keep something under a name; false if that was not possible."""
        try:
            raw = packed(thing)
        except (pickle.PicklingError, TypeError, AttributeError, ValueError, RecursionError):
            return False
        return self.write_bytes(name, raw)

    def write_json(self, name: str, thing: Any) -> bool:
        """Keep plain data under a name; false if that was not possible."""
        return self.write_bytes(name, json.dumps(thing).encode())

    def write_bytes(self, name: str, raw: bytes) -> bool:
        path = self.path(name)
        try:
            make_private(path.parent)
            replace(path, raw)
        except OSError:
            return False
        return True

    def held(self, group: str) -> tuple[int, int]:
        """How many entries a group has, and how many bytes they take."""
        found = [path.lstat() for path in self.path(group).rglob("*")] if self.path(group).is_dir() else []
        files = [each.st_size for each in found if stat.S_ISREG(each.st_mode)]
        return len(files), sum(files)

    def prune(self, group: str, most: int) -> None:
        """Throw away the entries of a group that nobody has used for the longest time."""
        with contextlib.suppress(OSError):
            found = sorted(self.path(group).iterdir(), key=lambda p: p.stat().st_mtime_ns, reverse=True)
            for path in found[most:]:
                remove(path)


def make_private(folder: Path) -> None:
    """Make a folder and those above it, whatever the umask: none of them can be written by others."""
    if not folder.is_dir():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        for inner in path.iterdir():
            remove(inner)
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def replace(path: Path, raw: bytes) -> None:
    """Write a file so that nobody ever sees half of it; it can be read by its owner alone."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.unlink(missing_ok=True)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


# ---- entries --------------------------------------------------------------------------------------------


class Careful(pickle.Unpickler):
    """Knows the classes of this package and a few plain ones."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in PLAIN:
            return super().find_class(module, name)
        if module.partition(".")[0] == PACKAGE:
            found = super().find_class(module, name)
            # A module has more in reach than it declares: what it imports is not its own.
            if isinstance(found, type) and found.__module__.partition(".")[0] == PACKAGE:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place here")


def packed(thing: Any) -> bytes:
    with nothing_collected():
        raw = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
    return hashlib.sha256(raw).digest() + raw


def unpacked(raw: bytes) -> Any:
    head, body = raw[:HASH_SIZE], raw[HASH_SIZE:]
    if hashlib.sha256(body).digest() != head:
        return None
    with nothing_collected():
        return Careful(io.BytesIO(body)).load()


# ---- the folder -----------------------------------------------------------------------------------------


def is_private(found: os.stat_result) -> bool:
    """Does a file or folder belong to this user, and can nobody else write it?"""
    if not hasattr(os, "getuid"):
        return True  # on Windows, what lies in a user's own folder is his
    return found.st_uid == os.getuid() and not found.st_mode & OTHERS_MAY_WRITE


def can_be_replaced(folder: Path) -> bool:
    """May anybody put another folder in the place of this one, or of one above it?"""
    modes = (up.stat().st_mode for up in folder.parents)
    return any(mode & stat.S_IWOTH and not mode & stat.S_ISVTX for mode in modes)


def usual_folder() -> Path:
    """Where this system keeps what can be worked out again."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base or Path.home() / "AppData" / "Local") / "rulelang" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "rulelang"
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "rulelang"


def open_cache() -> Cache | None:
    """The cache of this user; nothing if it is switched off or can not be trusted."""
    asked = os.environ.get(SWITCH, "")
    if asked.lower() in OFF:
        return None
    try:
        folder = (Path(asked) if asked else usual_folder()).absolute()
        make_private(folder)
        folder = folder.resolve()
        return Cache(folder) if is_private(folder.stat()) and not can_be_replaced(folder) else None
    except (OSError, RuntimeError):  # pathlib raises the second where there is no home
        return None


@cache
def own_stamp() -> str:
    """A hash of this Python and of the program itself: another one may write other entries."""
    here = Path(__file__).parents[1]
    digest = hashlib.sha256(f"{sys.version} {sys.implementation.cache_tag}".encode())
    for folder in (here, here.parent / "grammar"):
        for top, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                found = os.stat(os.path.join(top, name))  # noqa: PTH116, PTH118 - on the way of every start
                digest.update(f"{top}/{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def key_of(*parts: Any) -> str:
    """A name for an entry that depends on plain values and on the program itself."""
    return hashlib.sha256(repr((own_stamp(), parts)).encode("utf-8", "surrogatepass")).hexdigest()[:40]

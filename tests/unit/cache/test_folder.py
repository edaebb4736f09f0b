"""The private folder: what it refuses, and what it makes of entries that are not its own."""

from __future__ import annotations

import hashlib
import os
import pickle
from pathlib import Path

import pytest

from rulelang.cache import SWITCH, Cache, open_cache, packed, usual_folder

POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are those of POSIX")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv(SWITCH, str(tmp_path / "kept"))
    found = open_cache()
    assert found is not None
    return found


def test_what_was_written_is_read(cache: Cache) -> None:
    """An entry comes back as it was."""
    assert cache.write("some/thing", {"a": (1, range(3), frozenset({2}))})
    assert cache.read("some/thing") == {"a": (1, range(3), frozenset({2}))}


def test_what_was_never_written_is_nothing(cache: Cache) -> None:
    """A missing entry is no error."""
    assert cache.read("some/thing") is None


@pytest.mark.parametrize("switch", ["off", "OFF", "no", "0"])
def test_it_can_be_switched_off(switch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment can say that nothing is to be kept."""
    monkeypatch.setenv(SWITCH, switch)
    assert open_cache() is None


def test_the_usual_folder_follows_the_base_directories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG_CACHE_HOME counts if it is an absolute path, and only then."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert usual_folder() == tmp_path / "rulelang"
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert usual_folder() == tmp_path / "home" / ".cache" / "rulelang"


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_damaged_entry_is_nothing_and_can_be_written_again(cache: Cache, place: int) -> None:
    """One changed byte anywhere is noticed."""
    cache.write("entry", list(range(100)))
    raw = bytearray(cache.path("entry").read_bytes())
    raw[place] ^= 1
    cache.path("entry").write_bytes(raw)
    assert cache.read("entry") is None
    assert cache.write("entry", "new")
    assert cache.read("entry") == "new"


@pytest.mark.parametrize("raw", [b"", b"short", bytes(100)])
def test_a_file_of_something_else_is_nothing(cache: Cache, raw: bytes) -> None:
    """Files that were never entries are ignored."""
    cache.path("entry").write_bytes(raw)
    assert cache.read("entry") is None


def test_an_entry_that_names_other_classes_is_not_loaded(cache: Cache) -> None:
    """Even with the right hash, nothing but plain data and this package is unpickled."""
    body = pickle.dumps(os.system)
    cache.path("entry").write_bytes(hashlib.sha256(body).digest() + body)
    assert cache.read("entry") is None


def test_what_can_not_be_pickled_is_not_kept(cache: Cache) -> None:
    """Failing to keep something is no error."""
    assert not cache.write("entry", lambda: None)


def test_a_folder_that_can_not_be_made_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path below a plain file can never be a folder."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(SWITCH, str(tmp_path / "file" / "kept"))
    assert open_cache() is None


def test_a_folder_that_can_not_be_written_keeps_nothing(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries that can not be written are left out, and nothing is left behind."""
    cache.path("group").write_text("in the way")
    assert not cache.write("group/entry", 1)
    assert cache.read("group/entry") is None


@POSIX
def test_the_folder_and_its_files_are_private(cache: Cache) -> None:
    """Nobody else may even look."""
    cache.write("group/entry", 1)
    assert cache.folder.stat().st_mode & 0o777 == 0o700
    assert cache.path("group").stat().st_mode & 0o777 == 0o700
    assert cache.path("group/entry").stat().st_mode & 0o777 == 0o600


@POSIX
@pytest.mark.parametrize("mode", [0o770, 0o702])
def test_a_folder_that_others_may_write_is_refused(cache: Cache, mode: int) -> None:
    """Who can write an entry can run code."""
    cache.folder.chmod(mode)
    assert open_cache() is None


@POSIX
def test_a_file_that_others_may_write_is_not_read(cache: Cache) -> None:
    """The same holds for each entry."""
    cache.write("entry", 1)
    cache.path("entry").chmod(0o666)
    assert cache.read("entry") is None


@POSIX
def test_what_belongs_to_somebody_else_is_refused(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folder and entries must be the user's own."""
    cache.write("entry", 1)
    someone_else = os.getuid() + 1
    monkeypatch.setattr("os.getuid", lambda: someone_else)
    assert open_cache() is None
    assert cache.read("entry") is None


def test_the_oldest_entries_go_first(cache: Cache) -> None:
    """A group is held to a size."""
    for age, name in enumerate(["new", "older", "oldest"]):
        cache.write(f"group/{name}", name)
        os.utime(cache.path(f"group/{name}"), (1_000_000 - age, 1_000_000 - age))
    cache.prune("group", 2)
    assert sorted(p.name for p in cache.path("group").iterdir()) == ["new", "older"]


def test_no_half_written_file_is_ever_seen(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that could not be finished leaves the old one in place."""
    cache.write("entry", "old")

    def fail(self: Path, target: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", fail)
    assert not cache.write("entry", "new")
    monkeypatch.undo()
    assert cache.path("entry").read_bytes() == packed("old")
    assert [p.name for p in cache.folder.iterdir()] == ["entry"]

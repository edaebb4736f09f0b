"""The private folder: what it refuses, and what it makes of entries that are not its own."""

from __future__ import annotations

import hashlib
import os
import pickle
from pathlib import Path

import pytest

from rulelang.cache.folder import SWITCH, Cache, open_cache, packed, unpacked, usual_folder
from rulelang.syntax.parser import lark_parser

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


@pytest.mark.parametrize("name", ["os", "os.system", "pickle.loads", "own_stamp", "Cache.write"])
def test_what_a_module_has_in_reach_is_not_loaded(cache: Cache, name: str, tmp_path: Path) -> None:
    """A module of this package imports others: nothing but its own classes can be named through it."""
    body = b"\x80\x04" + b"".join(
        b"\x8c" + bytes([len(word)]) + word for word in (b"rulelang.cache.folder", name.encode())
    )
    body += b"\x93."
    cache.path("entry").write_bytes(hashlib.sha256(body).digest() + body)
    cache.path("entry").chmod(0o600)
    assert cache.read("entry") is None
    with pytest.raises(pickle.UnpicklingError, match="has no place here"):
        unpacked(cache.path("entry").read_bytes())


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
@pytest.mark.parametrize("mode", [0o770, 0o703])
def test_a_file_in_a_folder_that_others_may_write_is_not_read(cache: Cache, mode: int) -> None:
    """Whoever can write a folder can put a file of ours there under another name."""
    cache.write("group/part/entry", 1)
    cache.path("group").chmod(mode)
    assert cache.read("group/part/entry") is None
    assert cache.trusted("group/part/entry") is None


@POSIX
def test_a_folder_that_others_may_put_another_one_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless, as in the folder for temporary files, only the owner may move it away."""
    monkeypatch.setenv(SWITCH, str(tmp_path / "all" / "kept"))
    (tmp_path / "all").mkdir()
    (tmp_path / "all").chmod(0o777)
    assert open_cache() is None
    (tmp_path / "all").chmod(0o1777)
    assert open_cache() is not None


@POSIX
def test_links_are_not_followed(cache: Cache, tmp_path: Path) -> None:
    """Not even to a file of the same user: it may have come from anywhere."""
    (tmp_path / "elsewhere").write_bytes(packed("planted"))
    (tmp_path / "elsewhere").chmod(0o600)
    cache.path("entry").symlink_to(tmp_path / "elsewhere")
    assert cache.read("entry") is None
    os.mkfifo(cache.path("pipe"))
    assert cache.read("pipe") is None


@POSIX
def test_nothing_is_open_to_others_whatever_the_umask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders on the way and all files, those of the parser included."""
    monkeypatch.setenv(SWITCH, str(tmp_path / "new" / "cache" / "kept"))
    before = os.umask(0)
    try:
        found = open_cache()
        assert found is not None
        assert found.write("group/part/entry", 1)
        lark_parser.__wrapped__()
    finally:
        os.umask(before)
    made = list((tmp_path / "new").rglob("*"))
    assert {path.name for path in made} > {"cache", "kept", "group", "part", "entry", "parser"}
    assert [path for path in [tmp_path / "new", *made] if path.stat().st_mode & 0o077] == []


def test_the_tables_of_the_parser_are_kept_as_plain_data(cache: Cache) -> None:
    """The second start does not work them out again, and reads the same rules from them."""
    made, kept = lark_parser.__wrapped__(), lark_parser.__wrapped__()
    assert [p.read_bytes()[:1] for p in cache.path("parser").iterdir()] == [b"{"]
    assert kept.source_path == "<deserialized>"
    text = "game fair\n  players: 2\n\nvalue v gives 1 + 2 if yes otherwise 3\n"
    assert kept.parse(text) == made.parse(text)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'{"data": {}, "memo": {}}', b"[" * 100_000, b"\x80\x04."])
def test_damaged_tables_are_made_anew(cache: Cache, raw: bytes) -> None:
    """Whatever is in the file."""
    lark_parser.__wrapped__()
    (path,) = cache.path("parser").iterdir()
    path.write_bytes(raw)
    assert lark_parser.__wrapped__().source_path == "<string>"
    assert lark_parser.__wrapped__().source_path == "<deserialized>"


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


def test_entries_in_use_stay(cache: Cache) -> None:
    """What is read is as good as new, be it a file or a folder of several."""
    for name in ["used", "idle", "used_game/part", "idle_game/part"]:
        cache.write(f"group/{name}", name)
    for path in cache.path("group").iterdir():
        os.utime(path, (1_000_000, 1_000_000))
    cache.read("group/used")
    cache.read("group/used_game/part")
    cache.prune("group", 2)
    assert sorted(p.name for p in cache.path("group").iterdir()) == ["used", "used_game"]


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

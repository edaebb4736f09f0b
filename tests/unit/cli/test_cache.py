"""`rulelang cache`: what is kept, and how it goes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulelang
from rulelang.cache.folder import GROUPS, SWITCH


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, with a file beside the groups that is somebody else's."""
    found = tmp_path / "kept"
    found.mkdir(mode=0o700)
    (found / "letter.txt").write_text("mine", encoding="utf-8")
    monkeypatch.setenv(SWITCH, str(found))
    return found


def test_what_is_kept_is_shown_and_thrown_away(run, coins: Path, folder: Path):
    """A game that was read leaves its tree; clearing takes the entries of the groups and nothing else."""
    assert run("list", str(coins)).exit_code == 0
    shown = json.loads(run("cache", "--json").stdout)
    assert shown["folder"] == str(folder.resolve())
    assert shown["groups"]["trees"]["entries"] == 1
    assert shown["groups"]["trees"]["bytes"] == sum(path.stat().st_size for path in (folder / "trees").iterdir())
    assert re.search(r"trees +syntax trees of rule files +1 ", run("cache").stdout)
    assert run("cache", "--clear").exit_code == 0
    after = json.loads(run("cache", "--json").stdout)["groups"]
    assert {group: found["entries"] for group, found in after.items()} == dict.fromkeys(GROUPS, 0)
    assert (folder / "letter.txt").read_text(encoding="utf-8") == "mine"


def test_nothing_is_kept(run, monkeypatch: pytest.MonkeyPatch):
    """Switched off, it says so."""
    monkeypatch.setenv(SWITCH, "off")
    result = run("cache", "--clear")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "nothing is kept" in result.stderr


def test_every_group_is_known():
    """Whatever is kept under a name can be shown and thrown away."""
    texts = [path.read_text(encoding="utf-8") for path in Path(rulelang.__file__).parent.rglob("*.py")]
    used = {group for text in texts for group in re.findall(r"cache\.prune\(\"(\w+)\"", text)}
    assert used
    assert used <= GROUPS.keys()

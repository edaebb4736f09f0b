"""The extension for VS Code: what its manifest promises is there, it packs, and its commands say what they should."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.lsp import lenses

ROOT = Path(__file__).parents[2]
HOME = ROOT / "grammar" / "editors" / "vscode"
BUILT = ROOT / "build" / "vscode"
MANIFEST: dict[str, Any] = json.loads((HOME / "package.json").read_text(encoding="utf-8"))
CLIENT = (HOME / "client.ts").read_text(encoding="utf-8")


def test_every_command_has_somebody_who_does_it() -> None:
    """Those of the manifest and those that lenses ask for are registered, and no others."""
    constants = dict(re.findall(r'^const (\w+) = "(rulelang\.\w+)";', CLIENT, re.MULTILINE))
    registered = {constants.get(word, word.strip('"')) for word in re.findall(r"registerCommand\(([^,]+),", CLIENT)}
    listed = {each["command"] for each in MANIFEST["contributes"]["commands"]}
    assert registered == listed | {lenses.PLAY, lenses.SHOW}
    offered = {each["command"] for menu in MANIFEST["contributes"]["menus"].values() for each in menu}
    assert offered <= listed
    assert set(re.findall(r'command: "(rulelang\.\w+)"', CLIENT)) == {lenses.GAME}


def test_what_the_manifest_says_is_so() -> None:
    (language,) = MANIFEST["contributes"]["languages"]
    (grammar,) = MANIFEST["contributes"]["grammars"]
    assert MANIFEST["version"] == rulelang.__version__
    assert language["extensions"] == [".rules"]
    settings = json.loads((HOME / language["configuration"]).read_text(encoding="utf-8"))
    assert re.fullmatch(settings["wordPattern"], "price_of_2")
    scope = json.loads((HOME.parent / grammar["path"]).read_text(encoding="utf-8"))["scopeName"]
    assert (grammar["language"], grammar["scopeName"]) == (language["id"], scope)
    (setting,) = MANIFEST["contributes"]["configuration"]["properties"]
    assert set(re.findall(r'get<[^>]*>\("(\w+)"', CLIENT)) == {setting.removeprefix("rulelang.")}
    assert set(re.findall(r'languageId [!=]== "(\w+)"|language: "(\w+)"', CLIENT)) == {
        ("rulelang", ""),
        ("", "rulelang"),
    }


@pytest.fixture(scope="module")
def packed() -> Path:
    """The extension as people install it."""
    if shutil.which("npm") is None:
        pytest.skip("npm packs it")
    subprocess.run(["make", "extension"], cwd=ROOT, check=True, capture_output=True)
    return ROOT / "build" / f"rulelang-{rulelang.__version__}.vsix"


@pytest.mark.slow
def test_it_packs(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        names = {name.removeprefix("extension/") for name in archive.namelist()}
    contributes = MANIFEST["contributes"]
    for path in (MANIFEST["main"], contributes["grammars"][0]["path"], contributes["languages"][0]["configuration"]):
        assert path.removeprefix("./") in names
    assert not [name for name in names if name.endswith(".ts") or "node_modules" in name]


@pytest.mark.slow
def test_its_commands_say_what_they_should(packed: Path, tmp_path: Path) -> None:
    """In an editor without a window, whose server answers one question."""
    stub = Path(__file__).with_name("vscode.js")
    bundle = tmp_path / "client.js"
    alias = [f"--alias:{module}={stub}" for module in ("vscode", "vscode-languageclient/node")]
    esbuild = BUILT / "node_modules" / ".bin" / "esbuild"
    subprocess.run(
        [esbuild, BUILT / "client.ts", "--bundle", "--platform=node", f"--outfile={bundle}", *alias], check=True
    )
    script = (
        "const client = require(process.argv[1]);"
        "global.tried(client).then((found) => console.log(JSON.stringify(found)))"
    )
    done = subprocess.run(["node", "-e", script, str(bundle)], check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found["server"] == ["/there/rulelang", "-q", "lsp"]
    assert found["asked"] == [["rulelang.gameOf", "file:///there/heap.rules"]] * 2
    assert found["ran"] == [
        ["/there/rulelang", "-q", "play", "/games/heap"],
        ["/there/rulelang", "-q", "test", "/games/heap"],
        ["/there/rulelang", "-q", "play", "/games/heap", "--from", 'a "name"; with all'],
    ]
    assert found["shown"] == [["/there/house.rules", 7]]

"""Rules written in a page: what is asked and written, and the whole of it in a real browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rulelang.cli.output import write_whole
from rulelang.errors import UsageError
from rulelang.server.app import make_app
from rulelang.server.hall import Hall
from rulelang.server.limits import Limits
from rulelang.server.store import Store
from rulelang.studio.app import Studio
from rulelang.studio.folder import Folder
from tests.server.conftest import ROOT, Guest, Open, Page, Served

PIG = "pig.rules"
POSITION = "a one loses the turn's points"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game, inside of one with another file."""
    inner = tmp_path / "written"
    inner.mkdir()
    shutil.copy(ROOT / "examples" / PIG, inner)
    (tmp_path / "secret.rules").write_text("game secret\n", encoding="utf-8")
    (inner / "link.rules").symlink_to(tmp_path / "secret.rules")
    return inner


class Author:
    """Somebody with the key, who asks by plain requests."""

    def __init__(self, client: TestClient, studio: Studio) -> None:
        self.client = client
        self.studio = studio
        self.headers = {"x-studio": studio.key}

    def get(self, path: str, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/studio/{path}", headers=self.headers, params=more).json()
        return found

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.post(
            f"/api/studio/{path}", headers=self.headers, content=json.dumps(body)
        ).json()
        return found

    def play(self, text: str, **more: Any) -> tuple[Guest, dict[str, Any]]:
        made = self.post("match", name=PIG, texts={PIG: text}, **more)
        return Guest(self.client, made["match"], made["seat"]), made


@pytest.fixture
def author(folder: Path) -> Iterator[Author]:
    """The studio of the folder."""
    hall = Hall((), Store(), Limits(), delay=0)
    studio = Studio(Folder(folder, write_whole), hall)
    with TestClient(make_app(hall, ["testserver"], studio.routes)) as client:
        yield Author(client, studio)


# ---- files --------------------------------------------------------------------------------------------------


def test_a_file_is_written(author: Author, folder: Path):
    """What was read is written back; not over what somebody else has written since."""
    assert [file["name"] for file in author.get("files")["files"]] == [PIG]
    read = author.get("file", name=PIG)
    assert read["text"] == (folder / PIG).read_text(encoding="utf-8")
    first = author.post("file", name=PIG, text=read["text"] + "# one\n", mark=read["mark"])
    assert (folder / PIG).read_text(encoding="utf-8").endswith("# one\n")
    assert "changed outside" in author.post("file", name=PIG, text="# lost\n", mark=read["mark"])["error"]
    author.post("file", name=PIG, text="# two\n", mark=first["mark"])
    assert (folder / PIG).read_text(encoding="utf-8") == "# two\n"


@pytest.mark.parametrize(
    "name", ["../secret.rules", "link.rules", "/etc/passwd", "pig.txt", ".rules/../../secret.rules", "a\0.rules", "", 3]
)
def test_nothing_outside_is_touched(author: Author, folder: Path, name: Any):
    """Neither by a path that leads out, nor by a link, nor under another ending."""
    assert author.get("file", name=name)["error"]
    assert author.post("file", name=name, text="x", mark="")["error"]
    assert author.post("match", name=name, texts={})["error"]
    assert author.post("match", name=PIG, texts={name: "x"})["error"]
    assert (folder.parent / "secret.rules").read_text(encoding="utf-8") == "game secret\n"


def test_nobody_writes_without_the_key(author: Author):
    """Nor with another one, nor from a page of another site, nor over a socket."""
    for headers in ({}, {"x-studio": "x" * 22}, {"x-studio": author.studio.key, "origin": "http://evil.example"}):
        assert author.client.post("/api/studio/file", headers=headers, json={"name": PIG}).status_code == 403
    assert author.client.get("/api/studio/files").status_code == 403
    assert author.studio.key not in author.client.get("/studio").text
    with author.client.websocket_connect("/api/studio/socket") as socket:
        socket.send_json({"key": "\ud800"})
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    evil = {"origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), author.client.websocket_connect("/api/studio/socket", headers=evil):
        pass


@pytest.mark.parametrize("words", [["--listen", "0.0.0.0:0"], ["--name", "rules.example"]])
def test_files_are_written_for_this_machine_alone(folder: Path, words: list[str]):
    """An address that others reach is refused before anything is opened."""
    from rulelang.cli.serve import command

    with pytest.raises(UsageError, match="for this machine alone"):
        command.main(["--studio", str(folder), *words], standalone_mode=False)


# ---- tables -------------------------------------------------------------------------------------------------


def test_a_table_of_what_is_written(author: Author, folder: Path):
    """Rules that nobody saved are played; the choices of the last table are made again as far as they fit."""
    before = (folder / PIG).read_text(encoding="utf-8")
    guest, made = author.play(before.replace('"Roll or hold?"', '"And now?"'))
    assert guest.look()["picture"]["question"]["prompt"] == "And now?"
    for key in ("roll", "hold"):
        guest.choose(key)
    assert author.play(before, after=made["match"])[1]["kept"] >= 2
    assert author.play(before.replace("way hold", "way stay"), after=made["match"])[1]["kept"] == 1
    assert (folder / PIG).read_text(encoding="utf-8") == before
    assert "Pig" in author.client.get(f"{guest.path}/sheet").text


def test_a_table_from_a_scenario(author: Author, folder: Path):
    """It begins where the scenario has led to, at the seat of who is asked there; there is no other."""
    guest, _ = author.play((folder / PIG).read_text(encoding="utf-8"), position="holding banks the total")
    picture = guest.look()["picture"]
    assert picture["viewer"] == picture["question"]["player"] == 1
    assert "no position" in author.post("match", name=PIG, texts={}, position="nothing")["error"]


def test_mistakes_are_told(author: Author):
    """Rules that can not be played say why."""
    assert "mistakes" in author.post("match", name=PIG, texts={PIG: "game pig\n  player: two\n"})["error"]
    assert author.post("match", name=PIG, texts={PIG: 3})["error"]
    assert author.post("match", name=PIG, texts={PIG: "\ud800"})["error"]
    assert author.post("match", name="nothing.rules", texts={})["error"]
    assert author.post("file", name=PIG, text="\ud800", mark=author.get("file", name=PIG)["mark"])["error"]


# ---- the language server ------------------------------------------------------------------------------------


def test_the_language_server_sees_the_folder_alone(author: Author, folder: Path):
    """Problems of a text come; a question about another file is not even answered, and nothing ends the process."""
    uri = author.get("files")["files"][0]["uri"]
    other = uri.replace("written/pig", "secret")
    with author.client.websocket_connect("/api/studio/socket") as socket:

        def say(method: str, id_: int | None = None, **params: Any) -> None:
            socket.send_json({"jsonrpc": "2.0", "method": method, "params": params} | ({"id": id_} if id_ else {}))

        socket.send_json({"key": author.studio.key})
        say("initialize", 1, processId=None, rootUri=None, capabilities={})
        assert socket.receive_json()["id"] == 1
        say("initialized")
        say("exit")
        say("textDocument/didOpen", textDocument={"uri": other, "languageId": "rulelang", "version": 0, "text": "x"})
        say("textDocument/formatting", 2, textDocument={"uri": other}, options={"tabSize": 2, "insertSpaces": True})
        text = (folder / PIG).read_text(encoding="utf-8") + "\nrule oops\n  set total to totl\n"
        say("textDocument/didOpen", textDocument={"uri": uri, "languageId": "rulelang", "version": 0, "text": text})
        told = socket.receive_json()["params"]
        assert told["uri"] == uri
        assert [problem["code"] for problem in told["diagnostics"]] == ["unknown-name"]


# ---- in a browser -------------------------------------------------------------------------------------------


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    """The studio as people start it."""
    running = Served("--studio", str(folder), str(folder / PIG))
    yield running
    running.close()


def to_the_end(page: Page) -> None:
    """The end of the file, where its scenarios stand; what is not in sight is not in the page either."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    page.locator(".lens").first.wait_for()


def test_rules_are_written_in_a_browser(served: Served, folder: Path, open_page: Open):
    """A mistake is marked and mended by a click, scenarios get marks, the table beside follows, the file is written."""
    page = open_page(served.studio, viewport={"width": 1400, "height": 900})
    table = page.frame_locator("#beside iframe")
    to_the_end(page)
    page.keyboard.type("\nvalue all_of_it gives totl")
    page.locator(".cm-lintRange-error").wait_for()
    page.locator("[data-do=problems]").click()
    page.get_by_role("button", name="Write `total`").click()
    page.locator(".cm-lintRange-error").wait_for(state="detached")
    page.locator("[data-do=play]").click()
    table.get_by_role("button", name="Roll").click()
    table.locator(".die").wait_for()
    page.locator("[data-do=scenarios]").click()
    page.locator("#told", has_text="2 scenarios hold").wait_for()
    assert page.locator(".lens .good").count() == 2
    page.locator(".lens button", has_text="play from here").last.click()
    table.locator(".seat.on", has_text="Player 2").wait_for()
    page.get_by_role("button", name="Rules", exact=True).click()
    table.get_by_role("heading", name="Pig").first.wait_for()
    page.keyboard.press("Control+s")
    page.locator("#told", has_text="saved").wait_for()
    assert (folder / PIG).read_text(encoding="utf-8").endswith("value all_of_it gives total")
    page.locator("[data-do=format]").click()
    page.locator(".file b").wait_for()  # the last line has an end now, which is not saved yet


def test_the_studio_is_accessible(served: Served, open_page: Open):
    """Axe finds nothing, in neither of the two sets of colours."""
    axe = pytest.importorskip("axe_playwright_python")
    for scheme in ("light", "dark"):
        page = open_page(served.studio, color_scheme=scheme)
        to_the_end(page)
        page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
        found = page.evaluate("axe.run()")
        assert [(v["id"], v["nodes"][0]["html"]) for v in found["violations"]] == []

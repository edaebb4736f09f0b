"""A server in this process with messages to it, and one in a process of its own with a browser before it.

`RULELANG_BROWSER` is the path of a Chromium; where it is not set, one that is installed is taken, else the tests with
a browser are skipped. `.ci/run` installs one.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from rulelang.server.app import make_app
from rulelang.server.hall import Hall
from rulelang.server.limits import Limits
from rulelang.server.store import Store

ROOT = Path(__file__).parents[2]
TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.rules")
GAMES = ("rotterdam", "masters_of_trade", "mainports", "mainport_mastermind", TIC_TAC_TOE)

Serve = Callable[..., TestClient]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers; each is stopped when the test is over."""
    running: list[TestClient] = []

    def start(games: tuple[str, ...] = GAMES, path: Path | None = None, **limits: Any) -> TestClient:
        hall = Hall(games, Store(path), Limits(**limits), delay=0)
        client = TestClient(make_app(hall, ["testserver"]))
        client.__enter__()
        running.append(client)
        return client

    yield start
    for client in running:
        client.__exit__(None, None, None)


class Guest:
    """Somebody with a link, who asks by plain requests."""

    def __init__(self, client: TestClient, match: str, token: str = "") -> None:
        self.client = client
        self.path = f"/api/matches/{match}"
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"x-seat": self.token} if self.token else {}

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(self.path, headers=self.headers).json()
        return found

    def send(self, **message: Any) -> list[dict[str, Any]]:
        answer = self.client.post(self.path, headers=self.headers, json=message)
        found: list[dict[str, Any]] = answer.json()["messages"]
        return found

    def choose(self, key: str) -> list[dict[str, Any]]:
        return self.send(type="choose", move=self.look()["moves"], key=key)

    def options(self) -> list[str]:
        question = self.look()["picture"].get("question") or {}
        return [option["key"] for option in question.get("options", ())]


def sit_down(client: TestClient, game: str, *seats: str, **more: Any) -> list[Guest]:
    """A new match, and a guest for each seat of a person; the last one only watches."""
    made = client.post("/api/matches", json={"game": game, "seats": list(seats), "seed": 3, **more}).json()
    return [*(Guest(client, made["match"], token) for token in made["seats"] if token), Guest(client, made["match"])]


# ---- browsers -----------------------------------------------------------------------------------------------

CHROMIUM = os.environ.get("RULELANG_BROWSER") or shutil.which("chromium") or shutil.which("chromium-browser")
# How long anything may take at most; only what hangs ever does, however busy the machine.
PATIENCE = 300
Page = Any
Open = Callable[..., Page]


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """A browser for all tests."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("no browser: set RULELANG_BROWSER to the path of a Chromium")
    with sync_api.sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE * 1000)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    """Opens pages, and sees to it that none of them goes wrong."""
    contexts, problems = [], []

    def open_(address: str, **more: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **more})
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if "Content Security" in said.text else None)
        page.goto(address)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert problems == []


class Served:
    """`rulelang serve` in a process of its own, as people start it."""

    def __init__(self, *words: str) -> None:
        self.words = ("--listen", f"127.0.0.1:{free_port()}", "--delay", "0", *words)
        self.process = self.started()

    def started(self) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "rulelang", "serve", *self.words], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        self.address = process.stdout.readline().strip().rstrip("/")
        self.studio = process.stdout.readline().strip() if "--studio" in self.words else ""
        assert self.address.startswith("http")
        return process

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    def make(self, game: str, *seats: str, **more: Any) -> list[str]:
        """Addresses of the seats of a new match, and of who watches."""
        asked = {"game": game, "seats": list(seats), "seed": 3, **more}
        found = httpx.post(f"{self.address}/api/matches", json=asked, timeout=PATIENCE).json()
        links = [f"{self.address}/#match={found['match']}&seat={token}" for token in found["seats"] if token]
        return [*links, f"{self.address}/#match={found['match']}"]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])

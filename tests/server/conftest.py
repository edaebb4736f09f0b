"""A server in this process, and messages to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

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

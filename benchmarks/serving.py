"""Many matches at once on one server: what it sends a second, and how long an answer takes meanwhile.

All on this machine: a server in a process of its own, matches in which bots play and one client each watches, and
some in which a client plays as fast as it is answered. It ends after so many seconds, whatever happens.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.measure import Pace
from benchmarks.playing import EXAMPLES
from benchmarks.results import Row
from rulelang.server.app import PROTOCOL

PART = "serving"
WATCHED, PLAYED, SECONDS = 200, 10, 20
QUICK_WATCHED, QUICK_PLAYED, QUICK_SECONDS = 10, 2, 3
GAME = str(EXAMPLES / "harbour.rules")
DELAY = 1.0  # seconds that a bot waits


class Counted:
    """What all clients together have got."""

    def __init__(self) -> None:
        self.messages = 0
        self.bytes = 0
        self.waits: list[float] = []

    def take(self, text: str | bytes) -> dict[str, Any]:
        self.messages += 1
        self.bytes += len(text)
        found: dict[str, Any] = json.loads(text)
        return found


def rows(pace: Pace, told: Callable[[str], None]) -> Iterator[Row]:
    watched, played, seconds = (
        (QUICK_WATCHED, QUICK_PLAYED, QUICK_SECONDS) if pace.is_quick else (WATCHED, PLAYED, SECONDS)
    )
    told(f"serving {watched} matches that are watched, and {played} that are played")
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.serving"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip().rstrip("/")
        count = asyncio.run(load(address, watched, played, seconds))
    finally:
        process.terminate()
        process.wait()
    waits = sorted(count.waits)
    of = f"{watched} watched, {played} played"
    yield Row(PART, of, "messages a second", f"{count.messages / seconds:,.0f}")
    yield Row(PART, of, "kilobytes a second, before compression", f"{count.bytes / seconds / 1000:,.0f}")
    for share, name in ((0.5, "the middle answer"), (0.99, "the slowest 1 %")):
        wait = waits[min(len(waits) - 1, int(len(waits) * share))]
        yield Row(PART, of, name, f"{wait * 1000:.0f} ms")


async def load(address: str, watched: int, played: int, seconds: float) -> Counted:
    """Make the matches, then look and play until the time is over."""
    count = Counted()
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        matches = [await make(client, "random", "random", "random") for _ in range(watched)]
        own = [await make(client, "human", "random", "random") for _ in range(played)]
    sockets = address.replace("http", "ws", 1)
    async with asyncio.TaskGroup() as group:
        clients = [group.create_task(watch(sockets, made, count)) for made in matches]
        clients += [group.create_task(play(sockets, made, count)) for made in own]
        await asyncio.sleep(seconds)
        for each in clients:
            each.cancel()
    return count


async def make(client: httpx.AsyncClient, *seats: str) -> dict[str, Any]:
    answer = await client.post("/api/matches", json={"game": GAME, "seats": list(seats)})
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


async def enter(address: str, made: dict[str, Any], token: str) -> ClientConnection:
    socket = await connect(f"{address}/api/matches/{made['match']}/socket", max_size=1_000_000)
    await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "seat": token}))
    return socket


async def watch(address: str, made: dict[str, Any], count: Counted) -> None:
    with suppress(ConnectionClosed):
        async with await enter(address, made, "") as socket:
            async for text in socket:
                count.take(text)


async def play(address: str, made: dict[str, Any], count: Counted) -> None:
    """Choose the first option each time, and note how long the next picture takes."""
    with suppress(ConnectionClosed):
        async with await enter(address, made, made["seats"][0]) as socket:
            asked = 0.0
            async for text in socket:
                message = count.take(text)
                if asked:
                    count.waits.append(time.perf_counter() - asked)
                    asked = 0.0
                options = message.get("picture", {}).get("question", {}).get("options")
                if options:
                    asked = time.perf_counter()
                    await socket.send(
                        json.dumps({"type": "choose", "move": message["moves"], "key": options[0]["key"]})
                    )


def serve() -> None:
    """A server that lets one address make as many matches as are measured."""
    import uvicorn

    from rulelang.cli.serve import listen_at
    from rulelang.server.app import make_app
    from rulelang.server.hall import Hall
    from rulelang.server.limits import Limits
    from rulelang.server.store import Store

    with tempfile.TemporaryDirectory() as folder:
        hall = Hall([GAME], Store(Path(folder) / "matches.db"), Limits(made_a_minute=100_000), DELAY)
        listening = listen_at("127.0.0.1", 0)
        print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
        uvicorn.Server(uvicorn.Config(make_app(hall, ["127.0.0.1"]), log_level="warning")).run(sockets=[listening])


if __name__ == "__main__":
    serve()

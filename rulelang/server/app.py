"""The server: the page, its parts, requests about matches, and a socket for each who looks at one.

A page of another site can neither ask nor listen: the origin of what is sent must be the host that is asked, and the
host must be one that the server was told it is called.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulelang.server.hall import Hall, sheet_of
from rulelang.server.limits import Bucket
from rulelang.server.room import Look, Refused, Room

PROTOCOL = 1
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
# A sheet is one page with its own style and no script, shown beside the table.
SHEET_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
PARTS = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/table.js": ("table.js", "text/javascript; charset=utf-8"),
    "/words.json": ("words.json", "application/json"),
    "/table.css": ("table.css", "text/css; charset=utf-8"),
}
TOO_MUCH, TOO_MANY, NO_SUCH, NOT_FROM_HERE = 413, 429, 404, 403
# Codes of closed sockets.
POLICY_BROKEN, TRY_LATER = 1008, 1013
QUIET = 60.0


def make_app(hall: Hall, hosts: Sequence[str], more: Sequence[BaseRoute] = ()) -> Starlette:
    """The application; `hosts` are the names it answers to, `more` is what is served beside the tables."""
    server = Server(hall)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await hall.close()

    routes = [
        *(Route(path, part(*found)) for path, found in PARTS.items()),
        Route("/api/games", server.games),
        Route("/api/matches", server.make, methods=["POST"]),
        Route("/api/matches/{match}", server.look),
        Route("/api/matches/{match}", server.act, methods=["POST"]),
        Route("/api/matches/{match}/sheet", server.sheet),
        WebSocketRoute("/api/matches/{match}/socket", server.socket),
        *more,
    ]
    middleware = [Middleware(Guarded), Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


def part(name: str, media: str) -> Callable[[Request], Awaitable[Response]]:
    """A file of the page."""
    content = files("rulelang.server").joinpath("page", name).read_bytes()

    async def serve(_: Request) -> Response:
        return Response(content, media_type=media)

    return serve


class Guarded:
    """Headers for all answers, and no requests from pages of other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                more = ((k.encode(), v.encode()) for k, v in HEADERS.items())
                message["headers"] += [(name, value) for name, value in more if name not in given]
            await send(message)

        if scope["type"] == "http" and scope["method"] != "GET" and not is_own(scope):
            await JSONResponse({"error": "not from another site"}, NOT_FROM_HERE)(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)


def is_own(scope: Scope) -> bool:
    """Does a request come from the page of this server, or from no page at all?"""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return origin is None or urlsplit(origin.decode("latin-1")).netloc == headers.get(b"host", b"").decode("latin-1")


class Server:
    """What is answered."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.looking = 0
        self.making: dict[str, Bucket] = {}

    # ---- requests ---------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        language = short(request.query_params.get("language"))
        return JSONResponse({"protocol": PROTOCOL, "games": await asyncio.to_thread(self.hall.offer, language)})

    async def make(self, request: Request) -> Response:
        """A new match."""
        if not self.may_make(request.client.host if request.client is not None else ""):
            return problem("too many new matches: wait a little", TOO_MANY)
        asked = await read_json(request, self.hall.limits.body)
        if not isinstance(asked, dict):
            return problem("that is no request", 400)
        try:
            made = await asyncio.to_thread(self.hall.make, asked)
        except Refused as why:
            return problem(str(why), 400)
        self.hall.rooms[made["match"]].let_bots()
        return JSONResponse(made, 201)

    def may_make(self, address: str) -> bool:
        if len(self.making) > self.hall.limits.looks:
            self.making.clear()
        most = self.hall.limits.made_a_minute
        return self.making.setdefault(address, Bucket(most, most / 60)).take()

    async def look(self, request: Request) -> Response:
        """The table once, for who has no socket."""
        try:
            room, seat = await self.enter(request.path_params["match"], request.headers.get("x-seat", ""))
        except Refused as why:
            return problem(str(why), NO_SUCH)
        language = request.query_params.get("language", room.record.language)
        return Response(room.picture_for(seat, short(language)), media_type="application/json")

    async def act(self, request: Request) -> Response:
        """One message, and its answer: the same as on a socket."""
        try:
            room, seat = await self.enter(request.path_params["match"], request.headers.get("x-seat", ""))
        except Refused as why:
            return problem(str(why), NO_SUCH)
        message = await read_json(request, self.hall.limits.body)
        look = Look(seat, room.record.language)
        await answer(room, look, message)
        return JSONResponse({"messages": look.messages, "moves": len(room.keys)})

    async def sheet(self, request: Request) -> Response:
        """The rules in force, to be read beside the table; they are no secret."""
        try:
            room, _ = await self.enter(request.path_params["match"], "")
        except Refused as why:
            return problem(str(why), NO_SUCH)
        language = short(request.query_params.get("language", room.record.language))
        text = await asyncio.to_thread(sheet_of, room.match, language)
        return Response(text, media_type="text/html", headers={"content-security-policy": SHEET_POLICY})

    async def enter(self, id_: str, token: str) -> tuple[Room, int | None]:
        """The room, and the seat that a token opens; who has none watches."""
        room = await self.hall.room(id_[:64])
        if room is None:
            raise Refused("there is no such match")
        seat = room.record.seat_of(token[:64]) if token else None
        if token and seat is None:
            raise Refused("this link opens no seat")
        return room, seat

    # ---- sockets ----------------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """Somebody looks: he is sent pictures as they change, and may act if he has a seat."""
        limits = self.hall.limits
        if not is_own(socket.scope) or self.looking >= limits.looks:
            await socket.close(POLICY_BROKEN if self.looking < limits.looks else TRY_LATER)
            return
        await socket.accept()
        self.looking += 1
        try:
            await self.serve(socket)
        except WebSocketDisconnect:
            pass
        finally:
            self.looking -= 1

    async def greet(self, id_: str, hello: dict[str, Any]) -> tuple[Room, int | None]:
        """Let somebody in who speaks as this server does."""
        if hello.get("protocol") != PROTOCOL:
            raise Refused("this page is too old: load it again")
        token = hello.get("seat", "")
        room, seat = await self.enter(id_, token if isinstance(token, str) else "")
        if len(room.looks) >= self.hall.limits.looks_each:
            raise Refused("too many look at this match")
        return room, seat

    async def serve(self, socket: WebSocket) -> None:
        """The first message says who it is; then both sides talk."""
        try:
            hello = parsed(await asyncio.wait_for(socket.receive_text(), QUIET))
            room, seat = await self.greet(socket.path_params["match"], hello)
        except (Refused, TimeoutError) as why:
            await socket.send_text(json.dumps({"type": "closed", "reason": str(why) or "nothing was said"}))
            await socket.close(POLICY_BROKEN)
            return
        look = Look(seat, short(hello.get("language") or room.record.language))
        room.looks.add(look)
        room.let_bots()
        look.changed.set()
        sending = asyncio.create_task(send(socket, room, look))
        try:
            await listen(socket, room, look, Bucket(self.hall.limits.burst, self.hall.limits.a_second))
        finally:
            room.looks.discard(look)
            sending.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending


async def send(socket: WebSocket, room: Room, look: Look) -> None:
    """Send answers, and the newest picture: who is slow misses those between."""
    sent = ""
    while True:
        await look.changed.wait()
        look.changed.clear()
        while look.messages:
            await socket.send_text(json.dumps(look.messages.pop(0)))
        newest = room.picture_for(look.seat, look.language)
        if newest is not sent:
            sent = newest
            await socket.send_text(newest)


async def listen(socket: WebSocket, room: Room, look: Look, bucket: Bucket) -> None:
    while True:
        message = parsed(await socket.receive_text())
        if not bucket.take():
            await socket.close(POLICY_BROKEN)
            return
        await answer(room, look, message)


async def answer(room: Room, look: Look, message: Any) -> None:
    """Do what somebody asks for, or say why not."""
    kind = message.get("type") if isinstance(message, dict) else None
    try:
        match kind:
            case "choose":
                async with room.lock:
                    asked = room.choose(look.seat, message.get("move"), message.get("key"), message.get("careful"))
                if asked is not None:
                    look.tell(asked)
            case "undo":
                async with room.lock:
                    room.undo(look.seat, look.language)
            case "why":
                look.tell(room.why(look.seat, look.language, message.get("about")))
            case "look":
                look.tell(room.look_back(look.seat, look.language, message.get("move")))
            case "think":
                look.tell(await room.think(look.seat, message.get("move")))
            case "say":
                look.language = short(message.get("language"))
                look.changed.set()
            case "ping":
                look.tell({"type": "pong"})
            case _:
                look.tell({"type": "refused", "reason": "that is no message"})
    except Refused as why:
        look.tell({"type": "refused", "reason": str(why)})
        look.changed.set()


async def read_json(request: Request, most: int) -> Any:
    """What a request holds, if it is not too much."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    with suppress(ValueError, RecursionError):
        return json.loads(body)
    return None


def parsed(text: str) -> dict[str, Any]:
    """A message; what is none is empty."""
    with suppress(ValueError, RecursionError):
        found = json.loads(text)
        if isinstance(found, dict):
            return found
    return {}


def short(language: object) -> str:
    """A language by its code; whatever else is sent is English."""
    return language if isinstance(language, str) and language.isalpha() and len(language) <= 3 else "en"


def problem(reason: str, status: int) -> Response:
    return JSONResponse({"error": reason}, status)

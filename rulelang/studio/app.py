"""The studio: pages and requests beside those of the tables.

It writes files, so it answers to nobody but who was given its key, which is in the address that `rulelang serve`
prints; the address and the origin of what is asked are checked as for everything else here.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from attrs import define, field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulelang.api.anew import load_anew
from rulelang.api.game import Game
from rulelang.api.match import Match
from rulelang.errors import RulelangError, RulesError
from rulelang.lsp.places import uri_of
from rulelang.project.dependencies import laid_over
from rulelang.project.games import in_file
from rulelang.server.app import POLICY, POLICY_BROKEN, QUIET, is_own, parsed, part, problem, read_json
from rulelang.server.hall import Hall
from rulelang.server.limits import LARGEST_FILE
from rulelang.server.room import Refused
from rulelang.server.store import HUMAN, Store
from rulelang.studio.editor import attend
from rulelang.studio.folder import Folder, raw_text
from rulelang.testing.scenario import match_from

BOT = "greedy"
Answer = Callable[[Request], Awaitable[Response]]


@define
class Studio:
    """What is answered to an editor page."""

    folder: Folder
    hall: Hall
    key: str = field(factory=lambda: secrets.token_urlsafe(16))
    drafts: Store = field(factory=Store)  # matches of rules that are being written; they are kept nowhere

    @property
    def routes(self) -> list[BaseRoute]:
        return [
            Route("/studio", page),
            Route("/studio.js", part("studio.js", "text/javascript; charset=utf-8")),
            Route("/studio.css", part("studio.css", "text/css; charset=utf-8")),
            Route("/api/studio/files", self.guarded(self.files)),
            Route("/api/studio/file", self.guarded(self.read)),
            Route("/api/studio/file", self.guarded(self.write), methods=["POST"]),
            Route("/api/studio/match", self.guarded(self.play), methods=["POST"]),
            WebSocketRoute("/api/studio/socket", self.socket),
        ]

    def guarded(self, answer: Answer) -> Answer:
        """Only for who has the key; what is refused is told."""

        async def checked(request: Request) -> Response:
            if not self.is_key(request.headers.get("x-studio", "")):
                return problem("this page has no key: open the address that was printed", 403)
            try:
                return await answer(request)
            except Refused as why:
                return problem(str(why), 400)

        return checked

    def is_key(self, given: object) -> bool:
        return isinstance(given, str) and given.isascii() and secrets.compare_digest(given, self.key)

    # ---- files ------------------------------------------------------------------------------------------

    async def files(self, _: Request) -> Response:
        """The rule files, each with the address that the language server knows it by."""
        names = await asyncio.to_thread(self.folder.names)
        found = [{"name": name, "uri": uri_of(self.folder.path(name))} for name in names]
        return JSONResponse({"folder": self.folder.root.name, "files": found})

    async def read(self, request: Request) -> Response:
        text, mark = self.folder.read(request.query_params.get("name"))
        return JSONResponse({"text": text, "mark": mark})

    async def write(self, request: Request) -> Response:
        asked = await read_json(request, LARGEST_FILE)
        if not isinstance(asked, dict):
            raise Refused("that is no request")
        mark = await asyncio.to_thread(self.folder.write, asked.get("name"), asked.get("text"), asked.get("mark"))
        return JSONResponse({"mark": mark})

    # ---- the table --------------------------------------------------------------------------------------

    async def play(self, request: Request) -> Response:
        """A table of a file as it is written now: from the beginning, from a scenario, or on with an older match."""
        asked = await read_json(request, LARGEST_FILE)
        if not isinstance(asked, dict):
            raise Refused("that is no request")
        texts = {self.folder.path(name): text for name, text in texts_of(asked.get("texts")).items()}
        path = self.folder.path(asked.get("name"))
        if not path.is_file():
            raise Refused("there is no such file")
        position = asked.get("position")
        try:
            match = await asyncio.to_thread(begun, path, texts, position if isinstance(position, str) else None)
            seat = match.decision.player if not match.over else 0
            seats = [HUMAN if number == seat else BOT for number in range(match.players)]
            made = self.hall.begin(match, seats, self.drafts)
        except RulesError as error:
            raise Refused(f"there are mistakes in the rules: {error.problems[0].message}") from None
        except RulelangError as error:
            raise Refused(str(error)) from None
        kept = self.play_on(made["match"], asked.get("after"))
        self.hall.rooms[made["match"]].let_bots()
        return JSONResponse({"match": made["match"], "seat": "".join(made["seats"]), "kept": kept}, 201)

    def play_on(self, match: str, old: object) -> int:
        """Make the choices of an older match, as far as they can be made under the rules as they are now."""
        before = self.hall.rooms.get(old) if isinstance(old, str) else None
        room, kept = self.hall.rooms[match], 0
        if before is None or before.record.seats != room.record.seats:
            return 0
        with suppress(Refused):
            for key in before.keys:
                if room.match.over or key not in room.match.decision.keys:
                    break
                room.advance(key)
                kept += 1
        return kept

    # ---- the language server ----------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """The first message is the key; the others are those of the language server."""
        if not is_own(socket.scope):
            await socket.close(POLICY_BROKEN)
            return
        await socket.accept()
        with suppress(WebSocketDisconnect, TimeoutError):
            hello = parsed(await asyncio.wait_for(socket.receive_text(), QUIET))
            if self.is_key(hello.get("key")):
                await attend(socket, self.folder)
            else:
                await socket.close(POLICY_BROKEN)


def begun(path: Path, texts: Mapping[Path, bytes], position: str | None) -> Match:
    """A match of the game that a file is part of, with texts that are not on the disk yet."""
    with laid_over(texts):
        game: Game = load_anew(str(in_file(path).reference), (), {})
    return match_from(game, position) if position is not None else game.start(game.players[0])


async def page(_: Request) -> Response:
    """The page; its editor makes styles, which a word that nobody can know before lets in."""
    nonce = secrets.token_urlsafe(16)
    text = (files("rulelang.server") / "page" / "studio.html").read_text(encoding="utf-8").replace("NONCE", nonce)
    policy = POLICY.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}'")
    return Response(text, media_type="text/html", headers={"content-security-policy": policy})


def texts_of(given: Any) -> Mapping[str, bytes]:
    """Texts by the names of their files."""
    if not isinstance(given, dict):
        raise Refused("texts are wanted by the names of their files")
    return {name: raw_text(text) for name, text in given.items()}

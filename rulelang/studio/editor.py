"""The language server for an editor in a page: the same answers as in any other editor, over a socket.

What is asked must be about files of the folder that is open here; nothing else is looked at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pygls.exceptions import JsonRpcException
from starlette.websockets import WebSocket

from rulelang.lsp.places import path_of
from rulelang.lsp.server import Server
from rulelang.server.app import parsed
from rulelang.studio.folder import Folder

# What a page may ask; whatever else a language server can do, such as ending its process, is not for it.
ASKED = frozenset(
    {
        "initialize", "initialized", "$/cancelRequest", "workspace/executeCommand",
        "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/formatting",
        "textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/references",
        "textDocument/codeAction", "textDocument/codeLens", "textDocument/prepareRename", "textDocument/rename",
    }
)  # fmt: skip


async def attend(socket: WebSocket, folder: Folder) -> None:
    """Answer one page until it is closed."""
    server, outbox = Server(), asyncio.Queue[str]()
    protocol = server.pygls.protocol
    protocol.set_writer(Outbox(outbox), include_headers=False)
    sending = asyncio.create_task(send(socket, outbox))
    try:
        while True:
            message = parsed(await socket.receive_text())
            with suppress(JsonRpcException):  # it looks like no message that there is
                if is_allowed(message, folder):
                    protocol.handle_message(protocol.structure_message(message))
    finally:
        server.projects.end()
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


class Outbox:
    """Where the language server writes."""

    def __init__(self, queue: asyncio.Queue[str]) -> None:
        self.queue = queue

    def write(self, data: bytes) -> None:
        self.queue.put_nowait(data.decode())

    def close(self) -> None:
        """Nothing is held."""


async def send(socket: WebSocket, outbox: asyncio.Queue[str]) -> None:
    while True:
        await socket.send_text(await outbox.get())


def is_allowed(message: dict[str, Any], folder: Folder) -> bool:
    """Is it an answer, or something that may be asked, about files of the folder alone?"""
    is_known = message.get("jsonrpc") == "2.0" and message.get("method", "initialized") in ASKED
    return is_known and all(path is not None and folder.holds(path) for path in map(path_of, addresses(message)))


def addresses(part: Any) -> Iterator[str]:
    """Every address of a file in a message; those of the folder itself are asked for nothing."""
    if isinstance(part, dict):
        for name, inner in part.items():
            if name == "uri" and isinstance(inner, str):
                yield inner
            elif name not in ("rootUri", "rootPath", "workspaceFolders"):
                yield from addresses(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from addresses(inner)

"""An editor without a screen: it starts the server as editors do, and speaks with it over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

PATIENCE = 600  # seconds until a test fails instead of waiting on

T = TypeVar("T")


class Editor:
    """Holds texts and what the server says of them."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner = runner
        self.client = LanguageClient("tests", "0")
        self.told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.greeting: lsp.InitializeResult | None = None
        self.messages: list[str] = []
        self.diagnostics: dict[str, list[lsp.Diagnostic]] = {}
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(self.told.put_nowait))
        self.client.feature(lsp.WINDOW_SHOW_MESSAGE)(lambda said: self.messages.append(said.message))

    def run(self, waiting: Awaitable[T]) -> T:
        async def patiently() -> T:
            return await asyncio.wait_for(waiting, PATIENCE)

        return self.runner.run(patiently())

    async def start(self, capabilities: lsp.ClientCapabilities, commands: Sequence[str]) -> lsp.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "rulelang", "lsp", "--stdio")
        greeting = lsp.InitializeParams(capabilities, initialization_options={"commands": [*commands]})
        found = await self.client.initialize_async(greeting)
        self.client.initialized(lsp.InitializedParams())
        return found

    async def end(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    @property
    def process(self) -> int:
        """The number of the server's process."""
        return int(self.client._server.pid)

    # ---- texts --------------------------------------------------------------------------------------------

    def open(self, path: Path, text: str | None = None) -> None:
        text = path.read_text(encoding="utf-8") if text is None else text
        version = self.versions[path.as_uri()] = self.versions.get(path.as_uri(), 0) + 1
        self.texts[path.as_uri()] = text
        item = lsp.TextDocumentItem(path.as_uri(), "rulelang", version, text)
        self.run(self.sent(lambda: self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))))

    def type(self, path: Path, text: str) -> None:
        version = self.versions[path.as_uri()] = self.versions[path.as_uri()] + 1
        there = lsp.VersionedTextDocumentIdentifier(version, path.as_uri())
        self.texts[path.as_uri()] = text
        whole = [lsp.TextDocumentContentChangeWholeDocument(text)]
        asked = lsp.DidChangeTextDocumentParams(there, whole)
        self.run(self.sent(lambda: self.client.text_document_did_change(asked)))

    def text(self, path: Path) -> str:
        return self.texts[path.as_uri()]

    def close(self, path: Path) -> None:
        asked = lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(path.as_uri()))
        self.run(self.sent(lambda: self.client.text_document_did_close(asked)))

    async def sent(self, send: Callable[[], None]) -> None:
        send()

    def problems(self, path: Path, until: Callable[[list[str]], bool]) -> list[lsp.Diagnostic]:
        """What is shown in a file, as soon as the names of it are as they should be for the text that is open."""

        async def shown() -> list[lsp.Diagnostic]:
            while True:
                said = await self.told.get()
                self.diagnostics[said.uri] = list(said.diagnostics)
                is_new = said.version == self.versions.get(said.uri)
                if said.uri == path.as_uri() and is_new and until([str(d.code) for d in said.diagnostics]):
                    return self.diagnostics[said.uri]

        return self.run(shown())


@contextmanager
def editor(capabilities: lsp.ClientCapabilities | None = None, commands: Sequence[str] = ()) -> Iterator[Editor]:
    """An editor with its server, which has ended afterwards."""
    with asyncio.Runner() as runner:
        there = Editor(runner)
        try:
            there.greeting = there.run(there.start(capabilities or lsp.ClientCapabilities(), commands))
            yield there
        finally:
            there.run(there.end())

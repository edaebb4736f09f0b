"""The server: what an editor asks, and who answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulelang import __version__
from rulelang.lsp import outline, problems
from rulelang.lsp.formatting import formatted
from rulelang.lsp.places import Places, path_of, text_of, uri_of
from rulelang.lsp.projects import Projects
from rulelang.project.dependencies import ENDING
from rulelang.source import Span


class Server:
    """Answers one editor. Texts come whole: rules are short, and nobody then counts lines otherwise than we do."""

    def __init__(self) -> None:
        self.pygls = LanguageServer("rulelang", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.projects = Projects(self.publish, self.complain)
        self.uris: dict[Path, str] = {}  # of open files, as the editor writes them
        self.told: set[Path] = set()  # files that the editor shows problems in
        answers: dict[str, Callable[..., Any]] = {
            lsp.TEXT_DOCUMENT_DID_OPEN: self.opened,
            lsp.TEXT_DOCUMENT_DID_CHANGE: self.edited,
            lsp.TEXT_DOCUMENT_DID_CLOSE: self.closed,
            lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: self.changed_outside,
            lsp.TEXT_DOCUMENT_FORMATTING: self.format,
            lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: self.symbols,
            lsp.TEXT_DOCUMENT_FOLDING_RANGE: self.folds,
            lsp.SHUTDOWN: self.shut_down,
        }
        # Methods can not be written on, as pygls does; what is made of them can.
        for what, answer in answers.items():
            self.pygls.feature(what)(partial(answer))
        fixing = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
        self.pygls.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, fixing)(partial(self.fixes))

    @property
    def places(self) -> Places:
        return Places(self.pygls.workspace.position_codec)

    def text(self, document: lsp.TextDocumentIdentifier) -> str:
        return text_of(self.pygls.workspace.get_text_document(document.uri).source)

    # ---- texts --------------------------------------------------------------------------------------------

    def opened(self, asked: lsp.DidOpenTextDocumentParams) -> None:
        self.take_over(asked.text_document.uri)

    def edited(self, asked: lsp.DidChangeTextDocumentParams) -> None:
        self.take_over(asked.text_document.uri)

    def take_over(self, uri: str) -> None:
        path = path_of(uri)
        if path is not None and path.suffix == ENDING:
            self.uris[path] = uri
            self.projects.edit(path, self.text(lsp.TextDocumentIdentifier(uri)))

    def closed(self, asked: lsp.DidCloseTextDocumentParams) -> None:
        path = path_of(asked.text_document.uri)
        if path is not None and path in self.uris:
            del self.uris[path]
            self.projects.close(path)

    def changed_outside(self, asked: lsp.DidChangeWatchedFilesParams) -> None:
        for change in asked.changes:
            path = path_of(change.uri)
            if path is not None and path not in self.uris:
                self.projects.changed(path)

    def shut_down(self, _: None) -> None:
        self.projects.end()

    # ---- what is wrong ------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Tell the editor what is wrong in each file, and where nothing is wrong any more."""
        found: dict[Path, list[lsp.Diagnostic]] = {path: [] for path in (*self.told, *self.uris)}
        for problem in self.projects.problems:
            found.setdefault(problems.file_of(problem.span), []).append(problems.shown(problem, self.places))
        self.told = {path for path, diagnostics in found.items() if diagnostics}
        for path, diagnostics in found.items():
            uri = self.uris.get(path) or uri_of(path)
            version = self.pygls.workspace.get_text_document(uri).version if path in self.uris else None
            told = lsp.PublishDiagnosticsParams(uri, diagnostics, version)
            self.pygls.text_document_publish_diagnostics(told)

    def complain(self, message: str) -> None:
        self.pygls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, f"rulelang: {message}"))

    async def fixes(self, asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = path_of(asked.text_document.uri)
        mine = [p for p in self.projects.problems if problems.file_of(p.span) == path]
        if not mine:
            return []
        file = mine[0].span.file
        inside = Span(file, self.places.offset(file, asked.range.start), self.places.offset(file, asked.range.end))
        return problems.fixes(mine, inside, self.places)

    # ---- one text -----------------------------------------------------------------------------------------

    async def format(self, asked: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        text = self.text(asked.text_document)
        return await self.projects.ask(lambda: formatted(text, self.places))

    async def symbols(self, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        uri, text = asked.text_document.uri, self.text(asked.text_document)

        def answer() -> list[lsp.DocumentSymbol]:
            file, place = self.projects.read(uri, text)
            return outline.Outline(self.places, place).symbols(file)

        return await self.projects.ask(answer)

    async def folds(self, asked: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(self.text(asked.text_document))


def run() -> None:
    """Talk to an editor over standard input and output until it says that this was all."""
    Server().pygls.start_io()

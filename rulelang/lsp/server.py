"""The server: what an editor asks, and who answers."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from rulelang import __version__
from rulelang.describe.places import Name, Places
from rulelang.describe.proposals import proposals
from rulelang.lsp import completion, hover, inlays, lenses, outline, problems, renaming, tokens
from rulelang.lsp.formatting import formatted
from rulelang.lsp.places import Units, path_of, text_of, uri_of, word_at
from rulelang.lsp.projects import Project, Projects
from rulelang.project.dependencies import ENDING
from rulelang.source import SourceFile, Span
from rulelang.syntax import nodes
from rulelang.testing.scenario import Result

T = TypeVar("T")
HAND_OVER = 0.0005  # seconds until a check lets somebody in who has typed; by itself ten times as long


class Pointing(Protocol):
    """A question about a place in a text."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class Server:
    """Answers one editor. Texts come whole: rules are short, and nobody then counts lines otherwise than we do."""

    def __init__(self) -> None:
        self.pygls = LanguageServer("rulelang", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.projects = Projects(self.publish, self.refresh, self.complain)
        self.uris: dict[Path, str] = {}  # of open files, as the editor writes them
        self.commands: frozenset[str] = frozenset()  # those that the editor itself has
        self.told: set[Path] = set()  # files that the editor shows problems in
        answers: dict[str, Callable[..., Any]] = {
            lsp.INITIALIZE: self.greeted,
            lsp.TEXT_DOCUMENT_DID_OPEN: self.opened,
            lsp.TEXT_DOCUMENT_DID_CHANGE: self.edited,
            lsp.TEXT_DOCUMENT_DID_CLOSE: self.closed,
            lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: self.changed_outside,
            lsp.TEXT_DOCUMENT_FORMATTING: self.format,
            lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: self.symbols,
            lsp.TEXT_DOCUMENT_FOLDING_RANGE: self.folds,
            lsp.TEXT_DOCUMENT_HOVER: self.hover,
            lsp.TEXT_DOCUMENT_DEFINITION: self.definition,
            lsp.TEXT_DOCUMENT_REFERENCES: self.references,
            lsp.TEXT_DOCUMENT_IMPLEMENTATION: self.amendments,
            lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: self.highlights,
            lsp.TEXT_DOCUMENT_CODE_LENS: self.lenses,
            lsp.TEXT_DOCUMENT_INLAY_HINT: self.inlays,
            lsp.SHUTDOWN: self.shut_down,
        }
        # Methods can not be written on, as pygls does; what is made of them can.
        for what, answer in answers.items():
            self.pygls.feature(what)(partial(answer))
        fixing = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
        self.pygls.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, fixing)(partial(self.fixes))
        self.pygls.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.LEGEND)(partial(self.tokens))
        self.pygls.command(lenses.RUN)(partial(self.run_scenario))
        self.pygls.command(lenses.GAME)(partial(self.game_of))
        completing = lsp.CompletionOptions(trigger_characters=["."])
        self.pygls.feature(lsp.TEXT_DOCUMENT_COMPLETION, completing)(partial(self.completion))
        asking = lsp.RenameOptions(prepare_provider=True)
        self.pygls.feature(lsp.TEXT_DOCUMENT_RENAME, asking)(partial(self.rename))
        self.pygls.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)(partial(self.prepare_rename))

    @property
    def units(self) -> Units:
        return Units(self.pygls.workspace.position_codec)

    def text(self, document: lsp.TextDocumentIdentifier) -> str:
        return text_of(self.pygls.workspace.get_text_document(document.uri).source)

    def greeted(self, asked: lsp.InitializeParams) -> None:
        options = asked.initialization_options
        if isinstance(options, dict) and isinstance(options.get("commands"), list):
            self.commands = frozenset(map(str, options["commands"]))

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
            found.setdefault(problems.file_of(problem.span), []).append(problems.shown(problem, self.units))
        self.told = {path for path, diagnostics in found.items() if diagnostics}
        for path, diagnostics in found.items():
            if self.projects.is_waiting(path):
                continue
            uri = self.uri(path)
            version = self.pygls.workspace.get_text_document(uri).version if path in self.uris else None
            told = lsp.PublishDiagnosticsParams(uri, diagnostics, version)
            self.pygls.text_document_publish_diagnostics(told)

    def refresh(self) -> None:
        """Tell the editor to ask again for what hangs on the whole game, if it can."""
        able = self.pygls.client_capabilities.workspace
        if able is not None and able.semantic_tokens is not None and able.semantic_tokens.refresh_support:
            self.pygls.workspace_semantic_tokens_refresh(None)
        if able is not None and able.code_lens is not None and able.code_lens.refresh_support:
            self.pygls.workspace_code_lens_refresh(None)
        if able is not None and able.inlay_hint is not None and able.inlay_hint.refresh_support:
            self.pygls.workspace_inlay_hint_refresh(None)

    def complain(self, message: str) -> None:
        self.pygls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, f"rulelang: {message}"))

    async def fixes(self, asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = path_of(asked.text_document.uri)
        mine = [p for p in self.projects.problems if problems.file_of(p.span) == path]
        if not mine:
            return []
        file = mine[0].span.file
        inside = Span(file, self.units.offset(file, asked.range.start), self.units.offset(file, asked.range.end))
        return problems.fixes(mine, inside, self.units)

    # ---- names ----------------------------------------------------------------------------------------------

    async def completion(self, asked: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        path = path_of(asked.text_document.uri)
        file = SourceFile("", self.text(asked.text_document))
        offset = self.units.offset(file, asked.position)

        def find() -> list[lsp.CompletionItem]:
            project = self.projects.project_of(path) if path is not None else None
            place = project.at(path, offset) if project is not None and path is not None else None
            around = project.variants_around(place) if project is not None and place is not None else ()
            places = project.places(around) if project is not None else None
            return [completion.item(*each) for each in enumerate(proposals(file.text, offset, places))]

        return await self.projects.ask(find)

    async def prepare_rename(self, asked: lsp.PrepareRenameParams) -> lsp.Range | None:
        def here(name: Name, places: Places, project: Project) -> lsp.Range:
            with refusals():
                renaming.may_be_renamed(project, name.thing)
            return self.units.range(places.place(name.span))

        return await self.ask_within(asked, here)

    async def rename(self, asked: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        texts = dict(self.projects.texts)

        def renamed(name: Name, places: Places, project: Project) -> lsp.WorkspaceEdit:
            with refusals():
                found = renaming.renamed(project, name, places, asked.new_name, texts)
            old = name.thing.word
            edits = {
                self.uri(path): [
                    lsp.TextEdit(self.units.range(span), renaming.written(span, old, asked.new_name)) for span in spans
                ]
                for path, spans in found.items()
            }
            return lsp.WorkspaceEdit(changes=edits)

        return await self.ask_within(asked, renamed, everywhere=True)

    async def ask(self, asked: Pointing, answer: Callable[[Name, Places], T], *, everywhere: bool = False) -> T | None:
        """What is to be said of the name that somebody points at; `everywhere` asks for all variants."""
        return await self.ask_within(asked, lambda name, places, _: answer(name, places), everywhere=everywhere)

    async def ask_within(
        self, asked: Pointing, answer: Callable[[Name, Places, Project], T], *, everywhere: bool = False
    ) -> T | None:
        path = path_of(asked.text_document.uri)
        file = SourceFile("", self.text(asked.text_document))
        offset = self.units.offset(file, asked.position)

        def find() -> T | None:
            project = self.projects.project_of(path) if path is not None else None
            place = project.at(path, offset) if project is not None and path is not None else None
            if project is None or place is None:
                return None
            places = project.places(None if everywhere else project.variants_around(place))
            name = places.at(place) if places is not None else None
            return answer(name, places, project) if name is not None and places is not None else None

        return await self.projects.ask(find)

    async def hover(self, asked: lsp.HoverParams) -> lsp.Hover | None:
        def told(name: Name, places: Places) -> lsp.Hover:
            text = lsp.MarkupContent(lsp.MarkupKind.Markdown, hover.told(name.thing, places))
            return lsp.Hover(text, self.units.range(places.place(name.span)))

        return await self.ask(asked, told) or self.of_word(asked)

    def of_word(self, asked: lsp.HoverParams) -> lsp.Hover | None:
        """What the reference says of a word of the language."""
        file = SourceFile("", self.text(asked.text_document))
        word = word_at(file, self.units.offset(file, asked.position))
        told = hover.of_word(word) if word else None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told)) if told is not None else None

    async def definition(self, asked: lsp.DefinitionParams) -> list[lsp.Location] | None:
        return await self.ask(asked, lambda name, places: self.locations([name.thing.span], places))

    async def references(self, asked: lsp.ReferenceParams) -> list[lsp.Location] | None:
        def meant(name: Name, places: Places) -> list[lsp.Location]:
            found = places.meant(name.thing)
            wanted = [n.span for n in found if asked.context.include_declaration or not n.is_declaration]
            return self.locations(wanted, places)

        return await self.ask(asked, meant, everywhere=True)

    async def amendments(self, asked: lsp.ImplementationParams) -> list[lsp.Location] | None:
        """Where a rule or a value is amended."""

        def amending(name: Name, places: Places) -> list[lsp.Location]:
            return self.locations([each.block.header for each in places.amendments(name.thing.name)], places)

        return await self.ask(asked, amending)

    async def highlights(self, asked: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
        def here(name: Name, places: Places) -> list[lsp.DocumentHighlight]:
            spans = [places.place(each.span) for each in places.meant(name.thing)]
            file = places.place(name.span).file
            return [lsp.DocumentHighlight(self.units.range(span)) for span in spans if span.file is file]

        return await self.ask(asked, here)

    def locations(self, spans: Iterable[Span], places: Places) -> list[lsp.Location]:
        """Places as they are now; what is part of the language stands nowhere."""
        now = [places.place(span) for span in spans if span.file.text]
        return [lsp.Location(self.uri(problems.file_of(span)), self.units.range(span)) for span in now]

    def uri(self, path: Path) -> str:
        return self.uris.get(path) or uri_of(path)

    # ---- one file, with its game ----------------------------------------------------------------------------

    async def of_file(self, uri: str, answer: Callable[[Project, nodes.File, Places], T]) -> T | None:
        """What is to be said of a file as it was read the last time."""
        path = path_of(uri)

        def find() -> T | None:
            project = self.projects.project_of(path) if path is not None else None
            if project is None or path is None:
                return None
            file = project.file(path)
            places = project.places(variants_in(file))
            return answer(project, file, places) if places is not None else None

        return await self.projects.ask(find)

    async def tokens(self, asked: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        def answer(_: Project, file: nodes.File, places: Places) -> lsp.SemanticTokens:
            return tokens.tokens(file.items, places, self.units)

        return await self.of_file(asked.text_document.uri, answer)

    async def lenses(self, asked: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
        uri = asked.text_document.uri

        def answer(project: Project, file: nodes.File, places: Places) -> list[lsp.CodeLens]:
            game = str(project.game.reference.resolve())
            return lenses.Lenses(places, self.units, uri, game, self.commands).all(file.items)

        return await self.of_file(uri, answer)

    async def inlays(self, asked: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        path = path_of(asked.text_document.uri)

        def answer(project: Project, file: nodes.File, places: Places) -> list[lsp.InlayHint]:
            here = [(span, text) for span, text in project.constants() if problems.file_of(span) == path]
            hints = inlays.inlays(here, self.units)
            return [hint for hint in hints if asked.range.start <= hint.position <= asked.range.end]

        return await self.of_file(asked.text_document.uri, answer)

    async def run_scenario(self, uri: str, name: str) -> dict[str, Any] | None:
        """Run a scenario, and tell how it went; where it fails is shown in the text."""

        def answer(project: Project, file: nodes.File, places: Places) -> Result | None:
            return project.run_scenario(name)

        result = await self.of_file(uri, answer)
        self.publish()
        if result is None:
            self.tell(f"there is no scenario “{name}”")
            return None
        self.tell(f"“{name}” holds" if result.passed else f"“{name}” fails: {result.message}")
        return {"passed": result.passed, "message": result.message}

    def tell(self, message: str) -> None:
        self.pygls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, message))

    async def game_of(self, uri: str) -> str | None:
        """The game that a file is part of, as commands are told of it."""
        return await self.of_file(uri, lambda project, *_: str(project.game.reference.resolve()))

    # ---- one text -----------------------------------------------------------------------------------------

    async def format(self, asked: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        text = self.text(asked.text_document)
        return await self.projects.ask(lambda: formatted(text, self.units))

    async def symbols(self, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        uri, text = asked.text_document.uri, self.text(asked.text_document)

        def answer() -> list[lsp.DocumentSymbol]:
            file, place = self.projects.read(uri, text)
            return outline.Outline(self.units, place).symbols(file)

        return await self.projects.ask(answer)

    async def folds(self, asked: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return outline.folds(self.text(asked.text_document))


def variants_in(file: nodes.File) -> list[str]:
    """The variants that a file declares."""
    return [str(b.path) for b in file.items if isinstance(b, nodes.Block) and b.keyword == "variant"]


@contextmanager
def refusals() -> Iterator[None]:
    """What is refused is an answer that the editor shows."""
    try:
        yield
    except renaming.Refused as reason:
        raise JsonRpcInvalidParams(str(reason)) from None


def run() -> None:
    """Talk to an editor over standard input and output until it says that this was all."""
    gc.disable()  # the projects see to it, when nobody waits
    sys.setswitchinterval(HAND_OVER)
    Server().pygls.start_io()

"""Lines above declarations: what amends them, and scenarios to run and to play from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen
from lsprotocol import types as lsp

from rulelang.describe.places import Places
from rulelang.lsp.places import Units
from rulelang.lsp.problems import file_of
from rulelang.project.scenario import name_of
from rulelang.syntax import nodes

RUN = "rulelang.runScenario"  # the server does these two
GAME = "rulelang.gameOf"
PLAY = "rulelang.playFrom"  # these are the editor's, if it has them
SHOW = "rulelang.showPlaces"
AMENDED = frozenset({"rule", "action", "value", "option", "setup", "round", "window"})


@frozen
class Lenses:
    """Makes the lenses of one file; `game` is what a scenario of it is played with."""

    places: Places
    units: Units
    uri: str
    game: str
    commands: frozenset[str]  # those that the editor has

    def all(self, items: Iterable[nodes.Item]) -> list[lsp.CodeLens]:
        return list(self.of(items))

    def of(self, items: Iterable[nodes.Item]) -> Iterator[lsp.CodeLens]:
        for item in items:
            if not isinstance(item, nodes.Block):
                continue
            if item.keyword in AMENDED:
                yield from self.amended(item)
            elif item.keyword == "scenario":
                yield from self.scenario(item)
            elif item.keyword == "variant":
                yield from self.of(item.body)

    def amended(self, block: nodes.Block) -> Iterator[lsp.CodeLens]:
        found = self.places.amendments(str(block.path) if block.path is not None else block.keyword)
        if found:
            where = self.range(block)
            spans = [self.places.place(each.block.header) for each in found]
            locations = [[str(file_of(span)), span.line - 1] for span in spans]
            yield self.lens(block, f"amended by {len(found)}", SHOW, [self.uri, where.start.line, locations])

    def scenario(self, block: nodes.Block) -> Iterator[lsp.CodeLens]:
        name = name_of(block)
        if block.member("then") is not None:
            yield self.lens(block, "▶ run", RUN, [self.uri, name])
        if PLAY in self.commands:
            yield self.lens(block, "▶ play from here", PLAY, [self.game, name])

    def lens(self, block: nodes.Block, title: str, command: str, arguments: list[Any]) -> lsp.CodeLens:
        """What an editor has no command for is only shown."""
        known = command == RUN or command in self.commands
        return lsp.CodeLens(self.range(block), lsp.Command(title, command if known else "", arguments=arguments))

    def range(self, block: nodes.Block) -> lsp.Range:
        return self.units.range(self.places.place(block.keyword_span))

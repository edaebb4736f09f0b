"""What a text holds, for the outline of an editor and for folding; a mistake in one declaration leaves the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from attrs import frozen
from lsprotocol import types as lsp

from rulelang.lsp.places import Units
from rulelang.source import Span
from rulelang.syntax import nodes

KINDS = {
    "game": lsp.SymbolKind.Package,
    "variant": lsp.SymbolKind.Module,
    "kind": lsp.SymbolKind.Enum,
    "card": lsp.SymbolKind.Enum,
    "piece": lsp.SymbolKind.Enum,
    "map": lsp.SymbolKind.Namespace,
    "table": lsp.SymbolKind.Array,
    "zone": lsp.SymbolKind.Object,
    "state": lsp.SymbolKind.Struct,
    "option": lsp.SymbolKind.Constant,
    "value": lsp.SymbolKind.Variable,
    "score": lsp.SymbolKind.Variable,
    "estimate": lsp.SymbolKind.Variable,
    "measure": lsp.SymbolKind.Variable,
    "scenario": lsp.SymbolKind.Event,
    "translate": lsp.SymbolKind.String,
}


@frozen
class Outline:
    """Writes outlines; `place` says where something that was read earlier stands now."""

    units: Units
    place: Callable[[Span], Span]

    def symbols(self, file: nodes.File) -> list[lsp.DocumentSymbol]:
        """The declarations of a file, with the blocks and fields in them."""
        return [self.symbol(item) for item in file.items if isinstance(item, nodes.Block)]

    def symbol(self, block: nodes.Block) -> lsp.DocumentSymbol:
        name = str(block.path) if block.path is not None else block.label or block.keyword
        inner = [self.symbol(item) for item in block.body if isinstance(item, nodes.Block)]
        return lsp.DocumentSymbol(
            name=name,
            detail=" ".join(word for word in (block.keyword, block.label) if word and word != name),
            kind=KINDS.get(block.keyword, lsp.SymbolKind.Function),
            range=self.range(block.span),
            selection_range=self.range(block.path.span if block.path is not None else block.keyword_span),
            children=[*self.fields(block), *inner],
        )

    def fields(self, block: nodes.Block) -> Iterator[lsp.DocumentSymbol]:
        """What a block of state declares."""
        for item in block.body if block.keyword == "state" else ():
            if isinstance(item, nodes.Field):
                where = self.range(item.path.span)
                yield lsp.DocumentSymbol(str(item.path), lsp.SymbolKind.Field, self.range(item.span), where)

    def range(self, span: Span) -> lsp.Range:
        return self.units.range(self.place(span))


# ---- folding ----------------------------------------------------------------------------------------------------


def folds(text: str) -> list[lsp.FoldingRange]:
    """Lines with something further in below them, and comments of several lines."""
    lines = text.split("\n")
    return [*bodies(lines), *comments(lines)]


def bodies(lines: Sequence[str]) -> Iterator[lsp.FoldingRange]:
    waiting: list[tuple[int, int]] = []  # lines that may have a body: how far in, and which line
    last = 0
    for number, line in enumerate([*lines, "."]):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        depth = len(line) - len(line.lstrip())
        while waiting and waiting[-1][0] >= depth:
            _, start = waiting.pop()
            if last > start:
                yield lsp.FoldingRange(start, last)
        waiting.append((depth, number))
        last = number


def comments(lines: Sequence[str]) -> Iterator[lsp.FoldingRange]:
    for is_comment, run in groupby(range(len(lines)), lambda number: lines[number].lstrip().startswith("#")):
        found = list(run)
        if is_comment and len(found) > 1:
            yield lsp.FoldingRange(found[0], found[-1], kind=lsp.FoldingRangeKind.Comment)

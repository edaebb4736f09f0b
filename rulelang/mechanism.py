"""The contract a mechanism fulfils: the form of its block, and what it stands for in the core.

A mechanism is lowered: `lower` turns its block into core declarations (state, values, rules), so that
the engine never hears of it and every rule of it can be amended like one an author wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve, frozen

from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.source import LoweredSpan, SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.parser import parse
from rulelang.syntax.rewrite import rebuild
from rulelang.syntax.schema import Block

Lower = Callable[[nodes.Block], tuple[list[nodes.Item], list[Diagnostic]]]


@frozen
class Mechanism:
    """A mechanism of the language."""

    block: Block
    lower: Lower
    members: tuple[Block, ...] = ()

    @property
    def keyword(self) -> str:
        return self.block.keyword


class BrokenTemplate(ValueError):
    """What an author wrote does not fit into what a mechanism stands for."""


def template(text: str, origin: Span, holes: Mapping[str, Any]) -> list[nodes.Item]:
    """Core declarations from text.

    A name in capitals is a hole: an expression takes the place of `HOLE`, and a list of items that
    of a line `hole_HOLE()`. Everything is given the place of the author's block.
    """
    lowered = text
    for hole in holes:
        lowered = lowered.replace(hole, "hole_" + hole.lower())
    parsed = parse(SourceFile("template", lowered))
    if parsed.problems:
        raise BrokenTemplate(f"{parsed.problems[0].message}\n{lowered}")
    filled = {"hole_" + hole.lower(): value for hole, value in holes.items()}

    def change(node: Any) -> Any:
        if isinstance(node, nodes.Call) and str(node.path) in filled and not node.arguments:
            return list(filled[str(node.path)])
        if isinstance(node, nodes.Name) and node.name in filled:
            return filled[node.name]
        return place(node, origin)

    return list(rebuild(parsed.file, change).items)


def place(node: Any, origin: Span) -> Any:
    """The node, standing where the author's block stands; its words stay its own."""
    import attrs

    names = [s.name for s in attrs.fields(type(node)) if s.name.endswith("span") or s.name == "header"]
    spans = {n: LoweredSpan(origin.file, origin.start, origin.end, getattr(node, n).text) for n in names}
    return attrs.evolve(node, **spans)


def pointed_into(problem: Diagnostic, blocks: Iterable[nodes.Block]) -> Diagnostic:
    """A problem with what a mechanism was lowered to, at the word of the author's block that it is about."""
    if not isinstance(problem.span, LoweredSpan):
        return problem
    for block in blocks:
        if block.header.file is problem.span.file and block.header.start == problem.span.start:
            for name in filter(str.isidentifier, problem.names):
                found = re.search(rf"(?<![a-z0-9_]){name}(?![a-z0-9_])", block.span.text[len(block.header.text) :])
                if found:
                    start = block.header.end + found.start()
                    return evolve(
                        problem, primary=Label(Span(block.span.file, start, start + len(name)), problem.primary.text)
                    )
    return problem


def rule(
    path: tuple[str, ...], parameters: tuple[nodes.Parameter, ...], body: Any, like: nodes.Block, role: str = ""
) -> nodes.Block:
    """A rule block around an author's own lines."""
    return nodes.Block(
        "rule",
        nodes.Path(path, span=like.header),
        parameters,
        like.label,
        like.cites,
        tuple(body),
        role=role,
        keyword_span=like.keyword_span,
        header=like.header,
        span=like.span,
    )

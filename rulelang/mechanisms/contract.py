"""The contract a mechanism fulfils: the form of its block, what it stands for in the core, and what sheets say of it.

A mechanism is lowered: `lower` turns its block into core declarations (state, values, rules), so that
the engine never hears of it and every rule of it can be amended like one an author wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from rulelang.diagnostics.diagnostic import Diagnostic, Label
from rulelang.language.blocks import Block
from rulelang.mechanisms.sentences import Said
from rulelang.source import LoweredSpan, SourceFile, Span
from rulelang.syntax import nodes
from rulelang.syntax.parser import Parsed, parse
from rulelang.syntax.visit import rebuild

# How many trees of templates are kept: those of a few games.
MOST_TEMPLATES = 200

Options = Mapping[str, tuple[str, ...]]
Lower = Callable[..., tuple[list[nodes.Item], list[Diagnostic]]]


@frozen
class Mechanism:
    """A mechanism of the language: `lower(block)`, or `lower(block, options)` if a field may name an option.

    `says` is what sheets tell of it.
    """

    block: Block
    lower: Lower
    members: tuple[Block, ...] = ()
    sees_options: bool = False
    says: tuple[Said, ...] = ()

    @property
    def keyword(self) -> str:
        return self.block.keyword


class BrokenTemplate(ValueError):
    """What an author wrote does not fit into what a mechanism stands for."""


@frozen
class Reason:
    """Why a condition fails, in the author's words or the mechanism's, and the printed rules it is from."""

    text: nodes.Expression
    cites: tuple[nodes.Cites, ...] = ()


def template(text: str, origin: Span, holes: Mapping[str, Any]) -> list[nodes.Item]:
    """Core declarations from text.

    A name in capitals is a hole: an expression takes the place of `HOLE`, a list of items that of a line
    `hole_HOLE()`, and a reason that of `because HOLE`. Everything is given the place of the author's block.
    """
    lowered = text
    for hole in sorted(holes, key=len, reverse=True):
        lowered = lowered.replace(hole, "hole_" + hole.lower())
    parsed = parsed_template(lowered)
    if parsed.problems:
        raise BrokenTemplate(f"{parsed.problems[0].message}\n{lowered}")
    filled = {"hole_" + hole.lower(): value for hole, value in holes.items()}

    def change(node: Any) -> Any:
        if isinstance(node, nodes.Call) and str(node.path) in filled and not node.arguments:
            return list(filled[str(node.path)])
        if isinstance(node, nodes.Name) and node.name in filled:
            return filled[node.name]
        if isinstance(node, nodes.Act) and node.verb == "need":
            node = reasoned(node)
        return place(node, origin)

    return list(rebuild(parsed.file, change).items)


@lru_cache(maxsize=MOST_TEMPLATES)
def parsed_template(text: str) -> Parsed:
    """The tree of core declarations; a process that reads a game again asks for the same ones."""
    return parse(SourceFile("template", text))


def reasoned(need: nodes.Act) -> nodes.Act:
    """A need with the text of its reason, which cites what the reason is from."""
    because = need.clause("because")
    found: Any = because.values[0] if because is not None else None
    if not isinstance(found, Reason):
        return need
    clauses = [evolve(c, values=(found.text,)) if c is because else c for c in need.clauses]
    return evolve(need, clauses=(*clauses, *found.cites))


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
        says=like.says if body else None,
        role=role,
        keyword_span=like.keyword_span,
        header=like.header,
        span=like.span,
    )

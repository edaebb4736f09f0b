"""Voyages of the first edition: the piece stood behind `of`, and the number of steps was always handed to `go`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define

from rulelang.fix.edits import Edits
from rulelang.fix.renames import children
from rulelang.syntax import nodes
from rulelang.syntax.spell import clause_name

MOMENTS = {"leave": "leaves", "enter": "enters", "pass": "passes", "stop": "stops"}
VALUES = ("cost", "pass_cost", "early", "may_turn", "may_turn_at_start", "room")
STEPS = "n"


def old_voyages(items: Iterable[nodes.Item]) -> frozenset[str]:
    """The names of voyages that are written as in the first edition."""
    return frozenset(str(b.path) for b in items if isinstance(b, nodes.Block) and is_old(b))


def is_old(block: nodes.Block) -> bool:
    return block.keyword == "voyage" and block.path is not None and block.clause("of") is not None


@define
class VoyageMover:
    """Notes the changes of one file; the voyages are those of the whole game."""

    edits: Edits
    voyages: frozenset[str]

    def visit(self, node: Any) -> None:
        match node:
            case nodes.Block() if is_old(node):
                self.voyage(node)
            case nodes.Block(path=nodes.Path((name, member))) if name in self.voyages:
                self.amendment(node, member)
            case nodes.Clause("of", (nodes.Apply() as called,)):
                self.call(called, STEPS)
                return
            case nodes.Apply():
                self.call(node, "")
        for child in children(node):
            self.visit(child)

    def voyage(self, block: nodes.Block) -> None:
        of = block.clause("of")
        if of is None or block.path is None:
            return
        head = f"(s: {clause_name(block, 'of')}, {STEPS}: number)"
        self.edits.changes.append((block.path.span.end, of.values[-1].span.end, head))
        if block.body:
            start = block.body[0].span.start
            self.edits.changes.append((start, start, f"steps: {STEPS}\n  "))
        for item in block.body:
            if isinstance(item, nodes.Field) and str(item.path) == "map":
                self.edits.drop_lines(item.path.span)
            elif isinstance(item, nodes.Field) and str(item.path) == "blocked":
                value = item.values[0]
                is_kind = isinstance(value, nodes.Name)
                need = f"place is not {value.span.text}" if is_kind else f"not ({value.span.text})"
                part = f'enters\n    need {need} because "that place is blocked"'
                self.edits.changes.append((item.path.span.start, value.span.end, part))

    def amendment(self, block: nodes.Block, member: str) -> None:
        """`before walk.enter(s, x)` is `before walk.enters(s, n, x)`."""
        if block.path is None or not block.parameters or member not in (*MOMENTS, *VALUES):
            return
        start = block.path.span.end - len(member)
        self.edits.changes.append((start, block.path.span.end, MOMENTS.get(member, member)))
        end = block.parameters[0].span.end
        self.edits.changes.append((end, end, f", {STEPS}"))

    def call(self, e: nodes.Apply, steps: str) -> None:
        """In expressions the steps are those of the trip that lasts."""
        match e:
            case nodes.Apply(nodes.Part(nodes.Name(name), member) as path, (first, *_)) if name in self.voyages:
                if member not in (*MOMENTS, *VALUES):
                    return
                self.edits.replace(path.name_span, MOMENTS.get(member, member))
                self.edits.changes.append((first.span.end, first.span.end, f", {steps or f'{name}.{STEPS}'}"))

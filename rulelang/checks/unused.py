"""What is declared and never used. A thing counts as used if any set of variants uses it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import fields

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Kind
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.project.rules import Rules
from rulelang.source import NOWHERE, Span
from rulelang.syntax import nodes

# Columns that tools read though no rule does: drawing, odds, numbers of copies, words for people.
FOR_TOOLS = frozenset({"x", "y", "weight", "copies", "from", "to", "spaces", "name", "id", "face", "players"})

# Blocks that declare a kind of thing under a name.
NAMED = frozenset({"kind", "die", "map", "table"})


Use = tuple[Span, str, str, bool]  # where something is declared, what it is, its name, and whether it is used


class Uses:
    """Collects, over several worlds, what was declared and what was used."""

    def __init__(self, lowered: Iterable[Span] = ()) -> None:
        # What a mechanism stands for is there for whoever wants it.
        self.lowered = {(span.file.name, span.start) for span in lowered}
        self.declared: dict[tuple[str, int, str], tuple[Span, str, str]] = {}
        self.used: set[tuple[str, int, str]] = set()
        self.world: World | None = None  # the first one: the game as it stands

    def add(self, world: World, uses: Iterable[Use]) -> None:
        """Note everything a world declares."""
        self.world = self.world or world
        for span, what, name, is_used in uses:
            if span is NOWHERE or not span.file.text or (span.file.name, span.start) in self.lowered:
                continue
            key = (span.file.name, span.start, f"{what} {name}")
            self.declared[key] = (span, what, name)
            if is_used:
                self.used.add(key)

    def problems(self) -> Iterable[Diagnostic]:
        """A warning for everything that nothing uses."""
        for key, (span, what, name) in self.declared.items():
            if key not in self.used:
                yield say.never_used(span, what, name)


def uses_of(world: World) -> Iterator[Use]:
    """Everything a world declares, and whether it is used there."""
    for field in world.fields.values():
        yield field.span, "field", field.name, field.read
    for zone in world.zones.values():
        yield zone.span, "zone", zone.name, zone.read or zone.refill is not None
    for option in world.options.values():
        yield option.span, "option", option.name, option.read
    for value in world.values.values():
        yield value.span, "value", value.name, value.read or bool(value.changes) or value.shown_as is not None
    for grid in world.grids.values():
        yield grid.span, "table", grid.name, grid.read
    for kind in world.kinds.values():
        yield from uses_of_kind(world, kind)
    called = {n.rule for r in world.rules.values() for n in walk(r.bodies) if isinstance(n, s.CallRule)}
    for rule in world.rules.values():
        is_free = rule.role in ("rule", "action")  # all others are done by the game itself
        yield rule.span, "rule", rule.name, rule.called or rule in called or not is_free


def uses_of_kind(world: World, kind: Kind) -> Iterator[Use]:
    if kind.sort in ("words", "way"):
        return
    for field in kind.fields.values():
        yield field.span, "field", f"{kind.name}.{field.name}", field.read
    for column in kind.columns.values():
        yield column.span, "column", f"{kind.name}.{column.name}", column.read or column.name in FOR_TOOLS
    for group in kind.groups.values():
        yield group.span, "column", group.name, group.read
    if kind.root.sort == "card" and kind.root is kind:
        yield kind.span, "card", kind.name, any(z.card.root is kind for z in world.zones.values())


def unused_kinds(rules: Rules, world: World) -> Iterable[Diagnostic]:
    """Kinds, dice, tables and maps of which nothing outside of themselves speaks, by name or by a member."""
    spoken = spoken_in(rules.blocks)
    trees = [*(rule.bodies for rule in world.rules.values()), *(value.body for value in world.values.values())]
    on_maps = {node.graph for node in walk(trees) if isinstance(node, m.Function) and node.graph is not None}
    declared = {kind: block for kind in world.kinds.values() if (block := block_of(kind, rules)) is not None}
    families: dict[Kind, set[int]] = {}
    for kind, block in declared.items():
        families.setdefault(kind.root, set()).add(id(block))
    for kind, block in declared.items():
        graph = world.graphs.get(kind.name)
        if graph is not None and graph in on_maps:
            continue
        words = [kind.name, *(kind.root.members[i].key for i in kind.ids)]
        is_spoken = any(spoken.get(word, set()) - {id(block)} for word in words)
        # Whoever speaks of a kind speaks of the members of all its sub-kinds.
        above = [each.name for each in kind.line() if each is not kind] if kind.ids else []
        if not is_spoken and not any(spoken.get(word, set()) - families[kind.root] for word in above):
            yield say.never_used(kind.span, block.keyword, kind.name)


def block_of(kind: Kind, rules: Rules) -> nodes.Block | None:
    return next((b for b in rules.blocks if b.keyword in NAMED and b.header == kind.span), None)


def spoken_in(blocks: Iterable[nodes.Block]) -> dict[str, set[int]]:
    """The blocks that each word stands in."""
    found: dict[str, set[int]] = {}

    def note(node: Any, block: nodes.Block) -> None:
        if isinstance(node, tuple):
            for item in node:
                note(item, block)
        elif type(node).__module__ == nodes.__name__:
            names = node.names if isinstance(node, nodes.Path) and node is not block.path else ()
            for name in (node.name,) if isinstance(node, nodes.Name | nodes.Part) else names:
                found.setdefault(name, set()).add(id(block))
            for spec in fields(type(node)):
                note(getattr(node, spec.name), block)

    for block in blocks:
        note(block, block)
    return found

"""What is declared and never used. A thing counts as used if any set of variants uses it."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.model import statements as s
from rulelang.model.declarations import Kind
from rulelang.model.walk import walk
from rulelang.model.world import World
from rulelang.source import NOWHERE, Span

# Columns that tools read though no rule does: drawing, odds, numbers of copies, words for people.
FOR_TOOLS = frozenset({"x", "y", "weight", "copies", "from", "to", "spaces", "name", "id", "face", "players"})


class Uses:
    """Collects, over several worlds, what was declared and what was used."""

    def __init__(self, lowered: Iterable[Span] = ()) -> None:
        # What a mechanism stands for is there for whoever wants it.
        self.lowered = {(span.file.name, span.start) for span in lowered}
        self.declared: dict[tuple[str, int, str], tuple[Span, str, str]] = {}
        self.used: set[tuple[str, int, str]] = set()
        self.world: World | None = None  # the first one: the game as it stands

    def note(self, span: Span, what: str, name: str, used: bool) -> None:
        if span is NOWHERE or not span.file.text:
            return
        if (span.file.name, span.start) in self.lowered:
            return
        key = (span.file.name, span.start, f"{what} {name}")
        self.declared[key] = (span, what, name)
        if used:
            self.used.add(key)

    def add(self, world: World) -> None:
        """Note everything a world declares."""
        self.world = self.world or world
        for field in world.fields.values():
            self.note(field.span, "field", field.name, field.read)
        for zone in world.zones.values():
            self.note(zone.span, "zone", zone.name, zone.read or zone.refill is not None)
        for option in world.options.values():
            self.note(option.span, "option", option.name, option.read)
        for value in world.values.values():
            self.note(value.span, "value", value.name, value.read or bool(value.changes))
        for grid in world.grids.values():
            self.note(grid.span, "table", grid.name, grid.read)
        for kind in world.kinds.values():
            self.add_kind(world, kind)
        called = {n.rule for r in world.rules.values() for n in walk(r.bodies) if isinstance(n, s.CallRule)}
        for rule in world.rules.values():
            is_free = rule.role in ("rule", "action")  # all others are done by the game itself
            self.note(rule.span, "rule", rule.name, rule.called or rule in called or not is_free)

    def add_kind(self, world: World, kind: Kind) -> None:
        if kind.sort in ("words", "way"):
            return
        for field in kind.fields.values():
            self.note(field.span, "field", f"{kind.name}.{field.name}", field.read)
        for column in kind.columns.values():
            self.note(column.span, "column", f"{kind.name}.{column.name}", column.read or column.name in FOR_TOOLS)
        if kind.root.sort == "card" and kind.root is kind:
            used = any(z.card.root is kind for z in world.zones.values())
            self.note(kind.span, "card", kind.name, used)

    def problems(self) -> Iterable[Diagnostic]:
        """A warning for everything that nothing uses."""
        for key, (span, what, name) in self.declared.items():
            if key not in self.used:
                yield say.never_used(span, what, name)

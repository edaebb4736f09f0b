"""Zones: where cards lie, who sees them, and their place in the state."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.wording import names as say_names
from rulelang.model.declarations import Zone
from rulelang.model.expressions import Const, Expression
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.fields import FieldReader
from rulelang.model.resolve.tables import kind_named
from rulelang.model.types import NUMBER
from rulelang.model.world import Scope, World
from rulelang.syntax import nodes
from rulelang.syntax.blocks import labels_of
from rulelang.syntax.spell import spell


class ZoneReader:
    """Reads `zone` blocks."""

    def __init__(self, world: World, elaborator: Elaborator, fields: FieldReader) -> None:
        self.world = world
        self.el = elaborator
        self.fields = fields

    def read(self, blocks: Sequence[nodes.Block]) -> None:
        for block in blocks:
            self.read_zone(block)
        for block in blocks:
            refill = block.clause("refill from")
            zone = self.world.zones.get(str(block.path))
            if refill is None or zone is None or not refill.values:
                continue
            source = self.world.zones.get(spell(refill.values[0]))
            if source is None:
                self.world.report(say_names.unknown_zone(refill.span, spell(refill.values[0]), self.world.zones))
            zone.refill = source
        self.number_zones()

    def read_zone(self, block: nodes.Block) -> None:
        name = str(block.path)
        of = block.clause("of")
        if of is None or not of.values:
            self.world.report(say_names.missing_clause(block.header, "zone", "of"))
            return
        card = kind_named(self.world, spell(of.values[0]), of.values[0].span)
        if card is None:
            return
        if card.root.sort != "card":
            # Any kind may lie in zones: then its members are what is moved about.
            card.root.sort = "card"
        per_clause = block.clause("per")
        per = (
            kind_named(self.world, spell(per_clause.values[0]), per_clause.span)
            if per_clause and per_clause.values
            else None
        )
        zone = Zone(name, card, per, None, self.fields.seen(block, per), block.header, labels_of(block))
        home = per.zones if per is not None else self.world.zones
        at = block.path.span if block.path else block.span
        if per is None and not self.world.declare(name, at):
            return
        if per is not None and name in home:
            self.world.report(say_names.name_taken(at, name, home[name].span))
            return
        zone.is_shown = block.clause("not shown") is None
        limit = block.clause("limit")
        if limit is not None and limit.values:
            zone.limit = self.limit(limit.values[0])
        home[name] = zone
        self.world.zones[name] = zone

    def limit(self, e: nodes.Expression) -> Expression:
        """How many cards a zone holds: a figure, or what else is reckoned from what never changes."""
        found = self.el.figures.number(e) if self.el.figures is not None else None
        return self.el.number(e, Scope()) if found is None else Const(found, NUMBER, span=e.span)

    def number_zones(self) -> None:
        """Every zone gets its place in the one list of zones; every kind of card a box before them."""
        number = 0
        roots = list(dict.fromkeys(z.card.root for z in self.world.zones.values()))
        for root in roots:
            root.box = number
            number += 1
        for zone in self.world.zones.values():
            zone.base = number
            number += zone.count

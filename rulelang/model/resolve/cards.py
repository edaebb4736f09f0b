"""What cards do (`effect`), what they change while held, and windows."""

from __future__ import annotations

from attrs import frozen

from rulelang.diagnostics.wording import structure as say
from rulelang.model.declarations import Kind, Rule, Source, Window
from rulelang.model.expressions import Local
from rulelang.model.resolve.amendments import AmendmentReader
from rulelang.model.resolve.expressions import Elaborator
from rulelang.model.resolve.narrowing import kind_facts
from rulelang.model.resolve.statements import BodyReader, cites_of, is_label
from rulelang.model.types import Entity
from rulelang.model.world import Scope, World, offer_name
from rulelang.syntax import nodes
from rulelang.syntax.blocks import labels_of
from rulelang.syntax.spell import spell


@frozen
class Held:
    """A `while held` block of a card, and the variant that brings the card."""

    card: nodes.Block
    block: nodes.Block
    kind: Kind
    title: int
    variant: str | None


class CardReader:
    """Reads what cards do and when windows open."""

    def __init__(self, world: World, elaborator: Elaborator, reader: BodyReader, amendments: AmendmentReader) -> None:
        self.world = world
        self.el = elaborator
        self.reader = reader
        self.amendments = amendments
        self.held: list[Held] = []

    def read(self) -> None:
        """Read what was noted: windows last, for cards may bring some."""
        for held in self.held:
            self.read_held(held)
        for window in self.world.windows:
            self.read_window(window)

    def add_card(self, block: nodes.Block, variant: str | None) -> None:
        """Note the effects and the `while held` of a card."""
        of = block.clause("of")
        kind = self.world.kinds.get(spell(of.values[0])) if of is not None and of.values else None
        if kind is None or str(block.path) not in kind.root.titles:
            return
        title = kind.root.titles.index(str(block.path))
        for inner in block.body:
            if isinstance(inner, nodes.Block) and inner.keyword == "effect":
                self.add_effect(block, inner, kind, title)
            elif isinstance(inner, nodes.Block) and inner.keyword == "while":
                self.held.append(Held(block, inner, kind.root, title, variant))

    def add_effect(self, card: nodes.Block, block: nodes.Block, kind: Kind, title: int) -> None:
        name = f"{card.path}.effect"
        self.world.declare(name, block.header)
        self_ = Local("self", Entity(kind), block.header, used=True)
        rule = Rule(name, (self_,), block.header, labels_of(card), cites_of(block) or cites_of(card), called=True)
        rule.role, rule.syntax = "effect", block
        rule.index = len(self.world.rules)
        self.world.rules[name] = rule
        kind.root.effects.setdefault("effect", {})[title] = rule

    def read_held(self, held: Held) -> None:
        block, kind, player = held.block, held.kind, self.world.player
        found = self.world.zones.values()
        zones = [z for z in found if z.card.root is kind and z.per is player and z.seen.by == "all"]
        if not zones:
            self.world.report(say.no_held_zone(block.header, kind.name))
            return
        for zone in zones:
            zone.read = True
        holder = Local("holder", Entity(player), block.header, used=True)
        self_ = Local("self", Entity(kind), block.header, used=True)
        source = Source(held.variant, kind, held.title, stacks(held.card), holder, self_)
        for inner in block.body:
            if isinstance(inner, nodes.Block):
                if inner.keyword == "window":
                    self.add_window(inner, source, (holder, self_))
                else:
                    self.amendments.read(inner, source)

    def add_window(self, block: nodes.Block, source: Source, parameters: tuple[Local, ...]) -> None:
        name = str(block.path)
        if not self.world.declare(name, block.path.span if block.path else block.span):
            return
        for taken in (f"{name}.use", offer_name(name)):
            self.world.declare(taken, block.header)
        rule = Rule(f"{name}.use", parameters, block.header, labels_of(block), cites_of(block), called=True)
        rule.role, rule.syntax = "use", block
        self.world.windows.append(Window(name, labels_of(block), rule, block.header, source))

    def read_window(self, window: Window) -> None:
        rule, block = window.rule, window.rule.syntax
        assert block is not None
        rule.index = len(self.world.rules)
        self.world.rules[rule.name] = rule
        scope = Scope({p.name: p for p in rule.parameters}, rule=rule, in_window=True)
        when = block.clause("when")
        if when is not None and when.values:
            window.guard = self.el.condition(when.values[0], scope)
            scope = kind_facts(self.world, when.values[0], scope)
        rule.body = self.reader.body(tuple(i for i in block.body if not is_label(i)), scope)


def stacks(card: nodes.Block) -> bool:
    """Does a second copy count too? Unless a card says `stacks: no`."""
    found = card.field("stacks")
    said = found.values[0] if found is not None and found.values else None
    return not (isinstance(said, nodes.Flag) and not said.value)

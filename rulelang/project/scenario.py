"""What a scenario asks for before it is played: its position, its variants, its options.

A scenario without `then` is a position, and another scenario goes on from it.

The lines of a scenario are laid over those of its position: its own fields stand in place of the
position's, what is `given` and played comes behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.project.own_names import OwnNames
from rulelang.project.rules import Rules
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

FROM = "from"
IN_ORDER = ("given", "play")
ASKED = ("given", "then")


def name_of(block: nodes.Block) -> str:
    return block.label or str(block.path or "")


def positions(rules: Rules) -> dict[str, nodes.Block]:
    """The scenarios that are only positions, by name."""
    return {name_of(block): block for block in rules.positions}


def from_position(rules: Rules, block: nodes.Block) -> tuple[nodes.Block, Diagnostic | None]:
    """A scenario with the lines of the position it goes on from, and what is wrong with that."""
    known = positions(rules)
    made, seen = block, [block]
    while (field := seen[-1].field(FROM)) is not None and field.values:
        name = spell(field.values[0])
        base = known.get(name)
        if base is None:
            return block, say.unknown_position(field.span, name, known)
        if base in seen:
            return block, say.unknown_position(field.span, name, ())
        made = laid_over(base, made)
        seen.append(base)
    return made, None


def laid_over(base: nodes.Block, block: nodes.Block) -> nodes.Block:
    """The lines of a scenario over those of its position."""
    own = {str(item.path) for item in block.body if isinstance(item, nodes.Field)}
    body: list[nodes.Item] = [i for i in base.body if isinstance(i, nodes.Field) and str(i.path) not in {*own, FROM}]
    body += [item for item in block.body if isinstance(item, nodes.Field)]
    for part in IN_ORDER:
        both = [found for found in (base.member(part), block.member(part)) if found is not None]
        if both:
            body.append(evolve(both[-1], body=tuple(item for found in both for item in found.body)))
    body += [item for item in block.body if isinstance(item, nodes.Block) and item.keyword not in IN_ORDER]
    return evolve(block, body=tuple(body))


def variants_of(rules: Rules, block: nodes.Block, written: nodes.Block) -> tuple[str, ...]:
    """The variants in force in a scenario: those that are listed, else those that it stands with."""
    listed = block.field("variants")
    if listed is None:
        return rules.with_needs(rules.variants_around(written))
    return rules.with_needs(() if listed.values == (nodes.Nothing(),) else map(spell, listed.values))


def with_own_names(rules: Rules, block: nodes.Block, written: nodes.Block, own: OwnNames) -> nodes.Block:
    """A scenario in which words mean what they mean in the variants that it stands with."""
    words = own.of(rules.variants_around(written))

    def read(item: nodes.Item) -> nodes.Item:
        if not isinstance(item, nodes.Block) or item.keyword not in ASKED:
            return item
        return evolve(item, body=tuple(map(words.read, item.body)))

    return evolve(block, body=tuple(map(read, block.body)))


def options_of(block: nodes.Block) -> Mapping[str, Any]:
    """The options that a scenario sets."""
    found: dict[str, Any] = {}
    for item in block.body:
        is_option = isinstance(item, nodes.Field) and item.path.names[0] == "options" and len(item.path.names) == 2
        if isinstance(item, nodes.Field) and is_option and item.values:
            value = item.values[0]
            found[item.path.names[1]] = value.value if isinstance(value, nodes.Text) else spell(value)
    return found

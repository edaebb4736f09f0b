"""Variants as data: what they need, exclude and allow must exist and hold together."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import structure as say
from rulelang.project.games import variants_beside
from rulelang.project.rules import Rules, Variant
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell


def variant_problems(rules: Rules) -> Iterable[Diagnostic]:
    """What is wrong with the variants themselves."""
    for variant in rules.variants.values():
        yield from unknown_names(rules, variant)
        yield from contradictions(rules, variant)
        if not any(isinstance(item, nodes.Block) and item.keyword != "scenario" for item in variant.block.body):
            yield say.amends_nothing(variant.block.header, variant.name)


def unknown_names(rules: Rules, variant: Variant) -> Iterable[Diagnostic]:
    for name in ("needs", "excludes", "first"):
        found = variant.block.field(name)
        for value in found.values if found is not None else ():
            if spell(value) in rules.variants:
                continue
            beside = variants_beside(value.span.file.name)
            problem = say.unknown_variant(value.span, spell(value), [*rules.variants, *beside])
            if spell(value) not in beside:
                yield problem
            elif name == "needs":  # the others tell only of when both are played
                yield evolve(problem, help=f"it stands in `{beside[spell(value)]}`: give that file, too")


def contradictions(rules: Rules, variant: Variant) -> Iterable[Diagnostic]:
    for other in variant.needs:
        needed = rules.variants.get(other)
        if other in variant.excludes or (needed is not None and variant.name in needed.excludes):
            yield say.conflicting_variants(variant.block.header, variant.name, other, ())
    if variant.players is not None and not set(variant.players) & set(rules.players):
        allowed = ", ".join(map(str, rules.players))
        yield say.wrong_players(variant.block.header, variant.players[0] if variant.players else 0, allowed)

"""Worked examples: scenarios with a sentence for readers, each beside the rule that it shows.

What an example says is its author's; that it is true is what the scenario holds. It stands where most of the printed
rules that it cites are told, and only on sheets of the variants and options that it is played with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from rulelang.model.declarations import Option
from rulelang.model.resolve.statements import cites_of
from rulelang.model.types import Entity, strip
from rulelang.project.scenario import from_position, options_of, variants_of
from rulelang.sheet.context import Context
from rulelang.sheet.document import Example, Section, Text, all_sections, words
from rulelang.syntax import nodes


@frozen
class Found:
    """An example in words, and the printed rules that it shows."""

    text: Text
    cites: frozenset[str]


def with_examples(context: Context, sections: Iterable[Section]) -> tuple[Section, ...]:
    """Sections with the examples of what they tell; those of nothing that is told stand at the end."""
    told = tuple(sections)
    places = list(all_sections(told))
    by_place: dict[str, list[Example]] = {}
    left: list[Example] = []
    for found in examples(context):
        best = max(places, key=lambda place: len(found.cites.intersection(place.cites)))
        is_told = not found.cites.isdisjoint(best.cites)
        (by_place.setdefault(best.anchor, []) if is_told else left).append(Example(found.text))
    rest = (Section("examples", context.say("Examples"), tuple(left)),) if left else ()
    return (*(placed(section, by_place) for section in told), *rest)


def placed(section: Section, by_place: Mapping[str, list[Example]]) -> Section:
    """A section with its examples behind what it says itself."""
    own = [part for part in section.content if not isinstance(part, Section)]
    inner = [placed(part, by_place) for part in section.sections]
    return evolve(section, content=(*own, *by_place.get(section.anchor, ()), *inner))


def examples(context: Context) -> Iterator[Found]:
    """The scenarios that are told, of those that are played with what is in force."""
    for written in context.rules.scenarios:
        says = context.rules.worded(written).says
        if says is not None and says.text is not None and is_in_force(context, written):
            said = words(dict(says.words).get(context.language, says.text).value)
            yield Found(context.say("Example: {example}", example=said), frozenset(cites_of(written)))


def is_in_force(context: Context, written: nodes.Block) -> bool:
    """Is a scenario played with the variants and the options of the sheet?"""
    block, _ = from_position(context.rules, written)
    options = context.world.options.values()
    usual = {option.name: word_of(option, option.default) for option in options}
    asked = {name: str(value) for name, value in options_of(block).items()}
    in_force = {option.name: word_of(option, option.value) for option in options}
    variants = set(variants_of(context.rules, block, written))
    return variants == set(context.game.variants) and {**usual, **asked} == in_force


def word_of(option: Option, value: Any) -> str:
    """The value of an option as a scenario writes it."""
    held = strip(option.type)
    if isinstance(held, Entity) and value is not None:
        return str(held.kind.root.members[value].key)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)

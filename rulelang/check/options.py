"""Options: the values they may have, and which of them shape what is declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.model.declarations import Option
from rulelang.rules import Rules
from rulelang.syntax import nodes
from rulelang.syntax.rewrite import rebuild
from rulelang.syntax.spell import spell

# In these a `when` is asked while playing; in all other blocks it is asked of the options, at load.
WHILE_PLAYING = frozenset({"before", "after", "instead", "forbid", "allow", "change", "window", "way", "option"})


def option_texts(option: Option) -> list[str]:
    """The values of an option as an author writes them."""
    texts = []
    for value in option.values:
        if value is None:
            texts.append("none")
        elif isinstance(value, bool):
            texts.append("yes" if value else "no")
        elif option.words:
            texts.append(option.words[value] if value < len(option.words) else str(value))
        else:
            texts.append(str(value))
    return texts


def shaping_options(rules: Rules) -> dict[str, list[str]]:
    """Options on which declarations depend, with the values other than the default."""
    asked = set(names_in_conditions(rules))
    found: dict[str, list[str]] = {}
    for block in all_blocks(rules):
        if block.keyword == "option" and str(block.path) in asked:
            values, default = block.field("values"), block.field("default")
            usual = spell(default.values[0]) if default and default.values else ""
            found[str(block.path)] = [spell(v) for v in values.values if spell(v) != usual] if values else []
    return found


def all_blocks(rules: Rules) -> Iterator[nodes.Block]:
    yield from rules.main
    for variant in rules.variants.values():
        yield from (item for item in variant.block.body if isinstance(item, nodes.Block))


def names_in_conditions(rules: Rules) -> Iterator[str]:
    for block in all_blocks(rules):
        if block.keyword in WHILE_PLAYING:
            continue
        for clause in block.clauses:
            if isinstance(clause, nodes.Clause) and clause.word == "when":
                yield from names_in(clause.values)


def names_in(values: tuple[nodes.Expression, ...]) -> list[str]:
    """The bare names in some expressions."""
    found: list[str] = []

    def note(node: Any) -> Any:
        if isinstance(node, nodes.Name):
            found.append(node.name)
        return node

    rebuild(values, note)
    return found

"""Declarations that hang on options: `map sea of place when coast = yes`.

Such a `when` is settled before anything is read, from the options as they are set, so it may name
options and `players` and nothing else. A declaration whose `when` does not hold is as if not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any, TypeGuard

from attrs import evolve

from rulelang.diagnostics.diagnostic import Diagnostic
from rulelang.diagnostics.wording import names as say
from rulelang.syntax import nodes
from rulelang.syntax.spell import spell

# Blocks whose own `when` is asked during play.
IN_PLAY = frozenset({"window", "before", "after", "instead", "forbid", "allow", "change", "way"})
SETTLED = "whether a declaration stands is settled before the game: ask for options and `players`"
# So many settings of the options in one condition are tried at most.
MOST_SETTINGS = 1_000
WITH_FIELDS = frozenset({"kind", "card", "piece", "player", "state", "add"})


def is_number(text: str) -> bool:
    """Can a text that came from outside be read as a number, and a short one?"""
    return re.fullmatch(r"-?[0-9](_?[0-9]){0,17}", text) is not None


def settings(blocks: Iterable[nodes.Block], given: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Every option as it is set: its default, as a variant changes it, or as given."""
    found: dict[str, Any] = {"players": players}
    listed = list(blocks)
    for block in listed:
        default = block.field("default") if block.keyword == "option" else None
        if default is not None and default.values:
            found[str(block.path)] = plain(default.values[0])
    for block in listed:
        to = block.clause("to") if block.keyword == "change" and block.place is None else None
        if to is not None and to.values and str(block.path) in found:
            found[str(block.path)] = plain(to.values[0])
    for name, value in given.items():
        if name in found:
            found[name] = {"yes": True, "true": True, "no": False, "false": False, "none": None}.get(value, value)
            if isinstance(found[name], str) and is_number(found[name]):
                found[name] = int(found[name])
    return found


def plain(e: nodes.Expression) -> Any:
    match e:
        case nodes.Number(value) | nodes.Flag(value):
            return value
        case nodes.Name(name) | nodes.Text(name):
            return name
    return None


class Conditions:
    """Settles conditions on options; what is wrong with them is noted."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = found
        self.problems: list[Diagnostic] = []

    def holds(self, e: nodes.Expression) -> bool:
        match e:
            case nodes.Group(inner):
                return self.holds(inner)
            case nodes.Not(inner):
                return not self.holds(inner)
            case nodes.Binary("and", left, right):
                return self.holds(left) and self.holds(right)
            case nodes.Binary("or", left, right):
                return self.holds(left) or self.holds(right)
            case nodes.Binary(("=" | "!=" | "<" | "<=" | ">" | ">=") as operator, left, right):
                return compare(operator, self.option(left), plain(right))
            case nodes.Is(left, right, negated, False):
                return bool(self.option(left) == plain(right)) != negated
        return self.option(e) is True

    def option(self, e: nodes.Expression) -> Any:
        if isinstance(e, nodes.Name) and e.name in self.found:
            return self.found[e.name]
        problem = say.unknown_name(e.span, e.span.quoted, list(self.found))
        self.problems.append(evolve(problem, help=problem.help or SETTLED))
        return None

    def keep(self, item: Any) -> bool:
        """Does a declaration, or a field of one, stand under these options?"""
        when = item.clause("when")
        return when is None or not when.values or self.holds(when.values[0])

    def block(self, block: nodes.Block) -> nodes.Block | None:
        """The block without what is left out, or nothing."""
        if block.keyword not in IN_PLAY and not self.keep(block):
            return None
        if block.keyword not in WITH_FIELDS or not any(has_when(item) for item in block.body):
            return block
        return evolve(block, body=tuple(i for i in block.body if not has_when(i) or self.keep(i)))


def amends_data(block: nodes.Block) -> bool:
    """Has a `change` or an `allow` the form of one that amends data, so that its `when` is settled beforehand?"""
    is_figure = block.path is not None and len(block.path.names) > 1 and block.parameters is None
    return (
        block.place is not None
        or (block.keyword == "change" and is_figure)
        or (block.keyword == "allow" and block.parameters is None)
    )


def has_when(item: Any) -> TypeGuard[nodes.Field]:
    return isinstance(item, nodes.Field) and item.clause("when") is not None


def compare(operator: str, left: Any, right: Any) -> bool:
    if operator in ("=", "!="):
        return bool(left == right) == (operator == "=")
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]


# ---- which options shape what is declared -----------------------------------------------------------------


def conditions_of(block: nodes.Block) -> Iterator[nodes.Expression]:
    """What a declaration hangs on, and what its fields do; and who sees it, for that is checked too."""
    owners = [] if block.keyword in IN_PLAY and not amends_data(block) else [block]
    fields = filter(has_when, block.body) if block.keyword in WITH_FIELDS else ()
    for owner in (*owners, *fields):
        when = owner.clause("when")
        if when is not None and when.values:
            yield when.values[0]
    for owner in (block, *(item for item in block.body if isinstance(item, nodes.Field))):
        seen = owner.clause("seen by")
        if seen is not None and seen.values and isinstance(seen.values[0], nodes.IfElse):
            yield seen.values[0].condition


def asked_options(blocks: Iterable[nodes.Block]) -> set[str]:
    """The options that declarations hang on."""
    return {name for block in blocks for condition in conditions_of(block) for name in names_in(condition)}


def shapes(blocks: Iterable[nodes.Block], asking: Iterable[nodes.Block], players: int) -> Iterator[dict[str, str]]:
    """Options under which others of the `asking` declarations stand than by default: one setting for each choice."""
    listed = list(blocks)
    values = {str(block.path): option_words(block) for block in listed if block.keyword == "option"}
    conditions = list(dict.fromkeys(e for block in asking for e in conditions_of(block)))

    def standing(setting: Mapping[str, str]) -> tuple[bool, ...]:
        return tuple(map(Conditions(settings(listed, setting, players)).holds, conditions))

    seen = {standing({})}
    for condition in conditions:
        names = [name for name in dict.fromkeys(names_in(condition)) if name in values]
        for chosen in islice(product(*(values[name] for name in names)), MOST_SETTINGS):
            setting = dict(zip(names, chosen, strict=True))
            found = standing(setting)
            if found not in seen:
                seen.add(found)
                yield setting


def option_words(block: nodes.Block) -> list[str]:
    """The values of an option as they are given from outside."""
    found: list[str] = []
    listed = block.field("values")
    for value in listed.values if listed is not None else ():
        match value:
            case nodes.Binary("..", nodes.Number(low), nodes.Number(high)):
                found += map(str, range(low, min(high, low + MOST_SETTINGS) + 1))
            case _:
                found.append(spell(value))
    return found


def names_in(e: nodes.Expression) -> list[str]:
    match e:
        case nodes.Group(inner) | nodes.Not(inner):
            return names_in(inner)
        case nodes.Binary(("and" | "or"), left, right):
            return names_in(left) + names_in(right)
        case nodes.Binary(_, nodes.Name(name), _) | nodes.Is(nodes.Name(name)) | nodes.Name(name):
            return [name]
    return []

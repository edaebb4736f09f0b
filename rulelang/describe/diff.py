"""What differs between two sets of rules in force, in plain words.

Compared are the declarations as their authors wrote them, under the variants and options of each side.
Labels, citations, prompts and comments are for readers and take no part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import ndiff
from typing import Any

from attrs import evolve, field, frozen

from rulelang.api.game import Game
from rulelang.api.load import load
from rulelang.errors import UsageError
from rulelang.language.blocks import FOR_TOOLS, UNPLAYED
from rulelang.project.options import IN_PLAY, WITH_FIELDS, settings
from rulelang.syntax import nodes
from rulelang.syntax.canonical import is_value_of, values_for
from rulelang.syntax.format import print_file
from rulelang.syntax.format.expressions import format_expression
from rulelang.syntax.format.lines import format_cell, format_clause, format_parameters
from rulelang.syntax.spell import spell
from rulelang.syntax.visit import rebuild

AMENDMENTS = ("instead", "forbid", "allow", "before", "after", "change")
DATA = frozenset({"kind", "piece", "card", "die", "table", "map", "zone", "player", "state"})
AREAS = ("players", "options", "rules", "values", "tables and cards")
FOR_READERS = frozenset({"label", "row_label", "about", "printed", "reconstructed", "cites"})
SHOWN_CLAUSES = frozenset({"prompt", "as", "printed", "reconstructed", "cites"})
WORD = re.compile(r"[a-z][a-z0-9_]*")
LEFT_OUT = UNPLAYED | {"game", "include", "option"}


@frozen
class Difference:
    """One thing that differs: what kind of thing, how, its name, and lines that say it exactly."""

    area: str
    how: str
    name: str
    detail: tuple[str, ...] = ()


@frozen
class Side:
    """The rules of one side, ready to be compared."""

    game: Game
    players: int
    options: dict[str, Any]
    blocks: dict[tuple[str, str], nodes.Block] = field(factory=dict)
    amendments: list[nodes.Block] = field(factory=list)


def read_side(reference: str) -> Game:
    """The game that `game+variant+variant?option=value` means."""
    rules, *pairs = reference.split("?")
    name, *variants = rules.split("+")
    options: dict[str, str] = {}
    for pair in pairs:
        option, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not option or not value:
            raise UsageError(f"`{pair}` is not option=value; a rule set is written game+variant?option=value")
        options[option] = value
    if not name or not all(variants):
        raise UsageError(f"`{reference}` names no rules; a rule set is written game+variant?option=value")
    return load(name, variants=variants, options=options)


def compare(first: Game, second: Game, players: int | None = None) -> list[Difference]:
    """Everything that differs between the rules of two games, for a number of players that both allow."""
    common = [n for n in first.players if n in second.players]
    if players is not None and players not in common:
        raise UsageError(f"{players} players can not play both; {', '.join(map(str, common)) or 'no number'} can")
    count = players if players is not None else common[0] if common else None
    before, after = (side(game, count or game.players[0]) for game in (first, second))
    found = [*player_numbers(first, second), *option_values(before.options, after.options)]
    found += declarations(before.blocks, after.blocks)
    found += amendments(before, after)
    return sorted(found, key=lambda each: AREAS.index(each.area))


def side(game: Game, players: int) -> Side:
    """The declarations of a game whose conditions hold; later ones stand in for those they replace."""
    game.world(players)
    written = game.rules.written(game.variants)
    chosen = settings([d.block for d in written], game.options, players)
    declared = {str(d.block.path) for d in written if d.block.keyword == "option"}
    made = Side(game, players, {name: value for name, value in chosen.items() if name in declared})
    standing = [each.block for each in game.rules.standing(game.variants, game.options, players)]
    left_to_tools = values_for(FOR_TOOLS, standing)
    for block in standing:
        if block.keyword in LEFT_OUT or is_value_of(block, left_to_tools):
            continue
        kept = bare(settled(block))
        if kept.keyword in AMENDMENTS:
            made.amendments.append(kept)
            continue
        key = (kept.keyword, str(kept.path or ""))
        if kept.path is None and key in made.blocks:  # several blocks without a name are one
            kept = evolve(kept, body=made.blocks[key].body + kept.body)
        made.blocks[key] = kept
    return made


def settled(block: nodes.Block) -> nodes.Block:
    """A block that stands, without the conditions on options under which it does: those are told as options."""

    def without(clauses: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(c for c in clauses if not (isinstance(c, nodes.Clause) and c.word == "when"))

    if block.keyword not in IN_PLAY:
        block = evolve(block, clauses=without(block.clauses))
    if block.keyword in WITH_FIELDS:
        body = (evolve(i, clauses=without(i.clauses)) if isinstance(i, nodes.Field) else i for i in block.body)
        block = evolve(block, body=tuple(body))
    return block


def bare(block: nodes.Block) -> nodes.Block:
    """A block without what is there for readers only."""

    def change(node: Any) -> Any:
        match node:
            case nodes.Cites():
                return []
            case nodes.Clause(word) if word in SHOWN_CLAUSES:
                return []
            case nodes.Field(path) if path.names[0] in FOR_READERS:
                return []
            case nodes.Block():
                return evolve(node, label=None)
        return node

    made = rebuild(block, change)
    assert isinstance(made, nodes.Block)
    return made


# ---- players and options ------------------------------------------------------------------------------


def player_numbers(first: Game, second: Game) -> Iterator[Difference]:
    """The numbers of players, if they are not the same."""
    if first.players != second.players:
        said = [", ".join(map(str, game.players)) for game in (first, second)]
        yield Difference("players", "changed", "players", (f"{said[0]} → {said[1]}",))


def option_values(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Difference]:
    """Options that only one side has, or that are set differently."""
    for name in [*before, *(n for n in after if n not in before)]:
        if name not in after:
            yield Difference("options", "removed", name)
        elif name not in before:
            yield Difference("options", "added", name, (f"set to {setting(after[name])}",))
        elif setting(before[name]) != setting(after[name]):
            yield Difference("options", "changed", name, (f"{setting(before[name])} → {setting(after[name])}",))


def setting(value: Any) -> str:
    """The value of an option in the words of a rule file."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


# ---- declarations ---------------------------------------------------------------------------------------


def declarations(
    before: Mapping[tuple[str, str], nodes.Block], after: Mapping[tuple[str, str], nodes.Block]
) -> Iterator[Difference]:
    """Declarations that one side has alone, and those that are not the same on both."""
    for key, block in before.items():
        if key not in after:
            yield Difference(area(block), "removed", title(block))
        elif block != after[key]:
            yield from changed(block, after[key])
    for key, block in after.items():
        if key not in before:
            yield Difference(area(block), "added", title(block), lines(block)[1:])


def area(block: nodes.Block) -> str:
    """Under which heading a declaration is told."""
    if block.keyword in ("value", "score"):
        return "values"
    has_rows = any(isinstance(item, nodes.Row) for item in block.body)
    return "tables and cards" if block.keyword in DATA or has_rows else "rules"


def title(block: nodes.Block) -> str:
    """A declaration by its keyword and name: `rule take(n: number)`."""
    if block.path is None:
        return block.keyword
    return f"{block.keyword} {block.path}{format_parameters(block.parameters)}"


def lines(block: nodes.Block) -> tuple[str, ...]:
    """A declaration as text, its first line first; only clauses are left of what stands on that."""
    head, *rest = text_of((block,))
    more = head.removeprefix(title(block)).strip()
    return (title(block), *([more] if more else []), *(line.removeprefix("  ") for line in rest))


def text_of(items: Iterable[nodes.Item]) -> list[str]:
    """Lines of rules in the one style, without blank ones."""
    return [line for line in print_file(nodes.File(tuple(items))).splitlines() if line.strip()]


def changed(old: nodes.Block, new: nodes.Block) -> Iterator[Difference]:
    """A declaration that both sides have, each its own way."""
    told: list[str] = []
    if (old.parameters, old.clauses) != (new.parameters, new.clauses):
        same = old.parameters == new.parameters
        told.append(f"{head(old, same)} → {head(new, same)}")
    told += fields(old, new)
    told += cells(rows(old), rows(new), keys(old))
    rest = [[i for i in b.body if not isinstance(i, nodes.Field | nodes.Row)] for b in (old, new)]
    if rest[0] != rest[1]:
        told += [line for line in ndiff(text_of(rest[0]), text_of(rest[1])) if line[0] in "+-"]
    yield Difference(area(new), "changed", title(new), tuple(told))


def head(block: nodes.Block, is_same_form: bool) -> str:
    """Parameters, if they matter, and clauses of a declaration; what it gives alone, where that is all."""
    said = map(format_clause, block.clauses)
    form = "" if is_same_form else format_parameters(block.parameters)
    return " ".join([form, *said]).strip().removeprefix("gives ") or "nothing"


def fields(old: nodes.Block, new: nodes.Block) -> Iterator[str]:
    """What the fields of a declaration say."""
    before, after = (
        {str(item.path): " ".join(text_of((item,))) for item in block.body if isinstance(item, nodes.Field)}
        for block in (old, new)
    )
    for name in [*before, *(n for n in after if n not in before)]:
        if before.get(name) != after.get(name):
            said = [side.get(name, "nothing").removeprefix(f"{name}: ") for side in (before, after)]
            yield f"{name}: {said[0]} → {said[1]}"


# ---- rows -----------------------------------------------------------------------------------------------


def rows(block: nodes.Block) -> list[dict[str, str]]:
    """The rows of a table, a mapping from column to cell each, without labels."""
    found = [[format_cell(cell) for cell in item.cells] for item in block.body if isinstance(item, nodes.Row)]
    if not found:
        return []
    heads = found[0]
    columns = [i for i, name in enumerate(heads) if name.split(".")[0] != "label"]
    return [{heads[i]: row[i] if i < len(row) else "-" for i in columns} for row in found[1:]]


def keys(block: nodes.Block) -> list[str]:
    """The columns that tell rows from each other, if the block names them."""
    found = block.field("keys") or block.field("unordered")
    return [spell(value) for value in found.values] if found is not None else []


def cells(old: list[dict[str, str]], new: list[dict[str, str]], named: list[str]) -> Iterator[str]:
    """Columns, rows and cells that are not the same."""
    if old == new:
        return
    columns = [list((table or old or new)[0]) for table in (old, new)]
    yield from (f"column {name} removed" for name in columns[0] if name not in columns[1])
    yield from (f"column {name} added" for name in columns[1] if name not in columns[0])
    by = distinguishing([c for c in columns[0] if c in columns[1]], named, [old, new])
    before, after = ({tuple(row.get(c, "-") for c in by): row for row in table} for table in (old, new))
    for key, row in before.items():
        if key not in after:
            yield f"row {', '.join(key)} removed"
            continue
        for name, cell in row.items():
            if after[key].get(name, cell) != cell:
                yield f"row {', '.join(key)}, column {name}: {cell} → {after[key][name]}"
    for key, row in after.items():
        if key not in before:
            yield f"row {', '.join(key)} added: " + ", ".join(f"{name} {cell}" for name, cell in row.items())


def distinguishing(common: list[str], named: list[str], tables: list[list[dict[str, str]]]) -> list[str]:
    """The fewest first columns that no two rows of a table share."""
    if named and all(name in common for name in named):
        return named
    for number in range(1, len(common) + 1):
        by = common[:number]
        if all(len({tuple(row[c] for c in by) for row in table}) == len(table) for table in tables):
            return by
    return common


# ---- amendments -----------------------------------------------------------------------------------------


def amendments(before: Side, after: Side) -> Iterator[Difference]:
    """Amendments that are in force on one side only."""
    for is_new, own, others in ((False, before, after), (True, after, before)):
        left = list(others.amendments)
        for block in own.amendments:
            if block in left:
                left.remove(block)
            elif not (block.keyword == "change" and str(block.path) in own.options):
                yield amended(block, own, is_new)


HOW = {"before": "before", "after": "after", "forbid": "forbidden", "allow": "allowed", "instead": "replaced"}


def amended(block: nodes.Block, own: Side, is_new: bool) -> Difference:
    """One amendment in words."""
    clauses = {c.word: c.values for c in block.clauses if isinstance(c, nodes.Clause)}
    when = f" when {said(clauses['when'])}" if "when" in clauses else ""
    target = said(clauses["of"]) if block.keyword == "instead" else f"{block.path}{format_parameters(block.parameters)}"
    detail: list[str] = []
    how = HOW.get(block.keyword, "")
    if block.keyword == "change":
        how = "set" if "to" in clauses else "changed by"
        detail = [f"{said(clauses.get('to') or clauses.get('by', ()))}{was(block, own)}"]
    elif block.keyword == "forbid" and "because" in clauses:
        detail = [f"because {said(clauses['because'])}"]
    elif block.keyword == "allow" and "for" in clauses:
        detail = [f"in spite of {said(clauses['for'])}"]
    else:
        detail = text_of(block.body)
    where = "values" if block.keyword == "change" else "rules"
    return Difference(where, how if is_new else f"no longer {how}", target + when, tuple(detail))


def said(values: Iterable[nodes.Expression]) -> str:
    return ", ".join(map(format_expression, values))


def was(block: nodes.Block, own: Side) -> str:
    """What a value gives without its changes, if a rule file says it."""
    value = own.blocks.get(("value", str(block.path)))
    gives = value.clause("gives") if value is not None else None
    return f" (without it: {said(gives.values)})" if gives is not None else ""

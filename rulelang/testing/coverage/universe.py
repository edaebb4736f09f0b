"""What there is to reach in the rules of a game: lines, and the rules, ways, needs, amendments and endings on them;
cards and the other rows of tables.

It is the union over all variants, and over the options that change what is declared: a rule that only a variant has is
there to be reached, too. What is read by an `estimate` alone is for bots, and no scenario's business. What a mechanism
stands for has no line of its own: it is counted at the mechanism's block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any

from attrs import define, evolve, field, frozen

from rulelang.checks.run import other_shapes
from rulelang.core.counting import DONE, FAILED, HELD, NAMED, READ, Counted, counted, rows_of
from rulelang.core.needs_order import reach
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Grid, Kind, Rule, Value
from rulelang.model.visit import read_locals, state_read_by, walk
from rulelang.model.world import World
from rulelang.pipeline import build_world
from rulelang.project.rules import Rules
from rulelang.source import LoweredSpan, SourceFile, Span

RULE, WAY, NEED, AMENDMENT, END, MECHANISM = "rules", "ways", "needs", "amended", "ends", "mechanisms"
CARD, ROW = "cards", "rows"
TABLES = (CARD, ROW)
NO_ROWS = ("piece", "player", "setup_table")
SORTS = (RULE, WAY, NEED, AMENDMENT, END, MECHANISM, *TABLES)


@frozen
class Line:
    """A line of a file, and the declaration it is part of."""

    file: str
    number: int
    owner: str = field(eq=False)


@define
class Item:
    """Something to reach: it is, if each of its sides was."""

    sort: str
    name: str
    span: Span
    sides: tuple[frozenset[Counted], ...]

    def is_reached(self, keys: AbstractSet[Counted]) -> bool:
        return all(side & keys for side in self.sides)


@define(eq=False)
class Universe:
    """Everything there is to reach in some files."""

    files: dict[str, SourceFile] = field(factory=dict)
    lines: dict[Line, set[Counted]] = field(factory=dict)
    items: dict[tuple[str, str, int, str], Item] = field(factory=dict)
    for_bots: set[tuple[str, int]] = field(factory=set)
    blocks: dict[tuple[str, int], dict[Counted, str]] = field(factory=dict)

    def add_line(self, span: Span, owner: str, *what: str) -> None:
        """Something that stands in a line and is counted."""
        keys = {counted(span, each) for each in what}
        if isinstance(span, LoweredSpan):
            self.blocks.setdefault((span.file.name, span.start), {}).update(dict.fromkeys(keys, owner))
            self.files.setdefault(span.file.name, span.file)
        elif span.file.text:
            self.files.setdefault(span.file.name, span.file)
            self.lines.setdefault(Line(span.file.name, span.line, owner), set()).update(keys)

    def add_item(self, sort: str, name: str, span: Span, *sides: Iterable[Counted]) -> None:
        if span.file.text and not isinstance(span, LoweredSpan):
            key = (sort, span.file.name, span.start, name)
            self.files.setdefault(span.file.name, span.file)
            found = self.items.setdefault(key, Item(sort, name, span, tuple(frozenset() for _ in sides)))
            found.sides = tuple(old | frozenset(new) for old, new in zip(found.sides, sides, strict=True))

    def leave_out(self, name: str) -> None:
        """A file that is not asked for: the game below house rules is covered where it is kept."""
        del self.files[name]
        self.lines = {line: keys for line, keys in self.lines.items() if line.file != name}
        self.items = {key: item for key, item in self.items.items() if key[1] != name}
        self.blocks = {key: block for key, block in self.blocks.items() if key[0] != name}


def universe_of(rules: Rules, own: tuple[str, ...] = ()) -> Universe:
    """What there is to reach in the rules of a game, or in house rules alone."""
    found = Universe()
    for world in worlds_of(rules, own):
        bots = for_bots(world)
        for rule in world.rules.values():
            add_rule(found, rule)
        for value in world.values.values():
            if value in bots:
                found.for_bots.add((value.span.file.name, value.span.line))
            else:
                add_value(found, value)
        add_tables(found, world)
    for name in rules.below & found.files.keys():
        found.leave_out(name)
    add_mechanisms(found)
    return found


def worlds_of(rules: Rules, own: tuple[str, ...]) -> Iterator[World]:
    """The game as it stands, with each variant, and with options that change what is declared."""
    for variants in [rules.with_needs((one,)) for one in own or rules.variants] + [()]:
        allowed = [players for players in rules.players if not rules.check_variants(variants, players)]
        for players in allowed[:1]:
            yield build_world(rules, variants, {}, players)
        for players, setting in other_shapes(rules, variants, own):
            yield build_world(rules, variants, setting, players)


# ---- single declarations ----------------------------------------------------------------------------------------


def add_rule(found: Universe, rule: Rule) -> None:
    keys = add_body(found, rule.body, rule.name)
    if not reach(rule).acts:  # it is asked and seldom called
        needs = [node.span for node in walk(rule.body) if isinstance(node, s.Need)]
        keys |= {counted(span, what) for span in needs for what in (HELD, FAILED)}
    if keys:
        found.add_item(RULE, rule.name, rule.span, keys)
    for a in rule.amendments:
        name = f"{a.how} {rule.name}"
        keys = add_body(found, a.body, name)
        sides = [keys] if keys else []
        if a.guard is not None:
            found.add_line(a.span, name, DONE, HELD, FAILED)
            sides += both_sides(a.guard, a.span)
        if sides:
            found.add_item(AMENDMENT, name, a.span, *sides)


def add_body(found: Universe, body: s.Body, owner: str) -> set[Counted]:
    """The statements of a body; what is counted of them."""
    pickers = {id(node.picker) for node in walk(body) if isinstance(node, s.Each)}
    keys: set[Counted] = set()
    for node in walk(body):
        if not isinstance(node, s.Statement) or isinstance(node, s.Part) or id(node) in pickers:
            continue
        if isinstance(node, s.Need):
            found.add_line(node.span, owner, HELD, FAILED, DONE)
            if sides := both_sides(node.condition, node.span):
                found.add_item(NEED, owner, node.span, *sides)
        # A rule that does nothing but need something is asked and seldom called.
        is_question = isinstance(node, s.CallRule) and not reach(node.rule).acts
        found.add_line(node.span, owner, DONE, *([READ] if is_question else []))
        keys.add(counted(node.span, DONE))
        if isinstance(node, s.Stop) and node.what == "game":
            found.add_item(END, node.reason, node.span, {counted(node.span, DONE)})
        if isinstance(node, s.Choose):
            for way in node.ways:
                inside = {counted(n.span, DONE) for n in walk(way.body) if isinstance(n, s.Statement)}
                if inside:
                    found.add_item(WAY, way.name, way.span, inside)
    return keys


def both_sides(condition: Any, span: Span) -> list[set[Counted]]:
    """That a condition held, and that it failed; nothing if options have decided it before the game."""
    settled = isinstance(condition, m.Const) or (state_read_by(condition) is None and not read_locals(condition))
    return [] if settled else [{counted(span, HELD)}, {counted(span, FAILED)}]


def add_value(found: Universe, value: Value) -> None:
    is_hidden = any(change.how == "to" and change.guard is None and not change.source.card for change in value.changes)
    if value.body is not None and not is_hidden:
        found.add_line(value.span, value.name, READ)
    for change in value.changes:
        name = f"change {value.name}"
        found.add_line(change.span, name, READ)
        guards = both_sides(change.guard, change.span) if change.guard is not None else []
        found.add_item(AMENDMENT, name, change.span, {counted(change.span, READ)}, *guards)


def add_mechanisms(found: Universe) -> None:
    """Of each mechanism its parts, at its block."""
    for (file, start), keys in found.blocks.items():
        at = Span(found.files[file], start, start)
        parts: dict[tuple[str, str], set[Counted]] = {}
        for key, owner in keys.items():
            if key.what in (DONE, READ) and counted_need(key) not in keys:
                parts.setdefault((owner, key.text), set()).add(key)
        for (owner, text), side in parts.items():
            item = Item(MECHANISM, owner, at, (frozenset(side),))
            found.items[MECHANISM, file, start, f"{owner} {text}"] = item


def counted_need(key: Counted) -> Counted:
    """That a need held, by what is counted when it is done: needs of mechanisms are asked and seldom done."""
    return evolve(key, what=HELD)


# ---- tables -----------------------------------------------------------------------------------------------------


def add_tables(found: Universe, world: World) -> None:
    """The rows that an author wrote; tables that only bots look anything up in are for bots."""
    for table in tables_of(world) - (looked_up(thought_by_bots(world)) - looked_up(played(world))):
        seen: set[Counted] = set()  # copies of a card share a row, and so do ways there and back
        for row, span in rows_of(table):
            key = counted(span, NAMED)
            if key not in seen:
                seen.add(key)
                sort = CARD if isinstance(table, Kind) and table.sort == "card" else ROW
                found.add_item(sort, f"{table.name} {name_of_row(table, row, span)}", span, {key})


def tables_of(world: World) -> set[Kind | Grid]:
    """The tables whose rows are there to be reached; how many play, and who, is asked for where games are started."""
    kinds = {kind for kind in world.kinds.values() if kind.root is kind and kind.sort not in NO_ROWS}
    return {*kinds, *world.grids.values()}


def name_of_row(table: Kind | Grid, row: int, span: Span) -> str:
    """What a row is called: by its name, or else by its first cell."""
    member = table.members[row] if isinstance(table, Kind) else None
    if member is None or member.key.isdigit():
        return span.file.line(span.line).strip("| ").partition(" ")[0]
    return table.titles[member.title] if isinstance(table, Kind) and member.title is not None else member.key


def looked_up(tree: Any) -> set[Kind | Grid]:
    """The tables that a tree looks something up in, by way of values too."""
    found: set[Kind | Grid] = set()
    for node in walk([tree, [[value.body, value.changes] for value in asked(tree)]]):
        match node:
            case m.ReadGrid(grid):
                found.add(grid)
            case m.FindRow(kind):
                found.add(kind.root)
    return found


# ---- what is for bots -------------------------------------------------------------------------------------------


def for_bots(world: World) -> set[Value]:
    """The values that nobody but an `estimate` or a `measure` asks for."""
    return asked(thought_by_bots(world)) - asked(played(world))


def thought_by_bots(world: World) -> list[Any]:
    """What an `estimate` and a `measure` ask."""
    estimate = [] if world.estimate is None else [world.estimate.value, *world.estimate.ties]
    return [estimate, [measure.value for measure in world.measures.values()]]


def played(world: World) -> list[Any]:
    """What everything else asks."""
    bodies = [[*rule.bodies, *(a.guard for a in rule.amendments)] for rule in world.rules.values()]
    fields = [*world.fields.values(), *(f for kind in world.kinds.values() for f in kind.fields.values())]
    score = [] if world.score is None else [world.score.value, *world.score.ties]
    others = [need.condition for need in world.always] + [window.guard for window in world.windows]
    starts, limits = [field.start for field in fields], [zone.limit for zone in world.zones.values()]
    return [bodies, score, others, starts, limits, [need for need, _ in world.contracts]]


def asked(tree: Any) -> set[Value]:
    """The values that a tree asks for, by way of others too."""
    found: set[Value] = set()
    waiting = [tree]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, m.CallValue) and node.value not in found:
                found.add(node.value)
                waiting.append([node.value.body, *((c.guard, c.amount) for c in node.value.changes)])
    return found

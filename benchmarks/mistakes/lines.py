"""Mistakes with whole lines: indented wrongly, broken off, lost, doubled, in the wrong order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

from benchmarks.mistakes.corpus import WORD, Game, walk
from benchmarks.mistakes.plant import Edit, Mistake, kind, one
from rulelang.source import SourceFile
from rulelang.syntax import nodes
from rulelang.syntax.parser import can_go_on
from rulelang.syntax.recovery.draft import Draft
from rulelang.syntax.recovery.mistakes import first_rows

VERBS = ("let", "set", "add", "move", "draw", "fill", "pay", "need", "stop", "shuffle", "reveal")
DOES = ("set", "add", "pay", "move")
NOT_STATE = ("label", "count", "copies", "printed", "reconstructed")


def line_of(file: SourceFile, offset: int) -> tuple[int, int]:
    """Start and end of a line, with its line end."""
    start = file.text.rfind("\n", 0, offset) + 1
    end = file.text.find("\n", offset)
    return start, len(file.text) if end < 0 else end + 1


def whole(file: SourceFile, node: nodes.Item) -> tuple[int, int]:
    """The lines that an item takes up."""
    start = line_of(file, node.span.start)[0]
    end = line_of(file, max(node.span.start, len(file.text[: node.span.end].rstrip()) - 1))[1]
    return start, end


def dropped(
    path: Path, file: SourceFile, node: nodes.Item, places: Iterator[tuple[Path, int]] | list[tuple[Path, int]]
) -> Mistake:
    start, end = whole(file, node)
    return Mistake(path, (Edit(start, end),), tuple(p for p in places if p[0] != path or not start <= p[1] < end))


@kind("wrong indentation", "A line is indented a space more or less than the line above that it belongs beside.")
def indentation(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, file in game.own.items():
        lines = file.text.splitlines(keepends=True)
        own = set(first_rows(Draft.of(file, 0, len(file.text)), can_go_on))
        offset = 0
        for row, (above, line) in enumerate(zip(["", *lines], lines, strict=False)):
            depth = len(line) - len(line.lstrip(" "))
            is_beside = depth and len(above) - len(above.lstrip(" ")) == depth
            if is_beside and {row - 1, row} <= own:
                takes_no_body = above.split()[0] in (*VERBS, "|") and line.split()[0] != "otherwise"
                change = rng.choice((-1, 1)) if takes_no_body else -1
                yield one(path, offset, offset + (change < 0), " " if change > 0 else "")
            offset += len(line)


@kind("tab", "A line is indented with a tab.")
def tab(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, file in game.own.items():
        for found in re.finditer(r"^ +(?=[a-z|])", file.text, re.MULTILINE):
            yield one(path, found.start(), found.end(), "\t" * max(1, len(found[0]) // 2))


@kind("broken-off line", "The last part of a statement, with its value, is left out or breaks off in the middle.")
def broken_off(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, node in game.each(nodes.Act, nodes.Let):
        if isinstance(node, nodes.Let):
            yield one(path, node.value.span.start, node.value.span.end)
            continue
        needed = [c for c in node.clauses if isinstance(c, nodes.Clause) and c.word in ("to", "from") and c.values]
        if node.verb in ("set", "add", "pay", "draw", "fill") and needed:
            last = needed[-1]
            start = rng.choice((last.span.start, last.values[0].span.start))
            yield one(path, start, last.values[-1].span.end)


@kind(
    "dropped line",
    "A line that declares a name (a `let`, a choice, a field, a member) is lost, and others use the name.",
)
def dropped_line(game: Game, rng: Random) -> Iterator[Mistake]:
    declared = Counter(field_name(node) for _, node in game.each(nodes.Field, nodes.Parameter))
    for path, block in game.blocks():
        for body in bodies(block):
            for at, item in enumerate(body):
                yield from lost_local(game, path, item, body[at + 1 :])
        if block.keyword in ("player", "state", "kind", "piece"):
            yield from lost_fields(game, path, block, declared)


def bodies(block: nodes.Block) -> Iterator[tuple[nodes.Item, ...]]:
    for node in walk(block):
        for name in ("body", "otherwise"):
            body = getattr(node, name, None)
            if isinstance(body, tuple):
                yield body
        if isinstance(node, nodes.If):
            yield from (inner for _, inner in node.branches)


def lost_local(game: Game, path: Path, item: nodes.Item, later: tuple[nodes.Item, ...]) -> Iterator[Mistake]:
    if isinstance(item, nodes.Let):
        name = item.name
    elif isinstance(item, nodes.Choose) and item.body is None and item.binders:
        name = item.binders[-1].name
    else:
        return
    uses = [node for node in walk(later) if isinstance(node, nodes.Name) and node.name == name]
    if uses:
        yield dropped(path, game.own[path], item, [(path, use.span.start) for use in uses])


def lost_fields(game: Game, path: Path, block: nodes.Block, declared: Counter[str]) -> Iterator[Mistake]:
    for item in block.body:
        if isinstance(item, nodes.Field) and item.path.names[0] not in (
            "label",
            "count",
            "copies",
            "printed",
            "reconstructed",
        ):
            name = item.path.names[0]
            rows = [i for i in block.body if isinstance(i, nodes.Row)]
            has_column = any(name in cell.span.text.split() for cell in (rows[0].cells if rows else ()))
            places = [p for p in game.places_of(name) if not is_text(game, p)]
            if declared[name] == 1 and not has_column and len(places) > 1:
                yield dropped(path, game.own[path], item, places)


def field_name(node: nodes.Field | nodes.Parameter) -> str:
    return node.path.names[0] if isinstance(node, nodes.Field) else node.name


def is_text(game: Game, place: tuple[Path, int]) -> bool:
    file = game.own[place[0]]
    start, _ = line_of(file, place[1])
    before = file.text[start : place[1]]
    return before.count('"') % 2 == 1 or "#" in before


@kind("need too late", "A `need` is moved below the first thing that its rule does.")
def late_need(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in game.blocks():
        for need, act in pairwise(block.body):
            is_need = isinstance(need, nodes.Act) and need.verb == "need"
            if block.keyword == "rule" and is_need and isinstance(act, nodes.Act) and act.verb in DOES:
                yield swapped(path, game.own[path], need, act)


def swapped(path: Path, file: SourceFile, first: nodes.Item, second: nodes.Item) -> Mistake:
    """Two lines in the other order; the one that stood first is the mistake."""
    start, middle = whole(file, first)
    end = whole(file, second)[1]
    after = file.text[middle:end]
    line = file.position(start)[0] + after.count("\n")
    return Mistake(path, (Edit(start, end, after + file.text[start:middle]),), (), new_lines=(line,))


@kind("line after a stop", "A statement stands below `stop` in the same body, where nothing is ever reached.")
def after_stop(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in game.blocks():
        for body in bodies(block):
            for act, stop in pairwise(body):
                if isinstance(stop, nodes.Stop) and isinstance(act, nodes.Act) and act.verb in DOES:
                    yield swapped(path, game.own[path], act, stop)


@kind("declared twice", "A declaration is written twice, as after copying it and forgetting to rename it.")
def declared_twice(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in game.blocks():
        once = ("rule", "action", "value", "zone", "option", "kind", "table", "variant", "window")
        if block.keyword in once and block.path is not None and not any(c.word == "when" for c in block.clauses):
            start, end = whole(game.own[path], block)
            copy = "\n" + game.own[path].text[start:end].rstrip() + "\n"
            yield Mistake(path, (Edit(end, end, copy),), ((path, start),))


@kind("name in use", "A local name is the name of something declared.")
def name_in_use(game: Game, rng: Random) -> Iterator[Mistake]:
    world = game.world
    plain = [
        word for word in sorted(world.declared) if WORD.fullmatch(word) and word not in (*world.members, *world.titles)
    ]
    for path, node in game.each(nodes.Let, nodes.Binder):
        if plain and not in_scenario(game, path, node):
            yield one(path, node.name_span.start, node.name_span.end, rng.choice(plain))


def in_scenario(game: Game, path: Path, node: nodes.Let | nodes.Binder) -> bool:
    return any(
        block.keyword == "scenario" and block.span.start <= node.span.start < block.span.end
        for where, block in game.blocks()
        if where == path
    )

"""Mistakes in what rules say: types, arguments, zones, secrets, things that nobody uses, variants that clash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.mistakes.corpus import Game, walk
from benchmarks.mistakes.lines import bodies, dropped, whole
from benchmarks.mistakes.plant import Edit, Mistake, kind, one
from rulelang.model.types import Entity, Number, strip
from rulelang.syntax import nodes
from rulelang.syntax.blocks import is_by_players

COMPARED = ("+", "-", "*", "<", "<=", ">", ">=")


def in_rules(game: Game) -> Iterator[tuple[Path, nodes.Block]]:
    """Declarations that are played, not scenarios."""
    for path, block in game.blocks():
        if block.keyword not in ("scenario", "translate", "silence"):
            yield path, block


@kind("wrong type", "A text stands where a number is needed, or a number where a condition is.")
def wrong_type(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in in_rules(game):
        for node in walk(block):
            match node:
                case nodes.Binary(operator, _, right) if operator in COMPARED:
                    yield one(path, right.span.start, right.span.end, '"three"')
                case nodes.Act("need", subject) | nodes.Not(subject) if subject is not None:
                    if block.keyword in ("rule", "action", "window"):
                        yield one(path, subject.span.start, subject.span.end, "3")


def declared(game: Game, name: str | None) -> Any:
    """The rule or value with a name."""
    return game.world.rules.get(name or "") or game.world.values.get(name or "")


def calls(game: Game) -> Iterator[tuple[Path, Any, Any]]:
    """Calls of declared rules and values that have parameters."""
    for path, block in in_rules(game):
        for node in walk(block):
            name = None
            if isinstance(node, nodes.Call):
                name = str(node.path)
            elif isinstance(node, nodes.Apply):
                name = node.function.span.text
            found = declared(game, name)
            if found is not None and found.parameters and len(found.parameters) == len(node.arguments):
                yield path, node, found


@kind("wrong number of arguments", "A call has one argument too few or too many.")
def arguments(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, node, _ in calls(game):
        last = node.arguments[-1].span
        if rng.random() < 0.5:
            yield Mistake(path, (Edit(last.end, last.end, f", {last.text}"),), ((path, last.start),))
        else:
            start = node.arguments[-2].span.end if len(node.arguments) > 1 else last.start
            yield one(path, start, last.end)


@kind("swapped arguments", "Two arguments of different types stand in the wrong order.")
def swapped_arguments(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, node, found in calls(game):
        for at in range(len(node.arguments) - 1):
            first, second = (node.arguments[i].span for i in (at, at + 1))
            one_type, other = (found.parameters[i].type for i in (at, at + 1))
            if are_apart(one_type, other):
                edits = (Edit(first.start, first.end, second.text), Edit(second.start, second.end, first.text))
                yield Mistake(path, edits, ((path, first.start),))


def are_apart(one_type: Any, other: Any) -> bool:
    """Can a value of one type never be of the other?"""
    a, b = strip(one_type), strip(other)
    if isinstance(a, Entity) and isinstance(b, Entity):
        return a.kind.root is not b.kind.root
    return isinstance(a, Entity | Number) and isinstance(b, Entity | Number) and type(a) is not type(b)


@kind("division without rounding", "A division does not say how it rounds.")
def unrounded(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, node in game.each(nodes.Rounded):
        yield Mistake(path, (Edit(node.inner.span.end, node.span.end),), ((path, node.span.start),))


@kind("forgotten guard", "The condition that a value is not none is left out, and the value is used below.")
def forgotten_guard(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in in_rules(game):
        for body in bodies(block):
            for at, item in enumerate(body):
                if not (isinstance(item, nodes.Act) and item.verb == "need" and isinstance(item.subject, nodes.Is)):
                    continue
                guarded = item.subject.left.span.text
                uses = parts_of(guarded, body[at + 1 :])
                if item.subject.negated and isinstance(item.subject.right, nodes.Nothing) and uses:
                    yield dropped(path, game.own[path], item, [(path, use.span.start) for use in uses])


def parts_of(path: str, items: tuple[nodes.Item, ...]) -> list[nodes.Part]:
    return [n for n in walk(items) if isinstance(n, nodes.Part) and n.of.span.text == path]


# ---- zones ----------------------------------------------------------------------------------------------


@kind("wrong zone", "Cards are moved to a zone of other cards, or to something that is no zone.")
def wrong_zone(game: Game, rng: Random) -> Iterator[Mistake]:
    zones = game.world.zones
    single = [zone for zone in zones.values() if zone.per is None]
    fields = [name for name, field in game.world.fields.items() if "." not in name and name != "actor"]
    for path, node in game.each(nodes.Act):
        if node.verb not in ("move", "draw", "fill") or in_scenario(game, path, node):
            continue
        target = node.subject if node.verb == "fill" else target_of(node)
        zone = zones.get(target.span.text.rsplit(".", 1)[-1]) if target is not None else None
        if target is None or zone is None:
            continue
        others = [other.name for other in single if other.card.root is not zone.card.root]
        if others or fields:
            yield one(path, target.span.start, target.span.end, rng.choice(others or fields))


def target_of(node: nodes.Act) -> Any:
    to = [c for c in node.clauses if isinstance(c, nodes.Clause) and c.word == "to" and c.values]
    return to[0].values[0] if to else None


def in_scenario(game: Game, path: Path, node: Any) -> bool:
    return any(
        block.keyword == "scenario" and block.span.start <= node.span.start < block.span.end
        for where, block in game.blocks()
        if where == path
    )


@kind("leaked secret", "A choice is offered only if a card that nobody may see yet is a certain one.")
def leak(game: Game, rng: Random) -> Iterator[Mistake]:
    hidden = [z for z in game.world.zones.values() if z.per is None and z.seen.by == "nobody" and z.seen.top != "all"]
    for path, block in in_rules(game):
        if block.keyword not in ("rule", "action"):
            continue
        for node in walk(block.body):
            if not isinstance(node, nodes.Choose) or not node.binders or not hidden or is_by_chance(node):
                continue
            zone = rng.choice(hidden)
            card = zone.card.root.members[0].key if zone.card.root.members else None
            last = node.binders[-1]
            word = "and" if last.where is not None else "where"
            if card is None or not re.fullmatch(r"[a-z][a-z0-9_]*", card):
                condition = f"first({zone.name}) = last({zone.name})"
            else:
                condition = f"first({zone.name}) = {card}"
            edit = Edit(last.span.end, last.span.end, f" {word} {condition}")
            yield Mistake(path, (edit,), ((path, node.span.start), (path, last.span.start)))


def is_by_chance(node: nodes.Choose) -> bool:
    return any(isinstance(c, nodes.Clause) and c.word == "by" and "chance" in c.span.text for c in node.clauses)


# ---- what nobody uses -----------------------------------------------------------------------------------


@kind("option never read", "An option is declared that no rule reads.")
def unread_option(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in added_after(game):
        text = '\noption spare_choice "Spare choice"\n  values: yes, no\n  default: no\n'
        yield added(game, path, block, text)


@kind("declared in vain", "A field, a value, a zone or a kind of card is declared that no rule uses.")
def in_vain(game: Game, rng: Random) -> Iterator[Mistake]:
    declarations = [("\nstate\n  spare_count: number starts 0\n", 2), ("\nvalue spare_price gives 3\n", 1)]
    cards = next((kind.name for kind in game.world.kinds.values() if kind.sort == "card"), None)
    if cards is not None:
        declarations.append((f"\nzone spare_pile of {cards} seen by all\n", 1))
    for path, block in added_after(game):
        text, line = rng.choice(declarations)
        yield added(game, path, block, text, line)


def added_after(game: Game) -> Iterator[tuple[Path, nodes.Block]]:
    """One declaration of each file below which another can stand."""
    seen = set()
    for path, block in game.blocks():
        if block.keyword not in ("variant", "scenario") and not game.is_house_rule and path not in seen:
            seen.add(path)
            yield path, block


def added(game: Game, path: Path, block: nodes.Block, text: str, line: int = 1) -> Mistake:
    file = game.own[path]
    end = whole(file, block)[1]
    before = "" if file.text[:end].endswith("\n") else "\n"
    at = file.text.count("\n", 0, end) + len(before) + line + 1
    return Mistake(path, (Edit(end, end, before + text),), (), new_lines=(at,))


@kind("rule never called", "The only call of a rule is left out.")
def uncalled_rule(game: Game, rng: Random) -> Iterator[Mistake]:
    heads = {str(b.path): (p, b) for p, b in game.blocks() if b.keyword == "rule" and b.path is not None}
    amended = {str(b.path) for _, b in game.each(nodes.Block) if b.keyword not in ("rule", "value", "action")}
    for path, block in in_rules(game):
        for body in bodies(block):
            for item in body:
                name = str(item.path) if isinstance(item, nodes.Call) else ""
                if name in heads and len(body) > 1 and name not in amended and used_once(game, name):
                    where, head = heads[name]
                    yield dropped(path, game.own[path], item, [(where, head.span.start)])


def used_once(game: Game, name: str) -> bool:
    """Does the name stand in the files twice, where it is declared and where it is used?"""
    texts = [file.span.file.text for file in game.sources.files.values()]
    return sum(len(re.findall(rf"(?<![a-z0-9_.]){re.escape(name)}(?![a-z0-9_])", text)) for text in texts) == 2


@kind("rule that calls itself", "A rule calls itself again at its end, and nothing counts down.")
def endless(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in game.blocks():
        if block.keyword != "rule" or block.path is None or not block.body or isinstance(block.body[-1], nodes.Stop):
            continue
        given = ", ".join(parameter.name for parameter in block.parameters or ())
        file = game.own[path]
        end = whole(file, block.body[-1])[1]
        before = "" if file.text[:end].endswith("\n") else "\n"
        line = file.text.count("\n", 0, end) + len(before) + 1
        edit = Edit(end, end, f"{before}  {block.path}({given})\n")
        yield Mistake(path, (edit,), ((path, block.span.start),), new_lines=(line,))


# ---- variants and players -------------------------------------------------------------------------------


@kind("variant that changes nothing", "The amendments of a variant are left out.")
def empty_variant(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in game.blocks():
        changes = [item for item in block.body if not isinstance(item, nodes.Field)]
        if block.keyword == "variant" and changes:
            edits = tuple(Edit(*whole(game.own[path], item)) for item in changes)
            yield Mistake(path, edits, ((path, block.span.start),))


@kind("variants that clash", "Another variant replaces what a variant replaces already.")
def clash(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in game.blocks():
        for item in block.body if block.keyword == "variant" else ():
            if not isinstance(item, nodes.Block) or not replaces(item):
                continue
            file = game.own[path]
            start, end = whole(file, item)
            of = [c.span.text for c in block.clauses if isinstance(c, nodes.Clause)]
            needs = [file.text[slice(*whole(file, f))] for f in block.body if is_field(f, "needs")]
            amendment = with_another_value(game, item, file.text[start:end])
            text = f'\nvariant another_way "Another way" {" ".join(of)}\n{"".join(needs)}{amendment}'
            last = whole(file, block)[1]
            yield Mistake(path, (Edit(last, last, text),), ((path, start),))


def with_another_value(game: Game, item: nodes.Block, text: str) -> str:
    """The amendment again; an option must get another value, for the same one twice would be no clash."""
    option = game.world.options.get(str(item.path))
    if option is None:
        return text
    given = item.clauses[-1].span.text.removeprefix("to ")
    other = next(word for word in map(option.word, option.values) if word != given)
    return text.replace(f" to {given}", f" to {other}")


def replaces(item: nodes.Block) -> bool:
    if any(c.word == "when" for c in item.clauses):
        return False
    return item.keyword == "instead" or (item.keyword == "change" and any(c.word == "to" for c in item.clauses))


def is_field(item: nodes.Item, name: str) -> bool:
    return isinstance(item, nodes.Field) and str(item.path) == name


@kind("wrong number of players", "A scenario, a variant or a set-up table is for players that the game does not have.")
def wrong_players(game: Game, rng: Random) -> Iterator[Mistake]:
    for path, block in game.blocks():
        numbers: list[Any] = []
        if block.keyword in ("scenario", "variant"):
            numbers = [f.values for f in block.body if is_field(f, "players") and isinstance(f, nodes.Field)]
        elif is_by_players(block):
            rows = [item for item in block.body if isinstance(item, nodes.Row)]
            numbers = [row.cells[0].values for row in rows[1:]]
        for values in numbers:
            edit = Edit(values[0].span.start, values[-1].span.end, "9")
            promises = [(path, n.span.start) for n in block.body if isinstance(n, nodes.Act)]
            yield Mistake(path, (edit,), ((path, edit.start), (path, block.span.start), *promises))

"""The rules as a picture: a round as an outline, what variants and cards change, who writes and reads a field.

The calls of a rulebook are a tree with few cross links, so an outline stays readable where graphs with layers do not;
what was shown before is named once more with an arrow that points up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rulelang.api.game import Game
from rulelang.errors import RulelangError
from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Amendment, Change, Field, Rule, Value
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.source import Span

RULE, ASK, CHANCE, WAY, WINDOW, END, TURN = "rule", "ask", "chance", "way", "window", "end", "turn"
PARTS = ("setup", "begin", "phase", "turn", "finish", "between")
HEADS = {
    "setup": "set-up",
    "begin": "a round begins",
    "turn": "a turn",
    "finish": "a round ends",
    "between": "between rounds",
}
DEEPEST = 12


@frozen
class Step:
    """A line of the outline: how deep, what it is, what it says, where it stands, how many amendments it has."""

    depth: int
    kind: str
    text: str
    place: str
    amended: int = 0


@frozen
class Column:
    """A part of the round."""

    title: str
    steps: tuple[Step, ...]


@frozen
class Link:
    """A variant, a card or the game itself changes a rule or a value."""

    source: str
    how: str
    what: str
    place: str


@frozen
class Use:
    """Which rules and values write a field, and which read it."""

    field: str
    writers: tuple[str, ...]
    readers: tuple[str, ...]


@frozen
class Picture:
    """All there is to draw."""

    name: str
    columns: tuple[Column, ...]
    links: tuple[Link, ...]
    uses: tuple[Use, ...]


def picture(game: Game, players: int) -> Picture:
    """The rules in force as a picture; amendments are those of all variants."""
    world = game.world(players)
    worlds = [world, *other_worlds(game)]
    links = sorted(
        {link for each in worlds for link in links_of(each)}, key=lambda x: (x.source, x.what, x.how, x.place)
    )
    amended: dict[str, int] = {}
    for link in links:
        amended[link.what] = amended.get(link.what, 0) + 1
    columns = tuple(Outline(world, amended).columns())
    return Picture(title_of(game), columns, tuple(links), tuple(uses_of(worlds)))


def other_worlds(game: Game) -> Iterator[World]:
    """The game with each variant that is not in force, where that can be."""
    from rulelang.pipeline import playable_world

    for name in game.rules.variants:
        if name not in game.variants:
            chosen = game.rules.with_needs((name,))
            allowed = [n for n in game.rules.players if not game.rules.check_variants(chosen, n)]
            try:
                yield from (playable_world(game.rules, chosen, {}, players) for players in allowed[:1])
            except RulelangError:
                continue


def title_of(game: Game) -> str:
    block = game.rules.game
    return (block.label if block is not None and block.label else "") or game.name


def place_of(span: Span) -> str:
    return f"{span.file.name}:{span.line}" if span.file.text else ""


# ---- the round ----------------------------------------------------------------------------------------------------


class Outline:
    """Goes through the round as the rules call one another."""

    def __init__(self, world: World, amended: dict[str, int]) -> None:
        self.world = world
        self.amended = amended
        self.seen: set[str] = set()

    def columns(self) -> Iterator[Column]:
        """The parts of the round in which anything happens, in their order; a turn within a phase is part of it."""
        parts = [self.world.rules["setup"]] if "setup" in self.world.rules else []
        if self.world.main is not None:
            parts += parts_of(self.world.main.body, self.world.main)
        for rule in dict.fromkeys(parts):
            steps = tuple(self.body(rule.body, 0))
            if steps:
                yield Column(title_of_part(rule), steps)

    def body(self, body: s.Body, depth: int) -> Iterator[Step]:
        for statement in body if depth <= DEEPEST else ():
            yield from self.statement(statement, depth)

    def statement(self, x: Any, depth: int) -> Iterator[Step]:
        match x:
            case s.Choose():
                yield Step(depth, CHANCE if x.chance else ASK, question(x), place_of(x.span))
                for way in x.ways:
                    yield Step(depth + 1, WAY, way.labels.get("en", way.name), place_of(way.span))
                    yield from self.body(way.body, depth + 2)
                yield from self.body(x.body, depth + 1)
                yield from self.body(x.otherwise or [], depth + 1)
            case s.CallRule(rule) if rule.role == "turn":
                yield Step(depth, TURN, "each player in turn", place_of(rule.span), self.amended.get(rule.name, 0))
                yield from self.body(rule.body, depth + 1)
            case s.CallRule(rule):
                yield from self.call(rule, depth)
            case s.OfferWindow():
                yield Step(depth, WINDOW, "windows are open", place_of(x.span))
            case s.Stop("game"):
                yield Step(depth, END, x.reason, place_of(x.span))
            case s.If(_, then, otherwise) | s.HeldChoice(then=then, otherwise=otherwise):
                yield from self.body(then, depth)
                yield from self.body(otherwise, depth)
            case s.Each() | s.Repeat() | s.Turn() | s.Level() | s.Part() | s.ForHolders():
                yield from self.body(x.body, depth)

    def call(self, rule: Rule, depth: int) -> Iterator[Step]:
        """A rule and what it calls; what was shown before is only named."""
        known = rule.name in self.seen
        self.seen.add(rule.name)
        arrow = " ↑" if known and shows(rule) else ""
        yield Step(depth, RULE, rule.name + arrow, place_of(rule.span), self.amended.get(rule.name, 0))
        if not known:
            yield from self.body(rule.body, depth + 1)


def shows(rule: Rule) -> bool:
    """Has a rule anything below it in the outline?"""
    return any(isinstance(node, s.Choose | s.CallRule | s.OfferWindow) for node in walk(rule.body))


def parts_of(body: s.Body, main: Rule) -> list[Rule]:
    """The parts of a round that are called by its plan, but for turns within phases."""
    calls = [node.rule for node in walk(body) if isinstance(node, s.CallRule)]
    return [rule for rule in calls if rule.role in PARTS and rule is not main]


def title_of_part(rule: Rule) -> str:
    """What the author calls it, else what it is."""
    label = rule.labels.get("en")
    if label is not None or rule.role == "phase":
        return label or rule.name.rpartition(".")[2]
    return HEADS.get(rule.role, rule.name)


def question(x: s.Choose) -> str:
    if x.prompt is not None:
        return "".join(piece if isinstance(piece, str) else "…" for piece in x.prompt.pieces)
    names = ", ".join(binder.local.name for binder in x.binders)
    return f"{'chance: ' if x.chance else ''}{names or 'which way?'}"


# ---- what changes what --------------------------------------------------------------------------------------------


def links_of(world: World) -> Iterator[Link]:
    for rule in world.rules.values():
        yield from (Link(source_of(a), a.how, rule.name, place_of(a.span)) for a in rule.amendments)
    for value in world.values.values():
        yield from (Link(source_of(c), "change", value.name, place_of(c.span)) for c in value.changes)


def source_of(thing: Amendment | Change) -> str:
    """The card, else the variant, else the game."""
    source = thing.source
    if source.card is not None:
        titles = source.card.root.titles
        return titles[source.title] if source.title is not None and source.title < len(titles) else source.card.name
    return source.variant or "the game"


# ---- who writes and reads -----------------------------------------------------------------------------------------


def uses_of(worlds: Iterable[World]) -> list[Use]:
    """Each field that rules write or read, in the order of their names."""
    writers: dict[str, dict[str, None]] = {}
    readers: dict[str, dict[str, None]] = {}
    for world in worlds:
        for rule in world.rules.values():
            for body in (*rule.bodies, [a.guard for a in rule.amendments]):
                note(body, rule.name, writers, readers)
        for value in world.values.values():
            note(read_by(value), value.name, writers, readers)
    names = sorted(writers.keys() | readers.keys())
    return [Use(name, tuple(writers.get(name, ())), tuple(readers.get(name, ()))) for name in names]


def read_by(value: Value) -> list[Any]:
    return [value.body, *((change.guard, change.amount) for change in value.changes)]


Uses = dict[str, dict[str, None]]


def note(tree: Any, name: str, writers: Uses, readers: Uses) -> None:
    """Note what a rule or value does with fields and zones."""
    written: set[int] = set()
    for node in walk(tree):
        if isinstance(node, s.Assign | s.Increase) and isinstance(node.target, m.ReadField):
            writers.setdefault(full_name(node.target.field), {})[name] = None
            written.add(id(node.target))
        elif isinstance(node, m.ReadField) and id(node) not in written:
            readers.setdefault(full_name(node.field), {})[name] = None


def full_name(field: Field) -> str:
    return f"{field.owner.name}.{field.name}" if field.owner is not None else field.name

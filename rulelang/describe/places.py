"""What each name in rule files means, and where else it is meant.

Names of bodies are told apart by what their readers made of them: an expression that was read knows the declaration
it reads. Whatever no reader keeps (heads, types, scenarios) is told by its name, for nothing hides a declaration.
Declarations are known by keys, because every set of variants and options has objects of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs
from attrs import define, field, frozen

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Column, Field, Grid, Kind, Member, Option, Rule, Value, Zone
from rulelang.model.resolve.amendments import amended
from rulelang.model.types import Entity, Many, strip
from rulelang.model.visit import walk
from rulelang.model.world import World, expression_path
from rulelang.source import LoweredSpan, Span
from rulelang.syntax import nodes
from rulelang.syntax.holes import HOLE, hole_of

AMENDMENTS = frozenset({"before", "after", "instead", "forbid", "allow", "change"})
AMENDING = AMENDMENTS | {"drop", "add", "silence", "translate"}  # the name in their head is that of something else
PATH = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
PLACES = frozenset({"span", "header", "keyword_span", "name_span"})

Key = tuple[object, ...]
Spot = tuple[int, int]  # a file, by identity, and where in it


@frozen(eq=False)
class Thing:
    """Something that rules declare: its sort, what it is called, where its name stands, and the model of it."""

    key: Key
    sort: str
    name: str
    span: Span
    model: Any = None
    block: nodes.Block | None = None  # that declares it

    @property
    def is_written(self) -> bool:
        """Does its name stand in a file, and not in the language or in what a mechanism brings?"""
        return self.span.text == self.word and not isinstance(self.span, LoweredSpan)

    @property
    def word(self) -> str:
        """Its name as it is written at its own place."""
        return self.name.rpartition(".")[2] if self.sort == "part" else self.name


@frozen(eq=False)
class Amended:
    """Something that amends a rule or a value: the block, and the variant or card that it is part of, if it is."""

    block: nodes.Block
    source: str


@frozen(eq=False)
class Name:
    """A name as it is written somewhere, and what it means."""

    span: Span
    thing: Thing
    is_declaration: bool = False


def spot(span: Span) -> Spot:
    return id(span.file), span.start


# ---- what a world declares ------------------------------------------------------------------------------------


@define(eq=False)
class Known:
    """What is declared in a world, by name and by place, and what its expressions read."""

    names: dict[str, Thing] = field(factory=dict)
    members: dict[str, dict[Key, Thing]] = field(factory=lambda: defaultdict(dict))
    parts: dict[str, dict[Key, Thing]] = field(factory=lambda: defaultdict(dict))
    at: dict[Spot, Thing] = field(factory=dict)
    read: dict[tuple[int, int, int], list[Thing]] = field(factory=lambda: defaultdict(list))
    things: dict[Key, Thing] = field(factory=dict)
    locals: dict[Spot, m.Local] = field(factory=dict)

    def add(self, other: Known) -> None:
        """What another world declares besides."""
        for name, thing in other.names.items():
            self.names.setdefault(name, thing)
        for mine, others in ((self.members, other.members), (self.parts, other.parts)):
            for name, found in others.items():
                mine[name] = {**found, **mine[name]}
        self.at = {**other.at, **self.at}
        self.things = {**other.things, **self.things}
        self.locals = {**other.locals, **self.locals}
        for place, things in other.read.items():
            self.read[place] = [*self.read[place], *things]


def known_in(world: World, blocks: Iterable[nodes.Block]) -> Known:
    """What a world declares; `blocks` are the declarations it is made of."""
    return Finder(world, {spot(block.header): block for block in every_block(blocks)}).known()


def every_block(items: Iterable[Any]) -> Iterator[nodes.Block]:
    for item in items:
        if isinstance(item, nodes.Block):
            yield item
            yield from every_block(item.body)


class Finder:
    """Goes through a world."""

    def __init__(self, world: World, blocks: Mapping[Spot, nodes.Block]) -> None:
        self.world = world
        self.blocks = blocks
        self.found = Known()

    def known(self) -> Known:
        world = self.world
        for table in (world.rules, world.values, world.options, world.fields, world.zones, world.grids, world.graphs):
            for thing in table.values():
                self.declare(thing)
        for kind in world.kinds.values():
            self.declare(kind)
            for part in (*kind.columns.values(), *kind.fields.values(), *kind.zones.values(), *kind.groups.values()):
                self.declare(part)
            for member in kind.root.members if kind.parent is None else ():
                self.declare(member)
        for window in world.windows:
            self.declare(window)
        for block in self.blocks.values():
            self.declare_block(block)
        self.read()
        return self.found

    def declare(self, model: Any) -> Thing:
        key, sort, name = known_as(model)
        known = self.found.things.get(key)
        if known is not None:
            if isinstance(model, Member):
                self.found.members[model.key][key] = known
            return known
        block = self.blocks.get(spot(model.span))
        path = block.path if block is not None else None
        span = path.span if path is not None and str(path) == name.rpartition(".")[2] else model.span
        return self.note(Thing(key, sort, name, span, model, block))

    def declare_block(self, block: nodes.Block) -> None:
        """What only its head says, such as a variant or a scenario."""
        if block.path is None or block.keyword in (*AMENDING, "way"):
            return
        if spot(block.path.span) not in self.found.at:
            name = str(block.path)
            self.note(Thing(("name", name), block.keyword, name, block.path.span, None, block))

    def note(self, thing: Thing) -> Thing:
        found = self.found
        found.things.setdefault(thing.key, thing)
        if thing.key[0] == "part":
            found.parts[thing.word][thing.key] = thing
        elif thing.key[0] == "member":
            found.members[thing.name][thing.key] = thing
            found.members[thing.model.key][thing.key] = thing  # the first of several copies
        else:
            found.names.setdefault(thing.name, thing)
        if thing.is_written:
            found.at.setdefault(spot(thing.span), thing)
        return thing

    def read(self) -> None:
        for node in walk(trees(self.world)):
            if isinstance(node, m.ReadLocal):
                self.found.locals.setdefault(spot(node.local.span), node.local)
                continue
            model = model_of(node)
            if model is not None and not isinstance(node.span, LoweredSpan):
                self.found.read[id(node.span.file), node.span.start, node.span.end].append(self.declare(model))


def trees(world: World) -> list[Any]:
    """Everything that is read: bodies, guards, values, starts, limits, the score."""
    fields = [*world.fields.values(), *(each for kind in world.kinds.values() for each in kind.fields.values())]
    scores = [score for score in (world.score, world.estimate) if score is not None]
    return [
        *((rule.body, [(a.guard, a.body) for a in rule.amendments]) for rule in world.rules.values()),
        *((value.body, [(c.guard, c.amount) for c in value.changes]) for value in world.values.values()),
        *((window.guard, window.rule.body) for window in world.windows),
        *(each.start for each in fields),
        *(zone.limit for zone in world.zones.values()),
        *((score.told, score.ties) for score in scores),
        *(measure.told for measure in world.measures.values()),
        *(need for need, _ in world.contracts),
        *world.always,
    ]


def amendments_in(items: Iterable[Any], source: str = "") -> Iterator[tuple[str, Amended]]:
    """The amendments that some declarations hold, each with the name of what it amends."""
    for item in items:
        if isinstance(item, nodes.Block) and item.keyword in AMENDMENTS:
            yield amended(item)[0], Amended(item, source)
        elif isinstance(item, nodes.Block):
            yield from amendments_in(item.body, str(item.path) if item.path is not None else source)


def ways_in(node: Any) -> Iterator[nodes.Block]:
    """The ways of the choices in some items."""
    if isinstance(node, tuple):
        for item in node:
            yield from ways_in(item)
    elif isinstance(node, nodes.Block):
        if node.keyword == "way" and node.path is not None:
            yield node
        yield from ways_in(node.body)
    elif isinstance(node, nodes.Choose | nodes.Each | nodes.Repeat):
        yield from ways_in(node.body or ())
    elif isinstance(node, nodes.If):
        yield from ways_in((*(body for _, body in node.branches), node.otherwise or ()))


def known_as(model: Any) -> tuple[Key, str, str]:
    """The key of a declaration, its sort and its name."""
    match model:
        case Field(owner=Kind(name=owner)):
            return ("part", owner, model.name), "part", f"{owner}.{model.name}"
        case Zone(per=Kind(name=owner)):
            return ("part", owner, model.name), "part", f"{owner}.{model.name}"
        case Column():
            return ("part", model.kind.name, model.name), "part", f"{model.kind.name}.{model.name}"
        case Grid(group=group) if group:
            return ("part", str(model.row_type), group), "part", f"{model.row_type}.{group}"
        case Member(kind=kind):
            titles, title = kind.root.titles, model.title
            key = titles[title] if title is not None and title < len(titles) and kind.root.sort == "card" else model.key
            return ("member", kind.root.name, key), "member", key
    return ("name", model.name), type(model).__name__.lower(), model.name


def model_of(node: Any) -> Any:
    """The declaration that an expression or statement reads or calls."""
    match node:
        case m.ReadField():
            return node.field
        case m.ReadColumn():
            return node.column
        case m.ReadZone():
            return node.zone
        case m.ReadGrid():
            return node.grid
        case m.FindRow() | m.All() | m.Owned() | m.EffectOf():
            return node.kind
        case m.CallValue():
            return node.value
        case m.Can() | s.CallRule():
            return node.rule
        case m.Const(value=Rule()):
            return node.value
        case m.Const(value=int()) if isinstance(strip(node.type), Entity):
            kind: Kind = strip(node.type).kind.root  # type: ignore[union-attr]
            return kind.members[node.value] if 0 <= node.value < len(kind.members) else None
    return None


# ---- names as they are written ------------------------------------------------------------------------------------


@frozen(eq=False)
class Written:
    """A name as it is written: the whole expression around it, and its own dotted name if it has one."""

    word: str
    span: Span
    whole: Span
    dotted: str = ""
    local: Span | None = None  # where a name of the body is bound
    of: nodes.Expression | None = None  # what it is a part of
    part: str = ""  # the part of it that is asked for
    is_player: bool = False
    is_step: bool = False  # of a scenario, where ways are chosen by their names
    only_declares: bool = False  # the head of a field, which means nothing but itself


class Reader:
    """Finds the names in a tree, in the order in which they are written; names of a body with their binding."""

    def __init__(self) -> None:
        self.bound: dict[str, Span] = {}
        self.in_play = False  # among the steps of a scenario, which begin with a player
        self.in_words = False  # among the words of a language, which begin with what they name

    def names(self, node: Any, around: Span | None = None, part: str = "") -> Iterator[Written]:
        match node:
            case list() | tuple():
                for item in node:
                    yield from self.names(item)
            case nodes.Name(word):
                yield Written(
                    word, node.span, around or node.span, word, self.bound.get(word), part=part, is_step=self.in_play
                )
            case nodes.Part():
                yield from self.names(node.of, part=node.name)
                dotted = expression_path(node) or ""
                is_free = dotted.partition(".")[0] not in self.bound and "[" not in dotted and "(" not in dotted
                yield Written(node.name, node.name_span, around or node.span, dotted if is_free else "", of=node.of)
            case nodes.Index():
                yield from self.names(node.of, node.span)
                yield from self.names(node.keys)
            case nodes.Apply():
                yield from self.names(node.function, node.span)
                yield from self.names(node.arguments)
            case nodes.Binder():
                yield from self.names(node.source)
                yield self.bind(node.name, node.name_span)
                yield from self.names(node.where)
            case nodes.Let():
                yield from self.names(node.value)
                yield self.bind(node.name, node.name_span)
            case nodes.Call():
                yield Written(str(node.path), node.path.span, node.span, str(node.path))
                yield from self.names(node.arguments)
                yield from self.names(node.clauses)
            case nodes.Block():
                yield from self.block(node)
            case nodes.Field(path) if self.in_words:
                yield from self.names(chain(path.names, path.span))
            case nodes.Text() if "{" in node.value:
                yield from self.holes(node.span)
            case nodes.Field():
                yield Written(
                    str(node.path), node.path.span, node.path.span, only_declares=not self.in_play, is_player=True
                )
                yield from self.names((node.values, node.clauses, node.says, node.body))
            case nodes.Parameter():
                yield from self.parameter(node)
            case _ if type(node).__module__ == nodes.__name__:
                for inner in attrs.fields(type(node)):
                    if inner.name not in PLACES:
                        yield from self.names(getattr(node, inner.name))

    def block(self, block: nodes.Block) -> Iterator[Written]:
        outside, self.bound = (self.bound, self.in_play, self.in_words), dict(self.bound)
        self.in_play, self.in_words = block.keyword == "play", block.keyword == "translate"
        if block.path is not None:
            declares = block.keyword not in AMENDING
            name = str(block.path)
            yield Written(name, block.path.span, block.path.span, name, only_declares=declares)
        yield from self.names(block.parameters or ())
        if block.label is not None and "{" in block.label:
            yield from self.holes(block.header)
        yield from self.names((block.place, block.clauses, block.says, block.body))
        self.bound, self.in_play, self.in_words = outside

    def holes(self, span: Span) -> Iterator[Written]:
        """The names in the holes of a text."""
        for hole in HOLE.finditer(span.text):
            for path in PATH.finditer(hole_of(hole[1]).about):
                start = span.start + hole.start(1) + path.start()
                yield from self.names(chain(path[0].split("."), Span(span.file, start, start + len(path[0]))))

    def parameter(self, parameter: nodes.Parameter) -> Iterator[Written]:
        if parameter.binder is not None:
            yield from self.names(parameter.binder)
            return
        start = parameter.span.start
        yield self.bind(parameter.name, Span(parameter.span.file, start, start + len(parameter.name)))
        yield from self.names(parameter.type)

    def bind(self, name: str, span: Span) -> Written:
        self.bound[name] = span
        return Written(name, span, span, local=span)


def chain(names: Sequence[str], span: Span) -> nodes.Expression:
    """A dotted name as an expression, each name at its place."""
    at = Span(span.file, span.start, span.start + len(names[0]))
    found: nodes.Expression = nodes.Name(names[0], span=at)
    for name in names[1:]:
        at = Span(span.file, at.end + 1, at.end + 1 + len(name))
        found = nodes.Part(found, name, at, span=Span(span.file, span.start, at.end))
    return found


class Places:
    """The names of some files, with what they mean; `place` says where something stands that was read earlier."""

    def __init__(
        self, known: Iterable[Known], files: Iterable[nodes.File], place: Callable[[Span], Span] = lambda span: span
    ) -> None:
        self.place = place
        self.known = Known()
        for one in known:
            self.known.add(one)
        self.files = list(files)

    def at(self, span: Span) -> Name | None:
        """The name that a place is in, or directly behind."""
        for file in self.files:
            for item in file.items:
                if item.span.file is span.file and item.span.start <= span.start <= item.span.end:
                    for name in self.names(item):
                        if name.span.start <= span.start <= name.span.end:
                            return name
        return None

    def meant(self, thing: Thing) -> list[Name]:
        """Everywhere that something is meant, its declaration too."""
        return [
            name
            for file in self.files
            for item in file.items
            for name in self.names(item)
            if name.thing.key == thing.key
        ]

    def amendments(self, name: str) -> list[Amended]:
        """What amends a rule or a value, in any variant."""
        return self._amendments.get(name, [])

    @cached_property
    def _amendments(self) -> dict[str, list[Amended]]:
        found: dict[str, list[Amended]] = defaultdict(list)
        for file in self.files:
            for name, each in amendments_in(file.items):
                found[name].append(each)
        return found

    def names(self, item: nodes.Item) -> Iterator[Name]:
        """The names in a declaration that mean something."""
        for written in Reader().names(item):
            thing = self.thing(written)
            if thing is not None:
                yield Name(written.span, thing, spot(written.span) == spot(thing.span))

    def thing(self, written: Written) -> Thing | None:
        if written.local is not None:
            return Thing(("local", *spot(written.local)), "local", written.word, written.local)
        if written.is_step and written.word in self.ways:
            return None
        declared = self.known.at.get(spot(written.span))
        if declared is not None or written.only_declares:
            return declared
        for around in (written.whole, written.span):
            for thing in self.known.read.get((id(around.file), around.start, around.end), ()):
                if written.word in (thing.word, thing.name):
                    return thing
        return self.by_name(written)

    @cached_property
    def ways(self) -> frozenset[str]:
        """What ways are called."""
        return frozenset(str(block.path) for file in self.files for block in ways_in(file.items))

    # ---- by name ------------------------------------------------------------------------------------------

    def by_name(self, written: Written) -> Thing | None:
        """What nobody has read, such as types, heads and scenarios: by its name, if only one thing can be meant."""
        if written.dotted in self.known.names:
            return self.known.names[written.dotted]
        if written.of is not None:
            return self.part(written.of, written.word)
        same = self.members(written.word)
        if written.is_player:
            same = [thing for thing in same if thing.model.kind.root.sort == "player"]
        if written.part:
            same = [thing for thing in same if self.part_of([thing.model.kind], written.part) is not None]
        return same[0] if len(same) == 1 else None

    def members(self, word: str) -> list[Thing]:
        return list(self.known.members[word].values()) if word in self.known.members else []

    def part(self, of: nodes.Expression, word: str) -> Thing | None:
        """A part of what an expression can be."""
        same = list(self.known.parts[word].values()) if word in self.known.parts else []
        return same[0] if len(same) == 1 else self.part_of(self.kinds(of), word)

    def part_of(self, kinds: Iterable[Kind], word: str) -> Thing | None:
        """A part of one of some kinds: of its own, or the pieces of a player."""
        for kind in kinds:
            model = kind.find(word)
            if model is not None:
                return self.known.things.get(known_as(model)[0])
            piece = self.known.names.get(word)
            if kind.sort == "player" and piece is not None and isinstance(piece.model, Kind) and piece.model.per_player:
                return piece
        return None

    def kinds(self, expression: nodes.Expression) -> list[Kind]:
        """The kinds of what an expression may be, as far as its names tell."""
        match expression:
            case nodes.Index(of) | nodes.Group(of):
                return self.kinds(of)
            case nodes.Name(word) if word in self.known.names:
                return kinds_within(self.known.names[word].model)
            case nodes.Name(word):
                return [thing.model.kind for thing in self.members(word)]
            case nodes.Part(of, word):
                thing = self.part(of, word)
                return kinds_within(thing.model) if thing is not None else []
        return []


def kinds_within(model: Any) -> list[Kind]:
    """The kind of what something holds."""
    if isinstance(model, Kind):
        return [model]
    if isinstance(model, Zone):
        return [model.card]
    type_ = strip(model.type) if isinstance(model, Field | Column | Value | Option) else None
    inner = strip(type_.inner) if isinstance(type_, Many) else type_
    return [inner.kind] if isinstance(inner, Entity) else []

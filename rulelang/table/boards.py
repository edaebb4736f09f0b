"""Boards: maps, grids, rings, markets, and places for workers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.model.declarations import Field, Graph, Kind, Rule
from rulelang.model.geometry import coordinate, is_step, positions
from rulelang.model.types import Action, Entity, Number, strip
from rulelang.source import LoweredSpan
from rulelang.table import picture as p
from rulelang.table.cards import cards
from rulelang.table.onlooker import Data, Onlooker, is_empty, items

MOST_SPOTS = 400


def boards(onlooker: Onlooker) -> Iterator[p.Node]:
    """The boards in the order in which the eye looks for them."""
    world = onlooker.world
    for kind in world.kinds.values():
        if is_grid(kind):
            yield grid(onlooker, kind)
    for graph in world.graphs.values():
        if is_map(graph):
            yield map_(onlooker, graph)
    for kind in world.kinds.values():
        field = pawns(onlooker, kind)
        if field is not None:
            yield ring(onlooker, kind, field)
    for kind in world.kinds.values():
        if is_berth(kind):
            yield places(onlooker, kind)
    yield from markets(onlooker)


def board_kinds(onlooker: Onlooker) -> set[Kind]:
    """The kinds of what a piece can stand on."""
    kinds = {kind.root for kind in onlooker.world.kinds.values() if is_grid(kind) or is_berth(kind)}
    return (
        kinds
        | mapped_kinds(onlooker)
        | {kind.root for kind in onlooker.world.kinds.values() if pawns(onlooker, kind) is not None}
    )


def mapped_kinds(onlooker: Onlooker) -> set[Kind]:
    """The kinds of the places on maps that are drawn; what is kept for a place lies beside it."""
    return {graph.node.root for graph in onlooker.world.graphs.values() if is_map(graph)}


# ---- maps -----------------------------------------------------------------------------------------------


def is_map(graph: Graph) -> bool:
    """Is there anything to draw? The squares of a grid are drawn as one."""
    root = graph.node.root
    drawn = [n for n in root.ids if coordinate(root, n, "x") is not None]
    return not is_grid(root) and len(drawn) >= 2 and len(root.members) <= MOST_SPOTS


def map_(onlooker: Onlooker, graph: Graph) -> p.Map:
    root = graph.node.root
    spots = tuple(spot(onlooker, graph, n, at) for n, at in sorted(positions(graph).items()))
    drawn = {spot.id for spot in spots}
    ways = tuple(way for way in ways_of(onlooker, graph) if {way.start, way.end} <= drawn)
    used = {way.mark for way in ways}
    marks = graph.attribute.root if graph.attribute is not None else None
    legend = [p.Item(id=onlooker.id(marks, n), label=onlooker.member(marks, n)) for n in marks.ids] if marks else []
    return p.Map(
        id=f"map:{graph.name}",
        label=onlooker.title(graph.way.labels, graph.name),
        directed=graph.directed,
        spots=spots,
        ways=ways,
        legend=tuple(item for item in legend if item.id in used),
        beside=tuple(beside(onlooker, root)),
    )


def spot(onlooker: Onlooker, graph: Graph, number: int, at: tuple[float, float]) -> p.Spot:
    root = graph.node.root
    kind = root.members[number].kind
    columns = [c for k in kind.line() for c in k.columns.values() if number < len(c.values)]
    return p.Spot(
        id=onlooker.id(root, number),
        label=onlooker.member(root, number),
        x=round(at[0], 2),
        y=round(at[1], 2),
        size="step" if is_step(kind, graph) else "large" if kind is not root else "spot",
        flags=tuple(onlooker.say(c.name) for c in columns if c.values[number] is True),
    )


def ways_of(onlooker: Onlooker, graph: Graph) -> Iterator[p.Way]:
    """Each way; where they are gone both ways, one of the two."""
    columns, root = graph.way.columns, graph.node.root
    mark = columns.get(graph.attribute.name) if graph.attribute is not None else None
    wrap = columns.get("wrap")
    drawn: set[tuple[int, int, Any]] = set()
    for number in graph.way.ids:
        start, end = columns["from"].values[number], columns["to"].values[number]
        sort = mark.values[number] if mark is not None else None
        if not graph.directed and (end, start, sort) in drawn:
            continue
        drawn.add((start, end, sort))
        yield p.Way(
            id=onlooker.id(graph.way, number),
            start=onlooker.id(root, start),
            end=onlooker.id(root, end),
            mark=onlooker.id(graph.attribute, sort) if graph.attribute is not None and sort is not None else "",
            wrap=float((wrap.values[number] or 0) if wrap is not None else 0),
        )


def beside(onlooker: Onlooker, root: Kind) -> Iterator[p.Node]:
    """What is kept for each place lies beside it: piles, and values that say something."""
    for zone in onlooker.zones(root):
        for key, data in onlooker.view["zones"][zone.name].items():
            number = onlooker.number(root, key)
            assert number is not None
            assert zone.per is not None
            if root.members[number].kind.is_a(zone.per):
                pile = cards(onlooker, p.Pile, zone, data, number)
                if pile.count or pile.count is None:
                    yield pile
    for kind in onlooker.world.kinds.values():
        if kind.root is root and kind.fields:
            for key, values in onlooker.view["kinds"].get(kind.name, {}).items():
                yield from values_beside(onlooker, kind, key, values)


def values_beside(onlooker: Onlooker, kind: Kind, key: str, values: Data) -> Iterator[p.Node]:
    at = onlooker.id_of_key(Entity(kind), key)
    for name, data in values.items():
        known = kind.fields[name]
        if onlooker.is_bookkeeping(known) or is_empty(data):
            continue
        head: Data = {"id": f"{at}.{name}", "label": onlooker.named(known), "on": at}
        if known.per:
            yield p.Stock(items=items(onlooker, known, data, all_of_them=False), **head)
        else:
            yield p.Badge(value=onlooker.value(known.type, data), **head)


# ---- grids ----------------------------------------------------------------------------------------------


def is_grid(kind: Kind) -> bool:
    """Has it columns and rows that are numbers? Only boards of squares are made so."""
    both = [kind.columns.get(name) for name in ("column", "row")]
    return kind.sort == "kind" and all(c is not None and isinstance(strip(c.type), Number) for c in both)


def grid(onlooker: Onlooker, kind: Kind) -> p.Grid:
    cells = tuple(cell(onlooker, kind, number) for number in kind.ids)
    return p.Grid(
        id=f"grid:{kind.name}",
        label=onlooker.title(kind.labels, kind.name),
        columns=max(cell.column for cell in cells),
        rows=max(cell.row for cell in cells),
        cells=cells,
    )


def cell(onlooker: Onlooker, kind: Kind, number: int) -> p.Cell:
    owner, texts = None, []
    for name, data in onlooker.view["kinds"].get(kind.name, {}).get(kind.members[number].key, {}).items():
        known = kind.fields[name]
        plain = strip(known.type)
        if isinstance(plain, Entity) and plain.kind is onlooker.world.player and data is not None:
            owner = onlooker.number(plain.kind, data)
        elif not is_empty(data) and not onlooker.is_bookkeeping(known):
            texts.append(onlooker.value(known.type, data))
    return p.Cell(
        id=onlooker.id(kind, number),
        label=onlooker.member(kind, number),
        column=kind.columns["column"].values[number],
        row=kind.columns["row"].values[number],
        owner=owner,
        text=" ".join(texts),
    )


# ---- rings ----------------------------------------------------------------------------------------------


def pawns(onlooker: Onlooker, kind: Kind) -> Field | None:
    """The field that says on which member each player's pawn stands, of a kind whose members are actions."""
    if kind.sort != "kind" or not any(isinstance(strip(c.type), Action) for c in kind.columns.values()):
        return None
    world = onlooker.world
    fields = [f for f in world.fields.values() if f.per == (world.player,)]
    fields += [f for f in world.player.fields.values() if not f.per]
    return next((f for f in fields if strip(f.type) == Entity(kind)), None)


def ring(onlooker: Onlooker, kind: Kind, field: Field) -> p.Ring:
    people = onlooker.view["players"]
    if field.owner is None:
        standing = onlooker.view["state"].get(field.name, {})
        found = [standing.get(person["key"]) for person in people]
    else:
        found = [person["fields"].get(field.name) for person in people]
    return p.Ring(
        id=f"ring:{kind.name}",
        label=onlooker.title_of_block(kind.name),
        fields=tuple(p.Item(id=onlooker.id(kind, n), label=onlooker.member(kind, n)) for n in kind.ids),
        tokens=tuple(
            p.Token(owner=seat, on=onlooker.id_of_key(Entity(kind), key))
            for seat, key in enumerate(found)
            if key is not None
        ),
    )


# ---- places for workers -----------------------------------------------------------------------------------


def is_berth(kind: Kind) -> bool:
    return kind.name.endswith(".spot") and isinstance(kind.span, LoweredSpan)


def places(onlooker: Onlooker, kind: Kind) -> p.Places:
    name = kind.name.removesuffix(".spot")
    rows = onlooker.world.kinds[f"{name}.row"]
    taken = dict(standing(onlooker, f"{name}.at"))
    of_row: dict[int, list[p.Berth]] = {number: [] for number in rows.ids}
    for number in kind.ids:
        of_row[kind.columns["row"].values[number]].append(
            p.Berth(
                id=onlooker.id(kind, number),
                column=kind.columns["column"].values[number],
                value=kind.columns["value"].values[number],
                owner=taken.get(number),
                off=onlooker.worth(f"{name}.open", number) is False,
            )
        )
    return p.Places(
        id=f"places:{name}",
        label=onlooker.title_of_block(name),
        rows=tuple(
            p.Row(id=onlooker.id(rows, n), label=row_label(onlooker, rows, n), berths=tuple(of_row[n]))
            for n in rows.ids
        ),
    )


def row_label(onlooker: Onlooker, rows: Kind, number: int) -> str:
    """A row is called by its own label, else by that of its action."""
    action, member = rows.columns["action"], rows.members[number]
    is_named = member.labels.get("en") not in (None, member.key.replace("_", " "))
    rule = action.values[number]
    if is_named or not isinstance(rule, Rule):
        return onlooker.member(rows, number)
    return onlooker.words.label(rule.labels, rule.name, onlooker.language)


def standing(onlooker: Onlooker, name: str) -> Iterator[tuple[int, int | None]]:
    """Where pieces stand, by a field that is kept for each, and whose they are."""
    known = onlooker.world.fields[name]
    pieces, places = known.per[0].root, strip(known.type)
    for key, place in onlooker.view["state"].get(name, {}).items():
        piece = onlooker.number(pieces, key)
        number = onlooker.number(places.kind, place) if isinstance(places, Entity) and place is not None else None
        if number is not None and piece is not None:
            yield number, pieces.members[piece].owner


# ---- markets --------------------------------------------------------------------------------------------


def markets(onlooker: Onlooker) -> Iterator[p.Node]:
    """Ladders and tracks; a row of cards is a zone like others."""
    for name, known in onlooker.world.fields.items():
        if isinstance(known.span, LoweredSpan) and len(known.per) == 1 and name in onlooker.view["state"]:
            market, _, part = name.rpartition(".")
            if part == "left" and f"{market}.price_at" in onlooker.world.values:
                yield ladder(onlooker, market, known)
            elif part == "marker" and f"{market}.floor" in onlooker.world.values:
                yield track(onlooker, market, known)


def ladder(onlooker: Onlooker, market: str, known: Field) -> p.Ladder:
    kind, left = known.per[0], onlooker.view["state"][known.name]
    goods = []
    for n in kind.ids:
        size = onlooker.worth(f"{market}.spaces", n)
        free = size - left[kind.root.members[n].key]
        prices = [onlooker.worth(f"{market}.price_at", n, i + 1) for i in range(size)]
        spaces = tuple(p.Space(price=price, filled=i >= free) for i, price in enumerate(prices))
        goods.append(p.Rung(id=onlooker.id(kind, n), label=onlooker.member(kind, n), spaces=spaces))
    return p.Ladder(id=f"market:{market}", label=onlooker.title_of_block(market), goods=tuple(goods))


def track(onlooker: Onlooker, market: str, known: Field) -> p.Track:
    kind, markers = known.per[0], onlooker.view["state"][known.name]
    goods = tuple(
        p.Marker(
            id=onlooker.id(kind, n),
            label=onlooker.member(kind, n),
            value=markers[kind.root.members[n].key],
            floor=onlooker.worth(f"{market}.floor", n),
            ceiling=onlooker.worth(f"{market}.ceiling", n),
            price=onlooker.worth(f"{market}.price", n),
        )
        for n in kind.ids
    )
    return p.Track(id=f"market:{market}", label=onlooker.title_of_block(market), goods=goods)

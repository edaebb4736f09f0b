"""What is no board and no pile: values of the game, what lies before each player, and the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulelang.model.declarations import Field, Kind, Value
from rulelang.model.expressions import ReadField
from rulelang.model.types import Entity, Flag, Many, Number, strip
from rulelang.table import picture as p
from rulelang.table.boards import board_kinds, is_map, pawns
from rulelang.table.cards import face, hands
from rulelang.table.onlooker import Data, Onlooker, items

COLOURS = {"red", "blue", "green", "yellow", "orange", "violet", "purple", "brown", "black", "white", "grey", "pink"}
OTHERS = ("red", "blue", "green", "yellow", "violet", "orange", "brown", "grey")
SHAPES = ("disc", "square", "triangle", "diamond", "hexagon")


# ---- values ---------------------------------------------------------------------------------------------


def loose(onlooker: Onlooker) -> Iterator[p.Node]:
    """Values of the game, and of kinds that are no board."""
    player = onlooker.world.player
    for name, data in onlooker.view["state"].items():
        known = onlooker.world.fields[name]
        is_title = strip(known.type) == Entity(player) and not known.per
        if known.per != (player,) and not is_title and onlooker.is_shown(known, data):
            yield node_of(onlooker, known, f"state:{name}", data)
    drawn = {graph.node.root for graph in onlooker.world.graphs.values() if is_map(graph)} | board_kinds(onlooker)
    for kind in onlooker.world.kinds.values():
        if kind.fields and kind.sort == "kind" and kind.root not in drawn:
            yield from of_kind(onlooker, kind)
    yield from shown_values(onlooker, None)


def of_kind(onlooker: Onlooker, kind: Kind) -> Iterator[p.Stock]:
    """A value of each member of a kind, side by side."""
    members = onlooker.view["kinds"].get(kind.name, {})
    for name, known in kind.fields.items():
        found = {key: values[name] for key, values in members.items() if name in values}
        if not found or onlooker.is_bookkeeping(known) or known.per:
            continue
        yield p.Stock(
            id=f"{kind.name}.{name}",
            label=f"{onlooker.title(kind.labels, kind.name)}: {onlooker.named(known).lower()}",
            items=tuple(
                p.Item(id=onlooker.id_of_key(Entity(kind), key), label=onlooker.value(Entity(kind), key), value=value)
                for key, value in ((key, plain(onlooker, known, data)) for key, data in found.items())
            ),
        )


def shown_values(onlooker: Onlooker, key: str | None) -> Iterator[p.Node]:
    """Values that their author wants to be seen: those beside a player, or (with no key) all others."""
    for name, data in onlooker.view["values"].items():
        value = onlooker.world.values[name]
        kinds = [type_.kind for q in value.parameters if isinstance(type_ := strip(q.type), Entity)]
        is_personal = bool(kinds) and kinds[0] is onlooker.world.player
        if is_personal != (key is not None):
            continue
        label = onlooker.title({"en": onlooker.say(value.shown_as or name)}, name)
        id_ = f"value:{name}.{key}" if key is not None else f"value:{name}"
        rest = kinds[1:] if is_personal else kinds
        if not rest:
            found = data.get(key) if key is not None else data
            yield p.Badge(id=id_, label=label, value="?" if found is None else onlooker.value(value.type, found))
        else:
            split = [(place.split(" "), found) for place, found in data.items()]
            own = [(place[is_personal:], found) for place, found in split if not is_personal or place[0] == key]
            yield p.Stock(id=id_, label=label, items=tuple(of_value(onlooker, value, rest, own)))


def of_value(
    onlooker: Onlooker, value: Value, kinds: list[Kind], entries: list[tuple[list[str], Any]]
) -> Iterator[p.Item]:
    """What a value gives for each thing."""
    for place, found in entries:
        pairs = list(zip(kinds, place, strict=True))
        said = " ".join(onlooker.value(Entity(kind), key) for kind, key in pairs)
        amount = found if isinstance(found, int) and not isinstance(found, bool) else onlooker.value(value.type, found)
        yield p.Item(id=onlooker.id_of_key(Entity(pairs[-1][0]), pairs[-1][1]), label=said, value=amount)


def plain(onlooker: Onlooker, known: Field, data: Any) -> int | str:
    return data if isinstance(data, int) and not isinstance(data, bool) else onlooker.value(known.type, data)


def node_of(onlooker: Onlooker, known: Field, id_: str, data: Any) -> p.Node:
    type_ = strip(known.type)
    is_money = isinstance(type_, Number) and type_.money
    label = onlooker.named(known)
    if known.per and isinstance(data, dict):
        return p.Stock(id=id_, label=label, items=items(onlooker, known, data), money=is_money)
    return p.Badge(id=id_, label=label, value=onlooker.value(known.type, data), money=is_money)


# ---- players --------------------------------------------------------------------------------------------


def person(onlooker: Onlooker, seat: int) -> p.Person:
    view = onlooker.view
    key = view["players"][seat]["key"]
    decision = view["decision"]
    return p.Person(
        seat=seat,
        id=onlooker.id(onlooker.world.player, seat),
        name=view["players"][seat]["name"],
        colour=colours([person["key"] for person in view["players"]])[seat],
        shape=SHAPES[seat % len(SHAPES)],
        turn=view["turn"] == seat,
        asked=decision is not None and decision["player"] == seat,
        score=view["scores"][seat],
        holds=tuple(titles(onlooker, key)),
    )


def colours(keys: list[str]) -> list[str]:
    """A colour for each player: that of his name if it is one, else one that nobody has."""
    free = iter([colour for colour in OTHERS if colour not in keys] * 2)
    return [key if key in COLOURS else next(free) for key in keys]


def titles(onlooker: Onlooker, key: str) -> Iterator[str]:
    """What the game has one of, and a player holds: first player, master of something."""
    for name, data in onlooker.view["state"].items():
        known = onlooker.world.fields[name]
        is_player = strip(known.type) == Entity(onlooker.world.player) and not known.per
        if is_player and data == key and not onlooker.is_bookkeeping(known):
            yield onlooker.named(known)


def mat(onlooker: Onlooker, seat: int) -> p.Mat:
    """What lies before a player: his values, his cards, and how many of his pieces wait."""
    data = onlooker.view["players"][seat]
    return p.Mat(seat=seat, nodes=(*values(onlooker, data), *hands(onlooker, seat)))


def values(onlooker: Onlooker, data: Data) -> Iterator[p.Node]:
    player = onlooker.world.player
    for name, value in data["fields"].items():
        known = player.fields[name]
        if onlooker.is_shown(known, value) and not is_pawn(onlooker, known) and not is_score(onlooker, known):
            yield node_of(onlooker, known, f"player:{data['key']}.{name}", value)
    for name, per_player in onlooker.view["state"].items():
        known = onlooker.world.fields[name]
        if known.per == (player,) and data["key"] in per_player and onlooker.is_shown(known, per_player[data["key"]]):
            yield p.Badge(
                id=f"state:{name}.{data['key']}",
                label=onlooker.named(known),
                value=onlooker.value(known.type, per_player[data["key"]]),
            )
    yield from shown_values(onlooker, data["key"])


def is_score(onlooker: Onlooker, known: Field) -> bool:
    """Is a field nothing but the score, which is shown anyway? Money is worth a place of its own."""
    score, plain = onlooker.world.score, strip(known.type)
    is_money = isinstance(plain, Number) and plain.money
    return score is not None and isinstance(score.value, ReadField) and score.value.field is known and not is_money


def is_pawn(onlooker: Onlooker, known: Field) -> bool:
    """Does a field say where a pawn stands, on a ring that is drawn?"""
    type_ = strip(known.type)
    return isinstance(type_, Entity) and pawns(onlooker, type_.kind) is known


# ---- pieces ---------------------------------------------------------------------------------------------


def things(onlooker: Onlooker) -> Iterator[p.Thing]:
    """Every piece: where it stands, what it carries, what is to be said of it."""
    kinds = board_kinds(onlooker)
    for kind, number, fields in onlooker.pieces():
        standing = place_of(kind, kinds)
        on = (
            onlooker.id_of_key(standing.type, fields.get(standing.name))
            if standing is not None
            else elsewhere(onlooker, kind, number, kinds)
        )
        member = kind.members[number]
        yield p.Thing(
            id=onlooker.id(kind, number),
            kind=onlooker.title(kind.labels, kind.name),
            name=onlooker.member(kind, number),
            owner=member.owner,
            on=on,
            carries=tuple(carried(onlooker, kind, number, fields, standing)),
            notes=tuple(notes(onlooker, kind, fields)),
        )


def place_of(kind: Kind, boards: set[Kind]) -> Field | None:
    """The field that says where a piece stands: the first that holds a place of a board."""
    for known in kind.fields.values():
        plain = strip(known.type)
        if isinstance(plain, Entity) and plain.kind.root in boards and not known.per:
            return known
    return None


def elsewhere(onlooker: Onlooker, kind: Kind, number: int, boards: set[Kind]) -> str:
    """Where a piece stands if the game keeps that, and not the piece."""
    for known in onlooker.world.fields.values():
        plain = strip(known.type)
        if (
            known.per == (kind,)
            and isinstance(plain, Entity)
            and plain.kind.root in boards
            and known.name.endswith(".at")
        ):
            return onlooker.id_of_key(plain, onlooker.view["state"].get(known.name, {}).get(kind.members[number].key))
    return ""


def carried(onlooker: Onlooker, kind: Kind, number: int, fields: Data, standing: Field | None) -> Iterator[p.Item]:
    """What a piece has with it: members in its fields, tokens, cards in a zone of its own."""
    for name, data in fields.items():
        known = kind.fields[name]
        plain = strip(known.type)
        if known is standing or onlooker.is_bookkeeping(known) or not data:
            continue
        if known.per and isinstance(data, dict):
            yield from items(onlooker, known, data, all_of_them=False)
        elif isinstance(plain, Entity) and isinstance(data, str):
            yield p.Item(id=onlooker.id_of_key(plain, data), label=onlooker.value(plain, data))
        elif isinstance(plain, Many | Number):
            yield p.Item(id=f"{kind.name}.{name}", label=onlooker.named(known), value=onlooker.value(plain, data))
    for zone in onlooker.zones(kind.root):
        held = onlooker.view["zones"][zone.name].get(kind.root.members[number].key)
        if isinstance(held, list):
            root = zone.card.root
            yield from (p.Item(id=f"{zone.name}", label=face(onlooker, root, key).title) for key in held)
        elif held and held.get("count"):
            yield p.Item(id=f"{zone.name}", label=onlooker.title(zone.labels, zone.name), value=held["count"])


def notes(onlooker: Onlooker, kind: Kind, fields: Data) -> Iterator[str]:
    """Flags that are set."""
    for name, data in fields.items():
        known = kind.fields[name]
        is_told = known.says is None or known.says.text is not None
        if isinstance(strip(known.type), Flag) and data is True and not known.is_inner and is_told:
            yield onlooker.named(known)

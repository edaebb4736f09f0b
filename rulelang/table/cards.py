"""Cards: rows, piles and hands, and what is printed on a face."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any, TypeVar

from attrs import evolve

from rulelang.model.declarations import Column, Field, Kind, Zone
from rulelang.model.types import Action, Flag, Number, strip
from rulelang.table import picture as p
from rulelang.table.onlooker import Data, Onlooker, is_empty, items

Sort = TypeVar("Sort", bound=p.Cards)
UNPRINTED = ("copies",)


def shared(onlooker: Onlooker, mapped: Container[Kind]) -> Iterator[p.Cards]:
    """Zones that belong to nobody, and those of things that are on no map. They are rows where there is a limit or
    players choose from them, else piles; empty piles are left out.
    """
    for zone in onlooker.world.zones.values():
        if not zone.is_shown or (zone.per is not None and (zone.per.root.sort != "kind" or zone.per.root in mapped)):
            continue
        for owner, data in each_of(zone, onlooker.view["zones"][zone.name]):
            is_row = (zone.limit is not None or zone in onlooker.known.displays) and isinstance(data, list)
            node: p.Cards = cards(onlooker, p.Open if is_row else p.Pile, zone, data, owner)
            if zone.per is not None:
                node = evolve(node, label=f"{node.label}: {onlooker.member(zone.per, owner)}")
            if is_row or node.count or node.count is None:
                yield node


def each_of(zone: Zone, data: Any) -> Iterator[tuple[int, Any]]:
    """The one zone, or those kept for each thing, by its number."""
    if zone.per is None:
        yield 0, data
    else:
        yield from ((number, data[zone.per.root.members[number].key]) for number in zone.per.ids)


def hands(onlooker: Onlooker, seat: int) -> Iterator[p.Hand]:
    """The zones of a player."""
    player = onlooker.world.player
    for zone in onlooker.zones(player):
        data = onlooker.view["zones"][zone.name][player.members[seat].key]
        yield cards(onlooker, p.Hand, zone, data, seat)


def cards(onlooker: Onlooker, sort: type[Sort], zone: Zone, data: Any, owner: int = 0) -> Sort:
    """A zone as far as it is to be seen."""
    root = zone.card.root
    on = onlooker.id(zone.per, owner) if zone.per is not None and zone.per.root is not onlooker.world.player else ""
    head: Data = {"id": onlooker.keys.id_of_zone(zone.base + owner), "label": title(onlooker, zone), "on": on}
    if isinstance(data, list):
        prices = slot_prices(onlooker, zone)
        faces = [face(onlooker, root, key, prices[i] if i < len(prices) else None) for i, key in enumerate(data)]
        return sort(count=len(faces), cards=tuple(faces), **head)
    top = face(onlooker, root, data["top"]) if data.get("top") is not None else None
    shown = sorted((face(onlooker, root, key) for key in data.get("shown", ())), key=lambda card: card.title)
    return sort(count=data.get("count"), top=top, shown=tuple(shown), **head)


def title(onlooker: Onlooker, zone: Zone) -> str:
    return onlooker.title(zone.labels, zone.name) if zone.labels else onlooker.title_of_block(zone.name)


def slot_prices(onlooker: Onlooker, zone: Zone) -> list[int]:
    """What the slots of an open row cost."""
    slots = onlooker.world.kinds.get(f"{zone.name}.slots")
    return list(slots.columns["price"].values) if slots is not None and "price" in slots.columns else []


def face(onlooker: Onlooker, root: Kind, key: str, price: int | None = None) -> p.Card:
    """What is printed on a card."""
    number = onlooker.number(root, key)
    if number is None:
        return p.Card(key="?", title="?")
    return p.Card(
        key=onlooker.keys.member(root, number),
        title=name_of(onlooker, root, number),
        facts=(*facts(onlooker, root, number), *laid(onlooker, root, key)),
        price=price,
    )


def name_of(onlooker: Onlooker, root: Kind, number: int) -> str:
    """A card by its label; one without a name of its own by what is printed on it."""
    text = onlooker.member(root, number)
    if not text.isdecimal() or not root.columns:
        return text
    return " ".join(fact.value for fact in facts(onlooker, root, number)) or text


def facts(onlooker: Onlooker, root: Kind, number: int) -> Iterator[p.Fact]:
    """The columns of a card that say something."""
    for column in root.columns.values():
        value = column.values[number] if number < len(column.values) else None
        if is_printed(column, value):
            yield p.Fact(
                key=column.name,
                label=onlooker.title({}, column.name),
                value=onlooker.printed(column.type, value),
                money=isinstance(plain := strip(column.type), Number) and plain.money,
            )


def laid(onlooker: Onlooker, root: Kind, key: str) -> Iterator[p.Fact]:
    """What lies on a card: its fields that hold something."""
    for kind in onlooker.world.kinds.values():
        values = onlooker.view["kinds"].get(kind.name, {}).get(key, {}) if kind.root is root else {}
        for name, data in values.items():
            known = kind.fields[name]
            if onlooker.is_shown(known, data) and not is_empty(data):
                yield p.Fact(key=name, label=onlooker.named(known), value=held(onlooker, known, data), laid=True)


def held(onlooker: Onlooker, known: Field, data: Any) -> str:
    """A value of a card in words; of one that is kept for several things, those that there are some of."""
    if not known.per:
        return onlooker.value(known.type, data)
    found = items(onlooker, known, data, all_of_them=False)
    return ", ".join(f"{item.label.lower()} {item.value}" for item in found)


def is_printed(column: Column, value: Any) -> bool:
    plain = strip(column.type)
    if value is None or value in ([], ()) or isinstance(plain, Action | Flag) or column.name in UNPRINTED:
        return False
    return value != 0 if isinstance(plain, Number) else True

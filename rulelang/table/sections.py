"""The table as words: what a view holds, in lines for people, in the order of a table.

Nothing is hidden or shown here; that was settled when the view was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from rulelang.api.match import Match
from rulelang.api.view import view
from rulelang.model.declarations import Field, Kind, Value, Zone
from rulelang.model.types import Entity, Flag, Many, Number, Type, strip
from rulelang.text.names import plain_label
from rulelang.text.template import sentence

MANY = 8
EMPTY: tuple[object, ...] = (None, 0, False, [], "")


@frozen
class Line:
    """Something with a name: a value, or the cards of a zone."""

    name: str
    value: str = ""
    cards: tuple[str, ...] | None = None


@frozen
class Section:
    """A part of the table: what is shared, or what belongs to a player."""

    title: str
    lines: tuple[Line, ...]
    is_turn: bool = False
    turn: str = "on turn"


class Tabletop:
    """Puts a view of a match into words."""

    def __init__(self, match: Match, player: int | None) -> None:
        self.match = match
        self.words = match.words
        self.world = match.program.world
        self.language = match.language
        self.view = view(match, player, exact=True).data()
        self._texts: dict[Kind, dict[str, str]] = {}

    def sections(self) -> list[Section]:
        """The shared table first, then each player."""
        people = [self.person(p) for p in range(self.match.players)]
        return [Section(self.headline(), tuple(self.shared())), *people]

    def headline(self) -> str:
        """Where the game stands."""
        parts = [self.world.labels.get(self.language) or self.world.labels.get("en") or self.world.name]
        if self.view["round"]:
            parts.append(f"{self.words.translate('round', self.language)} {self.view['round']}")
        if self.view["phase"]:
            parts.append(self.phase(self.view["phase"]))
        return ", ".join(parts)

    def phase(self, name: str) -> str:
        for rule in self.world.rules.values():
            if rule.name.split(".")[-1] == name and rule.labels:
                return self.words.label(rule.labels, rule.name, self.language)
        return self.word(name)

    # ---- shared -----------------------------------------------------------------------------------------

    def shared(self) -> Iterator[Line]:
        for name, data in self.view["state"].items():
            known = self.world.fields[name]
            if known.per != (self.world.player,) and self.is_worth_a_line(known, data):
                yield Line(self.named(known), self.entry(known, data))
        yield from self.value_lines(None)
        for kind_name, members in self.view["kinds"].items():
            yield from self.kind_lines(self.world.kinds[kind_name], members)
        for kind_name, pieces in self.view["pieces"].items():
            loose = [piece for piece in pieces if piece["owner"] is None]
            yield from (self.piece(self.world.kinds[kind_name], piece) for piece in loose)
        for zone in self.zones():
            data = self.view["zones"][zone.name]
            if zone.per is None:
                yield self.zone_line(self.label(zone.labels, zone.name), zone, data)
            elif zone.per.root is not self.world.player:
                for key, cards in data.items():
                    if not cards or cards == {"count": 0}:
                        continue
                    name = f"{self.label(zone.labels, zone.name)} {self.text(Entity(zone.per), key)}"
                    yield self.zone_line(name, zone, cards)

    def kind_lines(self, kind: Kind, members: dict[str, dict[str, Any]]) -> Iterator[Line]:
        """A line for each field of a kind: its value for each member."""
        for name, known in kind.fields.items():
            said = [(key, fields[name]) for key, fields in members.items() if name in fields]
            if not said or known in self.words.bookkeeping:
                continue
            rest = [(key, data) for key, data in said if not is_empty(data)] if len(said) > MANY else said
            shown = [f"{self.text(Entity(kind), key)} {self.entry(known, data)}" for key, data in rest]
            yield Line(f"{self.named(known)} ({self.label(kind.labels, kind.name)})", listed(shown))

    def is_worth_a_line(self, known: Field, data: Any) -> bool:
        """A flag that is not set and a count that has just begun tell nobody anything, nor does bookkeeping."""
        if known in self.words.bookkeeping:
            return False
        if isinstance(strip(known.type), Flag) or known.lasts is not None:
            return not is_empty(data)
        return data is not None and data != []

    # ---- players ----------------------------------------------------------------------------------------

    def person(self, p: int) -> Section:
        data = self.view["players"][p]
        decision = self.view["decision"]
        turn = self.view["turn"] if self.view["turn"] is not None else decision and decision["player"]
        return Section(data["name"], tuple(self.person_lines(p, data)), turn == p, self.sentence("on turn"))

    def person_lines(self, p: int, data: dict[str, Any]) -> Iterator[Line]:
        score = self.view["scores"][p]
        if score is not None and self.world.score is not None:
            said = score if isinstance(score, str) else self.words.number(score, self.language)
            yield Line(self.words.translate("score", self.language), said)
        for name, value in data["fields"].items():
            known = self.world.player.fields[name]
            if self.is_worth_a_line(known, value):
                yield Line(self.named(known), self.entry(known, value))
        for name, value in self.view["state"].items():
            known = self.world.fields[name]
            if known not in self.words.bookkeeping and known.per == (self.world.player,) and data["key"] in value:
                yield Line(self.named(known), self.value(known.type, value[data["key"]]))
        yield from self.value_lines(data["key"])
        for kind_name, pieces in self.view["pieces"].items():
            own = [piece for piece in pieces if piece["owner"] == p]
            yield from (self.piece(self.world.kinds[kind_name], piece) for piece in own)
        for zone in self.zones():
            if zone.per is not None and zone.per.root is self.world.player:
                cards = self.view["zones"][zone.name][data["key"]]
                yield self.zone_line(self.label(zone.labels, zone.name), zone, cards)

    def value_lines(self, key: str | None) -> Iterator[Line]:
        """Values that their author wants to be seen: those beside a player, or (with no key) all others."""
        for name, data in self.view["values"].items():
            value = self.world.values[name]
            kinds = [strip(parameter.type) for parameter in value.parameters]
            is_personal = bool(kinds) and kinds[0] == Entity(self.world.player)
            if is_personal == (key is not None):
                said = self.words.translate(value.shown_as or name, self.language)
                yield Line(said, self.shown_value(value, data, kinds[is_personal:], key))

    def shown_value(self, value: Value, data: Any, kinds: list[Type], key: str | None) -> str:
        """What a value gives, or for each thing what it gives for that."""
        if not value.parameters:
            return self.value(value.type, data)
        parts = [(place.split(" "), found) for place, found in data.items()]
        own = [(place[1:] if key else place, found) for place, found in parts if key in (None, place[0])]
        said = [(" ".join(map(self.text, kinds, place)), self.value(value.type, found)) for place, found in own]
        if not said:
            return "?"
        return listed(f"{place} {found}".strip() for place, found in said)

    def piece(self, kind: Kind, piece: dict[str, Any]) -> Line:
        values = [
            f"{self.named(kind.fields[name])} {self.entry(kind.fields[name], data)}"
            for name, data in piece["fields"].items()
            if name in kind.fields and self.is_worth_a_line(kind.fields[name], data) and not is_empty(data)
        ]
        return Line(f"{self.label(kind.labels, kind.name)} {piece['name']}", listed(values))

    def zones(self) -> Iterator[Zone]:
        return (zone for zone in self.world.zones.values() if zone.is_shown)

    # ---- cards ------------------------------------------------------------------------------------------

    def zone_line(self, name: str, zone: Zone, data: Any) -> Line:
        """The cards, or how many there are."""
        if isinstance(data, list):
            return Line(name, cards=tuple(self.card(zone.card, key) for key in data))
        count = data.get("count")
        said = [self.sentence("1 card" if count == 1 else "{count} cards", count=str(count))]
        said = said if count is not None else ["?"]
        if data.get("top") is not None:
            said.append(self.sentence("on top {card}", card=self.card(zone.card, data["top"])))
        if data.get("shown"):
            cards = ", ".join(self.card(zone.card, key) for key in data["shown"])
            said.append(self.sentence("shown: {cards}", cards=cards))
        return Line(name, ", ".join(said))

    def sentence(self, text: str, **parts: str) -> str:
        return sentence(self.words, self.language, text, **parts)

    def card(self, kind: Kind, key: str) -> str:
        """A card by its label; one without a name of its own by what is printed on it."""
        root = kind.root
        number = next((n for n in root.ids if root.members[n].key == key), None)
        if number is None:
            return key
        text = self.words.text(Entity(root), number, self.language)
        if not root.columns or text != root.members[number].key or not text.isdecimal():
            return text
        printed = [(c.type, c.values[number]) for c in root.columns.values() if number < len(c.values)]
        said = [self.words.text(type_, value, self.language) for type_, value in printed if value is not None]
        return " ".join(said) or text

    # ---- values -----------------------------------------------------------------------------------------

    def entry(self, known: Field, data: Any) -> str:
        """The value of a field, or its values by what they are kept for."""
        if not known.per or not isinstance(data, dict):
            return self.value(known.type, data)
        rest = {k: v for k, v in data.items() if not is_empty(v)} if len(data) > MANY else data
        return listed(f"{self.place(known, key)} {self.value(known.type, value)}" for key, value in rest.items())

    def place(self, known: Field, key: str) -> str:
        keys = key.split(" ")
        if len(keys) != len(known.per):
            return key
        return " ".join(self.text(Entity(kind), part) for kind, part in zip(known.per, keys, strict=True))

    def value(self, type_: Type, data: Any) -> str:
        plain = strip(type_)
        if data is None:
            return "-"
        if isinstance(plain, Flag) or isinstance(data, bool):
            return self.words.translate("yes" if data else "no", self.language)
        if isinstance(plain, Many):
            return listed(self.value(plain.inner, item) for item in data)
        if isinstance(plain, Number):
            return self.words.number(data, self.language, plain.money)
        return self.text(plain, data)

    def text(self, type_: Type, key: str) -> str:
        """The label of a member that a view names by its key."""
        plain = strip(type_)
        if not isinstance(plain, Entity):
            return self.word(str(key))
        root = plain.kind.root
        if root not in self._texts:
            texts = {root.members[n].key: self.words.text(Entity(root), n, self.language) for n in root.ids}
            self._texts[root] = texts
        return self._texts[root].get(key, str(key))

    def label(self, labels: dict[str, str], name: str) -> str:
        return plain_label(self.words, labels, name, self.language)

    def named(self, field: Field) -> str:
        """What a field is called; one of an action, or of a mechanism, with whose it is."""
        return self.words.translate(field.label, self.language) if field.label else self.word(field.name)

    def word(self, name: str) -> str:
        return self.words.translate(name.replace("_", " ").replace(".", " "), self.language)


def is_empty(data: Any) -> bool:
    """Is there nothing worth a place on the screen?"""
    if isinstance(data, dict):
        return all(map(is_empty, data.values()))
    return data in EMPTY


def listed(items: Iterable[str]) -> str:
    return ", ".join(items) or "-"

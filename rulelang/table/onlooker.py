"""Somebody who looks at a table: what he may know, and the words for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulelang.api.match import Match
from rulelang.api.view import view
from rulelang.mechanisms import MECHANISMS
from rulelang.model.declarations import Field, Kind, Labels, Zone
from rulelang.model.expressions import ReadZone
from rulelang.model.statements import Choose
from rulelang.model.types import Entity, Flag, Many, Number, Type, strip
from rulelang.model.visit import walk
from rulelang.model.world import World
from rulelang.play.evaluate import Env, Evaluator
from rulelang.syntax.blocks import labels_of
from rulelang.table.picture import Item
from rulelang.text.names import plain_label

EMPTY: tuple[object, ...] = (None, 0, False, [], "", {})
Data = dict[str, Any]


class Onlooker:
    """A match as one player, or a spectator, sees it; everything in a picture comes through here."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self.words = match.words
        self.keys = match.words.keys
        self.world = match.program.world
        self.language = match.language
        self.view: Data = view(match, seat, exact=True).data()
        self.known = match.program.once(Known)

    # ---- things -----------------------------------------------------------------------------------------

    def member(self, kind: Kind, number: int) -> str:
        return self.words.member_text(kind.root.members[number], self.language)

    def id(self, kind: Kind, number: int) -> str:
        return self.keys.id_of(kind, number)

    def number(self, kind: Kind, key: str) -> int | None:
        """The member that a view calls by a key."""
        return self.known.numbers(kind.root).get(key)

    def id_of_key(self, type_: Type, key: Any) -> str:
        """The id of a member that a view calls by its key; nothing if there is none."""
        plain = strip(type_)
        number = self.number(plain.kind, key) if isinstance(plain, Entity) and isinstance(key, str) else None
        return self.id(plain.kind, number) if isinstance(plain, Entity) and number is not None else ""

    # ---- words ------------------------------------------------------------------------------------------

    def say(self, text: str) -> str:
        """A word of the table itself."""
        return self.words.translate(text, self.language)

    def title(self, labels: Labels, name: str) -> str:
        """A label as a heading."""
        said = plain_label(self.words, labels, name.rsplit(".", maxsplit=1)[-1], self.language)
        return said[:1].upper() + said[1:]

    def title_of_block(self, name: str) -> str:
        """The label of the block of a mechanism, which is lowered to things without one."""
        return self.title(self.known.labels(self.match).get(name, {}), name)

    def value(self, type_: Type, data: Any) -> str:
        """A value of the view in words."""
        plain = strip(type_)
        if data is None:
            return "-"
        if isinstance(plain, Many):
            return ", ".join(self.value(plain.inner, item) for item in data) or "-"
        if isinstance(plain, Entity):
            number = self.number(plain.kind, data)
            return self.member(plain.kind, number) if number is not None else str(data)
        if isinstance(plain, Flag) or isinstance(data, bool):
            return self.say("yes" if data else "no")
        return self.amount(data, plain) if isinstance(plain, Number) else self.say(str(data).replace("_", " "))

    def amount(self, number: int, type_: Number) -> str:
        return self.words.number(number, self.language, type_.money)

    def printed(self, type_: Type, value: Any) -> str:
        """A value of the rules in words."""
        return self.words.text(type_, value, self.language)

    def named(self, known: Field) -> str:
        """A field as a heading: as its author calls it."""
        return self.title({}, known.called)

    # ---- what is worth showing --------------------------------------------------------------------------

    def is_bookkeeping(self, known: Field) -> bool:
        """Is a field there for the rules only? So its author says, or the model finds; and unless it has a name for
        people, what belongs to a mechanism, what is forgotten at the end of a turn, and flags.
        """
        is_fleeting = known.is_inner or known.lasts is not None or isinstance(strip(known.type), Flag)
        return known in self.words.bookkeeping or (not known.label and is_fleeting)

    def is_shown(self, known: Field, data: Any) -> bool:
        """Is the value of a field worth a place on the table? What `says none`, only where it is something."""
        if self.is_bookkeeping(known) or data is None or data == []:
            return False
        is_unspoken = known.label is None and known.says is not None and known.says.text is None
        return not (is_empty(data) and (is_unspoken or isinstance(strip(known.type), Flag)))

    # ---- values -----------------------------------------------------------------------------------------

    def worth(self, name: str, *arguments: int) -> Any:
        """What a value of a mechanism is worth now; nothing if it has no such value. It must rest on open things."""
        value = self.world.values.get(name)
        if value is None or value.body is None:
            return None
        evaluator = self.match.program.once(Evaluator)
        env = Env().bind_all(value.parameters, arguments, [True] * len(arguments))
        return evaluator.value(evaluator.call(value), self.match.state, env)

    # ---- pieces and cards of the view -------------------------------------------------------------------

    def pieces(self) -> Iterator[tuple[Kind, int, Data]]:
        """Every piece, with what is to be seen of its fields."""
        for kind in self.world.kinds.values():
            if kind.sort != "piece" or kind.parent is not None:
                continue
            seen = {piece["key"]: piece["fields"] for piece in self.view["pieces"].get(kind.name, ())}
            for number, member in enumerate(kind.members):
                yield kind, number, seen.get(member.key, {})

    def zones(self, per: Kind | None) -> Iterator[Zone]:
        """Zones that there is one of, or one for each member of a kind."""
        for zone in self.world.zones.values():
            if zone.is_shown and (zone.per.root if zone.per is not None else None) is per:
                yield zone


class Known:
    """What is worked out once for a program."""

    def __init__(self, program: Any) -> None:
        self._numbers: dict[Kind, dict[str, int]] = {}
        self._labels: dict[str, Labels] | None = None
        self.displays = frozenset(chosen_from(program.world))

    def numbers(self, root: Kind) -> dict[str, int]:
        if root not in self._numbers:
            self._numbers[root] = {member.key: number for number, member in enumerate(root.members)}
        return self._numbers[root]

    def labels(self, match: Match) -> dict[str, Labels]:
        """The labels of blocks of mechanisms."""
        if self._labels is None:
            rules, keywords = match.game.rules, {mechanism.block.keyword for mechanism in MECHANISMS}
            blocks = [b for b in rules.main if b.keyword in keywords and b.path is not None]
            self._labels = {str(b.path): labels_of(rules.worded(b)) for b in blocks}
        return self._labels


def chosen_from(world: World) -> Iterator[Zone]:
    """The zones that players choose cards from."""
    for rule in world.rules.values():
        for choice in walk(rule.bodies):
            if isinstance(choice, Choose) and not choice.chance:
                for node in walk([binder.source for binder in choice.all_binders]):
                    if isinstance(node, ReadZone):
                        yield node.zone


def is_empty(data: Any) -> bool:
    if isinstance(data, dict):
        return all(map(is_empty, data.values()))
    return data in EMPTY


def items(onlooker: Onlooker, known: Field, data: Data, *, all_of_them: bool = True) -> tuple[Item, ...]:
    """The values of a field by what they are kept for."""
    found: Iterable[tuple[str, Any]] = data.items()
    return tuple(
        Item(
            id=onlooker.id_of_key(Entity(known.per[-1]), key.split(" ")[-1]),
            label=" ".join(onlooker.value(Entity(k), part) for k, part in zip(known.per, key.split(" "), strict=False)),
            value=value
            if isinstance(value, int) and not isinstance(value, bool)
            else onlooker.value(known.type, value),
        )
        for key, value in found
        if all_of_them or not is_empty(value)
    )

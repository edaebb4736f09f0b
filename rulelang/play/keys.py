"""What programs call the things of a game: keys of values and options, ids of what stands on the table.

A **key** names a value where its kind is known: `red`, `3`, `yes`. An **id** names a thing among all others:
`pawn:red.pawn.3`, `zone:deck`, `zone:hand.red`, `state:stock`. Both stay the same from run to run and in every
language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import NOTHING_FORCED, PASS, WindowOption
from rulelang.model import statements as s
from rulelang.model.citations import Citations
from rulelang.model.declarations import Field, Kind, Rule, Zone
from rulelang.model.types import Action, Entity, Flag, Many, Number, Type, strip
from rulelang.play.sayings import Saying
from rulelang.play.values import ACTION, FLAG, LIST, MONEY, NONE, NUMBER, TEXT, FieldPlace, Label, Said, Value

Place = tuple[Any, ...]
Part = tuple[Type, Any]
BANK = "bank"
BOX = "box"


class Keys:
    """Keys and ids for one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.world = program.world
        # Each zone by its number, with the member it belongs to.
        self.zones: dict[int, tuple[Zone, int | None]] = {
            zone.base + offset: (zone, offset if zone.per is not None else None)
            for zone in self.world.zones.values()
            for offset in range(zone.count)
        }

    # ---- values -----------------------------------------------------------------------------------------

    def value(self, type_: Type, value: Any) -> str:
        """The stable name of a value."""
        if value is None:
            return "none"
        plain = strip(type_)
        if isinstance(plain, Entity):
            return self.member(plain.kind, value)
        if isinstance(plain, Flag) or isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(plain, Action):
            return self.rule_name(value)
        if isinstance(plain, Many):
            return "[" + " ".join(self.value(plain.inner, v) for v in value) + "]"
        return str(value)

    def data(self, type_: Type, value: Any) -> Value:
        """A value as plain data."""
        plain = strip(type_)
        if value is None:
            return Value(NONE)
        if isinstance(plain, Entity):
            return Value(plain.kind.root.name, self.member(plain.kind, value))
        if isinstance(plain, Many):
            return Value(LIST, items=tuple(self.data(plain.inner, v) for v in value))
        if isinstance(plain, Action):
            return Value(ACTION, self.rule_name(value))
        if isinstance(plain, Flag) or isinstance(value, bool):
            return Value(FLAG, bool(value))
        if isinstance(plain, Number):
            return Value(MONEY if plain.money else NUMBER, value)
        return Value(TEXT, str(value))

    def said(self, saying: Saying) -> Said:
        """A text with what fills its holes, as plain data."""
        window = saying.window
        label = Label.of(window.name, window.labels) if window is not None else None
        return Said(saying.text.source, tuple(self.data(*pair) for pair in saying.values), label)

    def sort(self, type_: Type) -> str:
        """What sort of value it is: of a member the kind, else `number`, `yes or no`, `action`."""
        plain = strip(type_)
        return plain.kind.name if isinstance(plain, Entity) else str(plain)

    def member(self, kind: Kind, number: int) -> str:
        """The key of a member; cards of which there are copies are called by their title."""
        root = kind.root
        found = root.members[number]
        if root.sort != "card" or found.title is None or not root.titles:
            return found.key
        return root.titles[found.title] if self.program.answers.layout.has_copies(root) else found.key

    def rule(self, index: int) -> Rule | None:
        return next((rule for rule in self.world.rules.values() if rule.index == index), None)

    def rule_name(self, index: int) -> str:
        rule = self.rule(index)
        return rule.name if rule is not None else str(index)

    # ---- options ----------------------------------------------------------------------------------------

    def option(self, point: Any, value: Any) -> str:
        """What an option is called; several may be called alike."""
        if value is PASS:
            return "pass"
        if isinstance(value, WindowOption):
            return self.window(value)
        if isinstance(point, Kind):
            return self.member(point, value)
        if isinstance(point, s.Choose):
            answer = point.answer(value)
            keys = [self.value(binder.local.type, part) for binder, part in answer.pairs]
            return " ".join(keys) if answer.way is None else way_key(answer.way.name, keys)
        return str(value)

    def options(self, state: Any) -> list[str]:
        """The keys of the open decision."""
        return self.options_of(state.point, state.options)

    def options_of(self, number: int, values: Iterable[Any]) -> list[str]:
        """The key of each option of a decision; where several are called alike, the second is `key#2`, and so on."""
        point = self.program.answers.points[number]
        return unique_keys(self.option(point, value) for value in values)

    def window(self, option: WindowOption) -> str:
        window = self.world.windows[option.window]
        if option.value is NOTHING_FORCED:
            return window.name
        return f"{window.name} {self.option(s.first_choice(window.rule.body), option.value)}"

    def spelled(self, said: str) -> str:
        """A key of a window may be written as scenarios write it, `loan(5)` for `loan 5`."""
        name, bracket, chosen = said.partition("(")
        is_window = bracket and said.endswith(")") and any(window.name == name for window in self.world.windows)
        return " ".join([name, *chosen[:-1].replace(",", " ").split()]) if is_window else said

    def parts(self, point: Any, value: Any) -> Iterator[Part]:
        """What an option is made of: each value with its type; for a window, what it is used with comes first."""
        if value is PASS or value is NOTHING_FORCED:
            return
        if isinstance(value, WindowOption):
            rule = self.world.windows[value.window].rule
            yield from zip((p.type for p in rule.parameters), value.arguments, strict=False)
            yield from self.parts(s.first_choice(rule.body), value.value)
        elif isinstance(point, Kind):
            yield Entity(point), value
        elif isinstance(point, s.Choose):
            yield from ((binder.local.type, part) for binder, part in point.answer(value).pairs)

    def answer(self, point: Any, value: Any) -> tuple[list[Label], list[Part]]:
        """An option by its values alone: what it is called by, a window or a way, and what was chosen."""
        if isinstance(value, WindowOption):
            window = self.world.windows[value.window]
            label = Label.of(window.name, window.labels)
            choice = s.first_choice(window.rule.body)
            if value.value is NOTHING_FORCED or choice is None:
                return [label], []
            labels, parts = self.answer(choice, value.value)
            return [label, *labels], parts
        if isinstance(point, Kind):
            return [], [(Entity(point), value)]
        answer = point.answer(value)
        parts = [(binder.local.type, part) for binder, part in answer.pairs]
        return ([Label.of(answer.way.name, answer.way.labels)] if answer.way is not None else []), parts

    # ---- zones and fields -------------------------------------------------------------------------------

    def zone(self, number: int) -> str:
        """`deck`, or with its owner `blue.hand`."""
        zone, owner = self.zone_with_owner(number)
        return f"{owner}.{zone}" if owner else zone

    def zone_with_owner(self, number: int) -> tuple[str, str]:
        zone, member = self.zones.get(number, (None, None))
        if zone is None:
            return BOX, ""
        return zone.name, self.member(zone.per, member) if zone.per is not None and member is not None else ""

    def place(self, field: Field, place: Place) -> tuple[str, ...]:
        """The members that a value of a field is kept for."""
        return tuple(self.member(kind, n) for kind, n in zip(place_kinds(field), place, strict=True))

    def field(self, field: Field, place: Place) -> FieldPlace:
        """A value of a field, as plain data."""
        kind = field.owner.name if field.owner is not None else ""
        return FieldPlace(field.name, kind, self.place(field, place))

    # ---- ids --------------------------------------------------------------------------------------------

    def id_of(self, kind: Kind, number: int) -> str:
        """`pawn:red.pawn.3`; cards are called by where they lie, so not here."""
        return f"{kind.root.name}:{self.member(kind, number)}"

    def id_of_zone(self, number: int) -> str:
        """`zone:deck`, `zone:hand.blue`."""
        zone, owner = self.zone_with_owner(number)
        return f"zone:{zone}.{owner}" if owner else f"zone:{zone}"

    def ids_of_place(self, field: Field, place: Place) -> tuple[str, ...]:
        """The things that a value of a field is about: whose it is, or the field itself, and what it is kept for."""
        things = [self.id_of(kind, n) for kind, n in zip(place_kinds(field), place, strict=True) if not is_card(kind)]
        return tuple(things) if field.owner is not None else (f"state:{field.name}", *things)


class Titles(Keys):
    """Keys in which cards are called by their titles, also where copies differ."""

    def member(self, kind: Kind, number: int) -> str:
        root = kind.root
        title = root.members[number].title
        return super().member(kind, number) if title is None or not root.titles else root.titles[title]


def citations_of(program: Program) -> Citations:
    """The printed rules behind each statement of a program."""
    return Citations(program.world.rules.values())


def pass_word(point: Any) -> str:
    """How the engine calls it if nothing is chosen."""
    return "done" if isinstance(point, s.OfferWindow) else "pass"


def is_card(kind: Kind) -> bool:
    """Is it a kind of card that lies somewhere?"""
    return kind.root.sort == "card" and kind.root.box >= 0


def way_key(name: str, parts: Iterable[str]) -> str:
    """The key of a way: its name, and what was chosen for its parameters."""
    said = ", ".join(parts)
    return f"{name}({said})" if said else name


def unique_keys(keys: Iterable[str]) -> list[str]:
    """Keys of options, those that are alike told apart by a number: `red`, `red#2`."""
    seen: dict[str, int] = {}
    found = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        found.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
    return found


def place_kinds(field: Field) -> list[Kind]:
    """The kinds of what a value of a field is found by."""
    return [*([field.owner] if field.owner is not None else []), *field.per]


def place_index(field: Field, place: Place) -> int:
    """Where in its list a value of a field stands."""
    index = 0
    for kind, number in zip(place_kinds(field), place, strict=True):
        index = index * len(kind.root.members) + number
    return index

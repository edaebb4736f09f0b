"""What things are called on a sheet: labels in the language, else their names as words."""

from __future__ import annotations

from typing import Any

from rulelang.model.declarations import Column, Field, Graph, Grid, Kind, Labels, MadeLabel, Rule, Value, Zone
from rulelang.model.types import Action, Entity, Flag, Many, Number, Type, strip
from rulelang.model.world import World
from rulelang.sheet.phrases import Phrases
from rulelang.text.phrasebook import LARGE, book, parted

# Names of columns that would be lost in a sentence.
PREPOSITIONS = frozenset({"at", "by", "from", "in", "of", "on", "to", "with"})


class Names:
    """Names of what a world declares, in one language."""

    def __init__(self, world: World, phrases: Phrases) -> None:
        self.world = world
        self.phrases = phrases
        self.language = phrases.language

    def label(self, labels: Labels, name: str) -> str:
        """A label as its author wrote it; else the last part of the name as words."""
        return labels.get(self.language) or self.phrases.name(labels.get("en") or spaced(name))

    def title(self, labels: Labels, name: str) -> str:
        """A label that begins a line."""
        found = self.label(labels, name)
        return found[:1].upper() + found[1:]

    def noun(self, labels: Labels, name: str) -> str:
        """A label within a sentence."""
        return self.within(self.label(labels, name))

    def within(self, found: str) -> str:
        """A word within a sentence."""
        if book(self.language).has_capital_nouns or found[1:2].isupper() or not found:
            return found
        return found[0].lower() + found[1:]

    # ---- declarations -------------------------------------------------------------------------------------

    def kind(self, kind: Kind) -> str:
        """One of a kind; a way of a map that has no label is a way."""
        return self.noun(kind.labels, "way" if kind.sort == "way" else kind.name)

    def kinds(self, kind: Kind) -> str:
        """Several of a kind: as its words say; only English has a rule that a program can follow."""
        if self.language == "en":
            return plural(self.kind(kind))
        forms = self.world.forms.get(self.language, {}).get(kind.labels.get(self.language, ""))
        return self.within(forms.several) if forms is not None and forms.several else self.kind(kind)

    def member(self, kind: Kind, number: int) -> str:
        member = kind.root.members[number]
        made = member.made_label(self.language)
        if made is not None:
            return self.made(made)
        found = member.labels.get(self.language) or member.labels.get("en")
        return found or self.phrases.name(spaced(member.key))

    def made(self, label: MadeLabel) -> str:
        """A label that is made of the columns of a row."""
        text = self.world.translations.get(self.language, {}).get(label.text, label.text)
        for hole, type_, value in label.holes:
            text = text.replace(f"{{{hole}}}", self.constant(type_, value))
        return text

    def piece(self, kind: Kind, number: int) -> str:
        """A member that says what it is: pieces and numbered things are called by their kind as well."""
        found = self.member(kind, number)
        return f"{self.kind(kind.root)} {found}" if kind.root.sort == "piece" or found.isdecimal() else found

    def field(self, field: Field) -> str:
        """A field; one called `at` is known by what it holds."""
        held = strip(field.type)
        if field.label is not None:
            return self.phrases.name(field.label)
        if field.name == "at" and isinstance(held, Entity):
            return self.kind(held.kind)
        return self.phrases.name(spaced(field.name))

    def column(self, column: Column) -> str:
        """A column within a sentence."""
        said = self.column_head(column)
        return f"“{said}”" if column.name in PREPOSITIONS else said

    def column_head(self, column: Column) -> str:
        """A column as the head of a table; what is called like its kind has the label of that."""
        held = strip(column.type)
        if isinstance(held, Entity) and held.kind.name == column.name and held.kind.labels:
            return self.kind(held.kind)
        return self.phrases.name(spaced(column.name))

    def zone(self, zone: Zone) -> str:
        return self.noun(zone.labels, zone.name)

    def rule(self, rule: Rule) -> str:
        return self.title(rule.labels, rule.name)

    def value(self, value: Value) -> str:
        return self.phrases.name(value.shown_as or spaced(value.name))

    def table(self, table: Kind | Grid) -> str:
        name = table.name.split(".")[0] if "." in table.name else table.name
        owner = self.world.kinds.get(table.name)
        labels = owner.labels if owner is not None else {}
        return self.title(labels, name)

    def way(self, graph: Graph) -> str:
        return self.noun(graph.way.labels, "way")

    # ---- values -------------------------------------------------------------------------------------------

    def constant(self, type_: Type, value: Any) -> str:
        """A value that is known before the game."""
        held = strip(type_)
        if value is None:
            return self.phrases.translate("none")
        if isinstance(value, Rule):
            return self.rule(value)
        if isinstance(held, Many) and isinstance(value, tuple | list):
            return ", ".join(self.constant(held.inner, v) for v in value) or self.phrases.translate("nothing")
        if isinstance(held, Flag) or isinstance(value, bool):
            return self.phrases.translate("yes" if value else "no")
        if isinstance(held, Entity):
            return self.piece(held.kind, value)
        if isinstance(held, Action) and isinstance(value, int):
            rule = next((r for r in self.world.rules.values() if r.index == value), None)
            return self.rule(rule) if rule is not None else str(value)
        if isinstance(held, Number) or isinstance(value, int):
            return self.number(int(value))
        return str(value)

    def number(self, value: int) -> str:
        """Large numbers are parted into thousands; a minus is a minus."""
        said = parted(abs(value), self.language) if abs(value) >= LARGE else abs(value)
        return f"−{said}" if value < 0 else str(said)


def spaced(name: str) -> str:
    """The last part of a dotted name, as words."""
    return name.rsplit(".", maxsplit=1)[-1].replace("_", " ").strip()


def plural(noun: str) -> str:
    """Several of an English noun."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def with_article(noun: str) -> str:
    """`a tile`, `an owl`."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"

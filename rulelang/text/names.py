"""Names of zones and fields: words for people."""

from __future__ import annotations

from rulelang.model.declarations import REST, Field, Kind, Value
from rulelang.model.types import Entity, Number
from rulelang.play.keys import place_kinds
from rulelang.play.values import FieldPlace
from rulelang.text.template import sentence
from rulelang.text.words import Words


def zone_text(words: Words, key: str, language: str) -> str:
    """`deck`, `hand of Blue`, by the key of the zone."""
    zone, member = words.zone(key)
    if zone is None:
        return words.translate("the box", language)
    name = plain_label(words, zone.labels, zone.name.rsplit(".", maxsplit=1)[-1], language)
    if zone.per is None or member is None:
        return name
    return with_owner(words, name, words.text(Entity(zone.per), member, language), language)


def with_owner(words: Words, name: str, owner: str, language: str) -> str:
    return sentence(words, language, "{name} of {owner}", name=name, owner=owner)


def plain_label(words: Words, labels: dict[str, str], name: str, language: str) -> str:
    """The label as the author wrote it, else the name as a word within a sentence."""
    label = labels.get(language) or labels.get("en")
    return label or words.translate(name.replace("_", " ").strip(), language)


def field_text(words: Words, place: FieldPlace, language: str, depth: int | None = None) -> str:
    """`money of Blue`; with a depth only so many of the members it is kept for."""
    field = field_of(words, place)
    name = words.translate(field.called, language)
    pairs = zip(place_kinds(field), place.of, strict=True)
    said = [member_text(words, kind, key, language) for kind, key in pairs][:depth]
    return with_owner(words, name, ", ".join(said), language) if said else name


def member_text(words: Words, kind: Kind, key: str, language: str) -> str:
    """A member; a piece with its kind and owner, for pieces of different players may be called alike."""
    number = words.number_of(kind, key)
    text = words.text(Entity(kind), number, language)
    owner = kind.root.members[number].owner
    if owner is None or kind.root is words.world.player:
        return text
    name = plain_label(words, kind.root.labels, kind.root.name, language)
    # What is called after its kind needs no word before it.
    named = text if text.lower().startswith(name.lower()) else f"{name} {text}"
    return with_owner(words, named, words.player(owner, language), language)


def measure_text(words: Words, thing: Value | Field | None, language: str) -> str:
    """What a part of a score is called: by its label, what it is shown as, or its name; what has none is the rest."""
    if thing is None:
        return words.translate(REST, language)
    if isinstance(thing, Field):
        return words.translate(thing.called, language)
    if thing.shown_as is not None and not thing.labels:
        return words.translate(thing.shown_as, language)
    return plain_label(words, thing.labels, thing.name, language)


def purse_text(words: Words, purse: FieldPlace | None, language: str) -> str:
    """Whose money it is: the bank's, a player's, or what lies in some other place; of tokens where they lie."""
    if purse is None:
        return words.translate("the bank", language)
    field = field_of(words, purse)
    if field.owner is words.world.player and field.name == "money":
        return words.text(Entity(field.owner), words.number_of(field.owner, purse.of[0]), language)
    return field_text(words, purse, language, -1 if holds_tokens(field) else None)


def token_text(words: Words, purse: FieldPlace, language: str) -> str:
    """What the tokens are that lie in a field; nothing if it holds money."""
    field = field_of(words, purse)
    if not holds_tokens(field):
        return ""
    kind = place_kinds(field)[-1]
    return words.text(Entity(kind), words.number_of(kind, purse.of[-1]), language)


def field_of(words: Words, place: FieldPlace) -> Field:
    """The field that a place in plain data is of."""
    return words.world.kinds[place.kind].fields[place.name] if place.kind else words.world.fields[place.name]


def holds_tokens(field: Field) -> bool:
    return isinstance(field.type, Number) and field.type.tokens

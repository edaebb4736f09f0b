"""Names of zones and fields: keys for programs, words for people."""

from __future__ import annotations

from rulelang.model.declarations import Field, Kind
from rulelang.model.types import Entity, Number
from rulelang.play.keys import Place, place_kinds
from rulelang.text.template import sentence
from rulelang.text.words import Words


def zone_text(words: Words, number: int, language: str) -> str:
    """`deck`, `hand of Blue`."""
    zone, member = words.keys.zones.get(number, (None, None))
    if zone is None:
        return words.translate("the box", language)
    name = plain_label(words, zone.labels, zone.name, language)
    if zone.per is None or member is None:
        return name
    return with_owner(words, name, words.text(Entity(zone.per), member, language), language)


def with_owner(words: Words, name: str, owner: str, language: str) -> str:
    return sentence(words, language, "{name} of {owner}", name=name, owner=owner)


def plain_label(words: Words, labels: dict[str, str], name: str, language: str) -> str:
    """The label as the author wrote it, else the name as a word within a sentence."""
    label = labels.get(language) or labels.get("en")
    return label or words.translate(name.replace("_", " ").strip(), language)


def place_text(words: Words, field: Field, place: Place, language: str, depth: int | None = None) -> str:
    """`money of Blue`; with a depth only so many of the members it is kept for."""
    name = words.translate(field.called, language)
    said = [member_text(words, k, n, language) for k, n in zip(place_kinds(field), place, strict=True)][:depth]
    return with_owner(words, name, ", ".join(said), language) if said else name


def member_text(words: Words, kind: Kind, number: int, language: str) -> str:
    """A member; a piece with its kind and owner, for pieces of different players may be called alike."""
    text = words.text(Entity(kind), number, language)
    owner = kind.root.members[number].owner
    if owner is None or kind.root is words.world.player:
        return text
    name = plain_label(words, kind.root.labels, kind.root.name, language)
    return with_owner(words, f"{name} {text}", words.player(owner, language), language)


def token_text(words: Words, field: Field, place: Place, language: str) -> str:
    """What the tokens are that lie in a field."""
    return words.text(Entity(place_kinds(field)[-1]), place[-1], language)


def purse_text(words: Words, field: Field | None, place: Place | None, language: str) -> str:
    """Whose money it is: the bank's, a player's, or what lies in some other place; of tokens where they lie."""
    if field is None or place is None:
        return words.translate("the bank", language)
    if field.owner is words.world.player and field.name == "money":
        return words.player(place[0], language)
    return place_text(words, field, place, language, -1 if holds_tokens(field) else None)


def holds_tokens(field: Field) -> bool:
    return isinstance(field.type, Number) and field.type.tokens

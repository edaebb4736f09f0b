"""What a game offers before it is played: players, variants, options, as plain data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulelang.api.load import load
from rulelang.model.declarations import Option
from rulelang.model.resolve.statements import cites_of
from rulelang.project.rules import Rules
from rulelang.syntax import nodes

MOST_VALUES = 24


def describe(reference: str | Path) -> dict[str, Any]:
    """A game with its numbers of players, its variants and its options."""
    game = load(reference)
    rules = game.rules
    world = game.world(game.players[0])
    return {
        "name": game.name,
        "label": world.labels.get("en") or game.name.replace("_", " ").capitalize(),
        "labels": world.labels,
        "about": about(rules),
        "players": list(rules.players),
        "variants": [variant(rules, name) for name in rules.variants],
        "options": [option(each) for each in world.options.values()],
    }


def about(rules: Rules) -> str:
    """What a game says of itself."""
    found = rules.game.field("about") if rules.game is not None else None
    value = found.values[0] if found is not None and found.values else None
    return value.value if isinstance(value, nodes.Text) else ""


def variant(rules: Rules, name: str) -> dict[str, Any]:
    found = rules.variants[name]
    return {
        "name": name,
        "label": found.labels["en"],
        "labels": found.labels,
        "about": found.about,
        "needs": list(found.needs),
        "excludes": list(found.excludes),
        "players": list(found.players) if found.players is not None else None,
        "cites": list(cites_of(found.block)),
    }


def option(found: Option) -> dict[str, Any]:
    """An option; a long run of numbers is written as one range."""
    said = [found.word(value) for value in found.values]
    return {
        "name": found.name,
        "label": found.labels.get("en") or found.name.replace("_", " ").capitalize(),
        "labels": found.labels,
        "values": said if len(said) <= MOST_VALUES else shortened(found, said),
        "default": found.word(found.default),
        "cites": list(found.cites),
    }


def shortened(found: Option, said: list[str]) -> list[str]:
    numbers = [value for value in found.values if isinstance(value, int)]
    others = [word for word, value in zip(said, found.values, strict=True) if not isinstance(value, int)]
    if numbers == list(range(numbers[0], numbers[-1] + 1)):
        return [*others, f"{numbers[0]}..{numbers[-1]}"]
    return said

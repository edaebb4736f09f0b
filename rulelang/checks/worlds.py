"""The worlds that a check looks at: each set of variants, options and players is built once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field

from rulelang.model.world import World
from rulelang.pipeline import build_world
from rulelang.project.rules import Rules


@define(eq=False)
class Worlds:
    """Worlds of one set of rules, kept because variants, options and scenarios ask for the same ones."""

    rules: Rules
    _built: dict[tuple[object, ...], World] = field(factory=dict)

    def world(self, chosen: Sequence[str], options: Mapping[str, Any], players: int) -> World:
        key = (frozenset(chosen), tuple(sorted(options.items())), players)
        if key not in self._built:
            self._built[key] = build_world(self.rules, chosen, options, players)
        return self._built[key]

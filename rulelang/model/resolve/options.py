"""Options: the values each may have, and the one in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulelang.diagnostics.wording import names as say_names
from rulelang.diagnostics.wording import structure as say
from rulelang.model.declarations import Kind, Option
from rulelang.model.resolve.cells import CellReader
from rulelang.model.resolve.statements import cites_of
from rulelang.model.types import FLAG, NUMBER, Entity, Maybe, Type
from rulelang.model.world import MOST_NUMBERS, World
from rulelang.project.options import is_number
from rulelang.syntax import nodes
from rulelang.syntax.blocks import labels_of
from rulelang.syntax.spell import spell


class OptionReader:
    """Reads `option` blocks; a variant's `change` and what is given before the game decide the value."""

    def __init__(
        self, world: World, cells: CellReader, changes: Iterable[nodes.Block], given: Mapping[str, Any]
    ) -> None:
        self.world = world
        self.cells = cells
        self.changes = list(changes)
        self.given = given

    def read(self, blocks: Iterable[nodes.Block]) -> None:
        for block in blocks:
            name = str(block.path)
            if not self.world.declare(name, block.path.span if block.path else block.span):
                continue
            values, default = block.field("values"), block.field("default")
            if values is None or default is None or not values.values or not default.values:
                missing = "values" if values is None or not values.values else "default"
                self.world.report(say_names.missing_field(block.header, "option", missing))
                continue
            self.world.options[name] = self.read_option(block, name, values, default)

    def read_option(self, block: nodes.Block, name: str, values: nodes.Field, default: nodes.Field) -> Option:
        words = [v for v in values.values if isinstance(v, nodes.Name)]
        kind = self.cells.words_kind(name, words) if words else None
        if kind is not None:
            self.world.kinds.pop(name, None)
        allowed: list[Any] = []
        maybe = False
        type_: Type = Entity(kind) if kind else NUMBER
        for value in values.values:
            found = self.option_values(value, kind)
            if found == [None]:
                maybe = True
            if isinstance(value, nodes.Flag):
                type_ = FLAG
            allowed += found
        start = self.option_values(default.values[0], kind)[0]
        chosen = self.chosen(name, kind, start, allowed, default)
        option_type = Maybe(type_) if maybe and chosen is None else type_
        if maybe and chosen is not None:
            option_type = Maybe(type_)
        return Option(
            name, labels_of(block), option_type, tuple(allowed), start, chosen,
            tuple(w.name for w in words), block.header, cites_of(block),
        )  # fmt: skip

    def option_values(self, e: nodes.Expression, kind: Kind | None) -> list[Any]:
        match e:
            case nodes.Name(word) | nodes.Text(word) if kind is not None:  # a word of the language stands in quotes
                keys = [member.key for member in kind.members]
                if word in keys:
                    return [keys.index(word)]
                self.world.report(say_names.unknown_name(e.span, word, keys))
            case nodes.Number(value):
                return [value]
            case nodes.Flag(value):
                return [value]
            case nodes.Nothing():
                return [None]
            case nodes.Binary("..", nodes.Number(low), nodes.Number(high)):
                count = self.world.at_most(high - low + 1, "values of an option", e.span, MOST_NUMBERS)
                return list(range(low, low + count)) or [None]
        return [None]

    def chosen(self, name: str, kind: Kind | None, start: Any, allowed: list[Any], default: nodes.Field) -> Any:
        """The value in force: as given, as a variant changes it, or the default."""
        value, at, written = start, default.span, spell(default.values[0])
        for change in self.changes:
            if str(change.path) == name:
                to = change.clause("to")
                if to is not None and to.values:
                    value, at, written = self.option_values(to.values[0], kind)[0], to.span, spell(to.values[0])
        if name in self.given:
            value = self.parse_option(self.given[name], kind)
        if not any(type(value) is type(a) and value == a for a in allowed):
            keys = [m.key for m in kind.members] if kind else []
            said = [self.option_text(a, keys) for a in allowed]
            shown = ", ".join(said) if len(said) <= 12 else f"{said[0]} to {said[-1]}"
            self.world.report(say.bad_option(at, name, str(self.given.get(name, written)), shown))
            return start
        return value

    def option_text(self, value: Any, keys: list[str]) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return keys[value] if value < len(keys) else str(value)

    def parse_option(self, given: Any, kind: Kind | None) -> Any:
        if isinstance(given, bool) or given is None:
            return given
        if isinstance(given, int):
            return given if kind is None else "?"
        text = str(given).strip()
        if text in ("yes", "true"):
            return True
        if text in ("no", "false"):
            return False
        if text == "none":
            return None
        if kind is not None:
            keys = [member.key for member in kind.members]
            return keys.index(text) if text in keys else "?"
        digits = text.replace(",", "")
        return int(digits) if is_number(digits) else "?"

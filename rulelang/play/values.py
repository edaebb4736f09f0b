"""Values of a game as plain data, by their keys: what events hold, and what can be stored and sent."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

HIDDEN = "?"
Key = int | bool | str | None


@frozen
class Value:
    """A value and what sort of value it is: the kind of a member, or one of the sorts below; a list has `items`."""

    sort: str
    key: Key = None
    items: tuple[Value, ...] = ()

    @property
    def is_hidden(self) -> bool:
        return self.key == HIDDEN

    def hidden(self) -> Value:
        """The same for somebody who may not know it."""
        return Value(self.sort, HIDDEN)

    def __str__(self) -> str:
        if self.sort == LIST and not self.is_hidden:
            return "[" + " ".join(map(str, self.items)) + "]"
        if isinstance(self.key, bool):
            return "yes" if self.key else "no"
        return "none" if self.key is None else str(self.key)


NUMBER, MONEY, FLAG, ACTION, LIST, TEXT, NONE = "number", "money", "flag", "action", "list", "text", "none"
# A word of the engine's own, such as `pass`.
WORD = "word"


@frozen
class Label:
    """A name in the rules and its labels by language, as pairs."""

    name: str
    texts: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(name: str, labels: Mapping[str, str]) -> Label:
        return Label(name, tuple(labels.items()))


@frozen
class Said:
    """A text of the author's, what its holes held when it was asked for, and what is said in front of it."""

    template: str
    values: tuple[Value, ...] = ()
    label: Label | None = None


@frozen
class FieldPlace:
    """A value of a field: its name, the kind that has it (of the game's own: none), and the members it is kept for."""

    name: str
    kind: str = ""
    of: tuple[str, ...] = ()

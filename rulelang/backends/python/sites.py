"""Numbered places in the rules: what events, faults and decisions point back to."""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from rulelang.backends.python.places import MARK, Place
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.visit import walk
from rulelang.source import NOWHERE


@frozen
class Telling:
    """A rule that puts into words what it does; its beginning and its end are noted."""

    rule: Rule


@define(eq=False)
class Sites:
    """Statements by number, and whether anybody listens to what they do."""

    listening: bool
    statements: list[Any] = field(factory=list)
    rules: list[str] = field(factory=list)
    current_rule: str = ""
    places: list[Place] = field(factory=list)
    _numbers: dict[Any, int] = field(factory=dict)
    _marks: dict[tuple[Any, str], str] = field(factory=dict)

    def number(self, statement: Any) -> int:
        known = self._numbers.get(statement)
        if known is None:
            known = len(self.statements)
            self._numbers[statement] = known
            self.statements.append(statement)
            self.rules.append(self.current_rule)
        return known

    def telling(self, rule: Rule) -> tuple[list[str], list[str]]:
        """Lines for the beginning and the end of a rule that tells what it does, if anybody listens."""
        instead = [a.body for a in rule.amendments if a.how == "instead"]
        if not self.listening or not any(isinstance(node, s.Tell) for node in walk([rule.body, *instead])):
            return [], []
        number = self.number(Telling(rule))
        return [f"S.events.append(({number}, True))"], [f"S.events.append(({number}, False))"]

    def mark(self, node: Any, thing: str = "") -> str:
        """The mark of lines that are written for a node; nothing for one that stands nowhere."""
        if getattr(node, "span", NOWHERE) is NOWHERE:
            return ""
        key = (node, thing or f"rule {self.current_rule}")
        if key not in self._marks:
            self._marks[key] = f"{MARK}{len(self.places)}"
            self.places.append(Place(*key))
        return self._marks[key]

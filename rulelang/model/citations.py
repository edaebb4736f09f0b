"""The printed rules behind each statement: its own, those of the amendment it stands in, or of its rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.visit import walk


class Citations:
    """What the statements of some rules cite."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_statement: dict[Any, tuple[str, ...]] = {}
        self._by_need: dict[int, tuple[str, ...]] = {}
        for rule in rules:
            self._note(rule.body, rule.cites)
            for amendment in rule.amendments:
                self._note(amendment.body, amendment.cites or rule.cites)

    def _note(self, body: s.Body, cites: tuple[str, ...]) -> None:
        for node in walk(body):
            self._by_statement[node] = cites
            if isinstance(node, s.Need):
                # A need that an amendment changes is another object with the same number.
                self._by_need[node.index] = cites

    def of(self, statement: Any) -> tuple[str, ...]:
        """The printed rules that a statement implements."""
        own: tuple[str, ...] = getattr(statement, "cites", ())
        if own:
            return own
        if isinstance(statement, s.Need) and statement.index in self._by_need:
            return self._by_need[statement.index]
        rule = getattr(statement, "rule", None)
        return self._by_statement.get(statement, rule.cites if isinstance(rule, Rule) else ())

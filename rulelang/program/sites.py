"""Numbered places in the rules: what events, faults and decisions point back to."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulelang.program.showing import Showing


@define(eq=False)
class Sites:
    """Statements by number, reasons by number, and what the program keeps account of."""

    listening: bool
    counts_bank: bool = True
    held_kinds: frozenset[str] = frozenset()
    showing: Showing = Showing()
    statements: list[Any] = field(factory=list)
    rules: list[str] = field(factory=list)
    reasons: list[str] = field(factory=list)
    current_rule: str = ""
    _numbers: dict[Any, int] = field(factory=dict)

    def number(self, statement: Any) -> int:
        known = self._numbers.get(statement)
        if known is None:
            known = len(self.statements)
            self._numbers[statement] = known
            self.statements.append(statement)
            self.rules.append(self.current_rule)
        return known

    def reason(self, text: str) -> int:
        if text not in self.reasons:
            self.reasons.append(text)
        return self.reasons.index(text)

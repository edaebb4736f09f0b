"""What the sentences of the author's speak of: what a rule does that tells, and the choice that it was done for.

A rule may come to its sentence or not, so what it does is a detail once something is told. If it is sure to come to
one, it is a detail at once, however many choices are made on the way.
"""

from __future__ import annotations

from typing import Any

from rulelang.backends.python.program import Program
from rulelang.backends.python.runtime import PASS, WindowOption
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.visit import walk


class Followed:
    """Knows what the rules of one program are sure to tell, and what they may tell."""

    def __init__(self, program: Program) -> None:
        self.windows = program.world.windows
        self.may: dict[int, bool] = {}
        self.sure: dict[int, bool] = {}

    def done_for(self, point: Any, value: Any) -> s.Body:
        """What is done for an option, and for no other."""
        if isinstance(value, WindowOption):
            return self.windows[value.window].rule.body
        if value is PASS or not isinstance(point, s.Choose):
            return []
        way = point.answer(value).way
        return way.body if way is not None else point.body

    def is_on_the_way(self, point: Any) -> bool:
        """Does the rule that a choice stands in come to a sentence, whatever is chosen?"""
        return isinstance(point, s.Choose) and point.rule is not None and self.is_sure_rule(point.rule)

    def may_tell(self, body: s.Body) -> bool:
        """Is there a sentence in a body, or in a rule that it calls?"""
        if id(body) not in self.may:
            self.may[id(body)] = False  # a rule that comes back to itself adds nothing new
            calls = [node for node in walk(list(body)) if isinstance(node, s.Tell | s.CallRule)]
            self.may[id(body)] = any(
                isinstance(x, s.Tell) or any(self.may_tell(part) for part in bodies(x.rule)) for x in calls
            )
        return self.may[id(body)]

    def surely_tells(self, body: s.Body) -> bool:
        """Does a body come to a sentence whatever is chosen?"""
        if id(body) not in self.sure:
            self.sure[id(body)] = False
            stop = next((n for n, x in enumerate(body) if any(isinstance(y, s.Stop) for y in walk([x]))), len(body))
            self.sure[id(body)] = any(self.is_sure(x) for x in body[:stop])
        return self.sure[id(body)]

    def is_sure(self, x: Any) -> bool:
        match x:
            case s.Tell():
                return True
            case s.CallRule(rule):
                return self.is_sure_rule(rule)
            case s.If(_, then, otherwise):
                return self.surely_tells(then) and self.surely_tells(otherwise)
            case s.Choose() if x.ways and not x.optional:
                return all(self.surely_tells(way.body) for way in x.ways)
        return False

    def is_sure_rule(self, rule: Rule) -> bool:
        return all(map(self.surely_tells, bodies(rule)))


def bodies(rule: Rule) -> list[s.Body]:
    """What a rule does, and what may stand instead of it."""
    return [rule.body, *(a.body for a in rule.amendments if a.how == "instead")]

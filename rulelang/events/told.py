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
        # Who is next in a loop is chosen for what the loop does.
        every = list(walk([x for rule in program.world.rules.values() for body in bodies(rule) for x in body]))
        self.loops = {id(x.picker): x.body for x in every if isinstance(x, s.Each) and x.picker is not None}
        repeats = [x for x in every if isinstance(x, s.Repeat) and x.mode in ("until_done", "several")]
        self.repeated = {id(x) for repeat in repeats for x in repeat.body if isinstance(x, s.Choose)}
        self.may: dict[int, bool] = {}
        self.sure: dict[int, bool] = {}

    def done_for(self, point: Any, value: Any) -> s.Body:
        """What is done for an option, and for no other."""
        if isinstance(value, WindowOption):
            return self.windows[value.window].rule.body
        if id(point) in self.loops:
            return self.loops[id(point)]
        if value is PASS or not isinstance(point, s.Choose):
            return []
        way = point.answer(value).way
        return way.body if way is not None else point.body

    def is_next(self, point: Any) -> bool:
        """Is it asked who is next in a loop that tells what it does?"""
        return id(point) in self.loops and self.may_tell(self.loops[id(point)])

    def is_no_news(self, point: Any) -> bool:
        """Is a pass only how somebody ends what he was free to do again, or how he leaves a window alone?"""
        return isinstance(point, s.OfferWindow) or id(point) in self.repeated

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
            case s.Choose(optional=False, ways=ways, body=body, otherwise=otherwise):
                found = [way.body for way in ways] or [body, body if otherwise is None else otherwise]
                return all(map(self.surely_tells, found))
            case s.Repeat(mode="several", body=[s.Choose() as one]):
                at_least_one = not one.optional or one.may_pass is not None
                return at_least_one and self.surely_tells(one.body)
        return False

    def is_sure_rule(self, rule: Rule) -> bool:
        """Does a rule come to a sentence: of its own or of what may stand instead, or of what always goes with it?"""
        along = (a.body for a in rule.amendments if a.how in ("before", "after") and a.guard is None)
        return any(map(self.surely_tells, along)) or all(map(self.surely_tells, in_its_place(rule)))


def in_its_place(rule: Rule) -> list[s.Body]:
    """What a rule does, and what may stand instead of it."""
    return [rule.body, *(a.body for a in rule.amendments if a.how == "instead")]


def bodies(rule: Rule) -> list[s.Body]:
    """All that may be done where a rule is done."""
    return [rule.body, *(a.body for a in rule.amendments)]

"""`choose 1..3 g in gem where …`: so many things one after another, none twice, and the body for each at once.

It is a loop around a choice that leaves out what was chosen before, and may be passed beyond the lower bound. That
so many can be chosen is a need of the rule, unless `otherwise` says what is done if not.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulelang.model import expressions as m
from rulelang.model import statements as s
from rulelang.model.declarations import Rule
from rulelang.model.expressions import Local
from rulelang.model.types import FLAG, NUMBER, Many

NOTHING = "there is nothing to choose"


@define(eq=False)
class Several:
    """The choice of one of them, and how many there are to be."""

    choose: s.Choose
    low: m.Expression
    high: m.Expression
    is_fixed: bool
    taken: Local = field(init=False)

    def __attrs_post_init__(self) -> None:
        binder = self.choose.binders[0]
        self.taken = Local("taken", Many(binder.local.type), binder.span, used=True, changes=True)

    @property
    def least(self) -> int | None:
        """The lower bound, if it is written as a number."""
        return self.low.value if isinstance(self.low, m.Const) and isinstance(self.low.value, int) else None

    def need(self, index: int, rule: Rule | None) -> s.Need | None:
        """That so many can be chosen, where nothing is said for the case that they can not."""
        if self.choose.otherwise is not None or self.least == 0:
            return None
        reason = s.Text([NOTHING], NOTHING)
        return s.Need(self.enough(), reason, (), self.choose.span, index, rule, self.choose)

    def enough(self) -> m.Expression:
        """There are as many to choose from as must be chosen."""
        binder, span = self.choose.binders[0], self.choose.span
        if self.least == 1:
            return m.Fold("any", binder.local, binder.source, binder.where, None, FLAG, span=span)
        count: m.Expression = m.Fold("count", binder.local, binder.source, binder.where, None, NUMBER, span=span)
        if binder.where is None:
            count = m.Function("count", (binder.source,), NUMBER, span=span)
        return m.Compare(">=", count, self.low, span=span)

    def statements(self, need: s.Need | None) -> s.Body:
        """What it stands for."""
        span, held = self.choose.span, m.ReadLocal(self.taken, self.taken.type)
        count = m.Function("count", (held,), NUMBER, span=span)
        before: s.Body = [need] if need is not None else []
        enough = self.enough()
        otherwise, self.choose.otherwise = self.choose.otherwise, None
        if not self.is_fixed:
            self.choose.optional = True
            self.choose.may_pass = m.Compare(">=", count, self.low, span=span) if self.least != 0 else None
        self.leave_out(held)
        begin = s.Let(self.taken, m.Const((), self.taken.type), span=span)
        loop: s.Body = [s.Repeat("several", self.high, None, [self.choose], self.taken, span=span)]
        if otherwise is not None:
            nothing = m.Compare("=", count, m.Const(0, NUMBER), span=span)
            inner = loop if self.least == 0 else [s.If(enough, loop, [], span=span)]
            loop = [*inner, s.If(nothing, otherwise, [], span=span)]
        return [*before, begin, *loop]

    def leave_out(self, held: m.ReadLocal) -> None:
        """What was chosen is noted, and not offered again."""
        binder, span = self.choose.binders[0], self.choose.span
        one = m.ReadLocal(binder.local, binder.local.type)
        is_new: m.Expression = m.Contains(held, one, True, span=span)
        where = is_new if binder.where is None else m.Junction("and", is_new, binder.where, span=binder.where.span)
        more = m.Function("joined", (held, m.Items((one,), held.type)), held.type, span=span)
        self.choose.binders = (evolve(binder, where=where),)
        self.choose.body = [s.Assign(held, more, span=span), *self.choose.body]
